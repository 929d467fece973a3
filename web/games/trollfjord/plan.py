"""Where regions and fortresses stand on the map, from 0 to 1: as the owner recorded them, else drawn from the borders.

It shows no trolls and knows no rule beyond who borders on whom.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, sin, tau
from random import Random

import msgspec

from companion.games.trollfjord.board import Board
from companion.games.trollfjord.land import borders
from web.games.trollfjord.map_cells import Cell, Point, cells, distance2

Neighbours = Sequence[Sequence[int]]

MARGIN = 0.1
TRIES = 5
"""Layouts begun anew; the best is taken."""
STEPS = 60
NUDGES = 320
TOUCHING = 0.05
"""A shorter common edge would not be seen."""


class RegionPlace(msgspec.Struct, frozen=True):
    at: Point
    shape: tuple[Point, ...]


class Plan(msgspec.Struct, frozen=True):
    photo: str | None
    """The address of the owner's photo, which then is the map."""
    ratio: float
    """Width to height."""
    regions: dict[str, RegionPlace]
    spots: dict[str, Point]
    walls: tuple[tuple[Point, Point], ...]
    """Where regions touch on the plan that are no neighbours."""
    bridges: tuple[tuple[Point, Point], ...]
    """Between neighbours that do not touch on the plan."""


@lru_cache(maxsize=8)
def from_borders(board: Board) -> Plan:
    """A plan of a board nobody has recorded: always the same for the same board."""
    regions = tuple(region.id for region in board.regions)
    around = [tuple(regions.index(name) for name in spot.regions) for spot in board.spots]
    neighbours = borders(board, regions)
    points = arranged(neighbours, around, Random(len(regions)))
    shapes = cells(points)
    spots = {spot.id: corner(shapes, points, trio) for spot, trio in zip(board.spots, around, strict=True)}
    return planned(board, [shape.middle for shape in shapes], spots, neighbours, shapes)


def recorded(
    board: Board, regions: Mapping[str, Point], spots: Mapping[str, Point], photo: str | None, ratio: float
) -> Plan:
    """The plan with the owner's own places of regions and spots."""
    points = [regions[region.id] for region in board.regions]
    neighbours = borders(board, tuple(region.id for region in board.regions))
    plan = planned(board, points, dict(spots), neighbours, cells(points))
    # On a photo the board itself shows what touches.
    return msgspec.structs.replace(plan, photo=photo, ratio=ratio, **({"walls": (), "bridges": ()} if photo else {}))


def planned(
    board: Board, points: Sequence[Point], spots: dict[str, Point], neighbours: Neighbours, shapes: Sequence[Cell]
) -> Plan:
    pairs = [(one, other) for one in range(len(points)) for other in range(one)]
    touching = {pair: edge for pair in pairs if (edge := shared(shapes, *pair))}
    return Plan(
        photo=None,
        ratio=1.0,
        regions={
            region.id: RegionPlace(rounded(point), tuple(map(rounded, shape.corners)))
            for region, point, shape in zip(board.regions, points, shapes, strict=True)
        },
        spots={name: rounded(point) for name, point in spots.items()},
        walls=tuple(
            (rounded(edge[0]), rounded(edge[1])) for (a, b), edge in touching.items() if b not in neighbours[a]
        ),
        bridges=tuple(
            (rounded(points[a]), rounded(points[b])) for a, b in pairs if b in neighbours[a] and (a, b) not in touching
        ),
    )


def rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def shared(shapes: Sequence[Cell], one: int, other: int) -> tuple[Point, Point] | None:
    edge = shapes[one].edge(other)
    return edge if edge and hypot(edge[0][0] - edge[1][0], edge[0][1] - edge[1][1]) >= TOUCHING else None


def corner(shapes: Sequence[Cell], points: Sequence[Point], trio: Sequence[int]) -> Point:
    """Where the three shapes meet; else the middle between their points."""
    first, second, third = trio
    for at in shapes[first].corners:
        if all(any(distance2(at, c) < 1e-9 for c in shapes[other].corners) for other in (second, third)):
            return at
    return sum(points[r][0] for r in trio) / 3, sum(points[r][1] for r in trio) / 3


