"""What the device pages have in common: behind the PIN, and every answer in the host's language; it knows no device."""

from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.rules import Text, say
from web.health import Health
from web.house import house
from web.refusals import Refused
from web.visitors import demand_host, is_host
from web.words import Catalogue, wanted

T = TypeVar("T")


def device(name: str) -> Blueprint:
    """A blueprint of which every page and every answer is the host's alone."""
    blueprint = Blueprint(name, __name__)
    blueprint.before_request(behind_the_pin)
    return blueprint


def behind_the_pin() -> str | None:
    if is_host():
        return None
    if request.path.startswith("/api/"):
        demand_host()
    return render_template("pin.html", chosen=not house().keys.offered, first=house().keys.pin is None)


def told(value: object) -> Response:
    return Response(msgspec.json.encode(in_words(value, house().words[wanted(request)])), mimetype="application/json")


def in_words(value: object, words: Catalogue) -> Any:
    """The value as JSON can carry it, with every sentence in it said in the language asked for."""
    if isinstance(value, Text):
        return words.say(value)
    if isinstance(value, Health):
        return {"fine": value.fine, "text": words.health(value.sentence, value.facts)}
    if isinstance(value, msgspec.Struct):
        return {name: in_words(getattr(value, name), words) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {name: in_words(part, words) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [in_words(part, words) for part in value]
    return value


def number(name: str) -> int:
    """A whole number from the address; 0 when it is left out."""
    text = request.args.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Refused(400, "bad_request", say("That request makes no sense here."))
    return int(text)


def found(thing: T | None) -> T:
    if thing is None:
        raise Refused(404, "gone", say("That was too long ago: it is no longer kept."))
    return thing


def file(data: bytes | None, kind: str, name: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'inline; filename="{name}"'}
    return Response(found(data), mimetype=kind, headers=headers)
