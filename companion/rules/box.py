"""What of a game's box its owner records once: boards, cards, charts. It says what there is, and keeps nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.common.text import Text


class Thing(Protocol):
    """A frozen struct that is known by its name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Thing)


class Shipped(msgspec.Struct, Generic[T], frozen=True):
    """A thing that comes with the companion."""

    thing: T
    about: Text
    known: bool = False
    """The rulebook prints it, so it is the one in the box; else it is an example, until the owner records theirs."""


def no_faults(thing: Any) -> list[Text]:  # noqa: ARG001  whatever can be read is right
    return []


class BoxKind(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """One kind of thing in the box."""

    name: str
    """In file names and addresses: small letters and dashes."""
    title: Text
    """Of the list of them."""
    thing: type[T]
    shipped: Callable[[], Sequence[Shipped[T]]]
    faults: Callable[[T], list[Text]] = no_faults
    """What keeps a thing from being played with, in words."""
    read: Callable[[dict[str, Any]], tuple[T | None, list[Text]]] | None = None
    """Plain values as a thing, as far as they can be read, and every fault; without it the first fault is told."""
    labels: Mapping[str, Text] = {}
    """What people call its fields and their values, where somebody edits it field by field; of charts and boards, those
    that come with the companion."""
    drawn: Callable[[T], Mapping[str, Sequence[str]]] | None = None
    """Of a board that is recorded on a photo: the parts that have a place there, by layer."""
    picked: Text | None = None
    """A game is played with one of them, which the host picks under this heading; without it, with all."""
    told: Callable[[Any], Sequence[T]] | None = None
    """Cards that are told when they are turned over: all that a game in this state knows, to be kept for the next."""
    fixed: bool = False
    """A chart: there are those that come with the companion, and the owner's own takes the place of one of them."""
    most: int = 20
    """Things that an owner may keep."""
    formerly: str | None = None
    """The folder that earlier versions kept these in."""
