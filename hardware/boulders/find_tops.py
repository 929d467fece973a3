"""Finds boulders that lie by themselves in a named picture: clean tops first, then single ones; it splits no clumps.

After balancing, every top of one paint is equally light, for all of them face up like the mat; sides are not. So a top
that is cut off all around, as large as a boulder and square, is a boulder.
"""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shapes import Square, Sweep, SweepAt, area_of, fill, mask_of
from hardware.devices import Image

_SPECK = 0.3
"""Of a top's area: anything smaller is no boulder."""
_THIN = 0.25
"""Of a boulder's size: what is thinner is the rim of something."""
_ALIKE = 0.20
"""How far a top's lightness may be from that of its paint's other tops."""
_SOME = 3
"""Single boulders of a colour that tell how light its tops are."""
_HALO = 2.0
"""Pixels by which blur may widen a boulder."""
_RIM = 2.0
_STEEP, _DARK = 0.1, 30
"""A step in lightness that parts two faces, as a share of that lightness; fainter and noisier ones are left to the
proposer. So much is added to it, for in the dark little but noise is left."""
_PARTING = np.ceil(_STEEP * (np.arange(256) + _DARK)).astype(np.uint8)
"""For each lightness, the least step that parts."""
_BEYOND = 0.2
"""Of a top's area: less than that beyond the sides of those that were found is none that was missed."""
_STICKS_OUT = 0.1
"""Of a top's area: what is beyond another's sides if it is to be a boulder of its own."""
_ANGLES = 15
_SINGLE_FIT = 0.65

Mask = NDArray[np.bool_]


