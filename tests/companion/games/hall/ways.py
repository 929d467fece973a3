"""The ways to play in the Hall that keep less here, each as a game of its own for every conformance test."""

from collections.abc import Sequence
from typing import Any

from companion.games.hall.dealing import dealt, example_box
from companion.games.hall.examples import TOKENS
from companion.games.hall.game import Hall
from companion.games.hall.state import Setup, Way
from companion.rules import BoxKind, Preparation, Seat, Shuffle


class InLess(Hall):
    seats = range(5, 6)
    """One table is enough there: `test_by_hand.py` plays the others."""

    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def __init__(self, way: Way) -> None:
        self.name = f"hall_{way}"
        self.way = way

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        setup = Setup(tuple(seats), example_box(len(seats)), shuffle(range(len(seats)))[0], way=self.way)
        return dealt(setup, list(TOKENS), shuffle)


MAPLESS, HONOUR_ONLY = InLess("mapless"), InLess("honour")
