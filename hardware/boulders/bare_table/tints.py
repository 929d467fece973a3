"""Tells whether two colours are one paint in more and in less light; it never looks at shapes."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image

_SIDE = 0.15
"""Of a top's light, that a side of it gets at least."""

Floats = NDArray[np.float32]


def tints(lab: Image) -> Floats:
    """Lab's a and b at one lightness: the same for one paint however much light falls on it."""
    shown = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR).astype(np.float32) / 255
    linear = (shown + 0.02) ** 2.2
    level = linear @ np.array([0.0722, 0.7152, 0.2126], np.float32)
    even = np.clip(linear / level[..., None] * 0.25, 0, 1) ** (1 / 2.2)
    return np.asarray(cv2.cvtColor(even.astype(np.float32), cv2.COLOR_BGR2LAB)[..., 1:], np.float32)


def paints_apart(one: Floats, other: Floats) -> float:
    """How far two colours are from being one paint in more and in less light; both in Lab."""
    both = np.array([[one, other]]).astype(np.uint8)
    linear = (cv2.cvtColor(both, cv2.COLOR_LAB2BGR)[0] / 255.0) ** 2.2
    dark, light = sorted(linear, key=lambda each: float(each.sum()))
    share = max(float(dark @ light / (light @ light + 1e-6)), _SIDE)
    shown = np.array([[dark, np.minimum(share * light, 1.0)]], np.float32) ** (1 / 2.2)
    lab = cv2.cvtColor(shown, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))
