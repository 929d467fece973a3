"""Says where boulders on others may hide what lies below them. It knows where boulders are, and looks at no picture.

Behind one on others another can lie unseen only if there is room for it, and if hardly anything of it would show.
"""

import math
from functools import cache

import cv2
import numpy as np

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH
from hardware.boulders.plane import HEIGHT, MARGIN, SCALE, WIDTH
from hardware.boulders.shapes import Square, SweepAt, fill, mask_of
from hardware.devices import Image

_GLIMPSE = 0.35
"""In tops: less than that of a top in sight may be taken for noise, or for the side of another."""
_PERHAPS, _IF_ALONE = 0.3, 0.5
"""How likely one lies on another that nobody sees, where others lie on others too, and where none does: of 240 heaps
with 0.3 to 0.5 seven of nine were wrong, of 500 scenes where all lie on the mat one of thirteen."""
_NEAR = 0.3
"""In boulders: how near to one on the mat the same one was proposed on others."""
_BEARS = 1.0
"""In boulders: one on others lies on those that are nearer to where it lies."""
_BARELY = 0.35
"""In tops: of top and sides. In heaps of forty rooms half of those below others with less than 0.2 in sight were
wrong in place or colour, one of thirteen with 0.2 to 0.3, and of those with more two or three of two hundred."""
_TIGHT = 0.92
"""In boulders: so narrow a gap may hold one, for nothing is seen that exactly."""
_RIMMED = 1.1
"""In boulders: how wide one on others is with its blurred rim."""
_TURNS = range(0, 90, 15)
_REACH = 2.5
"""In boulders: what is hidden behind one is nearer to it."""


def hiding(squares: list[Square], proposed: list[Square], sweep_at: SweepAt, size: float) -> list[Square]:
    """Those on others that may hide one more or be but a part of one that leans, and those on the mat of which too
    little is seen to be sure of them.

    What was `proposed` tells which of those on the mat may lie on another: seen from above, it looks much the same.
    """
    found = [square for square in squares if square.lifted]
    least = _PERHAPS if found else _IF_ALONE
    above = [one for one in proposed if one.lifted and one.likely > least and not _is_near(one, found, size)]
    squares = [square._replace(lifted=square.lifted or _is_near(square, above, size)) for square in squares]
    lifted = [square for square in squares if square.lifted]
    if not lifted:
        return []
    covered, free = np.zeros((HEIGHT, WIDTH), np.uint8), _bare_mat()
    for square in squares:
        if square.lifted:
            fill(covered, square.whole(_RIMMED * size, sweep_at(square.x, square.y)), 1)
        else:
            fill(free, square.corners(_TIGHT * size), 0)
    below = [square for square in squares if not square.lifted]
    barely = [square for square in below if _in_sight(square, below, covered, sweep_at, size) < _BARELY]
    leaning = [square for square in found if _may_lean(square, below, sweep_at, size)]
    return [one for one in lifted if one in leaning or _has_room(one, covered, free, size)] + barely


def _is_near(square: Square, others: list[Square], size: float, near: float = _NEAR) -> bool:
    return any(math.hypot(square.x - other.x, square.y - other.y) < near * size for other in others)


def _bare_mat() -> Image:
    """1 where a boulder may stand."""
    canvas, margin = np.zeros((HEIGHT, WIDTH), np.uint8), round(MARGIN * SCALE)
    canvas[margin : margin + round(MAT_HEIGHT * SCALE), margin : margin + round(MAT_WIDTH * SCALE)] = 1
    return canvas


def _in_sight(square: Square, below: list[Square], covered: Image, sweep_at: SweepAt, size: float) -> float:
    """In tops, of one on the mat that is covered in part."""
    shown = mask_of(covered.shape, square.whole(size, sweep_at(square.x, square.y)))
    if not (shown & covered).any():
        return 1.0
    for other in below:
        if other is not square:
            fill(shown, other.corners(size), 0)
    return np.count_nonzero(shown > covered) / size**2


def _may_lean(square: Square, below: list[Square], sweep_at: SweepAt, size: float) -> bool:
    """Whether all that bears it has its colour: one that leans on another looks like one on others and one below."""
    foot = square.foot(sweep_at(square.x, square.y))
    labels = {other.label for other in below if _is_near(other, [foot], size, _BEARS)}
    return labels == {square.label}


def _has_room(square: Square, covered: Image, free: Image, size: float) -> bool:
    """Whether one more finds room behind it, wherever and however turned, of which hardly anything would show."""
    left, right = (max(0, round(square.x + reach * size)) for reach in (-_REACH, _REACH))
    top, low = (max(0, round(square.y + reach * size)) for reach in (-_REACH, _REACH))
    here = np.s_[top:low, left:right]
    empty, shown = free[here].astype(np.float32), (1.0 - covered[here]).astype(np.float32)
    for turn in _TURNS:
        one = _one(turn, size)
        whole = float(one.sum())
        fits = cv2.filter2D(empty, -1, one, borderType=cv2.BORDER_CONSTANT) > whole - 0.5
        if (fits & (cv2.filter2D(shown, -1, one, borderType=cv2.BORDER_CONSTANT) < _GLIMPSE * whole)).any():
            return True
    return False


@cache
def _one(turn: int, size: float) -> Image:
    """The pixels of one boulder's top, a little narrower than it is."""
    half = math.ceil(0.75 * size)
    canvas = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    fill(canvas, Square(half, half, turn, 0, 1.0).corners(_TIGHT * size), 1)
    return canvas.astype(np.float32)
