"""Parts what lies on a bare ground into pieces by their necks, tints and common size; it never names a colour.

Pieces are about equally large: once enough of them lie apart, their size tells how many a clump holds. Where sizes
differ, only what is clearly two things is parted, and nothing is sure.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.bare_table.background import Background
from hardware.boulders.bare_table.blob import (
    Blob,
    Mask,
    borders,
    closing,
    connected,
    depth,
    dilated,
    filled,
    gap,
    merged,
    opening,
    solidity,
)
from hardware.boulders.bare_table.tints import paints_apart, tints
from hardware.boulders.work_budget import Budget

_DIRT = 60
"""Pixels: anything smaller is dirt."""
_STEP = 20.0
"""In Lab's a and b: a step that parts two paints, but never two faces of one."""
_CRISP, _SHARP, _SOFT = 0.75, 0.55, 0.35
"""Shares of an outline that rise steeply: a thing has more, a shadow or a lamp's reflection less."""
_LEVELS = (1.5, 2.2, 3.3, 5.0, 7.5)
"""Times the least difference from the ground: what is soft is looked at from these levels on."""
_SHARPER = 0.2
"""By how much a higher level must show a sharper outline."""
_DETAILS = 0.3
"""Of a grey thing: what is not grey in it is less."""
_STEEP = 0.45
"""Of the whole rise, within four pixels."""
_GLITTER = 1.4
"""Times the unrest within: less is no outline."""
_BLACK = 0.3
"""Of the ground's lightness: no shadow is darker."""
_DARK = 70.0
"""Of 255: the tint of what is darker tells nothing."""
_PAINT, _OTHER_PAINT = 15.0, 40.0
"""In Lab and in the same light: what tells two paints apart if it makes equal pieces of them, and in any case."""
_NECK = 0.7
"""Of the thinner part's width: two parts that meet in less are two things."""
_PART = 0.1
"""Of a clump: what is smaller is a detail of something."""
_CONVEX, _RAGGED = 0.86, 0.6
"""Shares of a convex outline: one piece fills more than the first, scraps of something else less than the second."""
_WINDOW = 0.2
"""In logarithms: single pieces are that near to the usual size."""
_MOST = 0.6
"""Of all convex things: that many must be of about one size if a size is to be believed."""
_WEIGHT = 0.25
"""Of the area of all things: what is less are crumbs, however many and alike."""
_ONE = (0.6, 1.42)
_WHOLE = 0.85
"""Of the usual size: what the picture's edge cuts shows less."""
_CUT = 1.0
"""Of its width: what the edge cuts that broadly is only a part of a piece."""
_BEYOND = 4.0
"""Times the usual size: what is larger and goes on beyond the picture is no piece."""
_VAST = 0.12
"""Of the picture: no piece, but another table, a sheet, an arm, unless it is convex, whole and alone."""
_LONG = 12.0
"""Times its width: what is longer is a cable or an edge."""
_BLOB, _PIXEL, _CUT_UP = 30_000, 10, 30
"""In pixels: what looking at a blob costs, at each of its pixels, and at each in cutting it up."""
_BORDERS, _PAIR = 4, 10_000
"""In pixels: what looking for borders costs at each, and looking at two parts that have one."""
_CRUMB, _THIN = 0.12, 0.2
"""Of the usual area, and of the usual depth: less is dirt, a line or a fold."""

Floats = NDArray[np.float32]


class Segments(NamedTuple):
    pieces: list[Blob]
    clear: float
    """How clear it is that these are all, 0 to 1."""
    soft: bool
    """Whether something was left out for its soft outline."""


class Usual(NamedTuple):
    """The size of one piece: its area, and from its middle to its edge. Believed if most things have it."""

    area: float
    depth: float
    believed: bool


def segment(background: Background, inside: Mask, budget: Budget) -> Segments:
    """`inside` is 1 where pieces count. What the budget does not suffice for is left as it is, and nothing is clear."""
    segmentation = _Segmentation(background, budget)
    things, doubts = segmentation.things(inside)
    if not things:
        return Segments([], min([1.0, *doubts]), segmentation.soft)
    usual = segmentation.usual(things)
    pieces: list[Blob] = []
    for thing in things:
        pieces += segmentation.parted(thing, usual)
    return _counted(pieces, usual, background.things.shape, doubts)._replace(soft=segmentation.soft)


