"""How light the sides of boulders are against their tops, by the way they face: one lamp lights them all.

It is learned from the sides in a picture; it never looks at the picture itself.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LEAST = 6
"""Sides that tell where the lamp stands."""
_LAMPS = np.arange(24)[:, None] * (2 * np.pi / 24)
_STEPS = 4
_FINE, _OUTLIER = 0.03, 0.3
"""A side that is this little off is as good as any; one that is that much off is no side at all."""
_CAREFUL = 0.05
"""Sides that all face one way do not tell how much the lamp adds."""
_TOLERANCE, _SPREADS = 0.12, 4.0
"""How far a side may be off, for neighbours shade it and shine on it; more where the light is less simple."""


class Lamp(NamedTuple):
    """A side facing `direction` (radians) is `base + lit` times as light as the top, one in the dark `base` times."""

    direction: float
    base: float
    lit: float
    tolerance: float

    def ratio(self, facing: Floats) -> Floats:
        return self.base + self.lit * np.maximum(0.0, np.cos(facing - self.direction))


def lamp_from(facing: Floats, ratio: Floats) -> Lamp | None:
    """From sides, where they face and how light they are against their tops; a few wrong ones do not matter."""
    if len(facing) < _LEAST:
        return None
    # A weighted straight line for each direction the lamp may be in; what is off counts less from step to step.
    turned = np.maximum(0.0, np.cos(facing - _LAMPS))
    weights = np.ones_like(turned)
    for _ in range(_STEPS):
        total = weights.sum(axis=1)
        middle, mean = (weights * turned).sum(axis=1) / total, (weights * ratio).sum(axis=1) / total
        apart = turned - middle[:, None]
        lit = (weights * apart * ratio).sum(axis=1) / ((weights * apart**2).sum(axis=1) + _CAREFUL)
        lit = np.maximum(lit, 0.0)
        base = mean - lit * middle
        off = np.abs(ratio - base[:, None] - lit[:, None] * turned)
        weights = 1.0 / np.maximum(off, _FINE)
    best = int(np.argmin(np.minimum(off, _OUTLIER).sum(axis=1)))
    tolerance = max(_TOLERANCE, _SPREADS * float(np.median(off[best])))
    return Lamp(float(_LAMPS[best, 0]), float(base[best]), float(lit[best]), tolerance)
