"""Faces cut out of a picture that was laid flat, many at once, each turned upright; it never compares them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image
from hardware.dice.faces import PATCH
from hardware.dice.lying import Lying

Floats = NDArray[np.float32]


def patches_of(flat: Image, places: Floats, size: float, pixels: int = PATCH, share: float = 1.0) -> Image:
    """Of each place (x, y, angle in degrees) the middle `share` of the square there, as so many pixels."""
    grid = ((np.arange(pixels, dtype=np.float32) + 0.5) / pixels - 0.5) * (size * share)
    turn = np.radians(places[:, 2])[:, None, None]
    across, down = grid[None, None, :], grid[None, :, None]
    x = places[:, 0, None, None] + np.cos(turn) * across - np.sin(turn) * down
    y = places[:, 1, None, None] + np.sin(turn) * across + np.cos(turn) * down
    # OpenCV takes no more than 32,767 rows.
    shape = (len(places), pixels * pixels)
    right, lower = x.astype(np.float32).reshape(shape), y.astype(np.float32).reshape(shape)
    seen = cv2.remap(flat, right, lower, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8).reshape(len(places), pixels, pixels, 3)


def patch_of(flat: Image, lying: Lying, size: float) -> Image:
    return np.asarray(patches_of(flat, np.array([lying], np.float32), size)[0], np.uint8)
