"""Makes boulders of what the proposer sees: their colour, and where they stand; it never judges if they are there."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.boulders.mat_view import FlatMat
from hardware.boulders.palette import Palette
from hardware.boulders.proposer import LIKELY, Proposal
from hardware.boulders.shapes import Square, fill, mask_of
from hardware.devices import Image

_INNER, _SOME, _COLOURED = 0.85, 0.2, 0.04
"""In boulders: how wide the middle of a top is that tells its colour. In tops: if less of it is seen, its sides tell
too; and how much must have that colour."""
_RIMMED = 1.15
"""In boulders: how wide one on others is, with its blurred rim, that tells nothing of what is below."""
_SURELY = 0.6
"""How likely one is that is a boulder even though its colour is none that is known."""
_EITHER, _BOTH = 0.5, 0.6
"""In boulders: one on the mat and one on others that are nearer to each other look like one; and how likely the
unlikelier of them is if both are there."""
_BEYOND = 14.0
"""In millimetres: a boulder that reaches farther beyond the mat's edge stands beside the mat."""


class Heap(NamedTuple):
    """Boulders that are likely there, others that may be, what colour each pixel has, where that tells of them, and
    those likely ones that have none of the colours known."""

    squares: list[Square]
    others: list[Square]
    labels: Image
    known: NDArray[np.bool_]
    colourless: list[Square]


def heap_of(proposals: list[Proposal], seen: FlatMat, named: Image, palette: Palette, size: float) -> Heap:
    """Each has the colour of most of it that others leave in sight; beyond the mat's edge only they tell."""
    squares = [Square(one.x, one.y, one.angle, 0, 1.0, one.lifted, one.likely) for one in proposals]
    squares = [square for square in squares if seen.plane.inside(square, size) > -_BEYOND]
    likely = [square for square in squares if square.likely >= LIKELY and not _is_rather_another(square, squares, size)]
    labels, known = named.copy(), seen.plane.countable.astype(np.uint8)
    # The page's own colours are no boulder's, whoever proposes one there.
    left = np.where(seen.plane.patches, np.uint8(0), named)
    open_ = np.ones_like(named)
    coloured: list[Square] = []
    colourless: list[Square] = []
    others: list[Square] = []
    for square in sorted(squares, key=lambda square: not square.lifted):
        sweep = seen.plane.sweep(square.x, square.y)
        whole = square.whole(size, sweep)
        shown = _shown(square, likely, open_, whole, size)
        label = _named(left[shown], size)
        if label == 0:
            if np.count_nonzero(shown) < _COLOURED * size**2:
                continue
            label = palette.nearest(np.median(seen.balanced[shown], axis=0).astype(np.uint8))
            if square.likely < _SURELY or square not in likely:
                others.append(square._replace(label=label))
                continue
            labels[shown & (labels == 0)] = label
            colourless.append(square._replace(label=label))
        elif square not in likely:
            others.append(square._replace(label=label))
            continue
        coloured.append(square._replace(label=label))
        fill(known, whole, 1)
        if square.lifted:
            fill(open_, square.whole(_RIMMED * size, sweep), 0)
    known[seen.plane.patches] = 0
    return Heap(coloured, others, np.where(known > 0, labels, np.uint8(0)), known > 0, colourless)


def _is_rather_another(square: Square, squares: list[Square], size: float) -> bool:
    """Whether it is seen at the other height rather: nobody saw two there."""
    return square.likely < _BOTH and any(
        other.lifted != square.lifted
        and other.likely > square.likely
        and math.hypot(other.x - square.x, other.y - square.y) < _EITHER * size
        for other in squares
    )


def _shown(
    square: Square, squares: list[Square], open_: Image, whole: NDArray[np.float64], size: float
) -> NDArray[np.bool_]:
    """Where it is in sight: the middle of its top, or if too little of that is, all that others leave of it."""
    top = mask_of(open_.shape, square.corners(_INNER * size)) & open_
    if np.count_nonzero(top) >= _SOME * size**2:
        return np.asarray(top > 0)
    rest = mask_of(open_.shape, whole) & open_
    for other in squares:
        if other is not square and not other.lifted:
            fill(rest, other.corners(size), 0)
    return np.asarray(rest > 0)


def _named(labels: Image, size: float) -> int:
    shares = np.bincount(labels, minlength=2)
    label = 1 + int(np.argmax(shares[1:]))
    return label if shares[label] > _COLOURED * size**2 else 0
