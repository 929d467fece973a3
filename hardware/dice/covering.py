"""Where something lies on the mat: neither its grey, nor printed on it, nor a shadow; it never says what it is."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.mat_view import FlatMat
from hardware.boulders.palette import MAT_LEVEL
from hardware.boulders.plane import SCALE, Mask
from hardware.devices import Image

_TINTED = 0.2
_LIGHTER = 0.22
DARKER = 0.55
"""In logarithms, of a picture's levels: few shadows take so much of the light, but a dark die does."""

_SPECK, _LINE = round(1.5 * SCALE), round(2.5 * SCALE)
"""Pixels."""


Floats = NDArray[np.float32]


class Covering:
    def __init__(self, seen: FlatMat) -> None:
        calm = cv2.GaussianBlur(seen.balanced, (0, 0), 1.2).astype(np.float32)
        logs = np.log((calm + 1.0) / (MAT_LEVEL + 1.0))
        self._plane = seen.plane
        self._darkness: Floats = -logs.mean(axis=2)
        """How much darker than the mat each pixel is, in logarithms."""
        tinted = logs.max(axis=2) - logs.min(axis=2) > _TINTED
        self._light: Mask = tinted & (self._darkness < DARKER) | (self._darkness < -_LIGHTER)

    def things(self, darker: float | None = DARKER, markers: bool = False) -> Mask:
        """With what is so much darker, which may be a dark die or a deep shadow; the markers, too, or without them."""
        things = self._light
        if darker is not None:
            things = things | ((self._darkness > darker) & (markers | ~self._plane.printed))
        return _filled(things & self._plane.on_mat)


def softened(seen: FlatMat) -> Image:
    """What faces are compared in: a little softer than the picture, so that half a pixel does not matter."""
    return np.asarray(cv2.GaussianBlur(seen.balanced, (0, 0), 0.8), np.uint8)


def _filled(things: Mask) -> Mask:
    """Without specks, and without holes: between black and white there is a line as grey as the mat."""
    joined = cv2.morphologyEx(things.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_LINE, _LINE), np.uint8))
    whole = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((_SPECK, _SPECK), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    canvas = np.zeros(things.shape, np.uint8)
    cv2.drawContours(canvas, outlines, -1, 1, cv2.FILLED)
    return np.asarray(canvas, bool)
