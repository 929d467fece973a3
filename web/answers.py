"""What a page is answered with: its fresh view, JSON in the language of whoever reads it, pictures and files."""

from typing import Any, TypeVar

import msgspec
from flask import Response, request

from companion.dates import date_of
from companion.position import Position
from companion.record import record
from companion.rules import say
from web.i18n import wanted
from web.page_views import Page
from web.refusals import Refused, refused
from web.services import services

T = TypeVar("T")


def answer(page: Page, seat: int | None) -> Response:
    """It is done: what the page shows now."""
    return json({"view": fresh(page, seat)})


def stale(page: Page, seat: int | None) -> Response:
    """The tap answered something that is gone: what the page shows now."""
    return refused(Refused(409, "stale", say("The table has moved on. Look again."), view=fresh(page, seat)))


def fresh(page: Page, seat: int | None) -> Any:
    return msgspec.Raw(services().page_views.show(page, seat, wanted(request)))


def json(value: object) -> Response:
    return Response(msgspec.json.encode(value), mimetype="application/json")


def translated(value: object) -> Response:
    """As JSON, with every sentence in it said in the reader's language."""
    return json(services().words[wanted(request)].translated(value))


def found(thing: T | None) -> T:
    if thing is None:
        raise Refused(404, "gone", say("That was too long ago: it is no longer kept."))
    return thing


def jpeg(data: bytes | None) -> Response:
    if data is None:
        raise Refused(404, "no_picture", say("There is no picture."))
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def file(data: bytes | None, kind: str, name: str) -> Response:
    """To be looked at in the browser."""
    return named_file(found(data), kind, f'inline; filename="{name}"')


def attached(data: bytes, kind: str, name: str) -> Response:
    """To be kept."""
    return named_file(data, kind, f'attachment; filename="{name}"')


def named_file(data: bytes, kind: str, disposition: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": disposition}
    return Response(data, mimetype=kind, headers=headers)


def record_file(position: Position, began: float | None) -> Response:
    """A whole game as a file, named after the game and the day."""
    day = f"-{date_of(began):%Y-%m-%d}" if began is not None else ""
    text = msgspec.json.format(msgspec.json.encode(record(position)))
    return attached(text, "application/json", f"{position.game.name}{day}.json")
