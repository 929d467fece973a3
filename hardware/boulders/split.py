"""Splits a clump of one colour into boulders by their known size and shape; it never decides how sure to be."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shapes import Square, Sweep, drawn
from hardware.devices import Image

_ANGLES = 15
_EDGE_WEIGHT = 0.6
_CANDIDATES_AN_ANGLE = 10
_LEAST_COVER = 0.55
_LEAST_FRESH = 0.5
_OVERLAP = 0.16

Floats = NDArray[np.float32]


def squares(weights: Floats, level: Image, label: int, size: float, sweep: Sweep) -> list[Square]:
    """The tops in one clump, the best first. `weights` is 1 where a pixel looks like a top, less on sides, 0 elsewhere."""
    steep = cv2.morphologyEx(level, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32)
    edges = np.minimum(steep / 40.0, 1.0).astype(np.float32)
    left = weights.copy()
    taken = np.zeros(weights.shape, np.uint8)
    shapes = [(drawn(weights.shape, c.corners(size)) > 0, c) for c in _candidates(weights, edges, label, size)]
    found: list[Square] = []
    while shapes:
        best: Square | None = None
        kept, best_score = [], 0.0
        for top, candidate in shapes:
            whole = int(np.count_nonzero(top))
            fresh = float(left[top].sum()) / whole
            if fresh < _LEAST_FRESH or np.count_nonzero(taken[top]) > _OVERLAP * whole:
                continue
            kept.append((top, candidate))
            score = candidate.fit + fresh
            if score > best_score:
                best, best_score = candidate._replace(fit=min(1.0, fresh)), score
        if best is None:
            break
        found.append(best)
        taken |= drawn(weights.shape, best.corners(size * 0.96))
        left[drawn(weights.shape, best.whole(size * 1.04, sweep)) > 0] = 0
        shapes = kept
    return found


def _candidates(weights: Floats, edges: Floats, label: int, size: float) -> list[Square]:
    """Squares at every angle that are well covered; `fit` is how much their edges agree with the picture's."""
    height, width = weights.shape
    reach = math.ceil(math.hypot(height, width) / 2) + 2
    whole = round(size)
    both = cv2.merge([weights, edges])
    found = []
    for number in range(_ANGLES):
        angle = 90.0 * number / _ANGLES
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        turn[:, 2] += reach - np.array([width / 2, height / 2])
        turned = cv2.warpAffine(both, turn, (2 * reach, 2 * reach), flags=cv2.INTER_LINEAR)
        cover = cv2.boxFilter(turned[..., 0], -1, (whole, whole))
        outer = cv2.boxFilter(turned[..., 1], -1, (whole + 3, whole + 3), normalize=False)
        inner = cv2.boxFilter(turned[..., 1], -1, (whole - 3, whole - 3), normalize=False)
        ring = (outer - inner) / ((whole + 3) ** 2 - (whole - 3) ** 2)
        agree = _EDGE_WEIGHT * (ring - inner / (whole - 3) ** 2)
        score = cover + agree
        peak = (score >= cv2.dilate(score, np.ones((3, 3), np.uint8))) & (cover > _LEAST_COVER)
        rows, columns = np.nonzero(peak)
        order = np.argsort(-score[rows, columns])[:_CANDIDATES_AN_ANGLE]
        back = cv2.invertAffineTransform(turn)
        # An even box has its middle between two pixels.
        shift = 0.5 if whole % 2 == 0 else 0.0
        for row, column in zip(rows[order], columns[order], strict=True):
            x, y = back @ np.array([column - shift, row - shift, 1.0])
            found.append(Square(float(x), float(y), -angle, label, float(agree[row, column])))
    return found
