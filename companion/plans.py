"""A plan of a board that nobody has drawn: neighbours near each other, drawn the same every time; it is no map."""

import math

from companion.games.trollfjord.board import Board
from companion.games.trollfjord.land import borders

STEPS = 300
EDGE = 0.08
"""Share of the plan that stays free around it."""

Point = tuple[float, float]


def planned(board: Board) -> tuple[dict[str, Point], dict[str, Point]]:
    """Where regions and spots are drawn, each 0 to 1 from the left and from the top."""
    names = tuple(region.id for region in board.regions)
    places = dict(zip(names, fitted(settled(borders(board, names))), strict=True))
    spots = {spot.id: middle([places[name] for name in spot.regions]) for spot in board.spots}
    return places, spots


def settled(neighbours: tuple[tuple[int, ...], ...]) -> list[complex]:
    """Neighbours pull, everyone pushes, ever more gently: from a circle to where all is calm."""
    count = len(neighbours)
    places = [complex(math.cos(turn), math.sin(turn)) for turn in (math.tau * i / count for i in range(count))]
    for step in range(STEPS):
        reach = 0.1 * (1 - step / STEPS)
        moved = []
        for one, here in enumerate(places):
            force = 0j
            for other, there in enumerate(places):
                apart = here - there
                if other != one:
                    force += 0.12 * apart / max(abs(apart) ** 2, 1e-6)
                if other in neighbours[one]:
                    force -= 0.9 * apart * abs(apart)
            moved.append(here + force * min(1, reach / max(abs(force), 1e-9)))
        places = moved
    return places


def fitted(places: list[complex]) -> list[Point]:
    """The same picture, as large as the plan."""
    return list(zip(stretched([p.real for p in places]), stretched([p.imag for p in places]), strict=True))


def stretched(along: list[float]) -> list[float]:
    least, span = min(along), max(along) - min(along) or 1
    return [round(EDGE + (1 - 2 * EDGE) * (each - least) / span, 3) for each in along]


def middle(places: list[Point]) -> Point:
    return (
        round(sum(x for x, _ in places) / len(places), 3),
        round(sum(y for _, y in places) / len(places), 3),
    )
