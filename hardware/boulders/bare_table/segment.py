"""Segments what lies on a bare, even ground into whole pieces of one size; it never guesses at other sizes."""

from typing import NamedTuple

from hardware.boulders.bare_table.background import Background
from hardware.boulders.bare_table.blob import Blob, Mask, depth
from hardware.boulders.bare_table.outlines import Outlines
from hardware.boulders.bare_table.parting import Parting, Usual
from hardware.boulders.work_budget import Budget

_WHOLE = 0.85
"""Of the usual size: what the picture's edge cuts shows less."""
_CUT = 1.0
"""Of its width: what the edge cuts that broadly is only a part of a piece."""
_BEYOND = 4.0
"""Times the usual size: what is larger and goes on beyond the picture is no piece."""
_CRUMB, _THIN = 0.12, 0.2
"""Of the usual area, and of the usual depth: less is dirt, a line or a fold."""


class Segments(NamedTuple):
    things: list[Blob]
    """All that ends sharply, as it is."""
    pieces: list[Blob]
    """Whole ones of one size; none if sizes differ."""
    clear: float
    """How clear it is that these are all, 0 to 1."""
    soft: bool
    """Whether something was left out for its soft outline."""


def segment(background: Background, inside: Mask, budget: Budget) -> Segments:
    """`inside` is 1 where pieces count. What the budget does not suffice for is left as it is, and nothing is clear."""
    outlines, parting = Outlines(background, budget), Parting(background, budget)
    things, doubts = outlines.things(inside)
    usual = parting.usual(things)
    if usual is None:
        return Segments(things, [], min([1.0, *doubts]), outlines.soft)
    parts = [part for thing in things for part in parting.parted(thing, usual)]
    pieces = _whole(parts, usual, background.things.shape, doubts)
    return Segments(things, pieces, min([1.0, *doubts]), outlines.soft)


def _whole(parts: list[Blob], usual: Usual, shape: tuple[int, int], doubts: list[float]) -> list[Blob]:
    pieces = []
    for part in parts:
        share, cut = part.area / usual.area, part.cut(shape)
        if share < _CRUMB or depth(part.mask > 0) < _THIN * usual.depth:
            continue
        if (cut > 0 and not _WHOLE <= share <= _BEYOND) or cut > _CUT:
            doubts.append(0.8 if share > 0.7 else 1.0)
        elif cut == 0 and share < 0.4:
            doubts.append(0.6)
        else:
            pieces.append(part._replace(clear=min(part.clear, 1.0 if 0.7 < share < 1.35 else 0.75)))
    return pieces
