"""The square shared out among points, each place to the nearest: plain geometry that knows no game."""

from collections.abc import Sequence

import msgspec

Point = tuple[float, float]
SIDE = -1
"""The neighbour beyond an edge of the square."""


class Cell(msgspec.Struct, frozen=True):
    """A convex shape, and for each of its corners whose cell lies beyond the edge that begins there."""

    corners: tuple[Point, ...]
    beyond: tuple[int, ...]

    @property
    def area(self) -> float:
        around = zip(self.corners, (*self.corners[1:], *self.corners[:1]), strict=True)
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)) / 2

    @property
    def middle(self) -> Point:
        around = list(zip(self.corners, (*self.corners[1:], *self.corners[:1]), strict=True))
        parts = [(ax * by - bx * ay, ax + bx, ay + by) for (ax, ay), (bx, by) in around]
        whole = 3 * sum(share for share, _, _ in parts)
        return sum(share * x for share, x, _ in parts) / whole, sum(share * y for share, _, y in parts) / whole

    def edge(self, other: int) -> tuple[Point, Point] | None:
        """The edge shared with another cell."""
        if other not in self.beyond:
            return None
        at = self.beyond.index(other)
        return self.corners[at], self.corners[(at + 1) % len(self.corners)]


def cells(points: Sequence[Point]) -> list[Cell]:
    return [cell(points, one) for one in range(len(points))]


def cell(points: Sequence[Point], one: int) -> Cell:
    corners: list[Point] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    beyond = [SIDE] * 4
    here = points[one]
    # Near points cut first: then far ones mostly find nothing left to cut.
    order = sorted(range(len(points)), key=lambda other: distance2(here, points[other]))
    for other in order:
        if other != one and corners:
            corners, beyond = cut(corners, beyond, here, points[other], other)
    return Cell(tuple(corners), tuple(beyond))


def cut(corners: list[Point], beyond: list[int], here: Point, there: Point, name: int) -> tuple[list[Point], list[int]]:
    """What of the shape is nearer to `here` than to `there`."""
    nx, ny = there[0] - here[0], there[1] - here[1]
    middle = (there[0] ** 2 + there[1] ** 2 - here[0] ** 2 - here[1] ** 2) / 2
    sides = [x * nx + y * ny - middle for x, y in corners]
    if max(sides) <= 0:
        return corners, beyond
    kept: list[Point] = []
    names: list[int] = []
    for at, (x, y) in enumerate(corners):
        after = (at + 1) % len(corners)
        side, next_side = sides[at], sides[after]
        if side <= 0:
            kept.append((x, y))
            names.append(beyond[at])
        if (side <= 0) != (next_side <= 0):
            share = side / (side - next_side)
            bx, by = corners[after]
            kept.append((x + share * (bx - x), y + share * (by - y)))
            names.append(name if side <= 0 else beyond[at])
    return kept, names


def distance2(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
