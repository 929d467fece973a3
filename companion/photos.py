"""A photo as it is kept: turned upright, no larger than a phone needs, and with nothing in it but the picture."""

import struct
from collections.abc import Iterator
from functools import partial
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.rules import Illegal, say

Picture = npt.NDArray[Any]

LONGEST = 1600
"""Pixels along the longer side of a kept photo."""

LARGEST = 800_000
"""Bytes of a kept photo: it is fetched by every phone, over the table's own Wi-Fi."""

QUALITIES = (82, 70, 55, 40, 25, 10)
"""Of JPEG, best first: only a picture of nothing but noise needs a low one."""

MOST_PIXELS = 40_000_000
"""A small file can unpack into a huge picture; this much fits into the memory of the smallest Pi."""

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG markers that tell the size."""


def kept(data: bytes) -> bytes:
    """The photo as a JPEG to keep, or Illegal in words. Camera, place and time in the file are dropped."""
    width, height = size(data)
    if width * height > MOST_PIXELS:
        raise Illegal("photo_too_large", say("This photo has too many pixels. Take a smaller one."))
    # OpenCV turns the picture the way the camera was held.
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise damaged()
    scale = LONGEST / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return next(jpeg for jpeg in map(partial(packed, picture), QUALITIES) if len(jpeg) <= LARGEST)


def packed(picture: Picture, quality: int) -> bytes:
    fine, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert fine
    return bytes(jpeg.tobytes())


def size(data: bytes) -> tuple[int, int]:
    """Width and height as the file tells them, before anything is unpacked."""
    if data.startswith(PNG) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(JPEG):
        return jpeg_size(data)
    raise Illegal("no_photo", say("This file is no photo. Choose a picture (JPEG or PNG)."))


def jpeg_size(data: bytes) -> tuple[int, int]:
    for marker, part in jpeg_parts(data):
        if marker in FRAMES and len(part) >= 5:
            height, width = struct.unpack(">HH", part[1:5])
            return width, height
    raise damaged()


def jpeg_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        yield marker, data[place + 4 : place + 2 + length]
        place += 2 + length


def damaged() -> Illegal:
    return Illegal("photo_damaged", say("This photo is damaged. Take it again."))