class Region(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    area: int
    middle: tuple[float, float]
    label: int

    def doubled(self) -> "Region":
        middle = (2 * self.middle[0] + 0.5, 2 * self.middle[1] + 0.5)
        return Region(2 * self.x, 2 * self.y, 2 * self.width, 2 * self.height, 4 * self.area, middle, self.label)


class Found(NamedTuple):
    """The boulders, and how much of the largest coloured spot that none of them explains, in tops."""

    squares: list[Square]
    unexplained: float
    tops: Image


class TopSearch:
    """One picture's search. `usual` is how light each label's tops are when the picture itself does not tell."""

    def __init__(self, labels: Image, level: Image, size: float, sweep_at: SweepAt, usual: list[float]) -> None:
        self._size = size
        self._sweep_at = sweep_at
        self._labels = _with_gaps(labels)
        self._level = level
        self._left = self._labels.copy()
        self._sides = np.zeros_like(labels)
        self._even = _even(level)
        self._tops = self._top_like(usual)

    def run(self) -> Found:
        found = self._without_sides(self._clean_tops(), [])
        self._take_out(found)
        if np.count_nonzero((self._left > 0) & (self._sides == 0)) > _BEYOND * self._size**2:
            for region in _regions(self._left, _SPECK * self._size**2):
                if not self._is_side(region):
                    found += self._in_region(region)
        self._left[self._sides > 0] = 0
        return Found(found, self._rest() / self._size**2, self._tops)

    def _take_out(self, clean: list[Square]) -> None:
        """What clean tops explain: themselves, and below them what is darker or lighter than any top."""
        if not clean:
            return
        tops = np.zeros_like(self._left)
        for square in clean:
            fill(self._sides, square.whole(self._size * 1.16, self._sweep_at(square.x, square.y)), 1)
            fill(tops, square.corners(self._size * 1.12), 1)
        self._left[((self._sides > 0) & (self._tops == 0)) | (tops > 0)] = 0

    def _rest(self) -> float:
        """The area of the largest spot that is left."""
        outlines, _ = cv2.findContours(_without_specks(self._left), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        areas = [0.0]
        for outline in outlines:
            _, _, width, height = cv2.boundingRect(outline)
            if min(width, height) > _THIN * self._size:
                areas.append(area_of(outline))
        return max(areas)

    def _top_like(self, usual: list[float]) -> Image:
        """Where a pixel is as light as the tops of its paint."""
        seen: dict[int, list[float]] = {}
        calm = cv2.blur(self._level, (5, 5))
        # Every other pixel each way is enough to find single boulders.
        for small in _regions(_with_gaps(self._labels[::2, ::2]), 0.55 * self._size**2 / 4):
            region = small.doubled()
            sweep = self._sweep_at(*region.middle)
            if self._could_be_one(region, sweep):
                x, y = self._top_of(region, sweep)
                if 0 <= y < calm.shape[0] and 0 <= x < calm.shape[1]:
                    seen.setdefault(region.label, []).append(float(calm[y, x]))
        darkest, lightest = np.full(256, 255, np.uint8), np.zeros(256, np.uint8)
        for number, light in enumerate(usual, start=1):
            singles = seen.get(number, [])
            middle = float(np.median(singles)) if len(singles) >= _SOME else self._most_common(number, light)
            darkest[number] = min(255, int(middle * (1 - _ALIKE)))
            lightest[number] = min(255, int(middle * (1 + _ALIKE)) + 1)
        alike = (self._level >= cv2.LUT(self._labels, darkest)) & (self._level <= cv2.LUT(self._labels, lightest))
        return np.asarray(self._labels * alike, np.uint8)

    def _most_common(self, label: int, usual: float) -> float:
        """The lightness that most even pixels of a colour have: a top is larger than any of the sides that show."""
        even = self._level[(self._labels == label) & self._even]
        if len(even) < 0.5 * self._size**2:
            return usual
        shares = np.bincount(even, minlength=256).astype(np.float64)
        return float(np.argmax(np.convolve(shares, np.ones(15), "same")))

    def _could_be_one(self, region: Region, sweep: Sweep) -> bool:
        size = self._size
        reach = 1.42 * size + 2 * _HALO
        along = math.hypot(*sweep)
        return (
            region.width < reach + abs(sweep[0])
            and region.height < reach + abs(sweep[1])
            and 0.55 * size**2 < region.area < (size + 2 * _HALO) * (size + 2 * _HALO + 1.42 * along)
        )

    def _top_of(self, region: Region, sweep: Sweep) -> tuple[int, int]:
        """A boulder's outline has its middle half-way down its sides, as far as these can be seen."""
        shown = (region.area / self._size**2 - 1) / max(0.2, 1.2 * math.hypot(*sweep) / self._size)
        share = 0.5 * min(max(shown, 0.0), 1.0)
        return round(region.middle[0] - share * sweep[0]), round(region.middle[1] - share * sweep[1])

    def _clean_tops(self) -> list[Square]:
        """Faces as light as a top, cut off all around by steps in lightness that part faces."""
        tops = _without_specks(np.where(self._even & (self._left > 0), self._tops, np.uint8(0)))
        size, found = self._size, []
        outlines, _ = cv2.findContours((tops > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            if len(outline) < 1.6 * size:
                continue
            (x, y), (width, height), angle = cv2.minAreaRect(outline)
            filled = area_of(outline) / ((width + 1) * (height + 1))
            # The steep rim of a face was cut away.
            width, height = width + 1 + _RIM, height + 1 + _RIM
            if min(width, height) > 0.8 * size and max(width, height) < 1.2 * size and filled > 0.8:
                column, row = outline[0, 0]
                fit = 1 - 0.5 * max(abs(width / size - 1), abs(height / size - 1))
                found.append(Square(x, y, angle, int(tops[row, column]), fit))
        return found

    def _without_sides(self, tops: list[Square], found: list[Square]) -> list[Square]:
        """A side seen aslant may look like a top; but then it lies below one, and no side of its own shows below it."""
        kept: list[Square] = []
        same: dict[int, list[Square]] = {}
        for top in found:
            same.setdefault(top.label, []).append(top)
        x, y = self._sweep_at(self._left.shape[1] / 2, self._left.shape[0] / 2)
        for square in sorted(tops, key=lambda top: top.x * x + top.y * y):
            others = same.setdefault(square.label, [])
            if not any(self._is_below(square, top) for top in others) or self._shows_sides(square):
                kept.append(square)
                others.append(square)
        return kept

    def _is_below(self, square: Square, top: Square) -> bool:
        """Whether it lies where the sides of `top` show, and hardly sticks out."""
        if max(abs(square.x - top.x), abs(square.y - top.y)) > 2.5 * self._size:
            return False
        outline, corners = top.whole(self._size * 1.06, self._sweep_at(top.x, top.y)), square.corners(self._size)
        if cv2.pointPolygonTest(outline.astype(np.float32), (square.x, square.y), False) < 0:
            return False
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.ceil(corners.max(axis=0)).astype(int) + 1
        here = self._labels[low[1] : high[1], low[0] : high[0]]
        out = mask_of(here.shape, corners - low) & (1 - mask_of(here.shape, outline - low))
        return bool(np.count_nonzero(here[out > 0] == square.label) < _STICKS_OUT * self._size**2)

    def _shows_sides(self, square: Square) -> bool:
        outline = square.whole(self._size, self._sweep_at(square.x, square.y))
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
        high = np.ceil(outline.max(axis=0)).astype(int) + 1
        here = self._labels[low[1] : high[1], low[0] : high[0]]
        below = mask_of(here.shape, outline - low) & ~mask_of(here.shape, square.corners(self._size * 1.1) - low)
        seen = here[below > 0]
        own = np.count_nonzero(seen == square.label)
        return bool(own > 0.4 * (np.count_nonzero(seen == 0) + own) or own > 0.5 * len(seen))

    def _in_region(self, region: Region) -> list[Square]:
        """The one boulder that it is, if it is one; a part of it may be hidden."""
        sweep = self._sweep_at(*region.middle)
        if not self._could_be_one(region, sweep):
            return []
        pad = 3
        top, left = max(0, region.y - pad), max(0, region.x - pad)
        part = (slice(top, region.y + region.height + pad), slice(left, region.x + region.width + pad))
        one = self._single(region, (self._left[part] == region.label).astype(np.uint8), sweep, left, top)
        if one is None:
            return []
        here = self._without_sides([one._replace(x=one.x + left, y=one.y + top, fit=0.55 + 0.45 * one.fit)], [])
        for square in here:
            fill(self._left, square.whole(self._size * 1.1, sweep), 0)
        return here

    def _is_side(self, region: Region) -> bool:
        """Whether it is but the light side of a boulder that was found; the top of one in front would stick out."""
        part = (slice(region.y, region.y + region.height), slice(region.x, region.x + region.width))
        beyond = np.count_nonzero((self._left[part] == region.label) & (self._sides[part] == 0))
        slant = math.hypot(*self._sweep_at(*region.middle)) / self._size
        return bool(beyond < max(_BEYOND, 0.5 * (1 - slant)) * self._size**2)

    def _single(self, region: Region, mask: Image, sweep: Sweep, left: int, top: int) -> Square | None:
        """One boulder whose sides are as light as its top: its outline tells."""
        x, y = region.middle[0] - left - sweep[0] / 2, region.middle[1] - top - sweep[1] / 2
        best: Square | None = None
        for number in range(_ANGLES):
            square = Square(x, y, 90.0 * number / _ANGLES, region.label, 0.0)
            outline = square.whole(self._size, sweep)
            # Blur makes a light boulder larger and a dark one smaller.
            grown = np.clip(np.sqrt(region.area / cv2.contourArea(outline.astype(np.float32))), 0.9, 1.15)
            shape = mask_of(mask.shape, (outline - outline.mean(axis=0)) * grown + outline.mean(axis=0))
            both = cv2.countNonZero(shape & mask)
            fit = both / max(1, cv2.countNonZero(shape | mask))
            if best is None or fit > best.fit:
                best = square._replace(fit=fit)
        if best is None or best.fit < _SINGLE_FIT:
            return None
        return best


def _with_gaps(labels: Image) -> Image:
    """Labels with a gap wherever two different ones meet, so that what hangs together has one label."""
    parted = labels.copy()
    for here, after in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        parted[here] *= (labels[here] == labels[after]) | (labels[after] == 0)
    return parted


def _even(level: Image) -> Mask:
    """Where the lightness does not change in steps that part two faces."""
    calm = cv2.blur(level, (3, 3))
    step = cv2.morphologyEx(calm, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(step < cv2.LUT(calm, _PARTING), np.bool_)


def _without_specks(labels: Image) -> Image:
    return np.asarray(cv2.morphologyEx(labels, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _regions(labels: Image, least: float) -> list[Region]:
    count, numbers, stats, middles = cv2.connectedComponentsWithStats((labels > 0).astype(np.uint8), connectivity=4)
    found = []
    for number, (x, y, width, height, area) in enumerate(stats[1:count].tolist(), start=1):
        if area >= least:
            first = x + int(np.argmax(numbers[y, x : x + width] == number))
            label = int(labels[y, first])
            found.append(
                Region(x, y, width, height, area, (float(middles[number, 0]), float(middles[number, 1])), label)
            )
    return found
