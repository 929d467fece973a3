"""Finds what lies on a bare ground and ends sharply; it never parts two things that touch.

What is grey and what is only darker than the ground are told apart by their outlines, too: a shadow's is soft.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.bare_table.background import Background
from hardware.boulders.bare_table.blob import Blob, Mask, closing, connected, dilated, filled, opening, solidity
from hardware.boulders.work_budget import Budget

_DIRT = 60
"""Pixels: anything smaller is dirt."""
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
_CONVEX = 0.86
"""Of a convex outline: one piece fills more."""
_VAST = 0.12
"""Of the picture: no piece, but another table, a sheet, an arm, unless it is convex, whole and alone."""
_BLOB, _PIXEL = 30_000, 10
"""In pixels: what looking at a blob costs, and at each of its pixels."""

Floats = NDArray[np.float32]


class Outlines:
    def __init__(self, background: Background, budget: Budget) -> None:
        self.soft = False
        """Whether something was left out for its soft outline."""
        self._budget = budget
        self._sharp: dict[tuple[int, int, bytes], float] = {}
        self._background = background
        lab = background.lab.astype(np.uint8)
        rise = [cv2.morphologyEx(lab[..., c], cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) for c in range(3)]
        self._rise = np.sqrt(sum(np.asarray(r, np.float32) ** 2 for r in rise))
        bare = (background.things | background.shades)[::4, ::4] == 0
        self._restless = float(np.percentile(self._rise[::4, ::4][bare], 90)) if bare.any() else 0.0
        self._bare = background.bare()

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
        if not self._budget.affords(_BLOB + _PIXEL * blob.mask.size):
            return 0.0
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
