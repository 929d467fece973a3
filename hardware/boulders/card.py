"""Tells a grey card on the mat from a shadow, by its straight, sharp sides; it never counts.

A large shadow has a soft edge, or comes from the tower; boulders throw small ones. What is white or coloured is no
shadow in the first place, and not looked at here.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import troubles
from hardware.boulders.illumination import BLACK, LIT, Field, Floats
from hardware.boulders.plane import CELL, SCALE
from hardware.devices import Image

_FAINT = 0.08
"""In logarithms: less than that is uneven light."""
_HOLE, _WIDE = 5, 7
"""Cells: a boulder on the card with its shadow; what is narrower may be the shadow of a few boulders."""
_MOST, _RECTANGULAR = 0.7, 0.7
_SIDES = 3
"""How many sides must be sharp: the fourth may lie beyond the mat, or be hidden by boulders."""
_REACH, _EDGE = round(7 * SCALE), round(3 * SCALE)
"""Pixels: how far from a side one looks, and how wide a sharp edge is at most."""
_SHARP = 0.75
"""How much of the step across a side happens within a sharp edge."""
_CALM = 9
"""Pixels along a side that are taken together against noise."""

Corners = NDArray[np.float32]


def card_on_mat(flat: Image, field: Field, usable: NDArray[np.bool_]) -> Health | None:
    """What to say of a card on the mat that is as grey as a shadow is, or as the mat is in the light."""
    if not usable.any():
        return None
    on_mat = _hull(usable)
    # What is lighter still may be white boulders side by side.
    light = np.where(field.lighter < LIT, field.lighter, np.float32(0.0))
    return _card(flat, -field.lighter, on_mat) or _card(flat, light, on_mat)


def _card(flat: Image, apart: Floats, on_mat: Image) -> Health | None:
    grey: Image | None = None
    for thing in _things((apart > _FAINT) & (on_mat > 0)):
        depth = float(np.median(apart[thing]))
        if depth < _FAINT:
            continue
        # Half-way up its edge: the shadows of boulders beside it are fainter.
        for clear in _things(thing & (apart > depth / 2)):
            corners = _rectangle(clear)
            if corners is None or not _even(apart[clear]) or _from_the_tower(clear, on_mat):
                continue
            grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8) if grey is None else grey
            if sum(_sharp(grey, corners[side - 1], corners[side]) for side in range(4)) >= _SIDES:
                return troubles.FLAT_THING if depth > BLACK else troubles.GREY_CARD
    return None


def _things(cells: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """What hangs together and is large enough to be a card."""
    closed = cv2.morphologyEx(cells.astype(np.uint8), cv2.MORPH_CLOSE, _round(_HOLE))
    count, numbers = cv2.connectedComponents(cv2.morphologyEx(closed, cv2.MORPH_OPEN, _round(_WIDE)), connectivity=4)
    return (numbers == number for number in range(1, count))


def _hull(usable: NDArray[np.bool_]) -> Image:
    """The whole mat with its markers: a card may lie on them."""
    places = np.argwhere(usable)[:, ::-1].astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(np.zeros(usable.shape, np.uint8), cv2.convexHull(places), 1), np.uint8)


def _round(cells: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (cells, cells)), np.uint8)


def _even(apart: Floats) -> bool:
    """Whether most of it is equally grey: markers and shadows between boulders are not."""
    middle = float(np.median(apart))
    return float((np.abs(apart - middle) < _FAINT / 2 + middle / 5).mean()) > _MOST


def _from_the_tower(thing: NDArray[np.bool_], on_mat: Image) -> bool:
    """The tower stands at the upper edge, and its shadow begins there."""
    return bool(np.flatnonzero(thing.any(axis=1))[0] <= np.flatnonzero(on_mat.any(axis=1))[0] + 1)


def _rectangle(thing: NDArray[np.bool_]) -> Corners | None:
    """Its corners in pixels, if it is one."""
    outlines, _ = cv2.findContours(thing.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle, (width, height), angle = cv2.minAreaRect(outlines[0])
    if int(thing.sum()) < _RECTANGULAR * (width + 1) * (height + 1):
        return None
    cells = cv2.boxPoints((middle, (width + 1, height + 1), angle))
    return np.asarray((cells + 0.5) * CELL - 0.5, np.float32)


def _sharp(grey: Image, start: Corners, end: Corners) -> bool:
    """Whether most of the step across this side happens at once."""
    along = end - start
    across = np.array([-along[1], along[0]], np.float32) / np.linalg.norm(along)
    # The corners themselves are round, or a neighbour's side.
    share = np.linspace(0.15, 0.85, max(_CALM, int(0.7 * np.linalg.norm(along))), dtype=np.float32)
    off = np.arange(-_REACH, _REACH + 1, dtype=np.float32)
    places = start + share[:, None, None] * along + off[None, :, None] * across
    seen = cv2.remap(cv2.blur(grey, (3, 3)), places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    logs = cv2.blur(np.log(seen.astype(np.float32) + 1.0), (1, _CALM))
    whole = logs[:, -_EDGE:].mean(axis=1) - logs[:, :_EDGE].mean(axis=1)
    steps = logs[:, _EDGE:] - logs[:, :-_EDGE]
    largest = np.where(whole > 0, steps.max(axis=1), -steps.min(axis=1))
    clear = np.abs(whole) > _FAINT / 2
    return bool(np.count_nonzero(clear) > len(whole) / 2 and np.median(largest[clear] / np.abs(whole[clear])) > _SHARP)
