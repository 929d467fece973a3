"""The light on the mat, read off the mat itself: it lies flat like the boulders' tops, so dividing by it leaves paint.

White balance, a lamp on one side and a dim corner are all gone then; what the picture shows is never judged here.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.light_surface import fitted, highest, terms_of
from hardware.boulders.palette import MAT_LEVEL
from hardware.devices import Image

_STEPS = ((3, 0.5), (3, 0.25), (6, 0.12), (10, 0.08), (10, 0.05), (10, 0.05))
"""Terms of the surface, and how far (in logarithms) a cell may be off to count: from rough to fine."""

_TINTED = 0.14
_SHADED, LIT = 0.36, 0.28
"""In logarithms: a shadow on the mat, or the mat beside one, but neither a dark thing nor a dull white boulder."""
BLACK = 1.1
"""In logarithms: no shadow in a room with light enough to play takes two thirds of it from the mat."""
_ROUGH = 0.16
_SOFT = 0.12
"""In logarithms, from cell to cell: the edge of a large shadow is softer, that of a boulder is not."""
_NEIGHBOURS, _BEFORE = 4 | cv2.FLOODFILL_MASK_ONLY, 2
_SOME = 3
_FEW = 100
"""Cells: too few to tell anything."""

_SECOND_LAMP = 0.3
"""In logarithms: how much of another lamp's tint shows in a shadow, for each one it is deep."""
_NOISE = 4.0
"""Of 255: how far the darkest cell may be off, for little but noise is left there."""
_REACH = 1.6
"""Cells; where nothing bare is that near, one looks farther."""
_FAINT = 0.04

Floats = NDArray[np.float32]


class Field(NamedTuple):
    """What each cell tells about the light."""

    level: Floats
    """How bright the bare mat would be."""
    share: float
    """Of the cells that show the mat."""
    strange: NDArray[np.bool_]
    """Neither the mat nor a shadow on it."""
    black: NDArray[np.bool_]
    """Darker than a shadow: a phone that sleeps, a sleeve."""
    lighter: Floats
    """How much lighter a grey cell is than the mat would be in even light, in logarithms; 0 where it is not grey."""


def measure(cells: Image, usable: NDArray[np.bool_]) -> Field:
    """`cells` is the picture made small; `usable` the cells where the mat is plain grey when nothing lies there."""
    height, width = usable.shape
    if int(usable.sum()) < _FEW:
        none = np.zeros_like(usable)
        return Field(np.full((height, width, 3), 255, np.float32), 0.0, none, none, none.astype(np.float32))
    terms = terms_of(height, width)
    logs = np.log(cells.reshape(-1, 3).astype(np.float32) + 1.0)
    inside = usable.ravel()
    # A smooth surface needs only some of the cells.
    some = np.flatnonzero(inside)[::_SOME]
    smooth = terms @ fitted(terms[some], logs[some], _likely(logs[some]), _STEPS, ridge=1e-3)
    apart = logs - smooth
    grey = _spread(apart) < _TINTED
    lighter = apart.mean(axis=1)
    greyish = inside & grey & (lighter > -_SHADED) & (lighter < LIT)
    calm = inside & grey & _calm(cells)
    bare = calm & (greyish | _in_the_light(lighter.reshape(height, width), calm & greyish, calm & (lighter >= LIT)))
    bare |= _shaded(apart.reshape(height, width, 3), bare, inside & _calm(cells))
    level = smooth + _nearby(apart, bare, (height, width))
    apart = logs - level
    most, lit = highest(apart), np.exp(level)
    dark = (most < 0.1) & (_spread(apart) < 0.2 + _SECOND_LAMP * np.maximum(0.0, -most))
    strange = inside & (highest(np.abs(apart) - _NOISE / lit) > 0.2) & ~dark & ~bare
    black = inside & (most < -BLACK)
    shape = (height, width)
    share = float(greyish.sum() / max(1, inside.sum()))
    even = np.where(grey, lighter, np.float32(0.0)).reshape(shape)
    return Field(lit.reshape(*shape, 3), share, strange.reshape(shape), black.reshape(shape), even)


def _spread(cells: Floats) -> Floats:
    return highest(cells) + highest(-cells)


def _likely(logs: Floats) -> Floats:
    """How surely each cell shows the mat, at first sight: most do."""
    middle = np.median(logs, axis=0)
    return np.asarray(1.0 / (1.0 + (highest(np.abs(logs - middle)) / 0.5) ** 2), np.float32)


def _calm(cells: Image) -> NDArray[np.bool_]:
    """Cells that are like their neighbours: a cell beside a white boulder holds a little of it."""
    green = np.ascontiguousarray(cells[..., 1])
    step = cv2.morphologyEx(green, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(step.reshape(-1) < _ROUGH * green.reshape(-1) + 3, np.bool_)


def _in_the_light(lighter: Floats, mat: NDArray[np.bool_], light: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the `light` cells are mat beyond the edge of a shadow: from there it grows dark softly."""
    width = lighter.shape[1]
    flooded = np.zeros((lighter.shape[0] + 2, width + 2), np.uint8)
    inner = flooded[1:-1, 1:-1]
    within = np.zeros_like(mat)
    for cell in np.flatnonzero(light).tolist():
        if inner[cell // width, cell % width] == 0:
            inner[inner > 0] = _BEFORE
            cv2.floodFill(lighter, flooded, (cell % width, cell // width), 0, _SOFT, _SOFT, _NEIGHBOURS)
            same = (inner == 1).reshape(-1)
            if np.count_nonzero(same & mat) > np.count_nonzero(same & light):
                within |= same
    return within


def _shaded(apart: Floats, bare: NDArray[np.bool_], calm: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which calm cells are mat in a shadow of another tint, where the second lamp is: the mat runs into it softly."""
    height, width = apart.shape[:2]
    flooded = np.pad(1 - calm.reshape(height, width).astype(np.uint8), 1, constant_values=1)
    inner = flooded[1:-1, 1:-1]
    step, ground = (_SOFT, _SOFT, _SOFT), bare.reshape(height, width)
    while (left := ground & (inner == 0)).any():
        row, column = divmod(int(np.argmax(left)), width)
        cv2.floodFill(apart, flooded, (column, row), 0, step, step, _NEIGHBOURS | _BEFORE << 8)
    return np.asarray((inner == _BEFORE).reshape(-1) & (highest(apart.reshape(-1, 3)) < LIT))


def _nearby(apart: Floats, bare: NDArray[np.bool_], shape: tuple[int, int]) -> Floats:
    """What a large shadow adds to the smooth surface, from the bare cells around; small, darker ones count for less."""
    weights = np.where(bare, np.exp(5.0 * apart.mean(axis=1)), 0.0).astype(np.float32)
    values = (apart * weights[:, None]).reshape(*shape, 3)
    weights = weights.reshape(shape)
    level = np.zeros((*shape, 3), np.float32)
    for reach in (8 * _REACH, 3 * _REACH, _REACH):
        total, whole = cv2.GaussianBlur(values, (0, 0), reach), cv2.GaussianBlur(weights, (0, 0), reach)
        level = np.asarray((total + _FAINT * level) / (whole + _FAINT)[..., None], np.float32)
    return level.reshape(-1, 3)


def balance(picture: Image, field: Field) -> Image:
    """The picture as it would be if the bare mat were `MAT_LEVEL` everywhere."""
    height, width = picture.shape[:2]
    gain = cv2.resize(MAT_LEVEL / np.maximum(field.level, 1.0), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, gain, dtype=cv2.CV_8U), np.uint8)
