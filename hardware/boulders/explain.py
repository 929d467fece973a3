"""Weighs how well boulders explain a picture: each face has one paint and even light, near ones hide those behind.

It never finds a boulder by itself.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shade import Shade, learned
from hardware.boulders.shapes import Square, Sweep
from hardware.devices import Image

_EVEN = 0.12
"""How far a pixel may be from the lightness of its face: grain and noise; twice that, and it belongs to another."""
_DARK_SIDE = 0.1
"""A side in the dark may look like the mat, but seldom does."""
_STAINED = 0.5
"""A side may take its neighbour's colour, for light that falls on both goes to and fro between them."""
_SHADED = 0.3
"""A face may be darker than the lamp would make it, for a neighbour stands before the lamp, but not lighter."""
_ALIKE = 0.12
"""How far a top's lightness may be from that of its paint's other tops: no two took the paint alike."""
_EACH = 0.15
"""In tops: what a further boulder must explain at least."""
_PLENTY = 12
"""Pixels of a face that tell how light it is."""
_RIM = 1.5
"""Pixels by which the drawn outlines of two that touch may overlap."""
_FACES = 5
_AROUND = np.ones((3, 3), np.uint8)

Floats = NDArray[np.float32]
Fixed = NDArray[np.int32]
"""Outlines in sixteenths of a pixel."""


class Outline(NamedTuple):
    """How a boulder is drawn: those with less `near` are farther away."""

    near: float
    top: Fixed
    area: int
    """Pixels of the top."""
    sides: list[tuple[int, Fixed]]


class Lighting(NamedTuple):
    """How light tops are, by label (0: not known), and sides against them."""

    tops: NDArray[np.float64]
    shade: Shade | None


