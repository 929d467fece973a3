"""Names the colour of each piece on a bare ground by the nearest sample; it never says how many pieces there are.

Nothing white lies in the picture, so the pieces themselves tell the light: the one light, not far from white, in which
they come nearest to the samples.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 6
_CALM = 5.0
"""So many pieces in white light would be needed to outweigh the samples as they are."""
_STRONGEST = 0.45
"""In logarithms: no lamp tints more than that."""
_LIGHTNESS = 0.7
"""What a difference in lightness counts, against one in tint: sides and shadows differ in nothing else."""
_NEAR, _FAR = 28.0, 75.0
"""In Lab: surely of that colour; surely of none."""
_MARGIN = 1.35
"""By how much the next colour must be farther away to be surely another."""

_STEPS = 120.0

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
_AXES: Floats = np.array(
    [[0, -0.82, 0.58 * _LIGHTNESS], [-0.71, 0.41, 0.58 * _LIGHTNESS], [0.71, 0.41, 0.58 * _LIGHTNESS]]
)
"""Blue, green, red: red against green, both against blue, and all together."""


class Named(NamedTuple):
    colour: str
    clear: float


class ColourNames:
    def __init__(self, colours: dict[str, tuple[str, ...]]) -> None:
        self._names = [name for name, samples in colours.items() for _ in samples]
        self._samples = np.array([_linear(sample) for samples in colours.values() for sample in samples])

    def of(self, pieces: list[Pixels]) -> list[Named]:
        """`pieces` are each one's pixels, blue, green, red."""
        if not pieces:
            return []
        middles = np.array([_middle(pixels) for pixels in pieces])
        light = self._light(middles)
        return [self._named(pixels, light) for pixels in pieces]

    def _light(self, middles: Floats) -> Floats:
        """By how much (in logarithms) the samples must be lit to look like the pieces."""
        light = np.zeros(3)
        for _ in range(_ROUNDS):
            apart = _apart(middles[:, None], self._samples[None] * np.exp(light))
            nearest = apart.argmin(axis=1)
            trust = 1.0 / (1.0 + (apart.min(axis=1) / _NEAR) ** 2)
            off = np.log((middles + 0.01) / (self._samples[nearest] + 0.01))
            light = np.clip((trust[:, None] * off).sum(axis=0) / (trust.sum() + _CALM), -_STRONGEST, _STRONGEST)
        return light

    def _named(self, pixels: Pixels, light: Floats) -> Named:
        """The colour most pixels are nearest to; how clear by how near, and how much farther the next colour is."""
        some = pixels[:: max(1, len(pixels) // 400)]
        apart = _apart(_linear_of(some)[:, None], self._samples[None] * np.exp(light))
        by_name = {name: apart[:, [n == name for n in self._names]].min(axis=1) for name in dict.fromkeys(self._names)}
        names = list(by_name)
        table = np.stack([by_name[name] for name in names], axis=1)
        votes = np.bincount(table.argmin(axis=1), minlength=len(names))
        best = int(votes.argmax())
        typical = np.median(table, axis=0)
        near = float(np.clip((_FAR - typical[best]) / (_FAR - _NEAR), 0.0, 1.0))
        next_best = min((float(typical[n]) for n in range(len(names)) if n != best), default=np.inf)
        apart_enough = next_best > _MARGIN * typical[best] + 3.0 or votes[best] > 0.9 * votes.sum()
        return Named(names[best], min(near, 1.0 if apart_enough else 0.75))


def _middle(pixels: Pixels) -> Floats:
    return np.asarray(np.median(_linear_of(pixels), axis=0), np.float64)


def _linear(sample: str) -> Floats:
    value = int(sample.lstrip("#"), 16)
    return _linear_of(np.array([value & 255, value >> 8 & 255, value >> 16 & 255], np.uint8))


def _linear_of(pixels: Pixels) -> Floats:
    return np.asarray((pixels / 255.0) ** 2.2, np.float64)


def _apart(one: Floats, other: Floats) -> Floats:
    """About as far as in Lab, but as wary of a little green in red as of a little green in grey."""
    return np.asarray(np.linalg.norm(_seen(one) - _seen(other), axis=-1), np.float64)


def _seen(linear: Floats) -> Floats:
    """Two axes of tint and one of lightness, in steps of about a hundredth."""
    shown = np.clip(linear, 0, 1) ** (1 / 2.2) * _STEPS
    return np.asarray(shown @ _AXES, np.float64)
