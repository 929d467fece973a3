"""Finds the printed mat in a picture by its markers, and says in words why it cannot; it never counts.

The camera stands still: a mat that was found is only checked in the next picture, which costs next to nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import troubles
from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH, marker_boxes
from hardware.boulders.pose import Pose, project
from hardware.devices import Image

_CELLS = 6
_ENOUGH = 3
_SPAN = 0.6
_WANDER = tuple((x, y) for reach in (0.0, 4.0, 8.0) for x in (0.0, -reach, reach) for y in (0.0, -reach, reach))
"""Pixels around its place where a marker is looked for, nearest first."""
_MISFIT = 4.0
"""Pixels."""
_ALIKE, _HALF_HIDDEN = 0.75, 0.3
_BLURRED = 0.6
_SQUARES = 1000
"""Every two of the four-cornered things in a picture are compared: a chequered cloth would take seconds."""
_WINDOWS, _CONTRAST, _LEAST, _STRAIGHT = (3, 13, 23), 7.0, 0.03, 0.03
"""How the detector looks for them: pixels and steps of thresholds, shares of the picture's side and of an outline."""

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
        if self._last is not None and self._last[0] == (width, height):
            known = self._last[1].flat
            # Three that fit well tell that nothing moved; the others may be hidden by boulders, but not a whole half.
            if len(self._there(grey, known, _ALIKE)) >= _ENOUGH and self._whole(grey, known):
                return self._last[1]
        self._last = None
        flat = self._markers(grey)
        if isinstance(flat, Health):
            return flat
        pose = Pose(flat, width, height)
        self._last = (width, height), pose
        return pose

    def _markers(self, grey: Image) -> NDArray[np.float64] | Health:
        stretched = _stretched(grey)
        if _too_many_squares(stretched):
            return troubles.NO_MAT
        boxes = marker_boxes()
        known: dict[int, Points] = {}
        for number, outline in self._detected(stretched):
            if number in known:
                return troubles.seen_twice(number)
            if number < len(boxes):
                known[number] = outline
        if len(known) < _ENOUGH:
            return self._why_not(grey, len(known))
        on_mat = [[(b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)] for b in (boxes[n] for n in known)]
        places, pixels = np.array(on_mat).reshape(-1, 2), np.concatenate(list(known.values()))
        flat = np.asarray(cv2.findHomography(places, pixels)[0], np.float64)
        # A mirrored marker may be taken for another one; then nothing fits.
        if flat.size != 9 or np.abs(project(flat, places) - pixels).mean() > _MISFIT:
            return self._why_not(grey, 0)
        if not self._whole(grey, flat):
            return self._why_not(grey, len(known))
        return flat

    def _detected(self, grey: Image) -> list[tuple[int, Points]]:
        outlines, numbers, _ = self._detector.detectMarkers(grey)
        found = zip([] if numbers is None else numbers.ravel(), outlines, strict=True)
        return [(int(number), outline.reshape(4, 2).astype(np.float64)) for number, outline in found]

    def _why_not(self, grey: Image, seen: int) -> Health:
        if len(self._detected(np.asarray(cv2.flip(_stretched(grey), 1), np.uint8))) > seen + 1:
            return troubles.MIRRORED
        if sharpness(grey) < _BLURRED:
            return troubles.BLURRED
        if seen:
            return troubles.partly_seen(seen)
        return troubles.FACE_DOWN if _blank_page(grey) else troubles.NO_MAT

    def _whole(self, grey: Image, flat: NDArray[np.float64]) -> bool:
        """Whether markers show all around, be it half hidden, or a little off where a lens bends straight lines."""
        there: set[int] = set()
        for right, down in _WANDER:
            there.update(self._there(grey, flat, _HALF_HIDDEN, (right, down)))
            if _all_around(list(there)):
                return True
        return False

    def _there(
        self, grey: Image, flat: NDArray[np.float64], alike: float, off: tuple[float, float] = (0.0, 0.0)
    ) -> list[int]:
        """The markers that are where they should be: their cells, and the edge of their black frame."""
        places = np.round(project(flat, self._spots) + off).astype(np.int64)
        height, width = grey.shape
        inside = (places >= 0).all(axis=1) & (places[:, 0] < width) & (places[:, 1] < height)
        places[~inside] = 0
        seen = grey[places[:, 1], places[:, 0]].astype(np.float64)
        seen[~inside] = 0
        markers = seen.reshape(self._pattern.shape)
        there = np.ones(len(markers), bool)
        # Cells and frame each on their own: the frame alone is the same for all markers.
        for part in (slice(0, _CELLS**2), slice(_CELLS**2, None)):
            there &= _alike(markers[:, part], self._pattern[:, part], alike)
        return [int(number) for number in np.flatnonzero(there)]


def _all_around(numbers: list[int]) -> bool:
    """Whether these markers span most of the mat: boulders hide some here and there, but not a whole half."""
    boxes = [box for number, box in enumerate(marker_boxes()) if number in numbers]
    if len(boxes) < _ENOUGH:
        return False
    wide = max(box.x1 for box in boxes) - min(box.x0 for box in boxes)
    high = max(box.y1 for box in boxes) - min(box.y0 for box in boxes)
    return wide > _SPAN * MAT_WIDTH and high > _SPAN * MAT_HEIGHT


def _alike(seen: Points, patterns: Points, least: float) -> NDArray[np.bool_]:
    """For each row whether the two go up and down together."""
    here, own = seen - seen.mean(axis=1, keepdims=True), patterns - patterns.mean(axis=1, keepdims=True)
    spread = here.std(axis=1) * own.std(axis=1)
    return np.asarray((spread > 1.0) & ((here * own).mean(axis=1) > least * spread))


def sharpness(grey: Image) -> float:
    """How steep the picture's steepest edges are, against its contrast; 1 for a picture without any contrast."""
    small = cv2.blur(grey, (3, 3)).astype(np.float32)
    coarse = cv2.GaussianBlur(small, (0, 0), 4.0)
    contrast = float(np.std(coarse))
    # The sharpest tenth of a thousand: a plain table has few edges, but those it has are sharp.
    fine = float(np.percentile(np.abs(small - coarse), 99.9))
    return fine / contrast if contrast > 3.0 else 1.0


def _blank_page(grey: Image) -> bool:
    """Whether a large, bright, four-cornered sheet lies there."""
    small = cv2.resize(grey, (320, 180), interpolation=cv2.INTER_AREA)
    level, bright = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    if level < 60:
        return False
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        area = cv2.contourArea(outline)
        corners = cv2.approxPolyDP(outline, 0.03 * cv2.arcLength(outline, True), True)
        inside = cv2.drawContours(np.zeros_like(bright), [outline], -1, 255, cv2.FILLED)
        stands_out = cv2.mean(small, inside)[0] > cv2.mean(small, 255 - inside)[0] + 40
        even = stands_out and float(np.std(small[inside > 0])) < 20
        if area > 0.1 * small.size and len(corners) == 4 and cv2.isContourConvex(corners) and even:
            return True
    return False


def _too_many_squares(grey: Image) -> bool:
    found = 0
    for window in _WINDOWS:
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, _CONTRAST)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        long = [outline for outline in outlines if len(outline) >= _LEAST * max(grey.shape)]
        found += sum(len(cv2.approxPolyDP(outline, _STRAIGHT * len(outline), True)) == 4 for outline in long)
    return found > _SQUARES


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
