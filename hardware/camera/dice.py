"""How simulated dice look, and the drawing of one: round edges, a symbol a side; it never knows how it is read."""

import math
from collections.abc import Callable, Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.camera.scene import Colour
from hardware.devices import Image

Points = NDArray[np.float64]

SIDE = 96
"""Pixels of a side as it is drawn before it lies anywhere."""

WOOD: Colour = (0.62, 0.45, 0.27)
INK: Colour = (0.05, 0.035, 0.03)

SYMBOLS = ("axe", "axes", "crossbow", "shield", "flame", "tower")
"""What can be on the simulated rig's dice, in this order."""


def simulated_sides() -> dict[str, Image]:
    return {name: painted(symbol(name), WOOD, INK) for name in SYMBOLS}


class DiceLook(msgspec.Struct, frozen=True):
    """One set of dice: all alike."""

    size_mm: float = 16.0
    rounding: float = 0.1
    """The radius of edges and corners, as a share of the edge."""
    body: Colour = WOOD
    drawn: Mapping[str, Image] = msgspec.field(default_factory=simulated_sides)
    """What each side can be, in square-root light: blue, green, red."""


def painted(ink: Image, body: Colour, colour: Colour) -> Image:
    """A side of this body, where `ink` (0 to 255) is as strong as the other colour is."""
    share = ink.astype(np.float64)[..., None] / 255
    reflected = share * np.array(colour[::-1]) + (1 - share) * np.array(body[::-1])
    return np.asarray(np.round(255 * np.sqrt(reflected)), np.uint8)


def symbol(name: str) -> Image:
    """One of `SYMBOLS`, as ink."""
    ink = np.zeros((SIDE, SIDE), np.uint8)
    match name:
        case "axe":
            _axe(ink, 48)
        case "axes":
            _axe(ink, 30)
            _axe(ink, 64)
        case "crossbow":
            cv2.ellipse(ink, (48, 58), (34, 34), 0, 200, 340, 255, 8, cv2.LINE_AA)
            cv2.line(ink, (48, 20), (48, 80), 255, 8, cv2.LINE_AA)
            cv2.line(ink, (16, 46), (80, 46), 255, 3, cv2.LINE_AA)
        case "shield":
            _blot(ink, [(22, 20), (74, 20), (74, 48), (48, 80), (22, 48)], 255)
            _blot(ink, [(36, 32), (60, 32), (60, 46), (48, 60), (36, 46)], 0)
        case "flame":
            _blot(ink, [(48, 14), (70, 52), (60, 80), (36, 80), (26, 52), (38, 44)], 255)
        case "tower":
            _blot(ink, [(28, 82), (28, 20), (38, 20), (38, 30), (44, 30), (44, 20), (52, 20), (52, 30)], 255)
            _blot(ink, [(28, 82), (28, 36), (68, 36), (68, 82)], 255)
            _blot(ink, [(58, 36), (58, 20), (68, 20), (68, 36)], 255)
            _blot(ink, [(42, 82), (42, 58), (54, 58), (54, 82)], 0)
        case _:
            raise ValueError(f"There is no symbol called {name!r}: choose one of {', '.join(SYMBOLS)}.")
    return ink


def _axe(ink: Image, x: int) -> None:
    cv2.line(ink, (x, 18), (x, 80), 255, 7, cv2.LINE_AA)
    _blot(ink, [(x, 22), (x + 18, 16), (x + 18, 48), (x, 42)], 255)


def _blot(ink: Image, outline: list[tuple[int, int]], value: int) -> None:
    cv2.fillPoly(ink, [np.array(outline, np.int32)], value, cv2.LINE_AA)


def draw_round(
    picture: Image, corners: Points, rounding: float, project: Callable[[Points], Points], colour: Points
) -> None:
    """The whole die as it stands out against the mat: balls at its corners, and what is between them."""
    middle = corners.mean(axis=0)
    inner = middle + (corners - middle) * (1 - 2 * rounding)
    radius = float(np.linalg.norm(corners[1] - corners[0])) * rounding
    turns = np.linspace(0, 2 * math.pi, 12, endpoint=False)
    ring = radius * np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    up = radius * np.stack([0 * turns, np.cos(turns), np.sin(turns)], axis=1)
    across = radius * np.stack([np.cos(turns), 0 * turns, np.sin(turns)], axis=1)
    balls = np.concatenate([inner[:, None] + around[None] for around in (ring, up, across)]).reshape(-1, 3)
    hull = cv2.convexHull((project(balls) * 16).astype(np.float32))
    cv2.fillConvexPoly(picture, np.round(hull).astype(np.int32), tuple(map(float, colour)), cv2.LINE_AA, 4)


def draw_side(picture: Image, outline: Points, side: Image, rounding: float, falling: Points, mirrored: Points) -> None:
    """One side in the light that falls on it (red, green, blue), but for its round edge."""
    left, upper = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
    right, lower = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, (picture.shape[1], picture.shape[0]))
    if right <= left or lower <= upper:
        return
    own = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - 0.5
    lay = cv2.getPerspectiveTransform(own, (outline - (left, upper)).astype(np.float32))
    size = (int(right - left), int(lower - upper))
    share = cv2.warpPerspective(_within(rounding), lay, size)[..., None].astype(np.float64) / 255
    smaller = max(1.0, SIDE / float(np.linalg.norm(outline[1] - outline[0])))
    soft = cv2.GaussianBlur(side, (0, 0), 0.5 * smaller)
    paint = (cv2.warpPerspective(soft, lay, size, borderMode=cv2.BORDER_REPLICATE).astype(np.float64) / 255) ** 2
    seen = 255 * np.sqrt(paint * falling[::-1] + mirrored[::-1])
    place = picture[upper:lower, left:right]
    place[:] = np.clip(np.round(place * (1 - share) + seen * share), 0, 255).astype(np.uint8)


def _within(rounding: float) -> Image:
    """The flat part of a side, softly turning into its edge."""
    flat = np.zeros((SIDE, SIDE), np.uint8)
    rim, radius = 0.45 * rounding * SIDE, max(1.0, rounding * SIDE)
    low, high = round(rim + radius), round(SIDE - rim - radius)
    cv2.rectangle(flat, (low, low), (high, high), 255, -1)
    grown = cv2.dilate(flat, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(radius) + 1,) * 2))
    return np.asarray(cv2.GaussianBlur(grown, (0, 0), 1.0 + 0.3 * radius), np.uint8)
