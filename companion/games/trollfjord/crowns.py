"""Crowns: one a belt number, over the most valuable treasure there; ties go to the one that came later."""

from collections.abc import Sequence

from companion.games.trollfjord.state import Belted

CROWNED = 3
"""Belt spaces I, II and III have a crown, + has none."""

WORTH = 6


def holder(belted: Sequence[Belted], space: int) -> int | None:
    """Who has the crown of this belt space; the treasures are in the order they came."""
    best = None
    for treasure in belted:
        if treasure.space == space and (best is None or treasure.value >= best.value):
            best = treasure
    return None if best is None else best.seat


def crowns(belted: Sequence[Belted], seat: int) -> list[int]:
    """The belt spaces over which this seat has the crown."""
    return [space for space in range(CROWNED) if holder(belted, space) == seat]
