"""The board as data: regions, fortress spots, borders and planks, with every fault told at once. It opens no file."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from companion.rules import BadSetup, Text, fault_at, say

LANDSCAPES = ("forest", "glacier", "mountain", "swamp", "tundra", "fjord")
WANDER = "wander"
OF_EACH = 2
SPOTS = 6
PLANKS = 10
ROOM = 7
"""Spaces of a kind that the walkway needs: three to choose from, and four lords in the way."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the board, known by its id."""

    id: str


class Region(Part, frozen=True):
    landscape: str
    name: str = ""
    """What the owner calls it; without, it is named by its landscape."""


class Spot(Part, frozen=True):
    """Where a fortress stands: three regions meet here, so they are neighbours of each other."""

    regions: tuple[str, ...]


class Plank(Part, frozen=True):
    """A piece of the walkway, its spaces clockwise: a landscape to place in, or wander."""

    spaces: tuple[str, ...]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    regions: tuple[Region, ...]
    spots: tuple[Spot, ...]
    planks: tuple[Plank, ...]
    borders: tuple[tuple[str, str], ...] = ()
    """Neighbours that no spot joins."""


P = TypeVar("P", bound=Part)


def read_board(toml: str) -> Board:
    """The board that a TOML text describes, or BadSetup with every fault and its place."""
    try:
        data = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise BadSetup([say("This is no TOML: {why}", why=str(error))]) from None
    board, faults = board_of(data)
    faults += board_faults(board)
    if faults:
        raise BadSetup(faults)
    return board


def board_of(values: dict[str, Any]) -> tuple[Board, list[Text]]:
    """As much of a board as plain values tell, and what of them cannot be read."""
    data, faults = dict(values), list[Text]()
    regions = parts(data.pop("regions", []), "regions", Region, faults)
    spots = parts(data.pop("spots", []), "spots", Spot, faults)
    planks = parts(data.pop("planks", []), "planks", Plank, faults)
    try:
        rest = {"regions": [], "spots": [], "planks": [], **data}
        board = msgspec.structs.replace(msgspec.convert(rest, Board), regions=regions, spots=spots, planks=planks)
    except msgspec.ValidationError as error:
        faults.append(fault_at("board", say("{why}", why=str(error))))
        board = Board("", regions, spots, planks)
    return board, faults


def parts(entries: Any, table: str, kind: type[P], faults: list[Text]) -> tuple[P, ...]:
    """The entries of one table that can be read; what is wrong with the others joins the faults."""
    found = []
    if not isinstance(entries, list):
        faults.append(fault_at(table, say("This must be a list of tables.")))
        return ()
    for number, entry in enumerate(entries, 1):
        try:
            found.append(msgspec.convert(entry, kind))
        except msgspec.ValidationError as error:
            faults.append(fault_at(f"{table} {number}", say("{why}", why=str(error))))
    return tuple(found)


def board_faults(board: Board) -> list[Text]:
    """All that keeps this from being the board in the box."""
    return [*unplayable(board), *(fault_at(part, fault) for part, fault in alternation_faults(board))]


def unplayable(board: Board) -> list[Text]:
    """What no game can be played on; older records may hold boards that are only not quite like the one in the box."""
    return [
        *(fault_at(part, fault) for part, fault in twice_named(board)),
        *(fault_at(part, fault) for part, fault in region_faults(board)),
        *(fault_at(part, fault) for part, fault in spot_faults(board)),
        *(fault_at(part, fault) for part, fault in border_faults(board)),
        *(fault_at(part, fault) for part, fault in plank_faults(board)),
    ]


Faults = Iterator[tuple[str, Text]]


def twice_named(board: Board) -> Faults:
    for table, found in (("regions", board.regions), ("spots", board.spots), ("planks", board.planks)):
        for name, times in Counter(part.id for part in found).items():
            if times > 1:
                yield f"{table} {name}", say("This id is used {times} times.", times=times)
    for name, times in Counter(region.name for region in board.regions if region.name).items():
        if times > 1:
            yield f"regions {name}", say("This name is used {times} times.", times=times)


def region_faults(board: Board) -> Faults:
    for region in board.regions:
        if region.landscape not in LANDSCAPES:
            yield f"regions {region.id}", say("There is no landscape called {name}.", name=region.landscape)
    count = Counter(region.landscape for region in board.regions)
    for landscape in LANDSCAPES:
        if count[landscape] != OF_EACH:
            yield (
                f"regions {landscape}",
                say("Every landscape has {each} regions, this one {count}.", each=OF_EACH, count=count[landscape]),
            )


def spot_faults(board: Board) -> Faults:
    known = {region.id for region in board.regions}
    for spot in board.spots:
        for name in spot.regions:
            if name not in known:
                yield f"spots {spot.id}", say("There is no region called {name}.", name=name)
        if len(spot.regions) != 3 or len(set(spot.regions)) != 3:
            yield f"spots {spot.id}", say("Three different regions meet at a fortress spot.")
    if len(board.spots) != SPOTS:
        yield "spots", say("There are {most} fortress spots, not {count}.", most=SPOTS, count=len(board.spots))


def border_faults(board: Board) -> Faults:
    known = {region.id for region in board.regions}
    for number, pair in enumerate(board.borders, 1):
        for name in pair:
            if name not in known:
                yield f"borders {number}", say("There is no region called {name}.", name=name)
        if pair[0] == pair[1]:
            yield f"borders {number}", say("A region does not border on itself.")
    fjords = {region.id for region in board.regions if region.landscape == "fjord"}
    if not any(fjords <= set(pair) for pair in (*board.borders, *(spot.regions for spot in board.spots))):
        yield "borders", say("The two fjord regions touch.")


def plank_faults(board: Board) -> Faults:
    for plank in board.planks:
        for space in plank.spaces:
            if space != WANDER and space not in LANDSCAPES:
                yield f"planks {plank.id}", say("There is no landscape called {name}.", name=space)
        if not plank.spaces:
            yield f"planks {plank.id}", say("A plank has at least one space.")
    if len(board.planks) != PLANKS:
        yield "planks", say("There are {most} planks, not {count}.", most=PLANKS, count=len(board.planks))
    spaces = Counter(space for plank in board.planks for space in plank.spaces)
    for landscape in LANDSCAPES:
        if not spaces[landscape]:
            yield f"planks {landscape}", say("No placement space has this landscape.")
    if spaces[WANDER] < ROOM:
        yield "planks", say("The walkway needs at least {least} wander spaces.", least=ROOM)
    if spaces.total() - spaces[WANDER] < ROOM:
        yield "planks", say("The walkway needs at least {least} placement spaces.", least=ROOM)


def alternation_faults(board: Board) -> Faults:
    """Planks lie in any order: they fit if each begins with the one kind and ends with the other."""
    kinds = {plank.id: [space == WANDER for space in plank.spaces] for plank in board.planks if plank.spaces}
    beginnings = Counter((wanders[0], wanders[-1]) for wanders in kinds.values() if wanders[0] != wanders[-1])
    usual = next(iter(beginnings.most_common(1)), None)
    for name, wanders in kinds.items():
        if any(one == other for one, other in pairwise(wanders)):
            yield f"planks {name}", say("Placement and wander spaces alternate along a plank.")
        elif usual is None or (wanders[0], wanders[-1]) != usual[0]:
            yield (
                f"planks {name}",
                say(
                    "Placement and wander spaces alternate also where planks meet, in any order: "
                    "this plank does not fit the others."
                ),
            )
