"""Every refusal as a status, a code for programs and words for people, in the phone's language."""

import re
from typing import Any

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.discretion import known, reason, secretive
from companion.rules import BadSetup, Illegal, Text, say
from companion.table import Clash
from web.i18n import wanted
from web.moves_in_words import in_words
from web.services import services

HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)]|(?P<name>[^:\s/@\[\]]+))(?::[0-9]{1,5})?")


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
    words = services().words[wanted(request)]
    body = {"code": refusal.code, "text": words.say(refusal.text), **refusal.more}
    return Response(msgspec.json.encode(body), refusal.status, mimetype="application/json")


def illegal(error: Illegal) -> Response:
    status = {"not_yours": 403}.get(error.code, 409)
    return refused(Refused(status, error.code, error.text))


def clash(error: Clash) -> Response:
    position = error.position
    turn = known(error.turn, position, None) if secretive(position) else error.turn
    text = say(
        "Then move {number} would no longer be possible: {move}. {reason}",
        number=error.index + 1,
        move=in_words(services().pages_of(position), position, error.before, turn),
        reason=reason(position, error.turn, error.illegal).text,
    )
    return refused(Refused(409, "clash", text, index=error.index))


def bad_setup(error: BadSetup) -> Response:
    words = services().words[wanted(request)]
    faults = [words.say(fault) for fault in error.faults]
    body = {"code": "bad_setup", "text": " ".join(faults), "faults": faults}
    return Response(msgspec.json.encode(body), 400, mimetype="application/json")


def general(error: HTTPException) -> Response:
    if isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    return sorry(Refused(status, *GENERAL.get(status, GENERAL[500 if status >= 500 else 400])))


def sorry(refusal: Refused, start: str = "/") -> Response:
    """For scripts, or as a page that leads back to where all starts."""
    if wants_json():
        return refused(refusal)
    words = services().words[wanted(request)]
    page = render_template("sorry.html", status=refusal.status, text=words.say(refusal.text), start=start)
    return Response(page, refusal.status, mimetype="text/html")


def refuse_foreign_name() -> Response | None:
    """A name that leads here, but is not ours: a stranger's page would read ours under it."""
    network = services().network
    if (asked := request.headers.get("Host")) is not None and network.is_ours(host_in(asked)):
        return None
    text = say("This table is not called that. Open {address}.", address=network.url)
    return sorry(Refused(421, "foreign_name", text), network.url)


def host_in(header: str) -> str:
    """Without the port; nothing where that makes no sense."""
    match = HOST.fullmatch(header)
    return match["address"] or match["name"] if match else ""


def wants_json() -> bool:
    return request.path.startswith("/api/") or request.path == "/stream"


def init_app(app: Flask) -> None:
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Illegal, illegal)
    app.register_error_handler(Clash, clash)
    app.register_error_handler(BadSetup, bad_setup)
    app.register_error_handler(HTTPException, general)
