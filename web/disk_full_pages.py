"""The pages of a start whose card takes nothing: whatever is asked for, they say so in words; they need no table."""

import msgspec
from flask import Flask, Response, render_template, request

from companion.atomic_files import NoRoom, NotWritten
from companion.rules import say
from web import i18n
from web.refusals import wants_json

FULL = say(
    "The memory card is full, so the companion cannot start. Nothing on it is lost. Make room on it: the companion "
    "goes on by itself once there is some."
)

FAILS = say(
    "The memory card cannot be written to, so the companion cannot start. Nothing on it is lost. It may be "
    "write-protected or worn out: the companion goes on by itself once it can write, or take another card."
)


def create_app(error: NotWritten) -> Flask:
    app = Flask("web")
    catalogues = i18n.init_app(app)

    sentence = FULL if isinstance(error, NoRoom) else FAILS

    def say_why(_: Exception) -> Response:
        language = i18n.wanted(request)
        text = catalogues[language].say(sentence)
        if wants_json():
            body, kind = msgspec.json.encode({"code": error.code, "text": text}), "application/json"
        else:
            body, kind = render_template("disk_full.html", text=text, language=language).encode(), "text/html"
        return Response(body, 503, {"Cache-Control": "no-store"}, mimetype=kind)

    app.register_error_handler(404, say_why)
    app.register_error_handler(405, say_why)
    return app
