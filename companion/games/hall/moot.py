"""A trollsmoot: the pyramid of ten trolls, what they hold, and the cascade that runs down it. It knows no storage."""

from typing import Annotated, Literal

import msgspec

from companion.games.hall.resources import Resource, Symbol

ROWS = (4, 3, 2, 1)
TROLLS = sum(ROWS)
STARTERS = ROWS[0]

TrollClan = Literal["fire", "ice", "moon", "mud"]
Symbols = Annotated[tuple[Symbol, ...], msgspec.Meta(max_length=8)]


class Troll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the horde."""

    name: str
    level: Annotated[int, msgspec.Meta(ge=1, le=3)]
    clan: TrollClan
    symbols: Symbols


class Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starting troll: what it makes again and again, and below the dotted line what it brings once."""

    name: str
    symbols: Symbols
    once: Annotated[tuple[Resource, ...], msgspec.Meta(max_length=8)] = ()


class Member(msgspec.Struct, frozen=True):
    """A troll in somebody's moot."""

    name: str
    symbols: tuple[Symbol, ...]
    held: tuple[bool, ...]
    """For each symbol, whether a resource lies on it."""
    level: int = 0
    """0 for a starting troll, which nobody recruited."""


Moot = tuple[Member | None, ...]
"""Ten places: the bottom row from the left, then the row above it, and so on."""


class Gain(msgspec.Struct, frozen=True):
    """What one troll gained in a cascade."""

    place: int
    name: str
    symbols: tuple[Symbol, ...]


def beneath(place: int) -> tuple[int, ...]:
    """The two places directly under one; none under the bottom row."""
    start = 0
    for row, length in enumerate(ROWS):
        if place < start + length:
            column = place - start
            left = start - ROWS[row - 1] + column
            return (left, left + 1) if row else ()
        start += length
    raise ValueError(place)


BENEATH = tuple(beneath(place) for place in range(TROLLS))


def under(place: int) -> tuple[int, ...]:
    """The places that a cascade from here runs through, from the top down, each once."""
    found: dict[int, None] = {place: None}
    row: tuple[int, ...] = (place,)
    while row:
        row = tuple(dict.fromkeys(lower for each in row for lower in BENEATH[each]))
        found.update(dict.fromkeys(row))
    return tuple(found)


CASCADES = tuple(under(place) for place in range(TROLLS))
BUSY = tuple(sum(place in cascade for cascade in CASCADES) for place in range(TROLLS))
"""In how many cascades a place can take part."""
BUSIEST = tuple(sorted(range(TROLLS), key=lambda place: -BUSY[place]))
"""What lies on a busy troll is spent first."""


def open_places(moot: Moot) -> list[int]:
    """Where a new troll can stand: above and between two others."""
    return [
        place
        for place in range(STARTERS, TROLLS)
        if moot[place] is None and all(moot[lower] is not None for lower in BENEATH[place])
    ]


def joined(moot: Moot, place: int, member: Member) -> Moot:
    return (*moot[:place], member, *moot[place + 1 :])


def cascade(moot: Moot, place: int) -> tuple[Moot, tuple[Gain, ...]]:
    """The moot after this troll and all below it were activated, and what each gained, from the top down."""
    gains = []
    for each in CASCADES[place]:
        member = moot[each]
        assert member is not None, "nobody stands on air"
        gained = tuple(symbol for symbol, held in zip(member.symbols, member.held, strict=True) if not held)
        gains.append(Gain(each, member.name, gained))
        moot = joined(moot, each, msgspec.structs.replace(member, held=(True,) * len(member.held)))
    return moot, tuple(gains)


def recruit(troll: Troll) -> Member:
    return Member(troll.name, troll.symbols, (False,) * len(troll.symbols), troll.level)


def starter(card: Starter) -> Member:
    return Member(card.name, card.symbols, (False,) * len(card.symbols))


def size(moot: Moot) -> int:
    return sum(member is not None for member in moot)


def levels(moot: Moot) -> int:
    """Of all trolls that were recruited: the lower sum breaks a tie."""
    return sum(member.level for member in moot if member)
