"""A smooth surface of light through the cells of a picture, in logarithms; which cells show the ground others say."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

Steps = tuple[tuple[int, float], ...]
"""How many terms of the surface, and how far a cell may be off to count: from rough to fine."""


def highest(cells: Floats) -> Floats:
    """Of each cell's three channels, which numpy is slow to compare along their own axis."""
    return np.asarray(np.maximum(np.maximum(cells[:, 0], cells[:, 1]), cells[:, 2]), np.float32)


def fitted(terms: Floats, logs: Floats, weights: Floats, steps: Steps, ridge: float) -> Floats:
    """By term, for each channel: cells far off are left out step by step; `ridge` keeps it calm where few are left."""
    surface = np.zeros((terms.shape[1], 3), np.float32)
    for count, doubt in steps:
        used = terms[:, :count] * weights[:, None]
        surface[:] = 0.0
        smooth = ridge * np.eye(count, dtype=np.float32)
        surface[:count] = np.linalg.solve(used.T @ terms[:, :count] + smooth, used.T @ logs)
        off = highest(np.abs(logs - terms @ surface)) / doubt
        weights = np.asarray(1.0 / (1.0 + off**4), np.float32)
    return surface


@lru_cache(maxsize=8)
def terms_of(height: int, width: int) -> Floats:
    """What a surface over that many cells is made of: 1, x, y and their products up to the third power."""
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    x, y = right.ravel(), down.ravel()
    ones = np.ones_like(x)
    return np.stack([ones, x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=1).astype(np.float32)
