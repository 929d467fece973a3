"""Splits a clump of boulders into single ones by their known size and shape; it never decides how sure to be."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image

_ANGLES = 15
_EDGE_WEIGHT = 0.5
_CANDIDATES_AN_ANGLE = 12
_LEAST_COVER = 0.62
_LEAST_LEFT = 0.55

Floats = NDArray[np.float32]


class Square(NamedTuple):
    """A boulder's top: its middle, its angle in degrees, its label, and how much of it shows its colour (0 to 1)."""

    x: float
    y: float
    angle: float
    label: int
    score: float
    cover: float

    def corners(self, size: float) -> NDArray[np.float64]:
        turn = math.radians(self.angle)
        right, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        half = size / 2
        middle = np.array([self.x, self.y])
        return np.array([middle + half * (i * right + j * down) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def squares(labels: Image, edges: Image, size: float, sweep: tuple[float, float]) -> list[Square]:
    """The tops in one clump, best first chosen: each must show mostly one colour that no chosen boulder explains."""
    found: list[Square] = []
    candidates: list[Square] = []
    for label in np.unique(labels):
        mask = labels == label
        if label and mask.sum() > 0.4 * size * size:
            candidates += _candidates(mask.astype(np.float32), np.float32(1 / 255) * edges, int(label), size)
    left = labels.copy()
    taken = np.zeros_like(labels)
    shapes = [(_drawn(labels.shape, c.corners(size)) > 0, c) for c in sorted(candidates, key=lambda c: -c.score)]
    while shapes:
        best: Square | None = None
        kept = []
        for top, candidate in shapes:
            whole = int(top.sum())
            fresh = int((left[top] == candidate.label).sum()) / whole
            if fresh < _LEAST_LEFT or int(taken[top].sum()) > 0.22 * whole:
                continue
            score = candidate.score - candidate.cover + fresh
            if best is None or score > best.score:
                best = candidate._replace(score=score, cover=fresh)
            kept.append((top, candidate))
        if best is None:
            break
        found.append(best)
        corners = best.corners(size)
        taken |= _drawn(labels.shape, best.corners(size * 0.94))
        whole_cube = np.concatenate([corners, corners + np.array(sweep)])
        left[_drawn(labels.shape, _hull(whole_cube)) > 0] = 0
        shapes = kept
    return found


def _candidates(mask: Floats, edges: Floats, label: int, size: float) -> list[Square]:
    """Squares at every angle that are well covered, with edges around and none within."""
    height, width = mask.shape
    reach = math.ceil(math.hypot(height, width) / 2) + 2
    whole = round(size)
    both = cv2.merge([mask, edges])
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
        score = cover + _EDGE_WEIGHT * (ring - inner / (whole - 3) ** 2)
        peak = (score >= cv2.dilate(score, np.ones((5, 5), np.uint8))) & (cover > _LEAST_COVER)
        rows, columns = np.nonzero(peak)
        order = np.argsort(-score[rows, columns])[:_CANDIDATES_AN_ANGLE]
        back = cv2.invertAffineTransform(turn)
        # An even box has its middle between two pixels.
        shift = 0.5 if whole % 2 == 0 else 0.0
        for row, column in zip(rows[order], columns[order], strict=True):
            x, y = back @ np.array([column - shift, row - shift, 1.0])
            found.append(
                Square(float(x), float(y), -angle, label, float(score[row, column]), float(cover[row, column]))
            )
    return found


def _hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64)[:, 0]


def _drawn(shape: tuple[int, ...], outline: NDArray[np.float64]) -> Image:
    canvas = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(canvas, np.round(outline * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return canvas
