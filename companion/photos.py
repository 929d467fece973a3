"""A photo as it is kept, or words that say why not; it is unpacked elsewhere, one at a time, never in this process."""

import subprocess
import sys
from pathlib import Path
from threading import Lock

from companion.rules import Illegal, say

DECODER = Path(__file__).with_name("photo_decoder.py")
PATIENCE = 60.0
"""Seconds, some of them to load the decoder on a small Pi."""

KINDS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How a PNG and a JPEG begin."""

TOO_MANY_PIXELS = b"MAX_IMAGE_PIXELS"
"""What the decoder says of a picture that it will not unpack."""

one_at_a_time = Lock()


def kept(data: bytes) -> bytes:
    """The photo as a JPEG to keep, or Illegal in words. Camera, place and time in the file are dropped."""
    if not data.startswith(KINDS):
        raise Illegal("no_photo", say("This file is no photo. Choose a picture (JPEG or PNG)."))
    with one_at_a_time:
        try:
            # Nothing of this process goes along: no files, no environment, no module of ours.
            decoded = subprocess.run(
                [sys.executable, "-I", DECODER], input=data, capture_output=True, timeout=PATIENCE, env={}, check=False
            )
        except subprocess.TimeoutExpired:
            raise damaged() from None
    if TOO_MANY_PIXELS in decoded.stderr:
        words = say("This photo has too many pixels: at most 12 million. Take a smaller one.")
        raise Illegal("photo_too_large", words)
    if decoded.returncode != 0:
        raise damaged()
    return decoded.stdout


def damaged() -> Illegal:
    return Illegal("photo_damaged", say("This photo is damaged. Take it again."))
