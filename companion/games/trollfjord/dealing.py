"""The rest of a set-up, dealt around what people have entered of it; chance is handed in, what was entered stays."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.games.trollfjord.board import Board
from companion.games.trollfjord.setup import NUMBERS, Setup
from companion.games.trollfjord.treasures import face_down
from companion.rules import Seat, Shuffle


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As much of a set-up as people have told so far."""

    start: tuple[int, ...] = ()
    planks: tuple[str, ...] = ()
    fortresses: dict[str, int] = {}
    treasures: dict[str, int] = {}


def as_entered(board: Board, seats: Sequence[Seat], entered: Entered) -> Setup:
    """What is missing stays missing: the rules then say so."""
    return Setup(tuple(seats), board, entered.start, entered.planks, entered.fortresses, entered.treasures)


def dealt_around(board: Board, seats: Sequence[Seat], entered: Entered, shuffle: Shuffle) -> Setup:
    waiting = [seat for seat in range(len(seats)) if seat not in entered.start]
    planks = [plank.id for plank in board.planks if plank.id not in entered.planks]
    numbers = (Counter(NUMBERS) - Counter(entered.fortresses.values())).elements()
    spots = [spot.id for spot in board.spots if spot.id not in entered.fortresses]
    treasures = face_down(entered.treasures.values()).elements()
    regions = [region.id for region in board.regions if region.id not in entered.treasures]
    return Setup(
        seats=tuple(seats),
        board=board,
        start=(*entered.start, *shuffle(waiting)),
        planks=(*entered.planks, *shuffle(planks)),
        fortresses={**entered.fortresses, **dict(zip(spots, shuffle(list(numbers)), strict=False))},
        treasures={**entered.treasures, **dict(zip(regions, shuffle(list(treasures)), strict=False))},
    )
