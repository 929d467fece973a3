"""Compares what is seen with every face that was shown, in each of the four ways it can lie; it never decides.

Pixels are compared as they are in even, white light, but for the share by which all of a top may be lighter or darker,
in each of the three colours: what is left of a lamp's tint is no difference.
Differences are measured against how much the faces of this set differ from each other, and each of them from a top
with nothing on it: 1 is as far as two of them. A shadow is nearly a dark die's face with a single small spot.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image
from hardware.dice.faces import PATCH, Face, Faces, turned
from hardware.dice.patches import patches_of

Floats = NDArray[np.float32]

_RIM = 2
"""Pixels of a patch at each edge: round, worn, and a little of the neighbour's."""

SHARE = (PATCH - 2 * _RIM) / PATCH
FINE = PATCH - 2 * _RIM
ROUGH = FINE // 2

_DIMMEST, _BRIGHTEST = 0.75, 1.33
_LEAST_APART = 60.0
"""In squared levels: noise is no difference, and between two faces that look alike there is no other."""

_MOVED = 2


class _Ways(NamedTuple):
    """All faces in all ways they can lie, as rows, for blue, green and red."""

    rows: Floats
    lengths: Floats
    inks: Floats
    """How much each differs from a top without anything on it, in squared levels."""


class Comparison:
    def __init__(self, faces: Faces) -> None:
        self.names = faces.names
        numbers = {name: number for number, name in enumerate(self.names)}
        self._of = np.array([numbers[sample.face] for sample in faces.samples for _ in range(4)])
        inner = [way[_RIM:-_RIM, _RIM:-_RIM] for sample in faces.samples for way in turned(sample.patch)]
        self._fine = _ways(inner)
        blurred = [cv2.GaussianBlur(sample.patch, (0, 0), PATCH / faces.size_mm) for sample in faces.samples]
        rough = [way[_RIM:-_RIM, _RIM:-_RIM] for patch in blurred for way in turned(np.asarray(patch, np.uint8))]
        self._rough = _ways([_small(way) for way in rough])
        self.apart = self._apart(faces)
        """For each pair of faces how far they are from each other, in squared levels."""
        others = self.apart[~np.eye(len(self.names), dtype=bool)]
        self._scale = float(np.median(others)) if others.size else _LEAST_APART
        self._fine_scales, self._rough_scales = self._scales(self._fine), self._scales(self._rough)

    def rough(self, patches: Image) -> Floats:
        """How far each patch, made soft and small, is from each face: a row a patch, a column a face."""
        return self._differences(patches, self._rough) / self._rough_scales

    def fine(self, patches: Image) -> Floats:
        """How far each patch is from each face, as squared levels: a row a patch, a column a face."""
        return self._differences(patches, self._fine)

    def strangeness(self, differences: Floats) -> Floats:
        """How far what is so far from each face is from the one most like it."""
        return np.asarray((differences / self._fine_scales).min(axis=-1), np.float32)

    def nearest(self, patch: Image) -> Face | None:
        """What a face most likely is that lies just as those did; None if it is like none of them."""
        off = self.fine(patch[None, _RIM:-_RIM, _RIM:-_RIM])[0]
        return self.names[int(off.argmin())] if float(self.strangeness(off)) < 1 else None

    def _scales(self, ways: _Ways) -> Floats:
        """Of each face what counts as 1."""
        inks = [float(ways.inks[self._of == face].mean()) for face in range(len(self.names))]
        return np.clip(inks, _LEAST_APART, max(_LEAST_APART, self._scale)).astype(np.float32)

    def _differences(self, patches: Image, ways: _Ways) -> Floats:
        seen = np.moveaxis(patches.reshape(len(patches), -1, 3), 2, 0).astype(np.float32)
        off = np.zeros((len(patches), len(self._of)), np.float32)
        for shown, rows, lengths in zip(seen, ways.rows, ways.lengths, strict=True):
            length = np.einsum("ij,ij->i", shown, shown)[:, None]
            alike = shown @ rows.T
            gain = np.clip(alike / np.maximum(length, 1.0), _DIMMEST, _BRIGHTEST)
            off += gain * (gain * length - 2 * alike) + lengths
        off /= patches[0].size
        nearest = np.full((len(patches), len(self.names)), np.inf, np.float32)
        for face in range(len(self.names)):
            nearest[:, face] = off[:, self._of == face].min(axis=1)
        return np.maximum(nearest, 0.0)

    def _apart(self, faces: Faces) -> Floats:
        """Wherever the two are laid on each other, nearly in the same place: that is how they are compared, too."""
        offs = np.arange(-_MOVED, _MOVED + 1, dtype=np.float32)
        grid = np.stack(np.meshgrid(offs, offs, 2.5 * offs, indexing="ij"), axis=-1).reshape(-1, 3)
        middle = np.array([(PATCH - 1) / 2, (PATCH - 1) / 2, 0.0], np.float32)
        apart = np.full((len(self.names), len(self.names)), np.inf, np.float32)
        for sample in faces.samples:
            seen = patches_of(sample.patch, middle + grid, PATCH, FINE, SHARE)
            face = self.names.index(sample.face)
            apart[face] = np.minimum(apart[face], self.fine(seen).min(axis=0))
        return np.maximum(np.minimum(apart, apart.T), _LEAST_APART)


def _small(way: Image) -> Image:
    return np.asarray(cv2.resize(way, (ROUGH, ROUGH), interpolation=cv2.INTER_AREA), np.uint8)


def _ways(patches: list[Image]) -> _Ways:
    drawn = np.stack([patch.reshape(-1, 3) for patch in patches]).astype(np.float32)
    inks = ((drawn - np.median(drawn, axis=1, keepdims=True)) ** 2).mean(axis=(1, 2))
    rows = np.ascontiguousarray(np.moveaxis(drawn, 2, 0))
    return _Ways(rows, np.einsum("cij,cij->ci", rows, rows), inks)
