"""Makes boulders of what the proposer sees: their colour, and where they stand; it never judges if they are there."""

from typing import NamedTuple

import cv2
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
_SURELY = 0.6
"""How likely one is that is a boulder even though its colour is none that is known."""
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
    squares = [square for square in squares if inside(square, seen, size) > -_BEYOND]
    likely = [square for square in squares if square.likely >= LIKELY]
    labels, known = named.copy(), seen.plane.countable.astype(np.uint8)
    # The page's own colours are no boulder's, whoever proposes one there.
    left = np.where(seen.plane.patches, np.uint8(0), named)
    coloured: list[Square] = []
    colourless: list[Square] = []
    others: list[Square] = []
    for square in sorted(squares, key=lambda square: not square.lifted):
        whole = square.whole(size, seen.plane.sweep(square.x, square.y))
        label = _label(square, likely, left, whole, size)
        if label == 0 and square.likely > _SURELY:
            label = _nearest(square, seen, palette, size)
            inner = mask_of(left.shape, square.corners(_INNER * size)) > 0
            labels[inner & (labels == 0)] = label
            colourless.append(square)
        elif label == 0 or square.likely < LIKELY:
            others.append(square._replace(label=label or _nearest(square, seen, palette, size)))
            continue
        coloured.append(square._replace(label=label))
        fill(known, whole, 1)
        if square.lifted:
            fill(left, whole, 0)
    known[seen.plane.patches] = 0
    return Heap(coloured, others, np.where(known > 0, labels, np.uint8(0)), known > 0, colourless)


def _nearest(square: Square, seen: FlatMat, palette: Palette, size: float) -> int:
    inner = mask_of(seen.balanced.shape[:2], square.corners(_INNER * size)) > 0
    return palette.nearest(np.median(seen.balanced[inner], axis=0).astype(np.uint8)) if inner.any() else 1


def _label(square: Square, squares: list[Square], left: Image, whole: NDArray[np.float64], size: float) -> int:
    own = mask_of(left.shape, square.corners(_INNER * size))
    if cv2.countNonZero(own & left) < _SOME * size**2:
        own = mask_of(left.shape, whole)
        for other in squares:
            if other is not square:
                fill(own, other.corners(size), 0)
    shares = np.bincount(left[own > 0], minlength=2)
    label = 1 + int(np.argmax(shares[1:]))
    return label if shares[label] > _COLOURED * size**2 else 0


def inside(square: Square, seen: FlatMat, size: float) -> float:
    """In millimetres: how far within the mat's edge it stands; one on others is seen aside of that."""
    if square.lifted:
        right, down = seen.plane.sweep(square.x, square.y)
        square = square._replace(x=square.x + right, y=square.y + down)
    return seen.plane.inside(square, size)
