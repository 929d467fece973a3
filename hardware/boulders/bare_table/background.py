"""Tells things from the bare, fairly even ground they lie on, be it wood, paper or cloth; it never counts them.

The ground is what most calm places look like. Its colour follows the light across the picture; its grain tells how much
a thing must differ to be one. What is only darker than the ground is a shadow, unless its edge is sharp all around.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.light_surface import fitted, terms_of
from hardware.devices import Image

_CELL = 8
_LEVEL = 165.0
"""How light the ground is made: leaves room for things that are lighter."""
_TINT, _LIGHT, _SHADE = 8.0, 0.055, 0.08
"""The least difference from an ideally even ground: in Lab's a and b, and in shares of its lightness."""
_GRAINS = 4.5
"""Times the ground's own unevenness."""
_SHIFT = 16.0
"""By how much the tint of a deep shadow may be off: it gets another lamp's light."""
_BLACK = 0.45
"""Of the ground's lightness: darker is no shadow any more."""
_STEPS = ((1, 0.5), (3, 0.3), (6, 0.18), (6, 0.12), (10, 0.1), (10, 0.08))
"""Terms of the surface, and how far (in logarithms) a cell may be off to count: from rough to fine."""
_REACH = 3.0
_BROAD = 0.04
"""Of the picture: less is no ground, but may be the top of a thing as pale as it."""
_EDGE, _LAMPS = 0.035, 0.6
"""In logarithms: a thing's edge is steeper; and by how much another lamp may tint the ground."""

_GREY = (_LEVEL, 128.0, 128.0)

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]


class Background(NamedTuple):
    """For every pixel of the picture, as it would be in even light."""

    lab: Floats
    things: Mask
    """1 where neither the ground nor a shadow on it shows."""
    shades: Mask
    """1 where it is only darker than the ground."""
    apart: Floats
    """How far from the ground, 1 being the least that makes a thing."""

    def bare(self) -> Floats:
        """The ground's usual colour."""
        bare = (self.things | self.shades)[::4, ::4] == 0
        return np.asarray(np.median(self.lab[::4, ::4][bare], axis=0) if bare.any() else _GREY, np.float32)


def measure(picture: Image) -> Background:
    height, width = picture.shape[:2]
    size = (max(8, width // _CELL), max(8, height // _CELL))
    cells = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    gain = cv2.resize(
        _LEVEL / np.maximum(_level(cells, _steepness(picture, size)), 1.0),
        (width, height),
        interpolation=cv2.INTER_LINEAR,
    )
    even = cv2.multiply(cv2.medianBlur(picture, 5), np.asarray(gain, np.float32), dtype=cv2.CV_8U)
    lab = np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), np.float32)
    middle, grain = _grain(lab)
    tint = np.hypot(lab[..., 1] - middle[1], lab[..., 2] - middle[2])
    level = lab[..., 0] / middle[0]
    # The darker a shadow, the more its tint may be off.
    # A lamp's reflection has the lamp's tint.
    off = np.clip(np.maximum(0.95 - level, level - 1.05), 0, 0.6)
    tinted = tint / (max(_TINT, _GRAINS * grain[1]) + _SHIFT * off)
    lighter = (level - 1) / max(_LIGHT, _GRAINS * grain[0])
    darker = (1 - level) / max(_SHADE, _GRAINS * grain[0])
    black = (1 - level) / (1 - _BLACK) if middle[0] > 40 else np.zeros_like(level)
    apart = np.asarray(np.maximum(np.maximum(tinted, lighter), black), np.float32)
    # Where a lamp is reflected, every grain of the ground glitters.
    glitter = cv2.morphologyEx((lighter > 1).astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    things = _solid((tinted > 1) | (black > 1) | (glitter > 0))
    shades = ((darker > 1) & (things == 0)).astype(np.uint8)
    return Background(lab, things, shades, apart)


def _solid(off: NDArray[np.bool_]) -> Mask:
    """Without specks, lines and gaps."""
    solid = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)


