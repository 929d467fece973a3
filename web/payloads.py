"""What phones send, decoded strictly: the right kind, the right size, from our own pages, or refused in words.

A view says with `@takes` what is sent to it, and is given that; the API's description is read off the same.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, ClassVar, Concatenate, NamedTuple, ParamSpec, Protocol, Self, TypeVar
from urllib.parse import urlsplit

import msgspec
from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.common.boulders import Labelled
from companion.position import Asked, Position, Stale
from companion.rules import Move, Seat, Text, say
from web.device_api import Source
from web.refusals import Refused

LARGEST = 16 * 1024

Number = Annotated[int, msgspec.Meta(ge=0, lt=10**15)]
RequestId = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything a page may send as JSON."""

    largest: ClassVar[int] = LARGEST

    @classmethod
    def received(cls) -> Self:
        demand_own_page()
        request.max_content_length = cls.largest
        if request.mimetype != "application/json":
            raise Refused(415, "not_json", say("Only JSON is understood here."))
        with understood():
            return msgspec.json.decode(request.get_data(), type=cls)


class Query(msgspec.Struct, frozen=True):
    """Base of everything a page may add to an address; what is not asked for is passed over."""

    @classmethod
    def received(cls) -> Self:
        with understood():
            return msgspec.convert(request.args.to_dict(), cls, strict=False)


class File(NamedTuple):
    """A file, no larger than `most` bytes; `too_large` is said of one that is."""

    most: int
    too_large: Text

    def received(self) -> bytes:
        demand_own_page()
        request.max_content_length = self.most
        try:
            return request.get_data()
        except RequestEntityTooLarge:
            raise Refused(413, "too_large", self.too_large) from None


class Nothing(Body, frozen=True):
    pass


class Switch(Body, frozen=True):
    on: bool


class Join(Body, frozen=True):
    seat: Number


class Sit(Body, frozen=True):
    """A seat to sit down on; with its code or the host's leave, if another phone has or had it."""

    seat: Number
    request: RequestId | None = None
    """Asked again under the same id, it is the same phone that sits there."""
    code: Annotated[str, msgspec.Meta(max_length=12)] | None = None
    leave: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Admit(Body, frozen=True):
    number: Number


class Once(Body, frozen=True):
    """Something that changes the game, with an id under which it happens only once."""

    request: RequestId


class Act(Once, frozen=True, kw_only=True):
    """What rests on all that the finger saw, at one version."""

    seen: Number


class Answer(Once, frozen=True, kw_only=True):
    """What is asked of a seat is answered: stale only if that very question is gone or another."""

    seat: Number
    seen: Number | Asked

    @property
    def asked(self) -> Asked:
        """A page from before questions had keys names the version instead: it has to look again."""
        if isinstance(self.seen, Asked):
            return self.seen
        raise Stale


class Play(Answer, frozen=True, kw_only=True):
    move: dict[str, Any]


class Step(Body, frozen=True, kw_only=True):
    """A form in steps, filled in so far."""

    do: str
    filled: dict[str, Any]


class OwnStep(Step, frozen=True, kw_only=True):
    """One of a question that is put to a seat."""

    seat: Number
    seen: Asked


class Fix(Act, frozen=True, kw_only=True):
    number: Number
    move: dict[str, Any]


class PutRight(Body, frozen=True, kw_only=True):
    """Every boulder that somebody sees in a picture."""

    source: Source
    number: Number
    pieces: Annotated[list[Labelled], msgspec.Meta(max_length=100)]


class Undo(Act, frozen=True, kw_only=True):
    """What was seen is the answer to be taken back, by its number: the version itself, if nothing came after it."""

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


class ReadDice(Body, frozen=True):
    """So many lie on the mat."""

    count: Annotated[int, msgspec.Meta(ge=1, le=10)]


class Fault(Body, frozen=True):
    name: str
    on: bool


P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Receivable(Protocol[T_co]):
    """A kind of body, of query, or a file."""

    def received(self) -> T_co: ...


def takes(kind: Receivable[T]) -> Callable[[Callable[Concatenate[T, P], R]], Callable[P, R]]:
    """The view is given what was sent, decoded, before the parts of its address."""

    def decorate(view: Callable[Concatenate[T, P], R]) -> Callable[P, R]:
        @wraps(view)
        def receiving(*parts: P.args, **named: P.kwargs) -> R:
            return view(kind.received(), *parts, **named)

        receiving.takes = (kind, *taken_by(view))  # type: ignore[attr-defined]  # a function can be given more
        return receiving

    return decorate


def taken_by(view: Callable[..., Any]) -> tuple[Any, ...]:
    """Every kind that `@takes` says of a view."""
    kinds: tuple[Any, ...] = getattr(view, "takes", ())
    return kinds


@contextmanager
def understood() -> Iterator[None]:
    try:
        yield
    except msgspec.DecodeError as error:
        text = say("That request makes no sense here: {reason}", reason=str(error))
        raise Refused(400, "bad_request", text) from error


def demand_own_page() -> None:
    """Another site's page must not play for us with this phone's cookies."""
    origin = request.headers.get("Origin")
    foreign = origin is not None and place_of(origin) != request.headers.get("Host")
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "foreign_page", say("That did not come from this table's own pages."))


def place_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def decoded(position: Position, sent: dict[str, Any]) -> Move:
    with known_move():
        return position.decode(sent)


@contextmanager
def known_move() -> Iterator[None]:
    try:
        yield
    except msgspec.ValidationError as error:
        text = say("This game knows no such move: {reason}", reason=str(error))
        raise Refused(400, "unknown_move", text) from error
