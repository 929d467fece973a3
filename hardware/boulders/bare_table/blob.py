"""One thing in a picture, as a mask, and what can be said of its shape; it never knows what the thing is."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]


class Blob(NamedTuple):
    """One thing: its mask within the picture, and how clear it is that it is one, 0 to 1."""

    mask: Mask
    x: int
    y: int
    area: int
    clear: float = 1.0

    def cut(self, shape: tuple[int, int]) -> float:
        """How long the picture's edge cuts it, against its own width."""
        rows, columns = self.mask.shape
        ends = ((self.y <= 1, self.mask[0]), (self.y + rows >= shape[0] - 1, self.mask[-1]))
        sides = ((self.x <= 1, self.mask[:, 0]), (self.x + columns >= shape[1] - 1, self.mask[:, -1]))
        return float(sum(int(line.sum()) for touches, line in (*ends, *sides) if touches) / self.area**0.5)

    def of(self, picture: NDArray[np.generic]) -> NDArray[np.generic]:
        rows, columns = self.mask.shape
        return picture[self.y : self.y + rows, self.x : self.x + columns]


def opening(mask: Mask, size: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, size), np.uint8)), np.uint8)


def closing(mask: Mask, size: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), np.uint8)


def dilated(mask: Mask, size: int) -> Mask:
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)), np.uint8)


def connected(mask: Mask, left: int, top: int, least: float) -> list[Blob]:
    """The largest first."""
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    blobs = [
        Blob((numbers[y : y + h, x : x + w] == n).astype(np.uint8), left + x, top + y, area)
        for n, (x, y, w, h, area) in enumerate(stats[1:count].tolist(), start=1)
        if area >= least
    ]
    return sorted(blobs, key=lambda blob: -blob.area)


def filled(blob: Blob) -> Blob:
    outlines, _ = cv2.findContours(blob.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    mask = np.asarray(cv2.drawContours(np.zeros_like(blob.mask), outlines, -1, 1, cv2.FILLED), np.uint8)
    return blob._replace(mask=mask, area=int(mask.sum()))


def solidity(blob: Blob) -> float:
    """The share of the smallest convex outline around it that it fills."""
    outlines, _ = cv2.findContours(blob.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate(outlines))
    return blob.area / (cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1)


def gap(one: Blob, other: Blob) -> float:
    far = np.array([_middle(one), _middle(other)])
    return float(np.linalg.norm(far[0] - far[1]))


def _middle(blob: Blob) -> tuple[float, float]:
    rows, columns = np.nonzero(blob.mask)
    return blob.x + float(columns.mean()), blob.y + float(rows.mean())


def merged(one: Blob, other: Blob) -> Blob:
    left, top = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.mask.shape[1], other.x + other.mask.shape[1])
    bottom = max(one.y + one.mask.shape[0], other.y + other.mask.shape[0])
    mask = np.zeros((bottom - top, right - left), np.uint8)
    for blob in (one, other):
        rows, columns = blob.mask.shape
        mask[blob.y - top : blob.y - top + rows, blob.x - left : blob.x - left + columns] |= blob.mask
    return Blob(mask, left, top, int(mask.sum()), min(one.clear, other.clear))


def depth(mask: NDArray[np.bool_]) -> float:
    return float(np.max(cv2.distanceTransform(np.pad(mask, 1).astype(np.uint8), cv2.DIST_L2, 5)))


def borders(numbers: NDArray[np.int32]) -> dict[tuple[int, int], int]:
    """How long the line is along which each two parts meet."""
    borders: dict[tuple[int, int], int] = {}
    # Two pixels apart, for the watershed's own line lies between.
    for one, other in ((numbers[:, :-2], numbers[:, 2:]), (numbers[:-2], numbers[2:])):
        meet = (one != other) & (one > 0) & (other > 0)
        both = np.stack([np.minimum(one[meet], other[meet]), np.maximum(one[meet], other[meet])], axis=1)
        for (low, high), count in zip(*np.unique(both, axis=0, return_counts=True), strict=True):
            pair = (int(low), int(high))
            borders[pair] = max(borders.get(pair, 0), int(count))
    return borders
