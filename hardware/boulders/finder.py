"""Finds the printed mat in a picture by its markers, and says in words why it cannot; it never counts.

The camera stands still: a mat that was found is only checked in the next picture, which costs next to nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import troubles
from hardware.boulders.mat import marker_boxes
from hardware.boulders.pose import Pose, project
from hardware.devices import Image
from hardware.health import Health

_CELLS = 6
_ENOUGH = 2
"""Markers: a boulder may lie on the others."""
_ALIKE = 0.75

Points = NDArray[np.float64]


class Finder:
    def __init__(self) -> None:
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        self._detector = cv2.aruco.ArucoDetector(words, parameters)
        self._spots, self._pattern = _pattern(words)
        self._last: tuple[tuple[int, int], Pose] | None = None

    def find(self, grey: Image) -> Pose | Health:
        height, width = grey.shape
        if self._last is not None and self._last[0] == (width, height) and self._still_there(grey, self._last[1]):
            return self._last[1]
        self._last = None
        flat = self._markers(grey)
        if isinstance(flat, Health):
            return flat
        pose = Pose(flat, width, height)
        self._last = (width, height), pose
        return pose

    def _markers(self, grey: Image) -> NDArray[np.float64] | Health:
        found, numbers, _ = self._detector.detectMarkers(_stretched(grey))
        boxes = marker_boxes()
        known: dict[int, Points] = {}
        for outline, number in zip(found, [] if numbers is None else numbers.ravel(), strict=True):
            if int(number) in known:
                return troubles.seen_twice(int(number))
            if int(number) < len(boxes):
                known[int(number)] = outline.reshape(4, 2).astype(np.float64)
        if len(known) < _ENOUGH:
            return self._why_not(grey, len(known))
        on_mat = [[(b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)] for b in (boxes[n] for n in known)]
        flat, _ = cv2.findHomography(np.array(on_mat).reshape(-1, 2), np.concatenate(list(known.values())))
        return np.asarray(flat, np.float64)

    def _why_not(self, grey: Image, seen: int) -> Health:
        if seen:
            return troubles.partly_seen(seen)
        _, numbers, _ = self._detector.detectMarkers(cv2.flip(grey, 1))
        if numbers is not None and len(numbers) >= _ENOUGH:
            return troubles.MIRRORED
        return troubles.NO_MAT

    def _still_there(self, grey: Image, pose: Pose) -> bool:
        """Whether enough markers are where they were: their cells, and the edge of their black frame."""
        places = np.round(project(pose.flat, self._spots)).astype(np.int64)
        height, width = grey.shape
        inside = (places >= 0).all(axis=1) & (places[:, 0] < width) & (places[:, 1] < height)
        places[~inside] = 0
        seen = grey[places[:, 1], places[:, 0]].astype(np.float64)
        seen[~inside] = 0
        alike = 0
        for marker, pattern in zip(np.split(seen, len(self._pattern)), self._pattern, strict=True):
            spread = marker.std() * pattern.std()
            together = ((marker - marker.mean()) * (pattern - pattern.mean())).mean()
            alike += bool(spread > 1.0 and together > _ALIKE * spread)
        return alike >= _ENOUGH


def _stretched(grey: Image) -> Image:
    """Markers are black on grey; in a dim room both are nearly black, and noisy."""
    light = float(np.percentile(grey[::4, ::4], 98))
    return np.asarray(cv2.convertScaleAbs(cv2.blur(grey, (3, 3)), alpha=220.0 / max(light, 10.0)), np.uint8)


def _pattern(words: "cv2.aruco.Dictionary") -> tuple[Points, NDArray[np.float64]]:
    """Places on the mat at which a marker is checked, and what is there: 1 for grey, 0 for black."""
    spots: list[tuple[float, float]] = []
    pattern = []
    for number, box in enumerate(marker_boxes()):
        bits = cv2.aruco.generateImageMarker(words, number, _CELLS)
        cell = (box.x1 - box.x0) / _CELLS
        values = []
        for row in range(_CELLS):
            for column in range(_CELLS):
                spots.append((box.x0 + (column + 0.5) * cell, box.y0 + (row + 0.5) * cell))
                values.append(1.0 if bits[row, column] else 0.0)
        for step in np.linspace(2.0, box.x1 - box.x0 - 2.0, 6):
            for aside, value in ((-1.2, 1.0), (1.2, 0.0)):
                spots += [(box.x0 + step, box.y0 + aside), (box.x0 + step, box.y1 - aside)]
                spots += [(box.x0 + aside, box.y0 + step), (box.x1 - aside, box.y0 + step)]
                values += [value] * 4
        pattern.append(values)
    return np.array(spots), np.array(pattern)
