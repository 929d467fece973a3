"""Sees the mat in a picture: found, laid flat and balanced, or says in words why not; it never names a colour."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import illumination, troubles
from hardware.boulders.card import card_on_mat
from hardware.boulders.finder import Finder
from hardware.boulders.light_surface import highest
from hardware.boulders.plane import Plane
from hardware.boulders.pose import Pose
from hardware.devices import Image

_DARK = 22.0
_BRIGHT = 235.0
_LEAST_MAT = 0.35
_MAT_BRIGHT = 185.0
"""Of 255: where the bare mat is lighter, a white boulder, at most white itself, hardly stands out from it any more."""

_COLOURLESS = 8.0
"""Of 255: where the mat shows less of red, green or blue, only noise is left of that colour."""


class FlatMat(NamedTuple):
    """The mat from above: `balanced` is the picture in even, white light."""

    plane: Plane
    field: illumination.Field
    balanced: Image


class MatView:
    """Remembers where the mat was: the camera stands still. Views of one picture may share what remembers it."""

    def __init__(self, size_mm: float, finder: Finder | None = None, cards: bool = True) -> None:
        """`cards` where a grey card is told from a shadow: larger things than boulders throw one as large as a card."""
        self.size_mm = size_mm
        self._cards = cards
        self._finder = finder or Finder()
        self._plane: Plane | None = None

    def look(self, image: Image) -> FlatMat | Health:
        trouble = _unreadable(image)
        if trouble is not None:
            return trouble
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        trouble = _unlit(grey)
        if trouble is not None:
            return trouble
        pose = self._finder.find(grey)
        if isinstance(pose, Health):
            return pose
        plane = self._plane_of(pose)
        flat = plane.flatten(image)
        field = illumination.measure(plane.cells(flat), plane.usable)
        if (np.count_nonzero(field.level < _COLOURLESS, axis=(0, 1)) > 0.5 * field.level[..., 0].size).any():
            return troubles.COLOURED_LIGHT
        if field.share < _LEAST_MAT:
            return troubles.COVERED
        if _share(highest(field.level.reshape(-1, 3)) > _MAT_BRIGHT) > 0.1:
            return troubles.BRIGHT
        card = card_on_mat(flat, field, plane.usable) if self._cards else None
        if card is not None:
            return card
        return FlatMat(plane, field, illumination.balance(flat, field))

    def _plane_of(self, pose: Pose) -> Plane:
        if self._plane is None or self._plane.pose is not pose:
            self._plane = Plane(pose, self.size_mm)
        return self._plane


def _unreadable(image: Image) -> Health | None:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 64:
        return troubles.NO_PICTURE
    return None


def _unlit(grey: Image) -> Health | None:
    small = grey[::8, ::8]
    if _share(small < _DARK) > 0.95:
        return troubles.DARK
    if _share(small > _BRIGHT) > 0.5:
        return troubles.BRIGHT
    return None


def _share(mask: NDArray[np.bool_]) -> float:
    """Of all, how many are true: numpy takes ten times as long for a median or the like."""
    return np.count_nonzero(mask) / mask.size
