"""Spots pieces on any table at one glance of a small network; it never names a colour and is never sure.

`spotter.onnx` has its weights, `spotter.md` says how they were made. It was taught to tell pieces from hands, cables,
paper and computers; each cell of its answer says whether a piece's middle is here, whether it lies in a piece, and
where that one's middle is.
"""

from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.bare_table.blob import Blob, connected
from hardware.devices import Image

_LONG_SIDE = 640
"""Pixels that it looks at: pieces in its lessons were 9 to 95 pixels wide. 512 counted one photo less right."""
_STEP = 32
"""Pixels: what a picture's sides must be multiples of for it."""
_FAR = 32.0
"""In pixels: what an offset of one means."""
_MIDDLE, _INSIDE = 0.44, 0.5
"""How likely a middle and an inside must be. On the working half of the real photos most that is no piece stays below
the first, and most pieces above."""
_LEVEL = 128.0
_LEAST = 2e-4
"""Of the picture: what is smaller is no piece."""
_MOST = 200
"""Pieces: nobody lays out more, and each takes time."""
_ONE_AT_A_TIME = Lock()

Floats = NDArray[np.float32]


def spotted(picture: Image) -> list[Blob]:
    """The likeliest first, each as clear as it is likely."""
    height, width = picture.shape[:2]
    scale = _LONG_SIDE / max(height, width)
    high, wide = (max(_STEP, round(side * scale / _STEP) * _STEP) for side in (height, width))
    answer = _answer(np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8))
    middle = answer[0]
    peaks = (middle >= cv2.dilate(middle, np.ones((3, 3), np.uint8))) & (middle > _MIDDLE)
    if not peaks.any():
        return []
    # Of each cell, the peak nearest to it.
    _, nearest = cv2.distanceTransformWithLabels(
        1 - peaks.astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    inside, right, down = (cv2.resize(each, (wide, high), interpolation=cv2.INTER_LINEAR) for each in answer[1:])
    rows, columns = np.nonzero(inside > _INSIDE)
    along = (rows + _FAR * down[rows, columns]) * middle.shape[0] / high
    across = (columns + _FAR * right[rows, columns]) * middle.shape[1] / wide
    there = (np.clip(along, 0, middle.shape[0] - 1).astype(int), np.clip(across, 0, middle.shape[1] - 1).astype(int))
    own = nearest[there]
    numbers = np.zeros((high, wide), np.float32)
    numbers[rows, columns] = own
    numbers = np.asarray(cv2.resize(numbers, (width, height), interpolation=cv2.INTER_NEAREST), np.float32)
    order = np.argsort(own, kind="stable")
    sorted_own = own[order]
    spots = []
    for row, column in sorted(np.argwhere(peaks).tolist(), key=lambda at: -float(middle[at[0], at[1]]))[:_MOST]:
        number = nearest[row, column]
        mine = order[np.searchsorted(sorted_own, number) : np.searchsorted(sorted_own, number, "right")]
        if len(mine) < _LEAST * numbers.size * (wide / width) ** 2:
            continue
        left, right_end = int(columns[mine].min() * width / wide), int((columns[mine].max() + 1) * width / wide) + 1
        top, low = int(rows[mine].min() * height / high), int((rows[mine].max() + 1) * height / high) + 1
        mask = np.asarray(numbers[top:low, left:right_end] == number, np.uint8)
        parts = connected(mask, left, top, _LEAST * numbers.size)[:1]
        spots += [part._replace(clear=float(middle[row, column])) for part in parts]
    return spots


def _answer(seen: Image) -> Floats:
    """One picture after another: the network holds what it looks at, and pictures are counted on several threads."""
    blob = cv2.dnn.blobFromImage(seen, 1.0 / _LEVEL, seen.shape[1::-1], (_LEVEL,) * 3)
    with _ONE_AT_A_TIME:
        net = _network()
        net.setInput(blob)
        said = np.array(net.forward()[0], np.float32)
    said[:2] = 1.0 / (1.0 + np.exp(-said[:2]))
    return said


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).with_name("spotter.onnx")))