class Evidence:
    """What is seen: labels, lightness, the label again where a pixel is as light as that paint's tops, what counts."""

    def __init__(
        self,
        labels: Image,
        level: Image,
        tops: Image,
        known: NDArray[np.bool_],
        size: float,
        sweep_at: Callable[[float, float], Sweep],
        lighting: Lighting | None = None,
    ) -> None:
        self.labels, self.level, self.tops, self.known = labels, level, tops, known
        self.size, self.sweep_at, self.lighting = size, sweep_at, lighting
        self._outlines: dict[Square, Outline] = {}

    def part(self, left: int, top: int, reach: int) -> "Evidence":
        here = (slice(top, top + reach), slice(left, left + reach))
        cut = (each[here] for each in (self.labels, self.level, self.tops, self.known))
        return Evidence(*cut, self.size, lambda x, y: self.sweep_at(x + left, y + top), self.lighting)

    def halved(self) -> "Evidence":
        half = (self.labels.shape[1] // 2, self.labels.shape[0] // 2)
        level = np.asarray(cv2.resize(self.level, half, interpolation=cv2.INTER_AREA), np.uint8)

        def sweep_at(x: float, y: float) -> Sweep:
            right, down = self.sweep_at(2 * x, 2 * y)
            return right / 2, down / 2

        labels, tops, known = (each[::2, ::2] for each in (self.labels, self.tops, self.known))
        return Evidence(labels, level, tops, known, self.size / 2, sweep_at, self.lighting)

    def outline(self, square: Square) -> Outline:
        if square not in self._outlines:
            sweep = np.array(self.sweep_at(square.x, square.y))
            top = square.corners(self.size)
            sides = []
            for side in range(4):
                a, b = top[side], top[(side + 1) % 4]
                if (b[1] - a[1]) * sweep[0] > (b[0] - a[0]) * sweep[1]:
                    sides.append((side, _fixed(np.array([a, b, b + sweep, a + sweep]))))
            alone = np.zeros(self.labels.shape, np.uint8)
            cv2.fillConvexPoly(alone, _fixed(top), 1, cv2.LINE_8, 4)
            area = cv2.countNonZero(alone)
            self._outlines[square] = Outline(float(sweep @ (square.x, square.y)), _fixed(top), area, sides)
        return self._outlines[square]


class Story:
    """Some boulders told as a picture, and where it does not fit what is seen: `misfit`, 0 to 1 for each pixel."""

    def __init__(self, seen: Evidence, squares: list[Square]) -> None:
        self.seen, self.squares = seen, squares
        self._faces = self._drawn()
        self.misfit = self._compared()
        self.cost = float(self.misfit.sum() + self._crowding()) / seen.size**2 + _EACH * len(squares)

    def lighting(self) -> Lighting:
        """What the faces in this story tell about the lamp and the paints."""
        tops, sides = self._light[:, :1], self._light[:, 1:]
        plenty = (self._area[:, :1] >= _PLENTY) & (self._area[:, 1:] >= _PLENTY) & (tops > 0)
        shade = learned(self._facing()[plenty], (sides / np.maximum(tops, 1.0))[plenty])
        levels = np.zeros(256)
        for label in {square.label for square in self.squares}:
            own = [square.label == label for square in self.squares]
            levels[label] = np.median(self._light[own, 0])
        return Lighting(levels, shade)

    def _crowding(self) -> float:
        """Pixels of tops where another top is: there is room for only one, but for a shared rim."""
        shown = np.bincount(self._faces.ravel(), minlength=1 + _FACES * len(self.squares))[1::_FACES]
        areas = np.array([self.seen.outline(square).area for square in self.squares])
        return float(np.maximum(areas - shown - _RIM * self.seen.size, 0.0).sum()) if self.squares else 0.0

    def _drawn(self) -> NDArray[np.uint16]:
        """Which face each pixel shows: sides of far boulders first, tops last, for nothing that lies flat hides a top."""
        faces = np.zeros(self.seen.labels.shape, np.uint16)
        outlines = [self.seen.outline(square) for square in self.squares]
        for number in sorted(range(len(outlines)), key=lambda n: outlines[n].near):
            for side, outline in outlines[number].sides:
                cv2.fillConvexPoly(faces, outline, 2 + _FACES * number + side, cv2.LINE_8, 4)
        for number, boulder in enumerate(outlines):
            cv2.fillConvexPoly(faces, boulder.top, 1 + _FACES * number, cv2.LINE_8, 4)
        return faces

    def _compared(self) -> Floats:
        seen, faces, count = self.seen, self._faces, len(self.squares)
        paints = np.zeros(1 + _FACES * count, np.uint8)
        paints[1:] = np.repeat([square.label for square in self.squares], _FACES)
        tops = np.zeros(len(paints), np.bool_)
        tops[1::_FACES] = True
        paint, top = paints[faces], tops[faces]
        dark = (seen.labels == 0) & ~top
        off = np.where(dark & (paint > 0), _DARK_SIDE, np.where((paint > 0) & ~top, _STAINED, 1.0)).astype(np.float32)
        off[~_differs(seen.labels, paint) | ~seen.known] = 0
        # The blurred rims of faces do not tell how light these are.
        inside = (cv2.morphologyEx(faces, cv2.MORPH_GRADIENT, _AROUND) == 0) & seen.known
        face = inside & (faces > 0) & ((seen.labels == paint) | dark)
        numbers, levels = faces[face], seen.level[face].astype(np.float32)
        area = np.bincount(numbers, minlength=len(paints))
        light = np.bincount(numbers, levels, len(paints)) / np.maximum(area, 1)
        self._area, self._light = area[1:].reshape(count, _FACES), light[1:].reshape(count, _FACES)
        own = light.astype(np.float32)[numbers]
        uneven = np.clip(np.abs(levels - own) / (_EVEN * own + 1.0) - 1.0, 0.0, 1.0)
        off[face] = np.maximum(np.maximum(off[face], uneven), self._ill_lit()[numbers])
        return off

    def _ill_lit(self) -> Floats:
        """For each face, 0 to 1, whether it is as light as the lamp makes it."""
        off = np.zeros((len(self.squares), _FACES))
        if self.seen.lighting is not None and self.squares:
            levels, shade = self.seen.lighting
            tops = np.maximum(self._light[:, :1], 1.0)
            usual = levels[[square.label for square in self.squares]].reshape(-1, 1)
            off[:, :1] = np.where(usual > 0, (tops / np.maximum(usual, 1.0) - 1.0) / _ALIKE, 0.0)
            if shade is not None:
                off[:, 1:] = (self._light[:, 1:] / tops - shade.ratio(self._facing())) / shade.tolerance
                off[self._area[:, 0] == 0, 1:] = 0.0
        off = np.where(off > 0, np.clip(off - 1.0, 0.0, 1.0), _SHADED * np.clip(-off - 1.0, 0.0, 1.0))
        return np.concatenate([np.zeros(1, np.float32), off.ravel().astype(np.float32)])

    def _facing(self) -> NDArray[np.float64]:
        """Where each boulder's four sides face, in radians."""
        angles = np.array([square.angle for square in self.squares]).reshape(-1, 1)
        return np.asarray(np.radians(angles + 90.0 * np.arange(-1, _FACES - 2)))


def _differs(labels: Image, paint: Image) -> NDArray[np.bool_]:
    """Where a label is not what was painted there or right beside, but for lines as thin as a blurred rim."""
    differs = labels != paint
    for label in np.unique(labels[differs]):
        beside = cv2.dilate((paint == label).astype(np.uint8), _AROUND) > 0
        differs[(labels == label) & beside] = False
    thick = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, _AROUND)
    return np.asarray(thick > 0)


def halved(square: Square) -> Square:
    return square._replace(x=square.x / 2, y=square.y / 2)


def _fixed(outline: NDArray[np.float64]) -> Fixed:
    return np.round(outline * 16).astype(np.int32)
