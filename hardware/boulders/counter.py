"""Counts the boulders in one picture, by colour, and says when it cannot tell; it never remembers an earlier count."""

import math

import cv2
import numpy as np

from hardware.boulders import light, troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece
from hardware.boulders.finder import Finder
from hardware.boulders.palette import Palette
from hardware.boulders.plane import CELL, HEIGHT, SCALE, WIDTH, Plane
from hardware.boulders.pose import Pose
from hardware.boulders.split import Square, squares
from hardware.devices import Image
from hardware.health import Health

_DARK = 22.0
_BRIGHT = 235.0
_LEAST_MAT = 0.35
_SPECK = 0.3
"""Of a top's area: anything smaller is no boulder."""

_SURE = 0.8
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
        edges = _edges(balanced)
        found = []
        size = self.calibration.size_mm * SCALE
        for x, y, width, height in _clumps(labels, _SPECK * size * size):
            if _solid(labels[y : y + height, x : x + width], _THICK * size):
                return self._nothing(troubles.COVERED)
            part = (slice(max(0, y - 3), min(HEIGHT, y + height + 3)), slice(max(0, x - 3), min(WIDTH, x + width + 3)))
            sweep = plane.sweep(x + width / 2, y + height / 2)
            for square in squares(labels[part], edges[part], size, sweep):
                found.append(square._replace(x=square.x + part[1].start, y=square.y + part[0].start))
        if _covered(field, found, size):
            return self._nothing(troubles.COVERED)
        return self._counted([self._piece(square, size, plane, image) for square in found])

    def _piece(self, square: Square, size: float, plane: Plane, image: Image) -> Piece:
        share = np.array([image.shape[1], image.shape[0]])
        outline = plane.to_picture(square.corners(size)) / share
        x, y = outline.mean(axis=0)
        colour = self._palette.names[square.label - 1]
        corners = tuple((float(px), float(py)) for px, py in outline)
        return Piece(float(x), float(y), colour, min(1.0, square.cover), corners)

    def _counted(self, pieces: list[Piece]) -> Count:
        colours = dict.fromkeys(self._palette.names, 0)
        for piece in pieces:
            colours[piece.colour] += 1
        confidence = min((piece.confidence for piece in pieces), default=1.0)
        return Count(tuple(pieces), colours, confidence, confidence >= _SURE)

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


def _edges(balanced: Image) -> Image:
    """Where the picture changes, 0 to 255, in whichever channel changes most."""
    steep = cv2.morphologyEx(balanced, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(np.minimum(np.max(steep, axis=2), 63) * 4, np.uint8)


def _solid(labels: Image, across: float) -> bool:
    """Whether one colour fills a circle that large."""
    if min(labels.shape) < across:
        return False
    masks = (np.pad(labels == label, 1).astype(np.uint8) for label in np.unique(labels) if label)
    return any(float(np.max(cv2.distanceTransform(mask, cv2.DIST_L2, 3))) > across / 2 for mask in masks)


def _covered(field: light.Field, found: list[Square], size: float) -> bool:
    """Whether something that is neither mat nor shadow nor boulder lies there, larger than a boulder or two."""
    strange = field.strange.astype(np.uint8)
    for square in found:
        cv2.circle(strange, (round(square.x / CELL), round(square.y / CELL)), math.ceil(1.7 * size / CELL), 0, -1)
    _, _, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=4)
    return int(max(stats[1:, cv2.CC_STAT_AREA], default=0)) * CELL**2 > _LARGE * size**2


def _clumps(labels: Image, least: float) -> list[tuple[int, int, int, int]]:
    """Boxes around everything that is no mat."""
    solid = cv2.morphologyEx((labels > 0).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    labels[solid == 0] = 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    return [(x, y, width, height) for x, y, width, height, area in stats[1:count].tolist() if area >= least]
