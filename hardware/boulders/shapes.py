"""The shape of a boulder on the plane of the tops: a square, and below it its sides; it never sees a picture.

Everything else is measured with its size. *In boulders* is a length: times the edge of one. *In tops* is an area: times
that of one top, the edge squared. So half a top that nothing explains is 0.5, however many pixels it has.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image

Points = NDArray[np.float64]
Sweep = tuple[float, float]
"""From a boulder's top to its foot, in pixels."""
SweepAt = Callable[[float, float], Sweep]


class Square(NamedTuple):
    """A boulder's top: its middle, its angle in degrees, its label, and how well it fits (0 to 1).

    One that lies on others is `lifted`: on the plane of the tops it looks like any other, a little larger and aside of
    where it lies, but it hides tops.
    """

    x: float
    y: float
    angle: float
    label: int
    fit: float
    lifted: bool = False
    likely: float = 0.0
    """How likely the proposer holds it to be there, 0 to 1."""

    def corners(self, size: float) -> Points:
        turn, half = math.radians(self.angle), size / 2
        right, down = math.cos(turn) * half, math.sin(turn) * half
        return np.array(
            [
                (self.x - right + down, self.y - down - right),
                (self.x + right + down, self.y + down - right),
                (self.x + right - down, self.y + down + right),
                (self.x - right - down, self.y - down + right),
            ]
        )

    def foot(self, sweep: Sweep) -> "Square":
        """Its underside: for one on others that is where it lies."""
        return self._replace(x=self.x + sweep[0], y=self.y + sweep[1])

    def whole(self, size: float, sweep: Sweep) -> Points:
        """The outline of top and sides: the top's, but the foot's where an edge of the top has its side beyond it."""
        (right, down), top = sweep, self.corners(size).tolist()
        edges = zip(top, top[1:] + top[:1], strict=True)
        beyond = [(bx - ax) * down < (by - ay) * right for (ax, ay), (bx, by) in edges]
        outline = []
        for (x, y), before, after in zip(top, beyond[-1:] + beyond[:-1], beyond, strict=True):
            outline.append((x + right, y + down) if before else (x, y))
            if after != before:
                outline.append((x + right, y + down) if after else (x, y))
        return np.array(outline)


def fill(canvas: Image, outline: Points, value: int) -> None:
    cv2.fillConvexPoly(canvas, np.round(outline * 16).astype(np.int32), value, cv2.LINE_8, 4)


def mask_of(shape: tuple[int, ...], outline: Points) -> Image:
    canvas = np.zeros(shape, np.uint8)
    fill(canvas, outline, 1)
    return canvas


def share_of(mask: NDArray[np.bool_], outline: Points) -> float:
    """How much of what the outline encloses, as far as that is in the picture, lies in the mask."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + 1
    here = mask[low[1] : high[1], low[0] : high[0]]
    inside = here[mask_of(here.shape, outline - low) > 0]
    return float(inside.mean()) if inside.size else 0.0


def area_of(outline: cv2.typing.MatLike) -> float:
    """In pixels: what a contour encloses, its own pixels among them."""
    return cv2.contourArea(outline) + len(outline) / 2 + 1
