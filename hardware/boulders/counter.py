"""Counts the boulders in one picture, by colour, and says when it cannot tell; it never remembers an earlier count."""

import math

import cv2
import numpy as np

from hardware.boulders import light, troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece
from hardware.boulders.finder import Finder
from hardware.boulders.palette import Palette
from hardware.boulders.plane import CELL, SCALE, Plane
from hardware.boulders.pose import Pose
from hardware.boulders.shapes import Square
from hardware.boulders.tops import Search
from hardware.devices import Image
from hardware.health import Health

_DARK = 22.0
_BRIGHT = 235.0
_LEAST_MAT = 0.35
_SPECK = 0.3
"""Of a top's area: anything smaller is no boulder."""

SURE = 0.84
_LARGE = 3.0
_THICK = 3.2
"""In boulders: no heap of them is one colour that far across, but a hand is."""


class Counter:
    """One table's counter: knows its boulders, and where the mat was last."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.calibration = calibration or Calibration()
        self._finder = Finder()
        self._palette = Palette(self.calibration.colours)
        self._plane: Plane | None = None

    def count(self, image: Image) -> Count:
        trouble = _unreadable(image)
        if trouble is not None:
            return self._nothing(trouble)
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        trouble = _unlit(grey)
        if trouble is not None:
            return self._nothing(trouble)
        pose = self._finder.find(grey)
        if isinstance(pose, Health):
            return self._nothing(pose)
        return self._on_plane(image, self._plane_of(pose))

    def _plane_of(self, pose: Pose) -> Plane:
        if self._plane is None or self._plane.pose is not pose:
            self._plane = Plane(pose, self.calibration.size_mm)
        return self._plane

    def _on_plane(self, image: Image, plane: Plane) -> Count:
        flat = plane.flatten(image)
        field = light.read(plane.cells(flat), plane.usable)
        if field.share < _LEAST_MAT:
            return self._nothing(troubles.COVERED)
        balanced = light.balance(flat, field)
        labels = self._palette.name(balanced)
        labels[plane.blocked | ~plane.on_mat] = 0
        level = np.maximum(np.maximum(balanced[..., 0], balanced[..., 1]), balanced[..., 2])
        size = self.calibration.size_mm * SCALE
        found = Search(labels, level, size, plane.sweep, self._palette.levels).run()
        if _covered(field, found.squares, size):
            return self._nothing(troubles.COVERED)
        pieces = [self._piece(square, size, plane, image) for square in found.squares]
        return self._counted(pieces, found.unexplained)

    def _piece(self, square: Square, size: float, plane: Plane, image: Image) -> Piece:
        share = np.array([image.shape[1], image.shape[0]])
        outline = plane.to_picture(square.corners(size)) / share
        x, y = outline.mean(axis=0)
        colour = self._palette.names[square.label - 1]
        corners = tuple((float(px), float(py)) for px, py in outline)
        return Piece(float(x), float(y), colour, square.fit, corners)

    def _counted(self, pieces: list[Piece], unexplained: float) -> Count:
        colours = dict.fromkeys(self._palette.names, 0)
        for piece in pieces:
            colours[piece.colour] += 1
        confidence = min([1.0 - unexplained, *(piece.confidence for piece in pieces)])
        return Count(tuple(pieces), colours, confidence, confidence >= SURE)

    def _nothing(self, trouble: Health) -> Count:
        return Count((), dict.fromkeys(self._palette.names, 0), 0.0, False, trouble)


def _unreadable(image: Image) -> Health | None:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 64:
        return troubles.NO_PICTURE
    return None


def _unlit(grey: Image) -> Health | None:
    small = grey[::8, ::8]
    if float(np.percentile(small, 95)) < _DARK:
        return troubles.DARK
    if float(np.median(small)) > _BRIGHT:
        return troubles.BRIGHT
    return None


def _covered(field: light.Field, found: list[Square], size: float) -> bool:
    """Whether something that is neither mat nor shadow nor boulder lies there, larger than a boulder or two."""
    strange = field.strange.astype(np.uint8)
    for square in found:
        cv2.circle(strange, (round(square.x / CELL), round(square.y / CELL)), math.ceil(1.7 * size / CELL), 0, -1)
    _, _, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=4)
    return int(max(stats[1:, cv2.CC_STAT_AREA], default=0)) * CELL**2 > _LARGE * size**2
