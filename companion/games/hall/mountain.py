"""The mountain as somebody records it, square by square, and every fault of it; what is dug there is not here."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from companion.games.hall.resources import Resource
from companion.rules import Cell, Text, fault_at, say

TIERS = "12345"
"""From the outside to the inside: dark gray, gray, brown, orange, yellow."""
HEART, NOTHING = "#", "."
SIDES = (4, 40)
STATUES = 21
SEATS = range(2, 6)

Side = Literal["winter", "autumn"]
"""Winter is for four and five, autumn for three; two choose."""
Square = Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,2}[0-9]{1,2}$", max_length=4)]
"""As people call it: a letter for the column, a number for the row."""


class Buried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A resource that whoever digs here gains."""

    at: Square
    resource: Resource


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A start point, marked with the number of players."""

    at: Square
    players: Annotated[int, msgspec.Meta(ge=3, le=5)]


class Mountain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Side
    tiers: Annotated[tuple[str, ...], msgspec.Meta(max_length=40)]
    """Row by row, a character a square: the tier 1 to 5, # for the heart, . for what is no part of the mountain."""
    rubble: Annotated[tuple[Square, ...], msgspec.Meta(max_length=200)] = ()
    buried: Annotated[tuple[Buried, ...], msgspec.Meta(max_length=200)] = ()
    statues: Annotated[tuple[Square, ...], msgspec.Meta(max_length=STATUES)] = ()
    """Clockwise."""
    sites: Annotated[tuple[Square, ...], msgspec.Meta(max_length=40)] = ()
    """Where workshops can be established."""
    starts: Annotated[tuple[Start, ...], msgspec.Meta(max_length=20)] = ()
    """Clockwise."""

    @property
    def columns(self) -> int:
        return max(map(len, self.tiers), default=0)

    def start_cells(self, players: int) -> tuple[Cell, ...]:
        return tuple(cell_at(start.at) for start in self.starts if start.players == players)

    def seated(self) -> set[int]:
        """For how many players there are enough start points of one number; two take any two alike."""
        marks = Counter(start.players for start in self.starts)
        enough = {number for number, points in marks.items() if points >= number}
        return enough | ({2} if any(points > 1 for points in marks.values()) else set())


def cell_at(square: str) -> Cell:
    found = re.fullmatch("([A-Z]+)([0-9]+)", square)
    if not found:
        raise ValueError(square)
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return Cell(column - 1, int(found[2]) - 1)


def mountain_faults(mountain: Mountain) -> list[Text]:
    return [*tier_faults(mountain), *square_faults(mountain), *start_faults(mountain)]


def tier_faults(mountain: Mountain) -> list[Text]:
    faults = []
    lengths = {len(row) for row in mountain.tiers}
    least, most = SIDES
    if not least <= len(mountain.tiers) <= most or not all(least <= length <= most for length in lengths):
        faults.append(
            fault_at("tiers", say("A mountain has {least} to {most} rows and columns.", least=least, most=most))
        )
    if len(lengths) > 1:
        faults.append(fault_at("tiers", say("All rows are equally long.")))
    unknown = sorted({square for row in mountain.tiers for square in row} - {*TIERS, HEART, NOTHING})
    faults += [fault_at("tiers", say("There is no tier {name}.", name=name)) for name in unknown]
    if not any(HEART in row for row in mountain.tiers):
        faults.append(fault_at("tiers", say("The heart of the mountain is missing.")))
    return faults


def square_faults(mountain: Mountain) -> list[Text]:
    """What lies where nothing can, or where something else lies."""
    starts = [start.at for start in mountain.starts]
    resources = sorted({buried.at for buried in mountain.buried})
    faults = []
    for place, squares in (
        ("rubble", mountain.rubble),
        ("buried", resources),
        ("statues", mountain.statues),
        ("sites", mountain.sites),
        ("starts", starts),
    ):
        faults += [
            fault_at(place, say("{square} is no square to dig.", square=at)) for at in outside(mountain, squares)
        ]
        if place != "starts":
            again = (at for at, times in Counter(squares).items() if times > 1)
            faults += [fault_at(place, say("{square} is there twice.", square=at)) for at in again]
    filled = {*mountain.rubble, *resources, *mountain.statues}
    for place, squares in (("sites", mountain.sites), ("starts", starts)):
        lying = sorted(set(squares) & filled)
        faults += [fault_at(place, say("Something else lies in {square}.", square=at)) for at in lying]
    return faults


def outside(mountain: Mountain, squares: Iterable[str]) -> list[str]:
    def tier(at: str) -> str:
        column, row = cell_at(at)
        return (
            mountain.tiers[row][column] if row < len(mountain.tiers) and column < len(mountain.tiers[row]) else NOTHING
        )

    return [at for at in squares if tier(at) not in TIERS]


def start_faults(mountain: Mountain) -> list[Text]:
    sides: dict[str, tuple[int, ...]] = {"winter": (4, 5), "autumn": (3,)}
    missing = [number for number in sides.get(mountain.name, ()) if number not in mountain.seated()]
    return [
        fault_at("starts", say("There are fewer than {number} start points marked {number}.", number=number))
        for number in missing
    ]
