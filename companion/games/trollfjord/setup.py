"""The set-up: who sits where, and what lies on the board before the first turn, complete enough to stand alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from companion.games.trollfjord.board import Board, unplayable
from companion.games.trollfjord.treasures import TREASURES
from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import Drawing, Seat, Secret, Shuffle, Text, fault_at, say, seating_faults

SEATS = range(2, 5)
NUMBERS = (1, 1, 2, 2, 3, 3)
"""The fortress numbers there are: I, II and III, twice each."""


Way = Literal["treasures", "everything"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]
    board: Board
    start: tuple[int, ...]
    """The seats on the starting plank, from space 1, nearest the walkway; the last of them begins."""
    planks: tuple[str, ...]
    """The planks clockwise from the corner where the starting plank lies."""
    fortresses: dict[str, int]
    """Spot to number: 1, 2 or 3."""
    treasures: Secret[dict[str, int]]
    """Region to the value of the treasure that lies there, until somebody puts it into a patched sack."""
    drawing: Drawing | None = None
    """How the board's owner drew it: for those who look at the game, also when the box has changed since."""
    way: Way = "everything"
    """Or with a board that is kept by hand: then nothing is told of it."""


def deal(board: Board, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
    """Everything that is random before a game, drawn for a table that wants it so."""
    treasures = shuffle(list(TREASURES.elements()))
    return Setup(
        seats=tuple(seats),
        board=board,
        start=tuple(shuffle(range(len(seats)))),
        planks=tuple(shuffle([plank.id for plank in board.planks])),
        fortresses=dict(zip([spot.id for spot in board.spots], shuffle(NUMBERS), strict=False)),
        treasures=dict(zip([region.id for region in board.regions], treasures, strict=False)),
    )


def kept_by_hand(board: Board, seats: Sequence[Seat]) -> Setup:
    """Tower and treasures alone."""
    return Setup(tuple(seats), board, start=(), planks=(), fortresses={}, treasures={}, way="treasures")


def setup_faults(setup: Setup) -> list[Text]:
    seating = seating_faults(setup.seats, SEATS, PLAYER_COLOURS)
    if setup.way == "treasures":
        return seating
    return [
        *seating,
        *unplayable(setup.board),
        *start_faults(setup),
        *plank_order_faults(setup),
        *fortress_faults(setup),
        *treasure_faults(setup),
    ]


def start_faults(setup: Setup) -> list[Text]:
    if sorted(setup.start) == list(range(len(setup.seats))):
        return []
    return [fault_at("start", say("Every troll lord stands on one space of the starting plank."))]


def plank_order_faults(setup: Setup) -> list[Text]:
    return misnamed("planks", setup.planks, [plank.id for plank in setup.board.planks])


def fortress_faults(setup: Setup) -> list[Text]:
    faults = misnamed("fortresses", setup.fortresses, [spot.id for spot in setup.board.spots])
    if sorted(setup.fortresses.values()) != list(NUMBERS):
        faults.append(fault_at("fortresses", say("The numbers I, II and III stand on two spots each.")))
    return faults


def treasure_faults(setup: Setup) -> list[Text]:
    faults = misnamed("treasures", setup.treasures, [region.id for region in setup.board.regions])
    for value, count in Counter(setup.treasures.values()).items():
        if count > TREASURES[value]:
            there = say("There are only {most} treasures worth {value}.", most=TREASURES[value], value=value)
            faults.append(fault_at("treasures", there))
    return faults


def misnamed(place: str, names: Iterable[str], known: list[str]) -> list[Text]:
    """What is missing, unknown or there twice among names that should be exactly the known ones."""
    count = Counter(iter(names))
    faults = [fault_at(place, say("{name} is missing.", name=name)) for name in known if not count[name]]
    faults += [fault_at(place, say("There is no {name}.", name=name)) for name in count if name not in known]
    faults += [fault_at(place, say("{name} is there twice.", name=name)) for name, times in count.items() if times > 1]
    return faults
