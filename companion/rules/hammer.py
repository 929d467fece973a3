"""What every game with the Rock Tower shares: boulders, the hit, and what anyone may see of a hammering."""

from typing import Annotated, Literal

import msgspec

from companion.rules.move import Move
from companion.rules.text import Text, listed, say

EACH = 11
"""Boulders of each colour in the box."""

COLOURS = ("red", "blue", "yellow", "white")
ANGERING = ("red", "blue", "yellow")
"""White is no colour to the mountain spirit."""

COLOUR_NAMES = {"red": say("red"), "blue": say("blue"), "yellow": say("yellow"), "white": say("white")}

Number = Annotated[int, msgspec.Meta(ge=0, le=EACH)]


class Boulders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
        return self.red + self.blue + self.yellow + self.white

    def __add__(self, other: "Boulders") -> "Boulders":
        return Boulders(
            self.red + other.red, self.blue + other.blue, self.yellow + other.yellow, self.white + other.white
        )

    def __sub__(self, other: "Boulders") -> "Boulders":
        return Boulders(
            self.red - other.red, self.blue - other.blue, self.yellow - other.yellow, self.white - other.white
        )


def counted(boulders: Boulders) -> Text:
    """The boulders by colour, in the order of the bars: "2 red, 1 white"."""
    parts = [
        say("{count} {colour}", count=count, colour=COLOUR_NAMES[colour])
        for colour, count in boulders.by_colour().items()
        if count
    ]
    return listed(parts) if parts else say("nothing fell")


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
