"""Splits a clump of one colour into boulders by their known size and shape; it never decides how sure to be."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shapes import Square, Sweep, mask_of
from hardware.boulders.work_budget import Budget
from hardware.devices import Image

_ANGLES = 15
_BEST_ANGLES = 4
_STEP = 3
_LEAST_COVER = 0.5
_GOOD_COVER = 0.8
_STARTS = 8
_EDGES = 0.25
_TOP = 0.6
"""Weights above are tops; a boulder's sides explain only what is below."""
_OVERLAP = 1.5
_WORTH = 0.45
"""Of a top's area: a further boulder must explain at least that much."""
_MOST = 20_000_000
"""Pixels of all candidates together: more would fill a small Pi's memory, and nobody counts such a clump."""
_SQUARE, _TURNED, _GAIN, _COVER = 4_000, 5, 0.2, 0.1
"""In pixels: what a candidate costs, and each pixel of a clump that is turned, of a candidate weighed, of one moved."""
_NUDGES = 13
"""Places that are tried for each."""

Floats = NDArray[np.float32]


class Candidates(NamedTuple):
    """Squares that might be tops; a row each for where its top and its sides are, and what its edges add."""

    squares: list[Square]
    tops: Floats
    sides: Floats
    edges: Floats


def split_clump(weights: Floats, level: Image, label: int, size: float, sweep: Sweep, budget: Budget) -> list[Square]:
    """The set of tops that explains the clump best. `weights`: 1 where a pixel looks like a top, less on sides, else 0.

    The best single square may straddle two boulders, so several first choices are followed to their end.
    """
    candidates = _candidates(weights, level, label, size, sweep, budget)
    if not candidates.squares:
        return []
    small = ((weights.shape[1] + 1) // 2, (weights.shape[0] + 1) // 2)
    flat = np.asarray(cv2.resize(weights, small, interpolation=cv2.INTER_AREA), np.float32).reshape(-1)
    first = _gains(candidates, flat, np.zeros_like(flat), flat == 0)
    best: list[int] = []
    best_worth = 0.0
    for start in _starts(candidates.squares, first, size):
        numbers, worth = _followed(candidates, flat, start, _WORTH * size**2 / 4, budget)
        if worth > best_worth:
            best, best_worth = numbers, worth
    chosen = [candidates.squares[number] for number in best]
    if not budget.affords(_COVER * weights.size * len(chosen) * (len(chosen) + _NUDGES)):
        return chosen
    return _settled(chosen, weights, size)


def _settled(chosen: list[Square], weights: Floats, size: float) -> list[Square]:
    """Each square moved and turned a little until it covers most; `fit` is how much of it is covered, by it alone."""
    settled = list(chosen)
    for _ in range(2):
        for number, square in enumerate(settled):
            free = weights.copy()
            for other in settled[:number] + settled[number + 1 :]:
                free[mask_of(weights.shape, other.corners(size * 0.94)) > 0] = 0
            settled[number] = _nudged(square, free, size)
    return settled


def _nudged(square: Square, free: Floats, size: float) -> Square:
    best = square._replace(fit=_cover(square, free, size))
    for reach in (2.0, 1.0):
        for right, down, turn in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 3), (0, 0, -3)):
            moved = best._replace(x=best.x + right * reach, y=best.y + down * reach, angle=best.angle + turn * reach)
            fit = _cover(moved, free, size)
            if fit > best.fit:
                best = moved._replace(fit=fit)
    return best


def _cover(square: Square, free: Floats, size: float) -> float:
    # A little smaller than the boulder: its rim is blurred.
    return float(cv2.mean(free, mask_of(free.shape, square.corners(size * 0.94)))[0])


def _starts(tops: list[Square], gains: Floats, size: float) -> list[int]:
    """The best candidates that are not nearly the same."""
    chosen: list[int] = []
    for number in np.argsort(-gains):
        here = tops[number]
        if all(math.hypot(here.x - tops[o].x, here.y - tops[o].y) > 0.3 * size for o in chosen):
            chosen.append(int(number))
        if len(chosen) == _STARTS:
            break
    return chosen


def _followed(
    candidates: Candidates, weights: Floats, start: int, least: float, budget: Budget
) -> tuple[list[int], float]:
    """From a first choice on, always the one that explains most of what is left."""
    left, taken = weights.copy(), np.zeros_like(weights)
    empty = weights == 0
    chosen: list[int] = []
    worth, number = 0.0, start
    while budget.affords(_GAIN * candidates.tops.size):
        gains = _gains(candidates, left, taken, empty)
        if chosen:
            number = int(np.argmax(gains))
            if gains[number] < least:
                break
        worth += float(gains[number])
        chosen.append(number)
        taken = np.maximum(taken, candidates.tops[number])
        left = left * (1 - taken) * np.where(weights < _TOP, 1 - candidates.sides[number], 1)
    return chosen, worth


def _gains(candidates: Candidates, left: Floats, taken: Floats, empty: NDArray[np.bool_]) -> Floats:
    by_top = left - empty - _OVERLAP * taken
    by_sides = np.where(left < _TOP, left, 0)
    return np.asarray(candidates.tops @ by_top + candidates.sides @ by_sides + candidates.edges, np.float32)


def _candidates(weights: Floats, level: Image, label: int, size: float, sweep: Sweep, budget: Budget) -> Candidates:
    """Squares that are well covered. Half the pixels each way are enough to weigh them."""
    found = candidate_squares(weights, level, label, size, budget)
    shape = ((weights.shape[0] + 1) // 2, (weights.shape[1] + 1) // 2)
    if len(found) * shape[0] * shape[1] > _MOST or not budget.affords(len(found) * (_SQUARE + shape[0] * shape[1])):
        found = []
    tops, sides = [], []
    for square in found:
        top = mask_of(shape, square.corners(size) / 2)
        tops.append(top.reshape(-1))
        sides.append((mask_of(shape, square.whole(size * 1.05, sweep) / 2) & ~top).reshape(-1))
    edges = np.array([square.fit * _EDGES * size**2 / 4 for square in found], np.float32)
    return Candidates(found, np.array(tops, np.float32), np.array(sides, np.float32), edges)


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
