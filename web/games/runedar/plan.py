"""Where the spaces of the fortress are drawn: around the chamber the workshops, their walls, and the land outside.

The courtyard lies at the bottom, the walls in their order clockwise around the rest. Angles are in degrees, clockwise
from the right, as the pages count them.
"""

from typing import Any

from companion.games.runedar.fortress import CHAMBER, COURTYARD, Fortress, outside, tower, wall

COURTYARD_AT = 90.0
"""Straight down."""
COURTYARD_WIDE = 84.0


def plan(fortress: Fortress) -> dict[str, Any]:
    """For each space what it is: a slice of a ring between two angles, or a tower at one."""
    first = COURTYARD_AT + COURTYARD_WIDE / 2
    each = (360 - COURTYARD_WIDE) / len(fortress.walls)
    slices = [(first + each * number, first + each * (number + 1)) for number in range(len(fortress.walls))]
    shown: dict[str, Any] = {
        CHAMBER: {"kind": "chamber", "slices": []},
        COURTYARD: {"kind": "courtyard", "slices": [(first - COURTYARD_WIDE, first)]},
    }
    for workshop in dict.fromkeys(each.workshop for each in fortress.walls):
        own = [slices[index] for index, each in enumerate(fortress.walls) if each.workshop == workshop]
        shown[workshop] = {"kind": "workshop", "slices": merged(own)}
    for number, cut in enumerate(slices, 1):
        shown[wall(number)] = {"kind": "wall", "slices": [cut]}
        shown[outside(number)] = {"kind": "outside", "slices": [cut]}
    for number, each_tower in enumerate(fortress.towers, 1):
        at = between([slices[joined - 1] for joined in each_tower.walls])
        shown[tower(number)] = {"kind": "tunnel-tower" if each_tower.tunnel else "tower", "at": at}
    return shown


def merged(slices: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Slices that touch are one."""
    whole = slices[:1]
    for start, end in slices[1:]:
        if abs(whole[-1][1] - start) < TOUCHING:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole


TOUCHING = 0.01


def between(slices: list[tuple[float, float]]) -> float:
    """Where a tower stands: where its walls meet, or at the end of its one wall that is nearer to the courtyard."""
    if len(slices) == 1:
        ((start, end),) = slices
        return start if start - COURTYARD_AT < COURTYARD_AT + 360 - end else end
    ends = sorted({edge for cut in slices for edge in cut if sum(edge in other for other in slices) > 1})
    if ends:
        return ends[0]
    return COURTYARD_AT
