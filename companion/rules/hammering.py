"""What every game with the Rock Tower shares: boulders, the hit, and what anyone may see of a hammering."""

from collections.abc import Iterable
from operator import add, sub
from typing import Annotated, Literal

import msgspec
from msgspec.structs import astuple

from companion.common.boulders import COLOURS, EACH, numbers
from companion.common.text import Text, say
from companion.rules.move import Move

Number = Annotated[int, msgspec.Meta(ge=0, le=EACH)]


class Boulders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A field for each of COLOURS, in their order."""

    red: Number = 0
    blue: Number = 0
    yellow: Number = 0
    white: Number = 0

    def of(self, colour: str) -> int:
        return int(getattr(self, colour))

    def by_colour(self) -> dict[str, int]:
        return {colour: self.of(colour) for colour in COLOURS}

    @property
    def total(self) -> int:
        return sum(astuple(self))

    @staticmethod
    def together(boulders: Iterable["Boulders"]) -> "Boulders":
        return Boulders(*map(sum, zip(*map(astuple, boulders), strict=True)))

    def __add__(self, other: "Boulders") -> "Boulders":
        return Boulders(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: "Boulders") -> "Boulders":
        return Boulders(*map(sub, astuple(self), astuple(other)))


def counted(boulders: Boulders) -> Text:
    """The boulders by colour, in the order of the bars: "2 red, 1 white"."""
    fallen = {colour: count for colour, count in boulders.by_colour().items() if count}
    return numbers(fallen) if fallen else say("nothing fell")


class Hit(Move, frozen=True, tag="hit"):
    """One blow of the hammer and the boulders that fell; none of them is an empty hit."""

    boulders: Boulders = Boulders()


class Struck(msgspec.Struct, frozen=True):
    """A hit that was played, and by whom."""

    seat: int
    boulders: Boulders


Ending = Literal["stopped", "hit_limit", "colour_limit"]


class Hammering(msgspec.Struct, frozen=True):
    """What everyone may see of a hammering; drawn from a game's own state, never kept."""

    hammerer: int
    comrade: int | None
    hits: tuple[Struck, ...]
    hit_limit: int
    colour_limit: int
    boulders: Boulders
    total: int
    over: dict[str, int]
    """By colour, how many boulders lie above the colour limit."""
    gifts_needed: int
    swaps: int
    ending: Ending | None
    event: Text | None
    """What the last hit did, in words."""
