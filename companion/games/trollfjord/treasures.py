"""The treasures in the box, and which of them are still face down beside the board."""

from collections import Counter
from collections.abc import Iterable

TREASURES = Counter({value: 3 if 15 <= value <= 18 else 2 for value in range(10, 29)})
"""How many treasures there are of each value: 42 in all."""


def face_down(seen: Iterable[int]) -> Counter[int]:
    """What is left when these have been turned over, wherever they are now."""
    left = TREASURES.copy()
    left.subtract(seen)
    return +left
