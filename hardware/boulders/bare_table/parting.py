"""Parts what touches into pieces of one size, by necks, paints and that size; it never names a colour.

Once enough pieces of one size lie apart, it tells how many a clump holds. Where sizes differ nothing is parted.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.bare_table.background import Background
from hardware.boulders.bare_table.blob import (
    Blob,
    borders,
    closing,
    connected,
    depth,
    dilated,
    gap,
    merged,
    solidity,
)
from hardware.boulders.bare_table.tints import paints_apart, tints
from hardware.boulders.work_budget import Budget

_STEP = 20.0
"""In Lab's a and b: a step that parts two paints, but never two faces of one."""
_DARK = 70.0
"""Of 255: the tint of what is darker tells nothing."""
_PAINT, _OTHER_PAINT = 15.0, 40.0
"""In Lab and in the same light: what tells two paints apart if it makes equal pieces of them, and in any case."""
_BLACK = 0.3
"""Of the ground's lightness: no shadow is darker."""
_NECK = 0.7
"""Of the thinner part's width: two parts that meet in less are two things."""
_PART = 0.1
"""Of a clump: what is smaller is a detail of something."""
_CONVEX = 0.86
"""Of a convex outline: one piece fills more."""
_WINDOW = 0.2
"""In logarithms: single pieces are that near to the usual size."""
_MOST = 0.6
"""Of all convex things: that many must be of about one size if a size is to be believed."""
_WEIGHT = 0.25
"""Of the area of all things: what is less are crumbs, however many and alike."""
_ONE = (0.6, 1.42)
_BLOB, _PIXEL, _CUT_UP = 30_000, 10, 30
"""In pixels: what looking at a blob costs, at each of its pixels, and at each in cutting it up."""
_BORDERS, _PAIR = 4, 10_000
"""In pixels: what looking for borders costs at each, and looking at two parts that have one."""

Floats = NDArray[np.float32]


class Usual(NamedTuple):
    """The size that most things have: its area, and from its middle to its edge."""

    area: float
    depth: float


