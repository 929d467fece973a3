"""Names the colour of every pixel of a balanced picture by one look into a table; it never looks at shapes.

Balanced means that the mat's grey is `MAT_LEVEL` in each channel. A face in the shade or in the lamp's light is the
same paint with less or more light: what counts is the colour at equal lightness, and how light it may become.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image

MAT_LEVEL = 85
MAT_REFLECTS = 0.184
GAMMA = 2.2

_BITS = 6
_DARKEST, _LIGHTEST = 0.22, 8.0
_WHITE_DARKEST = 0.44
_MAT_LIGHTEST = 1.65
_GREYNESS, _IN_THE_DARK = 1.5, 0.9
"""A faint tint is more likely a pale paint than the mat; the darker it is, the more likely a shadow's own tint."""
_NEUTRAL = 14.0
_FARTHEST = 17.0
"""How far a tint may be from a paint without any of its own: a printer's grey has one, and so gives white one."""

Floats = NDArray[np.float32]


class Palette:
    """`names[label - 1]` is the colour of a pixel with that label; 0 is the mat, a shadow, or nothing known."""

    def __init__(self, colours: Mapping[str, Sequence[str]]) -> None:
        self.names = tuple(colours)
        self.levels = [
            float(np.median([_balanced(_linear(sample)).max() for sample in colours[name]])) for name in colours
        ]
        """How light each colour's tops are in a balanced picture, in their lightest channel."""
        self._tints = [_tint(np.array([_linear(sample) for sample in samples])) for samples in colours.values()]
        self._table = _labels([[_linear(sample) for sample in samples] for samples in colours.values()])

    def nearest(self, balanced: Image) -> int:
        """The label of the paint whose tint is nearest to one balanced colour, however far that is."""
        linear = np.asarray((balanced[::-1].astype(np.float32) / MAT_LEVEL) ** GAMMA * MAT_REFLECTS, np.float32)
        tint = _tint(linear[None])[0]
        return int(np.argmin([float(np.hypot(*(tints - tint).T).min()) for tints in self._tints])) + 1

    def name(self, balanced: Image) -> Image:
        shift = 8 - _BITS
        small = balanced >> shift
        wide = small[..., 0].astype(np.int32)
        for channel in (1, 2):
            wide <<= _BITS
            wide |= small[..., channel]
        return self._table.take(wide)


def is_colour(sample: object) -> bool:
    """Whether it is a sample such as #c0202a."""
    return isinstance(sample, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", sample) is not None


def _linear(sample: str) -> Floats:
    value = int(sample.lstrip("#"), 16)
    parts = np.array([value >> 16 & 255, value >> 8 & 255, value & 255], np.float32) / 255
    return np.where(parts > 0.04045, ((parts + 0.055) / 1.055) ** 2.4, parts / 12.92).astype(np.float32)


def sample_of(balanced: Image) -> str:
    """The sample of a paint that looks like this in a balanced picture, blue, green, red."""
    linear = (np.asarray(balanced, np.float64)[::-1] / MAT_LEVEL) ** GAMMA * MAT_REFLECTS
    shown = np.where(linear > 0.0031308, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055, 12.92 * linear)
    return "#{:02x}{:02x}{:02x}".format(*np.clip(np.round(shown * 255), 0, 255).astype(int))


def tint_apart(one: str, other: str) -> float:
    """How far two samples are from each other at equal lightness, in steps of Lab: the usual colours over 40."""
    (here, there) = (_tint(_linear(sample)[None])[0] for sample in (one, other))
    return float(np.hypot(here[0] - there[0], here[1] - there[1]))


def _balanced(linear: Floats) -> Floats:
    return np.asarray((linear / MAT_REFLECTS) ** (1 / GAMMA) * MAT_LEVEL, np.float32)


def _labels(colours: Sequence[Sequence[Floats]]) -> Image:
    """For every balanced colour the number of the nearest paint, at the lightness that fits it best."""
    steps = (np.arange(1 << _BITS, dtype=np.float32) + 0.5) * (1 << 8 - _BITS)
    blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
    level = np.stack([red, green, blue], axis=-1).reshape(-1, 3) / np.float32(MAT_LEVEL)
    seen = np.asarray(level**GAMMA * MAT_REFLECTS, np.float32)
    light = _lightness(seen)
    tints = _tint(seen)
    weight = _IN_THE_DARK + (_GREYNESS - _IN_THE_DARK) * np.minimum(light / MAT_REFLECTS, 1.0)
    greyness = weight * np.hypot(tints[:, 0], tints[:, 1])
    nearest = np.where(light < MAT_REFLECTS * _MAT_LIGHTEST, greyness, np.inf)
    nearest = np.where(light < 0.012, -1.0, nearest)
    label = np.zeros(len(seen), np.uint8)
    for number, samples in enumerate(colours, start=1):
        for sample in samples:
            bright = float(_lightness(sample[None])[0])
            own = _tint(sample[None])[0]
            tint = float(np.hypot(own[0], own[1]))
            darkest = _WHITE_DARKEST if tint < _NEUTRAL else _DARKEST
            fits = (light > darkest * bright) & (light < _LIGHTEST * bright)
            apart = np.hypot(tints[:, 0] - own[0], tints[:, 1] - own[1])
            apart = np.where(fits & (apart < _FARTHEST + 0.45 * tint), apart, np.inf)
            label = np.where(apart < nearest, np.uint8(number), label)
            nearest = np.minimum(nearest, apart)
    return label


def _lightness(linear: Floats) -> Floats:
    light: Floats = linear @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    return light


def _tint(linear: Floats) -> Floats:
    """Lab's a and b at the lightness of the mat: the same for one paint however much light falls on it."""
    even = linear / np.maximum(_lightness(linear), 1e-4)[:, None] * MAT_REFLECTS
    to_xyz = np.array([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]], np.float32)
    x, y, z = np.cbrt(even @ to_xyz.T).T
    return np.stack([500 * (x - y), 200 * (y - z)], axis=-1)
