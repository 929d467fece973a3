"""How light the sides of boulders are against their tops, by the way they face: one lamp lights them all.

Learned from the sides in the picture; it never looks at a picture itself.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LEAST = 6
"""Sides that tell where the lamp stands."""
_DIRECTIONS = 24
_STEPS = 4
_FINE = 0.03
_OUTLIER = 0.3
_TOLERANCE, _SPREADS = 0.12, 4.0
"""How far a side may be off: neighbours shade it and shine on it; more where the light is less simple."""


class Shade(NamedTuple):
    """A side facing `lamp` (radians) is `base + lit` times as light as the top, one in the dark `base` times."""

    lamp: float
    base: float
    lit: float
    tolerance: float

    def ratio(self, facing: Floats) -> Floats:
        return self.base + self.lit * np.maximum(0.0, np.cos(facing - self.lamp))


def learned(facing: Floats, ratio: Floats) -> Shade | None:
    """From sides with their directions and how light they are against their tops; a few wrong ones do not matter."""
    if len(facing) < _LEAST:
        return None
    best, least = None, np.inf
    for lamp in np.arange(_DIRECTIONS) * (2 * np.pi / _DIRECTIONS):
        terms = np.stack([np.ones_like(facing), np.maximum(0.0, np.cos(facing - lamp))], axis=1)
        weights = np.ones_like(ratio)
        for _ in range(_STEPS):
            weighed = terms * weights[:, None]
            base, lit = np.linalg.solve(weighed.T @ terms + np.diag([1e-3, 0.05]), weighed.T @ ratio)
            off = np.abs(ratio - terms @ (base, lit))
            weights = 1.0 / np.maximum(off, _FINE)
        wrong = float(np.minimum(off, _OUTLIER).sum())
        if lit >= 0 and wrong < least:
            spread = _SPREADS * float(np.median(off))
            best, least = Shade(float(lamp), float(base), float(lit), max(_TOLERANCE, spread)), wrong
    return best