class Parting:
    def __init__(self, background: Background, budget: Budget) -> None:
        self._budget = budget
        self._shape = background.things.shape
        self._lab = background.lab.astype(np.uint8)
        self._tints = tints(self._lab)
        a, b = (cv2.morphologyEx(self._tints[..., c], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) for c in (0, 1))
        self._steps = (np.hypot(a, b) > _STEP) & (background.lab[..., 0] > _DARK)
        self._bare = background.bare()

    def usual(self, things: list[Blob]) -> Usual | None:
        """The size that most convex things have, after parting by necks and paints alone; none if sizes differ."""
        return (self._common(things, _PAINT) or self._common(things, _OTHER_PAINT)) if things else None

    def _common(self, things: list[Blob], paints: float) -> Usual | None:
        parts = [part for thing in things for part in self._by_necks(thing, None, paints)]
        whole = [part for part in parts if part.cut(self._shape) == 0 and solidity(part) > _CONVEX] or parts
        areas = np.log([part.area for part in whole])
        near = np.abs(areas[:, None] - areas[None, :]) < _WINDOW
        # Clumps of two are rarer than single pieces; of two equally common sizes the smaller is the piece.
        most = int(np.argmax(near.sum(axis=1) - 1e-3 * areas))
        middle = float(np.median(areas[near[most]]))
        members = np.abs(areas - middle) < _WINDOW
        weight = float(np.exp(areas[members]).sum()) / sum(part.area for part in parts)
        if int(members.sum()) < 3 or members.mean() < _MOST or weight <= _WEIGHT:
            return None
        depths = [float(self._depths(part).max()) for part, own in zip(whole, members, strict=True) if own]
        return Usual(float(np.exp(middle)), float(np.median(depths)))

    def parted(self, thing: Blob, usual: Usual) -> list[Blob]:
        if thing.area < _ONE[1] * usual.area:
            return [thing]
        pieces = []
        for part in self._joined(self._by_necks(thing, usual, 0.5 * _PAINT), usual):
            many = max(1, round(part.area / usual.area))
            # Nobody knows how much of it lies beyond the picture.
            beyond = part.cut(self._shape) > 0
            one = beyond or part.area < _ONE[1] * usual.area or not self._budget.affords(_CUT_UP * part.area * many)
            pieces += [part] if one else _cut(part, many, usual)
        return pieces

    def _joined(self, parts: list[Blob], usual: Usual) -> list[Blob]:
        """Parts too small to be pieces go to the part they are nearest to."""
        small = [part for part in parts if part.area < _ONE[0] * usual.area]
        large = [part for part in parts if part.area >= _ONE[0] * usual.area]
        for part in sorted(small, key=lambda p: -p.area):
            if not large:
                large.append(part)
                continue
            gaps = [gap(part, other) for other in large]
            nearest = int(np.argmin(gaps))
            large[nearest] = merged(large[nearest], part)
        return large

    def _depths(self, blob: Blob) -> Floats:
        """From each pixel to the nearest edge of a paint."""
        free = np.pad(blob.mask & (np.asarray(blob.of(self._steps)) == 0), 1)
        return np.asarray(cv2.distanceTransform(free.astype(np.uint8), cv2.DIST_L2, 5), np.float32)[1:-1, 1:-1]

    def _by_necks(self, blob: Blob, usual: Usual | None, paints: float) -> list[Blob]:
        """Parts that hang together by necks much thinner than they are, or differ in tint: each grows from its core."""
        if not self._budget.affords(_BLOB + _PIXEL * blob.mask.size):
            return [blob]
        deep = np.pad(self._depths(blob), 1)
        mask = np.pad(blob.mask, 1)
        cores, markers = 1, np.zeros(mask.shape, np.int32)
        full = float(deep.max()) if usual is None else usual.depth
        for share in (0.4, 0.5, 0.6, 0.7, 0.8):
            count, numbers = cv2.connectedComponents((deep > share * full).astype(np.uint8))
            if count - 1 > cores:
                cores, markers = count - 1, np.asarray(numbers, np.int32)
        if cores < 2:
            return [blob]
        markers[mask == 0] = cores + 1
        shown = np.pad(np.asarray(blob.of(self._lab), np.uint8), ((1, 1), (1, 1), (0, 0)))
        grown = cv2.watershed(np.ascontiguousarray(shown), markers)[1:-1, 1:-1]
        return self._believed(blob, np.where((grown >= 1) & (grown <= cores), grown, 0).astype(np.int32), usual, paints)

    def _believed(self, blob: Blob, numbers: NDArray[np.int32], usual: Usual | None, paints: float) -> list[Blob]:
        """The parts, those joined again that neither a neck nor a tint nor the usual size sets apart."""
        apart: dict[tuple[int, int], bool] = {}
        while True:
            parts = {int(n): numbers == n for n in np.unique(numbers) if n}
            pairs = borders(numbers)
            new = [pair for pair in pairs if pair not in apart]
            if not self._budget.affords(_BORDERS * numbers.size + len(new) * (_PAIR + numbers.size)):
                return [blob]
            apart |= {pair: self._apart(blob, parts, pair, pairs[pair], usual, paints) for pair in new}
            weak = [pair for pair in pairs if not apart[pair]]
            if not weak:
                break
            one, other = max(weak, key=lambda pair: pairs[pair])
            numbers = np.where(numbers == other, one, numbers).astype(np.int32)
            joint = closing((numbers == one).astype(np.uint8), 3)
            numbers[(joint > 0) & (numbers == 0) & (blob.mask > 0)] = one
            apart = {pair: known for pair, known in apart.items() if one not in pair and other not in pair}
        if len(parts) < 2:
            return [blob]
        found = []
        for mask in parts.values():
            # The watershed leaves a line of one pixel between its parts.
            grown = dilated(mask.astype(np.uint8), 3) & blob.mask
            found += connected(np.asarray(grown, np.uint8), blob.x, blob.y, 1)[:1]
        return [part._replace(clear=blob.clear) for part in found]

    def _apart(
        self,
        blob: Blob,
        parts: dict[int, NDArray[np.bool_]],
        pair: tuple[int, int],
        border: int,
        usual: Usual | None,
        paints: float,
    ) -> bool:
        one, other = (parts[number] for number in pair)
        small = min(int(one.sum()), int(other.sum()))
        least = _PART * blob.area if usual is None else 0.5 * usual.area
        if small < least:
            return False
        if usual is not None and int(one.sum()) + int(other.sum()) < _ONE[1] * usual.area:
            return False
        wide = 2 * min(depth(one), depth(other))
        if border < _NECK * wide or (usual is not None and border < 1.1 * wide):
            return True
        lab = np.asarray(blob.of(self._lab))
        middles = [np.median(lab[part], axis=0) for part in (one, other)]
        # The ground seen through a hole, or in the shadow of the other, is no thing.
        if usual is None and any(self._bare_paint(middle) for middle in middles):
            return False
        return paints_apart(*middles) > paints

    def _bare_paint(self, lab: Floats) -> bool:
        """Whether it could be the ground, in the light or in a shadow."""
        dark = _BLACK * self._bare[0] < lab[0] < 1.05 * self._bare[0]
        return bool(dark) and paints_apart(lab, self._bare) < _PAINT


def _cut(blob: Blob, many: int, usual: Usual) -> list[Blob]:
    """Into equal parts, where nothing but the size tells that there are several; surest if it fits them well."""
    places = np.argwhere(blob.mask > 0).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.2)
    cv2.setRNGSeed(1)
    _, numbers, _ = cv2.kmeans(places, many, np.zeros((len(places), 1), np.int32), criteria, 3, cv2.KMEANS_PP_CENTERS)
    fits = abs(blob.area / usual.area - many) < 0.15 * many**0.5 and many <= 3
    rows, columns = places.astype(int).T
    parts = []
    for number in range(many):
        mask = np.zeros_like(blob.mask)
        own = numbers.ravel() == number
        mask[rows[own], columns[own]] = 1
        clear = min(blob.clear, 0.9 if fits else 0.7)
        parts.append(Blob(mask, blob.x, blob.y, int(own.sum()), clear))
    return parts
