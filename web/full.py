"""The pages of a start without room on the card: whatever is asked for, they say so in words; they need no table."""

import msgspec
from flask import Flask, Response, render_template, request

from companion.rules import say
from web import words
from web.refusals import wants_json

FULL = say(
    "The memory card is full, so the companion cannot start. Nothing on it is lost. Make room on it: the companion "
    "goes on by itself once there is some."
)


def create_app() -> Flask:
    app = Flask("web")
    catalogues = words.init_app(app)

    def told(_: Exception) -> Response:
        language = words.wanted(request)
        text = catalogues[language].say(FULL)
        if wants_json():
            body, kind = msgspec.json.encode({"code": "no_room", "text": text}), "application/json"
        else:
            body, kind = render_template("full.html", text=text, language=language).encode(), "text/html"
        return Response(body, 503, {"Cache-Control": "no-store"}, mimetype=kind)

    app.register_error_handler(404, told)
    app.register_error_handler(405, told)
    return app