def arranged(neighbours: Neighbours, around: Sequence[Sequence[int]], chance: Random) -> list[Point]:
    """Points whose shapes touch where the regions do, as well as a few tries can tell."""
    apart = distances(neighbours)
    tries = [relaxed(apart, chance) for _ in range(TRIES)]
    points = min(tries, key=lambda each: strain(each, neighbours, around))
    best = strain(points, neighbours, around)
    for step in range(NUDGES):
        reach = 0.16 * (1 - step / NUDGES) + 0.02
        one = chance.randrange(len(points))
        x, y = points[one]
        moved = [*points]
        moved[one] = inside(x + chance.uniform(-reach, reach)), inside(y + chance.uniform(-reach, reach))
        cost = strain(moved, neighbours, around)
        if cost <= best:
            points, best = moved, cost
    return points


def inside(share: float) -> float:
    return min(1 - MARGIN, max(MARGIN, share))


def distances(neighbours: Neighbours) -> list[list[int]]:
    """Steps from each region to each other; far where there is no way."""
    count = len(neighbours)
    found = []
    for start in range(count):
        steps, edge = {start: 0}, [start]
        while edge:
            ahead = [n for here in edge for n in neighbours[here] if n not in steps]
            steps |= dict.fromkeys(ahead, steps[edge[0]] + 1)
            edge = list(dict.fromkeys(ahead))
        found.append([steps.get(other, count) for other in range(count)])
    return found


def relaxed(apart: Sequence[Sequence[int]], chance: Random) -> list[Point]:
    """Points about as far from each other as the regions are, spread over the square."""
    count = len(apart)
    order = chance.sample(range(count), count)
    points = [(0.5 + 0.4 * cos(tau * at / count), 0.5 + 0.4 * sin(tau * at / count)) for at in order]
    unit = 0.28
    for _ in range(STEPS):
        for one in range(count):
            x = y = weight = 0.0
            for other in range(count):
                if other == one:
                    continue
                dx, dy = points[one][0] - points[other][0], points[one][1] - points[other][1]
                far, wanted = hypot(dx, dy) or 1e-6, unit * apart[one][other]
                pull = 1 / apart[one][other] ** 2
                x += pull * (points[other][0] + dx / far * wanted)
                y += pull * (points[other][1] + dy / far * wanted)
                weight += pull
            points[one] = (x / weight, y / weight)
    return spread(points)


def spread(points: Sequence[Point]) -> list[Point]:
    """The same points, filling the square up to its margin."""

    def stretched(values: list[float]) -> list[float]:
        least, most = min(values), max(values)
        return [MARGIN + (1 - 2 * MARGIN) * (value - least) / ((most - least) or 1) for value in values]

    return list(zip(stretched([x for x, _ in points]), stretched([y for _, y in points]), strict=True))


def strain(points: Sequence[Point], neighbours: Neighbours, around: Sequence[Sequence[int]]) -> float:
    """How badly the shapes tell the borders, and how cramped the smallest of them is."""
    shapes = cells(points)
    wrong = 0.0
    for one in range(len(points)):
        for other in range(one):
            touch = shared(shapes, one, other) is not None
            near = other in neighbours[one]
            wrong += 3.0 if near and not touch else 1.0 if touch and not near else 0.0
    for trio in around:
        met = corner(shapes, points, trio)
        wrong += 0.0 if any(distance2(met, c) < 1e-9 for c in shapes[trio[0]].corners) else 2.0
    fair = 1 / len(points)
    cramped = sum(max(0.0, 0.8 - shape.area / fair) for shape in shapes)
    closest = min(distance2(points[a], points[b]) for a in range(len(points)) for b in range(a))
    return wrong + 4 * cramped + 40 * max(0.0, 0.05 - closest)
