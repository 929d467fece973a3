"""A photo is kept upright, small and without anything about the camera; what is none gets its own sentence."""

import struct
import subprocess
import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import photo_decoder, photos
from companion.photo_decoder import LARGEST, LONGEST, MEMORY, MOST_PIXELS
from companion.photos import kept
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


def png(width: int, height: int) -> bytes:
    """Black, of few bytes whatever its size."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress(b"\0" * (1 + 3 * width) * height, 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def test_what_phones_call_twelve_megapixels_is_taken_and_more_is_not() -> None:
    assert kept(png(4080, 3072))
    with pytest.raises(Illegal, match="at most 12 million"):
        kept(png(4096, MOST_PIXELS // 4096 + 1))


def test_a_photo_that_tells_two_sizes_is_judged_by_what_the_decoder_would_unpack() -> None:
    """A file of some kilobytes whose first size is harmless once cost two gigabytes."""
    huge = bytes(cv2.imencode(".jpg", np.zeros((4000, 8000, 3), np.uint8))[1].tobytes())
    comment = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 10, 10) + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    liar = huge[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + huge[2:]
    for photo in (huge, liar, huge[:2] + comment + huge[2:]):
        with pytest.raises(Illegal) as refused:
            kept(photo)
        assert refused.value.code in ("photo_too_large", "photo_damaged")


JAILED = """
import socket, sys
sys.path.insert(0, {folder!r})
import photo_decoder
photo_decoder.confine()
try:
    {attempt}
except (OSError, MemoryError) as refused:
    print(type(refused).__name__)
"""


@pytest.mark.parametrize(
    "attempt",
    ["open('/etc/hostname')", "socket.socket()", f"bytearray({2 * MEMORY})", "__import__('os').dup(0)"],
)
def test_where_photos_are_unpacked_there_is_no_file_no_network_and_little_memory(attempt: str) -> None:
    folder = str(Path(photo_decoder.__file__).parent)
    words = [sys.executable, "-I", "-c", JAILED.format(folder=folder, attempt=attempt)]
    said = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout
    assert said in ("OSError\n", "MemoryError\n"), said


def test_photos_are_unpacked_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    going_on = []

    def run(*_: object, **__: object) -> "subprocess.CompletedProcess[bytes]":
        going_on.append(1)
        at_once.append(len(going_on))
        threading.Event().wait(0.01)
        going_on.pop()
        return subprocess.CompletedProcess([], 0, b"a photo", b"")

    monkeypatch.setattr(subprocess, "run", run)
    with ThreadPoolExecutor(8) as crowd:
        assert set(crowd.map(kept, [picture(9, 9)] * 16)) == {b"a photo"}
    assert set(at_once) == {1}


def test_a_photo_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "PATIENCE", 0.01)
    with pytest.raises(Illegal, match="damaged"):
        kept(picture(300, 200))
