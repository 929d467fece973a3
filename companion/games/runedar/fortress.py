"""The fortress as a graph: which space lies beside which, read off its walls and towers; nobody moves in here."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Annotated, Literal

import msgspec

from companion.rules import Text, fault_at, say

CHAMBER, COURTYARD = "chamber", "courtyard"
Workshop = Literal["joinery", "tannery", "foundry"]
WORKSHOPS: tuple[Workshop, ...] = ("joinery", "tannery", "foundry")
WORKSHOP_NAMES: dict[str, Text] = {"joinery": say("Joinery"), "tannery": say("Tannery"), "foundry": say("Foundry")}

Number = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Walls are numbered from 1, in their order."""

    workshop: Workshop
    """Which one it stands at: an orc on it climbs down there."""


class Tower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    walls: tuple[Number, ...]
    """Which walls it joins: one goes through it from wall to wall, and shoots at them from its top."""
    tunnel: bool = False
    """The tunnel tower, from which one shoots into the courtyard."""


class Fortress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chamber in the middle touches every workshop and the courtyard; each wall has its outside."""

    name: str
    walls: tuple[Wall, ...]
    towers: tuple[Tower, ...]
    beside_courtyard: tuple[Workshop, ...] = ("joinery",)
    """The workshops that one enters from the courtyard."""


def wall(number: int) -> str:
    return f"wall {number}"


def outside(number: int) -> str:
    return f"outside {number}"


def tower(number: int) -> str:
    return f"tower {number}"


@cache
def places(fortress: Fortress) -> tuple[str, ...]:
    """Every space, those of the orcs' way from the inside to the outside."""
    walls = range(1, len(fortress.walls) + 1)
    towers = range(1, len(fortress.towers) + 1)
    return (CHAMBER, COURTYARD, *WORKSHOPS, *map(wall, walls), *map(outside, walls), *map(tower, towers))


def borders(fortress: Fortress) -> Iterator[tuple[str, str]]:
    yield from ((CHAMBER, room) for room in (COURTYARD, *WORKSHOPS))
    yield from ((COURTYARD, workshop) for workshop in fortress.beside_courtyard)
    for number, each in enumerate(fortress.walls, 1):
        yield each.workshop, wall(number)
        yield wall(number), outside(number)
    for number, joining in enumerate(fortress.towers, 1):
        yield from ((wall(joined), tower(number)) for joined in joining.walls)
        yield from ((wall(one), wall(other)) for one, other in permutations(joining.walls, 2))


@cache
def beside(fortress: Fortress) -> dict[str, frozenset[str]]:
    """For each space those that one reaches with one step."""
    pairs = list(borders(fortress))
    both = [*pairs, *((other, one) for one, other in pairs)]
    return {place: frozenset(other for one, other in both if one == place) for place in places(fortress)}


@cache
def within(fortress: Fortress, start: str, steps: int) -> tuple[str, ...]:
    """The spaces that one reaches with so many steps at most, in the order of `places`."""
    reached = {start}
    for _ in range(steps):
        reached |= {other for place in reached for other in beside(fortress)[place]}
    return tuple(place for place in places(fortress) if place in reached and place != start)


@cache
def inwards(fortress: Fortress) -> tuple[tuple[str, str], ...]:
    """Where each orc goes that is on its way, the one that is nearest to the chamber first."""
    rooms = [(workshop, CHAMBER) for workshop in WORKSHOPS]
    walls = [(wall(number), str(each.workshop)) for number, each in enumerate(fortress.walls, 1)]
    outsides = [(outside(number), wall(number)) for number in range(1, len(fortress.walls) + 1)]
    return (*rooms, *walls, *outsides)


@cache
def in_sight(fortress: Fortress, place: str) -> tuple[str, ...]:
    """What can be shot at from here: from the top of a tower its walls and their outsides, never a workshop."""
    for number, each in enumerate(fortress.towers, 1):
        if place == tower(number):
            walls = [aim(joined) for joined in each.walls for aim in (wall, outside)]
            return (*walls, COURTYARD) if each.tunnel else tuple(walls)
    return ()


def fortress_faults(fortress: Fortress) -> list[Text]:
    faults = []
    if not fortress.walls:
        faults.append(fault_at("walls", say("A fortress has at least one wall.")))
    without = [workshop for workshop in WORKSHOPS if all(each.workshop != workshop for each in fortress.walls)]
    faults += [fault_at("walls", say("{name} has no wall.", name=WORKSHOP_NAMES[workshop])) for workshop in without]
    if len(fortress.walls) > MOST_WALLS:
        faults.append(fault_at("walls", say("A fortress has {most} walls at most.", most=MOST_WALLS)))
    if sum(each.tunnel for each in fortress.towers) != 1:
        faults.append(fault_at("towers", say("Exactly one tower is the tunnel tower.")))
    known = range(1, len(fortress.walls) + 1)
    for number, each in enumerate(fortress.towers, 1):
        if not each.walls or len(set(each.walls)) != len(each.walls) or any(one not in known for one in each.walls):
            faults.append(fault_at(f"towers {number}", say("A tower joins walls that exist, each of them once.")))
    return faults


MOST_WALLS = 8
