"""Proposes where tops may be in a heap, at two glances of a small network; it never decides what lies there.

`proposer.onnx` has its weights, `proposer.md` says how they were made.
"""

from functools import cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.palette import MAT_LEVEL
from hardware.boulders.plane import HEIGHT, WIDTH, Plane
from hardware.devices import Image

STRIDE = 4
"""Pixels each way that one cell of the answer stands for."""
_WHOLE = 2 * STRIDE
"""Pixels: what a picture's sides must be multiples of, for inside it two cells each way are one."""
SWEEP_SCALE = 10.0
LEARNED_SIZE, _ABOUT = 20.0, 0.06
"""Pixels: how wide boulders were in its lessons; others are made so, but for as much as they differed there."""
PROPOSING = 4e6
"""In pixels of work: what its two glances take."""
LIKELY, _LEAST = 0.25, 0.06
"""How likely one is that is taken to be there at first; and one that is worth a try where something does not fit."""
_SAME = 0.45
"""In boulders: two on one level that are nearer to each other are one; one on others may be right above another."""
_MOST = 100
"""There are 44 boulders; of confetti there is no end."""
_PEAK = np.ones((3, 3), np.uint8)
_TURNED_BACK = np.array([1, -1, -1, 1, 1], np.float32)[:, None, None]
"""Upside down, right is left and down is up; four times an angle is the same."""
_ONE_AT_A_TIME = Lock()

Floats = NDArray[np.float32]


class Proposal(NamedTuple):
    """A top that may be there: its middle, its angle in degrees, how likely it is, whether it lies on others."""

    x: float
    y: float
    angle: float
    likely: float
    lifted: bool


def proposals(balanced: Image, plane: Plane, size: float) -> list[Proposal]:
    """Those that the network sees in a balanced, flat picture, likely ones first. `size` is a boulder's, in pixels."""
    zoom = LEARNED_SIZE / size if abs(LEARNED_SIZE / size - 1.0) > _ABOUT else 1.0
    wide, high = (round(side * zoom / _WHOLE) * _WHOLE for side in (WIDTH, HEIGHT))
    picture = cv2.dnn.blobFromImage(balanced, 1.0 / MAT_LEVEL, (wide, high), (MAT_LEVEL,) * 3)
    found = []
    for lifted, said in enumerate(_answer(picture, sweeps(plane, wide, high)[None])):
        middle, right, down, cosine, sine = said
        likely = 1.0 / (1.0 + np.exp(-middle))
        peaks = np.argwhere((likely >= cv2.dilate(likely, _PEAK)) & (likely > _LEAST))
        for row, column in peaks.tolist():
            angle = float(np.degrees(np.arctan2(sine[row, column], cosine[row, column]))) / 4.0
            x = (column + 0.5 + float(right[row, column])) * STRIDE * WIDTH / wide - 0.5
            y = (row + 0.5 + float(down[row, column])) * STRIDE * HEIGHT / high - 0.5
            found.append(Proposal(x, y, angle, float(likely[row, column]), lifted > 0))
    apart: list[Proposal] = []
    for one in sorted(found, key=lambda proposal: -proposal.likely):
        if len(apart) == _MOST:
            break
        if not any(_same(one, other, size) for other in apart):
            apart.append(one)
    return apart


def _same(one: Proposal, other: Proposal, size: float) -> bool:
    return one.lifted == other.lifted and float(np.hypot(one.x - other.x, one.y - other.y)) < _SAME * size


def sweeps(plane: Plane, wide: int = WIDTH, high: int = HEIGHT) -> Floats:
    """From top to foot at every cell, in pixels: which sides of a boulder are seen there in a picture of that size."""
    down, right = np.mgrid[0:high:STRIDE, 0:wide:STRIDE].astype(np.float64) + STRIDE / 2
    across, along = plane.sweep(right * WIDTH / wide - 0.5, down * HEIGHT / high - 0.5)
    return np.asarray(np.stack([across * wide / WIDTH, along * high / HEIGHT]), np.float32)


def _answer(picture: cv2.typing.MatLike, sweep: Floats) -> Floats:
    """Of those on the mat, then of those on others, cell by cell: here, right, down, cosine and sine of the angle.

    The mean of two glances, at the picture and at the same upside down: they err in different places.
    """
    turned = _glance(np.ascontiguousarray(picture[..., ::-1, ::-1]), np.ascontiguousarray(-sweep[..., ::-1, ::-1]))
    return np.asarray((_glance(picture, sweep) + turned[..., ::-1, ::-1] * _TURNED_BACK) / 2, np.float32)


def _glance(picture: cv2.typing.MatLike, sweep: Floats) -> Floats:
    """One picture after another: the network holds what it looks at, and pictures are counted on several threads."""
    with _ONE_AT_A_TIME:
        net = _network()
        net.setInput(picture, "picture")
        net.setInput(sweep / np.float32(SWEEP_SCALE), "sweep")
        said = np.array(net.forward()[0], np.float32)
    return said.reshape(2, -1, *said.shape[1:])


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("proposer.onnx")))
