"""Tower and treasures as a game of its own, so that every conformance test plays it too."""

from collections.abc import Sequence
from typing import Any

from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.game import Trollfjord
from companion.games.trollfjord.setup import Setup, kept_by_hand
from companion.rules import BoxKind, Preparation, Seat, Shuffle


class KeptByHand(Trollfjord):
    name = "trollfjord_by_hand"
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:  # noqa: ARG002  nothing is dealt
        return kept_by_hand(example_board(), seats)


KEPT_BY_HAND = KeptByHand()