def _counted(pieces: list[Blob], usual: Usual, shape: tuple[int, int], doubts: list[float]) -> Segments:
    kept = []
    for piece in pieces:
        share = piece.area / usual.area
        deep = depth(piece.mask > 0)
        if share < (_CRUMB if usual.believed else _CRUMB / 3) or deep < _THIN * usual.depth:
            continue
        if not usual.believed and (solidity(piece) < _RAGGED or 4 * deep**2 < piece.area / _LONG):
            doubts.append(0.6)
            continue
        cut = piece.cut(shape)
        if cut > 0:
            if share < (_WHOLE if usual.believed else 0.3) or share > _BEYOND or cut > _CUT:
                doubts.append(0.8 if share > 0.7 else 1.0)
                continue
        elif usual.believed and share < 0.4:
            doubts.append(0.6)
            continue
        clear = 0.6 if not usual.believed else 1.0 if 0.7 < share < 1.35 else 0.75
        kept.append(piece._replace(clear=min(piece.clear, clear)))
    return Segments(kept, min([1.0, *doubts]), False)


class _Segmentation:
    def __init__(self, background: Background, budget: Budget) -> None:
        self.soft = False
        self._budget = budget
        self._sharp: dict[tuple[int, int, bytes], float] = {}
        self._background = background
        self._lab = background.lab.astype(np.uint8)
        self._tints = tints(self._lab)
        a, b = (cv2.morphologyEx(self._tints[..., c], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) for c in (0, 1))
        self._steps = (np.hypot(a, b) > _STEP) & (background.lab[..., 0] > _DARK)
        rise = [cv2.morphologyEx(self._lab[..., c], cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) for c in range(3)]
        self._rise = np.sqrt(sum(np.asarray(r, np.float32) ** 2 for r in rise))
        bare = (background.things | background.shades)[::4, ::4] == 0
        self._restless = float(np.percentile(self._rise[::4, ::4][bare], 90)) if bare.any() else 0.0
        grey = np.array([165.0, 128.0, 128.0])
        self._bare = np.median(background.lab[::4, ::4][bare], axis=0) if bare.any() else grey

    def things(self, inside: Mask) -> tuple[list[Blob], list[float]]:
        """What has a sharp outline, and doubts about the rest."""
        background, found, doubts = self._background, list[Blob](), list[float]()
        vast = _VAST * background.things.size
        peeled = self._peeled(background.things & inside, vast)
        for blob in connected(peeled, 0, 0, _DIRT):
            if self._budget.exhausted:
                break
            sharp = self._sharpness(blob)
            if sharp > _SHARP:
                found.append(filled(blob)._replace(clear=1.0 if sharp > _CRISP else 0.8))
            elif sharp > _SOFT or blob.area > 4 * _DIRT:
                self.soft = True
                doubts.append(0.8)
        small = [blob for blob in found if blob.area < vast]
        if len(small) < len(found):
            doubts.append(0.5)
            whole = (blob for blob in found if blob.cut(background.things.shape) == 0 and solidity(blob) > _CONVEX)
            found = small or list(whole)
        shades = opening(background.shades & inside, 3)
        both = closing(peeled | shades, 3) & inside
        return self._with_grey(found, connected(np.asarray(both, np.uint8), 0, 0, 4 * _DIRT), doubts), doubts

    def _peeled(self, mask: Mask, vast: float) -> Mask:
        """Without glows and deep shadows, which differ less from the ground than the things in them, and softly."""
        for level in _LEVELS:
            for blob in connected(mask, 0, 0, _DIRT):
                if self._budget.exhausted:
                    return mask
                sharp = self._sharpness(blob)
                if sharp > _CRISP and blob.area < vast:
                    continue
                core = opening(blob.mask & (np.asarray(blob.of(self._background.apart)) > level).astype(np.uint8), 3)
                core = filled(blob._replace(mask=core)).mask
                kept = core | self._crisp_rest(blob, core)
                if blob.area > vast or self._sharpness(blob._replace(mask=kept)) > sharp + _SHARPER:
                    own = np.asarray(blob.of(mask))
                    own[(blob.mask > 0) & (kept == 0)] = 0
        return mask

    def _crisp_rest(self, blob: Blob, core: Mask) -> Mask:
        """What is outside the core and yet ends sharply: things that differ less than the one beside them."""
        kept, beside = np.zeros_like(core), dilated(core, 9)
        for rest in connected(opening(blob.mask & (1 - dilated(core, 5)), 3), 0, 0, _DIRT):
            there = rest._replace(x=blob.x + rest.x, y=blob.y + rest.y)
            if self._sharpness(there, np.asarray(rest.of(beside), np.uint8)) > _CRISP:
                own = np.asarray(rest.of(kept))
                own |= rest.mask
        return dilated(kept, 7) & blob.mask

    def _with_grey(self, found: list[Blob], dark: list[Blob], doubts: list[float]) -> list[Blob]:
        """With the grey things among what is dark all over. `dark` holds all things with their shadows."""
        numbers = np.zeros(self._background.things.shape, np.int32)
        for number, blob in enumerate(dark, start=1):
            blob.of(numbers)[blob.mask > 0] = number
        lying: dict[int, list[Blob]] = {}
        for blob in found:
            here = np.asarray(blob.of(numbers))[blob.mask > 0]
            lying.setdefault(int(np.bincount(here).argmax()), []).append(blob)
        things = lying.pop(0, [])
        usual = float(np.median([blob.area for blob in found])) if found else 0.0
        for number, blob in enumerate(dark, start=1):
            own = lying.get(number, [])
            share = sum(each.area for each in own) / blob.area
            largest = max((each.area for each in own), default=0)
            if share < _DETAILS and 0.3 * usual < blob.area < _VAST * numbers.size and not self._budget.exhausted:
                sharp = self._sharpness(blob)
                if sharp > _SHARP and solidity(blob) > 0.7:
                    things.append(filled(blob)._replace(clear=0.7))
                    doubts.append(0.7)
                    continue
                doubts.append(0.75 if sharp > _SOFT else 1.0)
            things += [each for each in own if each.area > 0.15 * largest]
        return things

    def _sharpness(self, blob: Blob, beside: Mask | None = None) -> float:
        """The share of the outline where the picture changes at once; `beside` is 1 where it tells nothing."""
        if beside is not None:
            return self._weighed_sharpness(blob, beside)
        # The same blobs are met from level to level.
        key = (blob.x, blob.y, blob.mask.tobytes())
        if key not in self._sharp:
            self._sharp[key] = self._weighed_sharpness(blob, None)
        return self._sharp[key]

    def _weighed_sharpness(self, blob: Blob, beside: Mask | None) -> float:
        self._budget.spend(_BLOB + _PIXEL * blob.mask.size)
        padded = np.pad(blob.mask, 1)
        rim = (padded - cv2.erode(padded, np.ones((3, 3), np.uint8)))[1:-1, 1:-1] > 0
        if beside is not None:
            rim &= beside == 0
        if not rim.any():
            return 0.0
        lab = np.asarray(blob.of(self._background.lab), np.float32)[blob.mask > 0]
        contrast = float(np.median(np.linalg.norm(lab - self._bare, axis=1)))
        rise = np.asarray(blob.of(self._rise), np.float32)
        least = _STEEP * min(contrast, 60.0)
        within = cv2.erode(padded, np.ones((7, 7), np.uint8))[1:-1, 1:-1] > 0
        if within.any() and float(np.median(lab[:, 0])) > self._bare[0]:
            # In a reflection everything glitters, not just its rim.
            least = max(least, _GLITTER * float(np.median(rise[within])))
        steep = rise[rim] > max(least, self._restless)
        return float(steep.mean()) if steep.size else 0.0

    def usual(self, things: list[Blob]) -> Usual:
        """The size that most convex things have, after segmentation by necks and paints alone."""
        guess = self._common(things, _PAINT)
        return guess if guess.believed else self._common(things, _OTHER_PAINT)

    def _common(self, things: list[Blob], paints: float) -> Usual:
        shape = self._background.things.shape
        parts = [part for thing in things for part in self._by_necks(thing, None, paints)]
        whole = [part for part in parts if part.cut(shape) == 0 and solidity(part) > _CONVEX] or parts
        areas = np.log([part.area for part in whole])
        depths = np.array([float(self._depths(part).max()) for part in whole])
        near = np.abs(areas[:, None] - areas[None, :]) < _WINDOW
        # Clumps of two are rarer than single pieces; of two equally common sizes the smaller is the piece.
        most = int(np.argmax(near.sum(axis=1) - 1e-3 * areas))
        middle = float(np.median(areas[near[most]]))
        members = np.abs(areas - middle) < _WINDOW
        weight = float(np.exp(areas[members]).sum()) / sum(part.area for part in parts)
        believed = int(members.sum()) >= 3 and members.mean() >= _MOST and weight > _WEIGHT
        if not believed:
            # What most of the area belongs to: crumbs are many, but small.
            order = np.argsort(areas)
            half = int(np.searchsorted(np.cumsum(np.exp(areas[order])), 0.5 * np.exp(areas).sum()))
            return Usual(float(np.exp(areas[order[half]])), float(depths[order[half]]), False)
        return Usual(float(np.exp(middle)), float(np.median(depths[members])), True)

    def parted(self, thing: Blob, usual: Usual) -> list[Blob]:
        if not usual.believed:
            return self._by_necks(thing, None, _OTHER_PAINT)
        if thing.area < _ONE[1] * usual.area:
            return [thing]
        pieces = []
        for part in self._joined(self._by_necks(thing, usual, 0.5 * _PAINT), usual):
            many = max(1, round(part.area / usual.area))
            # Nobody knows how much of it lies beyond the picture.
            beyond = part.cut(self._background.things.shape) > 0
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
