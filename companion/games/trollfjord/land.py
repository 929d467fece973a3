"""The board as the rules look at it: drawn from the set-up once, shared by every state; only the host renumbers it."""

from collections import defaultdict

import msgspec

from companion.games.trollfjord.board import WANDER, Board
from companion.games.trollfjord.words import BELT, region_name
from companion.rules import Text, say


class Land(msgspec.Struct, frozen=True):
    """Regions and spots are known by their place in these lists; moves name them by their id."""

    regions: tuple[str, ...]
    landscapes: tuple[str, ...]
    names: tuple[Text, ...]
    neighbours: tuple[tuple[int, ...], ...]
    spots: tuple[str, ...]
    around: tuple[tuple[int, ...], ...]
    """The three regions of each spot."""
    numbers: tuple[int, ...]
    """The fortress on each spot: 0 for I, 1 for II, 2 for III, as on the belt."""
    fortresses: tuple[Text, ...]
    walkway: tuple[str, ...]
    """The whole loop from the corner where the starting plank was: a landscape, or wander."""

    def region(self, name: str) -> int | None:
        return self.regions.index(name) if name in self.regions else None

    def spot(self, name: str) -> int | None:
        return self.spots.index(name) if name in self.spots else None

    def of_landscape(self, landscape: str) -> list[int]:
        return [region for region, kind in enumerate(self.landscapes) if kind == landscape]

    def wanders(self, space: int) -> bool:
        return self.walkway[space % len(self.walkway)] == WANDER


UNSEEN = Land((), (), (), (), (), (), (), (), ())
"""A board that is kept by hand."""


def survey(board: Board, planks: tuple[str, ...], fortresses: dict[str, int]) -> Land:
    """The land of a faultless board with its planks in this order and these numbers on the spots."""
    regions = tuple(region.id for region in board.regions)
    names = region_names(board)
    around = tuple(tuple(regions.index(name) for name in spot.regions) for spot in board.spots)
    numbers = tuple(fortresses[spot.id] - 1 for spot in board.spots)
    spaces = {plank.id: plank.spaces for plank in board.planks}
    return Land(
        regions=regions,
        landscapes=tuple(region.landscape for region in board.regions),
        names=names,
        neighbours=borders(board, regions),
        spots=tuple(spot.id for spot in board.spots),
        around=around,
        numbers=numbers,
        fortresses=fortress_names(names, around, numbers),
        walkway=tuple(space for plank in planks for space in spaces[plank]),
    )


def renumbered(land: Land, numbers: tuple[int, ...]) -> Land:
    """The same land with these fortresses on its spots."""
    named = fortress_names(land.names, land.around, numbers)
    return msgspec.structs.replace(land, numbers=numbers, fortresses=named)


def fortress_names(
    names: tuple[Text, ...], around: tuple[tuple[int, ...], ...], numbers: tuple[int, ...]
) -> tuple[Text, ...]:
    return tuple(
        say(
            "Fortress {number}: {first}, {second}, {third}",
            number=BELT[number],
            first=names[first],
            second=names[second],
            third=names[third],
        )
        for number, (first, second, third) in zip(numbers, around, strict=True)
    )


def region_names(board: Board) -> tuple[Text, ...]:
    seen: defaultdict[str, int] = defaultdict(int)
    names = []
    for region in board.regions:
        seen[region.landscape] += 1
        names.append(region_name(region.landscape, seen[region.landscape], region.name))
    return tuple(names)


def borders(board: Board, regions: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For each region its neighbours, in the order of the board."""
    touching: list[set[int]] = [set() for _ in regions]
    for joined in (*(spot.regions for spot in board.spots), *board.borders):
        for one in joined:
            touching[regions.index(one)].update(regions.index(other) for other in joined if other != one)
    return tuple(tuple(sorted(neighbours)) for neighbours in touching)