def _grain(lab: Floats) -> tuple[Floats, tuple[float, float]]:
    """The ground's colour in even light, and how much its lightness (a share) and its tint vary."""
    some = lab[::3, ::3].reshape(-1, 3)
    near = some
    for reach in (60.0, 30.0, 24.0):
        middle = np.median(near, axis=0)
        near = some[np.abs(some - middle).max(axis=1) < reach]
        if not len(near):
            near = some
    middle = np.maximum(np.median(near, axis=0), 1.0)
    spread = 1.48 * np.median(np.abs(near - middle), axis=0)
    return np.asarray(middle, np.float32), (float(spread[0] / middle[0]), float(np.hypot(spread[1], spread[2])))


def _level(cells: Image, steep: Floats) -> Floats:
    """How bright the bare ground would be in each cell."""
    height, width = cells.shape[:2]
    terms = terms_of(height, width)
    logs = np.log(cells.reshape(-1, 3).astype(np.float32) + 1.0)
    smooth = terms @ fitted(terms, logs, _likely(cells), _STEPS, ridge=1e-2)
    apart = (logs - smooth).reshape(height, width, 3)
    lighter = apart.mean(axis=2)
    weights = np.where(_gentle(apart, steep), np.exp(4.0 * np.minimum(lighter, 0.0)), 0.0).astype(np.float32)[..., None]
    nearby = np.zeros((height, width, 3), np.float32)
    for reach in (8 * _REACH, 3 * _REACH, _REACH):
        total, whole = cv2.GaussianBlur(apart * weights, (0, 0), reach), cv2.GaussianBlur(weights, (0, 0), reach)
        nearby = np.asarray((total + 0.05 * nearby) / (whole[..., None] + 0.05), np.float32)
    return np.asarray(np.exp(smooth.reshape(height, width, 3) + nearby), np.float32)


def _gentle(apart: Floats, steep: Floats) -> NDArray[np.bool_]:
    """The ground, and where it goes over gently into a lamp's reflection or a large shadow: things have sharp edges."""
    lighter, tinted = apart.mean(axis=2), np.ptp(apart, axis=2)
    bare = (tinted < 0.12) & (lighter > -0.3) & (lighter < 0.12)
    if not bare.any():
        return np.asarray(bare)
    calm = (steep < _EDGE + 1.5 * float(np.median(steep[bare]))) & (tinted < _LAMPS)
    # Where the edge of a thing is faint for a cell or two, that is no way into it.
    broad = cv2.erode(calm.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, numbers = cv2.connectedComponents(broad, connectivity=4)
    cells, seeds = np.bincount(numbers.ravel()), np.bincount(numbers[bare], minlength=count)
    reached = (cells > _BROAD * numbers.size) & (seeds > 0.3 * cells)
    reached[0] = False
    found = cv2.dilate(reached[numbers].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.asarray(found if found.any() else bare)


def _steepness(picture: Image, size: tuple[int, int]) -> Floats:
    """How much the light changes within a few pixels, in logarithms, in each cell."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    logs = np.log(cv2.blur(half, (3, 3)).astype(np.float32) + 8.0)
    rise = cv2.morphologyEx(logs, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    return np.asarray(cv2.resize(rise, size, interpolation=cv2.INTER_AREA), np.float32)


def _likely(cells: Image) -> Floats:
    """1 for the cells whose colour is the most common one among the calm cells."""
    lab = np.asarray(cv2.cvtColor(cells, cv2.COLOR_BGR2LAB), np.float32)
    rough = np.max([cv2.morphologyEx(lab[..., c], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) for c in range(3)], 0)
    calm = 1.0 / (1.0 + (rough / max(4.0, 1.5 * float(np.median(rough)))) ** 2)
    tints = np.zeros((256, 256), np.float32)
    np.add.at(tints, (lab[..., 1].astype(int), lab[..., 2].astype(int)), calm)
    a, b = np.unravel_index(int(np.argmax(cv2.GaussianBlur(tints, (0, 0), 3.0))), tints.shape)
    near = np.hypot(lab[..., 1] - a, lab[..., 2] - b) < 14
    levels = np.bincount(lab[..., 0][near].astype(int), weights=calm[near], minlength=256).astype(np.float32)
    middle = float(np.argmax(cv2.GaussianBlur(levels.reshape(1, -1), (0, 0), 12.0)))
    return np.asarray((near & (np.abs(lab[..., 0] - middle) < 45)).reshape(-1), np.float32)
