"""A photo is kept upright, small and without anything about the camera; what is none gets its own sentence."""

import struct

import cv2
import numpy as np
import pytest

from companion.photos import LARGEST, LONGEST, kept
from companion.rules import Illegal

TURNED = 6
"""The camera was held a quarter turn to the right."""


def picture(width: int, height: int, kind: str = ".jpg") -> bytes:
    """Dark, with a bright upper left corner."""
    pixels = np.full((height, width, 3), 30, np.uint8)
    pixels[: height // 4, : width // 4] = 240
    return bytes(cv2.imencode(kind, pixels)[1].tobytes())


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    part = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(part) + 2) + part + jpeg[2:]


def unpacked(jpeg: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return found.astype(np.uint8)


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_large_photo_is_made_smaller(kind: str) -> None:
    assert unpacked(kept(picture(3200, 1600, kind))).shape == (LONGEST // 2, LONGEST, 3)


def test_no_photo_takes_more_room_than_it_may() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (LONGEST, LONGEST, 3), dtype=np.uint8)
    jpeg = kept(bytes(cv2.imencode(".jpg", noise)[1].tobytes()))
    assert len(jpeg) <= LARGEST
    assert unpacked(jpeg).shape == (LONGEST, LONGEST, 3)


def test_a_small_photo_keeps_its_size() -> None:
    assert unpacked(kept(picture(300, 200))).shape == (200, 300, 3)


def test_a_turned_photo_is_kept_upright_and_without_exif() -> None:
    jpeg = kept(with_exif(picture(400, 200), TURNED))
    upright = unpacked(jpeg)
    assert upright.shape == (400, 200, 3)
    assert upright[10, 190].mean() > 200 > 60 > upright[10, 10].mean()
    assert b"Exif" not in jpeg


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"This is a text called board.jpg", "no_photo", "This file is no photo."),
        (b"", "no_photo", "This file is no photo."),
        (b"GIF89a", "no_photo", "JPEG or PNG"),
        (picture(300, 200)[:40], "photo_damaged", "This photo is damaged."),
        (picture(300, 200)[:100] + b"\x00" * 20, "photo_damaged", "This photo is damaged."),
        (picture(300, 200, ".png")[:60], "photo_damaged", "This photo is damaged."),
        (b"\xff\xd8\xff\xe0\x00\x00" * 40, "photo_damaged", "This photo is damaged."),
    ],
)
def test_what_is_no_photo_says_so(data: bytes, code: str, words: str) -> None:
    with pytest.raises(Illegal, match=words) as refused:
        kept(data)
    assert refused.value.code == code


def test_a_small_file_that_would_unpack_into_a_huge_picture_is_refused_before_it_does() -> None:
    png = bytearray(picture(10, 10, ".png"))
    png[16:24] = struct.pack(">II", 60_000, 60_000)
    with pytest.raises(Illegal, match="too many pixels"):
        kept(bytes(png))
