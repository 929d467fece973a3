"""Pictures made to be as much work as can be, and to mean nothing: nobody should be sure of what lies there."""

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.colours import BOULDER_COLOURS
from hardware.camera.render import Look, Painter
from hardware.camera.scene import Scene
from hardware.camera.view import HEIGHT, WIDTH
from hardware.devices import Image

GREY = (78, 78, 78)
_PAINTS = [tuple(int(boulder.samples[0][at : at + 2], 16) for at in (5, 3, 1)) for boulder in BOULDER_COLOURS.values()]
"""Blue, green, red."""


def _field(left: float = 30, right: float = 232) -> NDArray[np.bool_]:
    """The middle of the mat, in millimetres from its left edge."""
    corners = np.array([[x, y, 0.0] for x, y in ((left, 30), (right, 30), (right, 162), (left, 162))])
    outline = np.round(Look().view.lens().project(corners)).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(np.zeros((HEIGHT, WIDTH), np.uint8), outline, 1) > 0)


def _on_the_mat(pattern: Image, right: float = 232) -> Image:
    field = _field(right=right)
    picture = Painter().paint(Scene(()))
    picture[field] = pattern[field]
    return picture


def _squares(cell: int, paints: list[tuple[int, ...]], seed: int) -> Image:
    """Squares of `cell` pixels, each painted by chance."""
    chance = np.random.default_rng(seed).integers(0, len(paints), (HEIGHT // cell + 1, WIDTH // cell + 1))
    return np.array(paints, np.uint8)[chance.repeat(cell, axis=0).repeat(cell, axis=1)[:HEIGHT, :WIDTH]]


def _chequered(cell: int, paints: list[tuple[int, ...]]) -> Image:
    down, right = np.mgrid[0:HEIGHT, 0:WIDTH] // cell
    return np.asarray(np.array(paints, np.uint8)[(down + right) % len(paints)])


def _noise() -> Image:
    return np.random.default_rng(9).integers(0, 256, (HEIGHT, WIDTH, 3)).astype(np.uint8)


def _dots(many: int, largest: int, seed: int) -> Image:
    random = np.random.default_rng(seed)
    picture = np.full((HEIGHT, WIDTH, 3), 160, np.uint8)
    for _ in range(many):
        middle = (int(random.integers(WIDTH)), int(random.integers(HEIGHT)))
        cv2.circle(picture, middle, int(random.integers(2, largest + 1)), _PAINTS[int(random.integers(4))], -1)
    return picture


def _laid(pattern: Callable[[], Image], right: float = 232) -> Callable[[], Image]:
    return lambda: _on_the_mat(pattern(), right)


ON_THE_MAT: dict[str, Callable[[], Image]] = {
    "noise": _laid(_noise),
    **{f"chequers of {n}": _laid(partial(_chequered, n, _PAINTS[:2])) for n in (12, 20, 30, 40)},
    **{f"chequers of {n} in four": _laid(partial(_chequered, n, _PAINTS)) for n in (12, 20, 30, 40)},
    **{f"confetti of {n}": _laid(partial(_squares, n, [*_PAINTS, GREY], 9)) for n in (6, 12, 20, 30, 40)},
    **{f"half confetti of {n}": _laid(partial(_squares, n, [*_PAINTS, GREY], 9), 131) for n in (20, 30, 40)},
    **{f"white confetti of {n}": _laid(partial(_squares, n, [_PAINTS[3], GREY], 9)) for n in (12, 20, 30)},
}
ON_THE_TABLE: dict[str, Callable[[], Image]] = {
    "noise": _noise,
    **{f"chequers of {n}": partial(_chequered, n, [(150, 150, 150), _PAINTS[1]]) for n in (4, 16, 32, 64)},
    **{f"confetti of {n}": partial(_squares, n, [*_PAINTS, (150, 150, 150)], 9) for n in (4, 8, 16, 32, 64)},
    **{f"{n} dots of {s}": partial(_dots, n, s, 9) for n in (500, 2000, 8000) for s in (6, 14, 30)},
}
