"""What phones send, decoded strictly: the right kind, the right size, from our own pages, or refused in words."""

from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from flask import Response, request

from companion.rules import Move, Seat, say
from companion.table import Position
from web.house import house
from web.refusals import Refused, refused
from web.showing import Page
from web.words import wanted

LARGEST = 16 * 1024

Number = Annotated[int, msgspec.Meta(ge=0)]
RequestId = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything a page may send."""


class Nothing(Body, frozen=True):
    pass


class Join(Body, frozen=True):
    seat: Number


class Act(Body, frozen=True):
    """Something that changes the game: which version the finger saw, and an id under which it happens only once."""

    seen: Number
    request: RequestId


class Play(Act, frozen=True, kw_only=True):
    seat: Number
    move: dict[str, Any]


class Fix(Act, frozen=True, kw_only=True):
    number: Number
    move: dict[str, Any]


class Undo(Act, frozen=True, kw_only=True):
    seat: Number


class Pin(Body, frozen=True):
    pin: Annotated[str, msgspec.Meta(max_length=40)]


class Start(Act, frozen=True, kw_only=True):
    game: str
    seats: Annotated[list[Seat], msgspec.Meta(max_length=20)]


class TakeBack(Act, frozen=True, kw_only=True):
    keep: Number


class Amend(Act, frozen=True, kw_only=True):
    number: Number
    move: dict[str, Any]
    drop_later: bool = False


class Hammer(Body, frozen=True):
    strength: Annotated[float, msgspec.Meta(ge=0, le=1)]


class Fault(Body, frozen=True):
    name: str
    on: bool


B = TypeVar("B", bound=Body)


def body(kind: type[B]) -> B:
    demand_own_page()
    if request.mimetype != "application/json":
        raise Refused(415, "not_json", say("Only JSON is understood here."))
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.DecodeError as error:
        text = say("That request makes no sense here: {reason}", reason=str(error))
        raise Refused(400, "bad_request", text) from error


def demand_own_page() -> None:
    """Another site's page must not play for us with this phone's cookies."""
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "foreign_page", say("That did not come from this table's own pages."))


def decoded(position: Position, sent: dict[str, Any]) -> Move:
    try:
        move: Move = msgspec.convert(sent, position.game.moves)
    except msgspec.ValidationError as error:
        text = say("This game knows no such move: {reason}", reason=str(error))
        raise Refused(400, "unknown_move", text) from error
    return move


def fresh(page: Page, seat: int | None) -> Any:
    return msgspec.Raw(house().showing.show(page, seat, wanted(request)))


def answer(page: Page, seat: int | None) -> Response:
    """It is done: what the page shows now."""
    return Response(msgspec.json.encode({"view": fresh(page, seat)}), mimetype="application/json")


def stale(page: Page, seat: int | None) -> Response:
    """The tap answered something that is gone: what the page shows now."""
    return refused(Refused(409, "stale", say("The table has moved on. Look again."), view=fresh(page, seat)))
