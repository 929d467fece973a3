"""Draws dice that were found on a copy of the picture, for people: an outline each, a cross where it is not clear."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.count import Point
from hardware.devices import Image
from hardware.dice.throw import Throw

_RIM, _CLEAR, _DOUBTFUL = (20, 20, 20), (60, 220, 255), (0, 0, 255)


def draw_all(image: Image, outlines: Iterable[Iterable[Point]]) -> Image:
    """Where dice were found."""
    picture = image.copy()
    for corners in outlines:
        _outline(picture, corners, _CLEAR)
    return picture


def draw(image: Image, throw: Throw) -> Image:
    picture = image.copy()
    thick = max(1, round(image.shape[1] / 640))
    for die in throw.dice:
        corners = _outline(picture, die.outline, _CLEAR if die.clear else _DOUBTFUL)
        if not die.clear:
            x, y = corners.mean(axis=0)
            cv2.drawMarker(picture, (round(x), round(y)), _DOUBTFUL, cv2.MARKER_TILTED_CROSS, 8 * thick, thick)
    return picture


def _outline(picture: Image, corners: Iterable[Point], colour: tuple[int, int, int]) -> NDArray[np.int32]:
    thick = max(1, round(picture.shape[1] / 640))
    places = np.round(np.array(list(corners)) * (picture.shape[1], picture.shape[0])).astype(np.int32)
    cv2.polylines(picture, [places], True, _RIM, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [places], True, colour, thick, cv2.LINE_AA)
    return places
