"""Every refusal as a status, a code for programs and words for people, in the phone's language."""

from typing import Any

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.rules import BadSetup, Illegal, Text, say
from companion.table import Clash
from web.house import house
from web.moves import in_words, reason
from web.words import wanted


class Refused(Exception):
    def __init__(self, status: int, code: str, text: Text, **more: Any) -> None:
        super().__init__(str(text))
        self.status = status
        self.code = code
        self.text = text
        self.more = more


GENERAL = {
    400: ("bad_request", say("That request makes no sense here.")),
    404: ("not_found", say("There is nothing here.")),
    405: ("not_allowed", say("That cannot be done here.")),
    413: ("too_large", say("That is too much at once.")),
    415: ("not_json", say("Only JSON is understood here.")),
    500: ("broken", say("Something went wrong here. Try again; nothing you did is lost.")),
}


def refused(refusal: Refused) -> Response:
    words = house().words[wanted(request)]
    body = {"code": refusal.code, "text": words.say(refusal.text), **refusal.more}
    return Response(msgspec.json.encode(body), refusal.status, mimetype="application/json")


def illegal(error: Illegal) -> Response:
    status = {"not_yours": 403}.get(error.code, 409)
    return refused(Refused(status, error.code, error.text))


def clash(error: Clash) -> Response:
    text = say(
        "Then move {number} would no longer be possible: {move}. {reason}",
        number=error.index + 1,
        move=in_words(error.position, error.before, error.turn),
        reason=reason(error.position, error.illegal),
    )
    return refused(Refused(409, "clash", text, index=error.index))


def bad_setup(error: BadSetup) -> Response:
    words = house().words[wanted(request)]
    faults = [words.say(fault) for fault in error.faults]
    body = {"code": "bad_setup", "text": " ".join(faults), "faults": faults}
    return Response(msgspec.json.encode(body), 400, mimetype="application/json")


def general(error: HTTPException) -> Response:
    if isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    code, text = GENERAL.get(status, GENERAL[500 if status >= 500 else 400])
    if wants_json():
        return refused(Refused(status, code, text))
    words = house().words[wanted(request)]
    page = render_template("sorry.html", status=status, text=words.say(text))
    return Response(page, status, mimetype="text/html")


def wants_json() -> bool:
    return request.path.startswith("/api/") or request.path == "/stream"


def init_app(app: Flask) -> None:
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Illegal, illegal)
    app.register_error_handler(Clash, clash)
    app.register_error_handler(BadSetup, bad_setup)
    app.register_error_handler(HTTPException, general)
