"""A game whose box grows as it is played says what was learned of it; where that is kept it never knows."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from companion.rules.move import Move


@runtime_checkable
class Learns(Protocol):
    """Games in which what the box does not list is told when it is turned over."""

    def learned(self, setup: Any, played: Sequence[tuple[Any, Move]]) -> Any:
        """The set-up with things of the box that list all that was turned over; the same if they did before.

        Each move comes with the state it was played in. The set-up may hold other things than it was played with: as
        they are in the box by now.
        """
