"""A die as it lies on the mat, seen from above on the plane of its top, a true square there; it never reads one.

Places are pixels of a plane made for dice of that size.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.plane import MARGIN, SCALE, Plane
from hardware.boulders.pose import project
from hardware.boulders.shapes import Points, fill
from hardware.devices import Image

_SIDE_MISSING = 0.3
"""A side in the shade may be as grey as the mat; a top never is."""

_STEPS = ((2.0, 12.0), (1.0, 6.0), (0.5, 3.0), (0.25, 1.5))
"""Millimetres and degrees: from rough to fine."""


class Lying(NamedTuple):
    """The middle of its top, and how it is turned, in degrees."""

    x: float
    y: float
    angle: float

    def top(self, size: float) -> Points:
        turn, half = math.radians(self.angle), size / 2
        right, down = math.cos(turn) * half, math.sin(turn) * half
        x, y = self.x, self.y
        return np.array(
            [
                (x - right + down, y - down - right),
                (x + right + down, y + down - right),
                (x + right - down, y + down + right),
                (x - right - down, y - down + right),
            ]
        )

    def whole(self, size: float, plane: Plane) -> Points:
        """The outline of top and sides."""
        top = self.top(size)
        return _around_both(top, top + np.stack(plane.sweep(top[:, 0], top[:, 1]), axis=1))


class Fit(NamedTuple):
    lying: Lying
    misfit: float
    """In tops: what of the thing is no die, and what of the die is not there."""


def fitted(thing: Image, size_mm: float, plane: Plane) -> Fit:
    """How one die of this size lies that is all of `thing`, a mask of any plane."""
    weights = _Weights(thing, size_mm, plane)
    moments = cv2.moments(thing, binaryImage=True)
    middle = np.array([[moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]]])
    x, y = project(np.asarray(np.linalg.inv(plane.seen_at(size_mm / 2)), np.float64), middle)[0].tolist()
    starts = [Lying(x, y, angle) for angle in range(0, 90, 15)]
    best = min((Fit(start, weights.misfit(start)) for start in starts), key=lambda fit: fit.misfit)
    for step, turn in _STEPS:
        better = True
        while better:
            tried = [Fit(each, weights.misfit(each)) for each in _around(best.lying, step, turn)]
            nearest = min(tried, key=lambda fit: fit.misfit)
            better = nearest.misfit < best.misfit - 1e-4
            best = nearest if better else best
    x, y, angle = best.lying
    return Fit(Lying((x + MARGIN) * SCALE - 0.5, (y + MARGIN) * SCALE - 0.5, angle), best.misfit)


def _around(lying: Lying, step: float, turn: float) -> Iterator[Lying]:
    x, y, angle = lying
    for right, down in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
        yield Lying(x + right, y + down, angle)
    yield Lying(x, y, angle + turn)
    yield Lying(x, y, angle - turn)


def _around_both(top: Points, foot: Points) -> Points:
    return np.asarray(cv2.convexHull(np.concatenate([top, foot]).astype(np.float32)), np.float64)[:, 0]


class _Weights:
    """Dice in millimetres, compared with a thing in pixels of a plane of whatever height."""

    def __init__(self, thing: Image, size_mm: float, plane: Plane) -> None:
        x, y, wide, high = cv2.boundingRect(thing)
        rim = round(size_mm * SCALE)
        left, upper = max(0, x - rim), max(0, y - rim)
        part = (slice(upper, y + high + rim), slice(left, x + wide + rim))
        self._thing: NDArray[np.uint8] = np.ascontiguousarray(thing[part])
        self._bare = ((self._thing == 0) & plane.on_mat[part]).astype(np.uint8)
        self._size_mm = size_mm
        off = np.array([[1.0, 0.0, -left], [0.0, 1.0, -upper], [0.0, 0.0, 1.0]])
        self._upper, self._lower = off @ plane.seen_at(size_mm), off @ plane.seen_at(0.0)
        self._area = int(np.count_nonzero(self._thing))

    def misfit(self, lying: Lying) -> float:
        square = lying.top(self._size_mm)
        top = project(self._upper, square)
        die = np.zeros_like(self._thing)
        fill(die, _around_both(top, project(self._lower, square)), 1)
        beyond = self._area - cv2.countNonZero(self._thing & die)
        aside = cv2.countNonZero(self._bare & die)
        fill(die, np.asarray(cv2.convexHull(top.astype(np.float32)), np.float64)[:, 0], 2)
        missing = cv2.countNonZero(self._bare & (die >> 1))
        return (beyond + missing + _SIDE_MISSING * (aside - missing)) / (self._size_mm * SCALE) ** 2
