"""Squares of a boulder's size in a clump of one colour that might be tops; it never chooses among them."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shapes import Square
from hardware.boulders.work_budget import Budget
from hardware.devices import Image

_ANGLES = 15
_BEST_ANGLES = 4
_STEP = 3
"""Pixels between those that are taken side by side."""
_LEAST_COVER, _GOOD_COVER = 0.5, 0.8
"""How much of a square must have the colour: at the best places, and side by side."""
_EDGES = 0.25
"""What edges all around a square are worth against being covered."""
_TURNED = 5
"""In pixels of work: what each pixel of a clump costs that is turned."""

Floats = NDArray[np.float32]


def _steepness(level: Image) -> Floats:
    steep = cv2.morphologyEx(cv2.blur(level, (3, 3)), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(np.minimum(np.asarray(steep, np.float32) / 30.0, 1.0), np.float32)


class Turned(NamedTuple):
    """How well a square fits at each place of the clump turned by one angle, and the way back."""

    angle: float
    cover: Floats
    agree: Floats
    score: Floats
    back: Floats


def _turned(both: Floats, angle: float, whole: int) -> Turned:
    height, width = both.shape[:2]
    reach = math.ceil(math.hypot(height, width) / 2) + 2
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turn[:, 2] += reach - np.array([width / 2, height / 2])
    turned = cv2.warpAffine(both, turn, (2 * reach, 2 * reach), flags=cv2.INTER_LINEAR)
    cover = np.asarray(cv2.boxFilter(turned[..., 0], -1, (whole, whole)), np.float32)
    outer = cv2.boxFilter(turned[..., 1], -1, (whole + 3, whole + 3), normalize=False)
    inner = cv2.boxFilter(turned[..., 1], -1, (whole - 3, whole - 3), normalize=False)
    agree = (outer - inner) / ((whole + 3) ** 2 - (whole - 3) ** 2) - inner / (whole - 3) ** 2
    back = np.asarray(cv2.invertAffineTransform(turn), np.float32)
    return Turned(angle, cover, np.asarray(agree, np.float32), np.asarray(cover + _EDGES * agree, np.float32), back)


def candidate_squares(weights: Floats, level: Image, label: int, size: float, budget: Budget) -> list[Square]:
    """Squares at places better than those around, and at the angles that fit best also side by side in between."""
    if not budget.affords(_TURNED * _ANGLES * (weights.shape[0] ** 2 + weights.shape[1] ** 2)):
        return []
    both = np.asarray(cv2.merge([weights, _steepness(level)]), np.float32)
    whole = round(size)
    turns = [_turned(both, 90.0 * number / _ANGLES, whole) for number in range(_ANGLES)]
    turns.sort(key=lambda turn: -float(turn.score.max()))
    found = []
    for rank, turn in enumerate(turns):
        places = (turn.score >= cv2.dilate(turn.score, np.ones((7, 7), np.uint8))) & (turn.cover > _LEAST_COVER)
        if rank < _BEST_ANGLES:
            places[::_STEP, ::_STEP] |= turn.cover[::_STEP, ::_STEP] > _GOOD_COVER
        # An even box has its middle between two pixels.
        shift = 0.5 if whole % 2 == 0 else 0.0
        for row, column in zip(*np.nonzero(places), strict=True):
            x, y = turn.back @ np.array([column - shift, row - shift, 1.0], np.float32)
            found.append(Square(float(x), float(y), turn.angle, label, float(turn.agree[row, column])))
    return found
