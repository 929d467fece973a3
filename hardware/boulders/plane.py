"""The picture laid flat: seen straight from above on the plane of the boulders' tops, where every top is a true square.

Tops of boulders that lie flat never hide each other there. It never judges what the picture shows.
"""

import math
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH, Box, marker_boxes, patches
from hardware.boulders.pose import Matrix, Pose, project
from hardware.boulders.shapes import Square
from hardware.devices import Image

SCALE = 2.0
"""Pixels a millimetre."""

MARGIN = 8.0
"""Millimetres around the mat: a boulder at its edge is seen whole."""

CELL = 8
WIDTH = int((MAT_WIDTH + 2 * MARGIN) * SCALE) // CELL * CELL
HEIGHT = int((MAT_HEIGHT + 2 * MARGIN) * SCALE) // CELL * CELL

_ABOUT = round(2 * SCALE)
"""Pixels: a lens bends straight lines by so much."""

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]
Number = TypeVar("Number", float, Points)


class Plane:
    def __init__(self, pose: Pose, size_mm: float) -> None:
        self.pose = pose
        to_mm = np.array(
            [[1 / SCALE, 0.0, 0.5 / SCALE - MARGIN], [0.0, 1 / SCALE, 0.5 / SCALE - MARGIN], [0.0, 0.0, 1.0]]
        )
        self._to_picture = pose.at(size_mm) @ to_mm
        self._from_mat = np.linalg.inv(self._to_picture) @ pose.flat
        self._feet = [[float(v) for v in row] for row in self._from_mat @ to_mm]
        down, right = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        places = cv2.perspectiveTransform(np.dstack([right, down]), self._to_picture)
        self._maps = cv2.convertMaps(places[..., 0], places[..., 1], cv2.CV_16SC2)
        on_mat = self._mask_of([Box(0.0, 0.0, MAT_WIDTH, MAT_HEIGHT)])
        blocked = self._mask_of([patch.box for patch in patches()])
        inside = cv2.erode(on_mat.astype(np.uint8), np.ones((21, 21), np.uint8)).astype(bool)
        markers = self._mask_of(list(marker_boxes()))
        busy = blocked | markers | ~inside
        self.usable: Mask = ~_any(busy)
        self.countable: Mask = inside & ~blocked
        """Where a colour is a boulder's: on the mat, off the page's own colours."""
        self.patches: Mask = blocked
        """The page's own colours."""
        self.printed: Mask = _grown(blocked | markers, _ABOUT)
        """Where the page is not grey."""
        self.on_mat: Mask = ~_grown(~on_mat | blocked, _ABOUT)

    def flatten(self, image: Image) -> Image:
        return np.asarray(cv2.remap(image, self._maps[0], self._maps[1], cv2.INTER_LINEAR), np.uint8)

    def cells(self, flat: Image) -> Image:
        return np.asarray(cv2.resize(flat, (WIDTH // CELL, HEIGHT // CELL), interpolation=cv2.INTER_AREA), np.uint8)

    def sweep(self, x: Number, y: Number) -> tuple[Number, Number]:
        """From the top of a boulder at this pixel to its foot, in pixels; or of many boulders at once."""
        (a, b, c), (d, e, f), (g, h, i) = self._feet
        depth = g * x + h * y + i
        return (a * x + b * y + c) / depth - x, (d * x + e * y + f) / depth - y

    def seen_at(self, height: float) -> Matrix:
        """Millimetres on a plane so high above the mat to the pixels that show them."""
        return np.asarray(np.linalg.inv(self._to_picture) @ self.pose.at(height), np.float64)

    def inside(self, square: Square, size: float) -> float:
        """In millimetres: how far within the mat's edge a boulder with this top stands; negative where it is beyond.

        One on others is seen aside of where it lies.
        """
        lying = square.foot(self.sweep(square.x, square.y)) if square.lifted else square
        x, y = ((place + 0.5) / SCALE - MARGIN for place in (lying.x, lying.y))
        turn = math.radians(square.angle)
        reach = (abs(math.cos(turn)) + abs(math.sin(turn))) * size / 2 / SCALE
        return min(x, y, MAT_WIDTH - x, MAT_HEIGHT - y) - reach

    def to_picture(self, points: Points) -> Points:
        return project(self._to_picture, points)

    def from_picture(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the plane that shows this pixel of the picture."""
        place = project(np.linalg.inv(self._to_picture), np.array([[x, y]]))[0]
        return float(place[0]), float(place[1])

    def _mask_of(self, boxes: list[Box]) -> Mask:
        canvas = np.zeros((HEIGHT, WIDTH), np.uint8)
        for x0, y0, x1, y1 in boxes:
            outline = project(self._from_mat, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
            cv2.fillConvexPoly(canvas, np.round(outline).astype(np.int32), 1)
        return np.asarray(cv2.dilate(canvas, np.ones((3, 3), np.uint8)), bool)


def _grown(mask: Mask, by: int) -> Mask:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((2 * by + 1, 2 * by + 1), np.uint8)), bool)


def _any(mask: Mask) -> Mask:
    return np.asarray(mask.reshape(HEIGHT // CELL, CELL, WIDTH // CELL, CELL).any(axis=(1, 3)))
