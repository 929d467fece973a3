"""Where a table with only the tower stands: gathering, hammering, or nobody at the hammer."""

import msgspec

from companion.hammering.bout import Bout
from companion.rules import Seat


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]


class Nobody(msgspec.Struct, frozen=True, tag="nobody"):
    """The boulders are in the tower and nobody has the hammer."""


class Gathering(msgspec.Struct, frozen=True, tag="gathering"):
    """Who hammers is known; their trolls and their comrade are being named, one after the other."""

    hammerer: int
    trolls: int | None = None
    comrade: int | None = None


class Hammers(msgspec.Struct, frozen=True, tag="hammers"):
    """At the tower, or looking at what came of it."""

    bout: Bout


Now = Nobody | Gathering | Hammers


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    now: Now = Nobody()
    past: tuple[Bout, ...] = ()
