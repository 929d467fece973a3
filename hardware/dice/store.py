"""What was learned of a set of dice as one file, and back; it writes none itself. A face is a small PNG in it."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import Annotated

import cv2
import msgspec
import numpy as np

from companion.common.health import Health, failing
from hardware.devices import Image
from hardware.dice.faces import LARGEST_MM, PATCH, SMALLEST_MM, Face, Faces, Sample

MOST_SAMPLES = 60
"""Some 3 kB each."""


class _Sample(msgspec.Struct, forbid_unknown_fields=True):
    face: Face
    picture: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    size_mm: Annotated[float, msgspec.Meta(ge=SMALLEST_MM, le=LARGEST_MM)]
    photos: Annotated[int, msgspec.Meta(ge=1)]
    samples: Annotated[list[_Sample], msgspec.Meta(min_length=1, max_length=MOST_SAMPLES)]


def written(faces: Faces) -> bytes:
    samples = [_Sample(face, b64encode(png(patch)).decode()) for face, patch in faces.samples]
    return msgspec.json.format(msgspec.json.encode(_File(faces.size_mm, faces.photos, samples)))


def read(data: bytes) -> Faces | Health:
    """Words if the file is no use."""
    try:
        file = msgspec.json.decode(data, type=_File)
        samples = tuple(Sample(each.face, _patch(each.picture)) for each in file.samples)
    except (msgspec.DecodeError, ValueError) as error:
        return failing("What was learned of these dice cannot be read: {reason}.", reason=str(error))
    return Faces(file.size_mm, samples, file.photos)


def png(patch: Image) -> bytes:
    done, data = cv2.imencode(".png", patch)
    assert done
    return data.tobytes()


def _patch(picture: str) -> Image:
    try:
        data = np.frombuffer(b64decode(picture, validate=True), np.uint8)
        found = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (NotBase64, cv2.error) as error:
        raise ValueError("a face is no picture") from error
    if found is None or found.shape != (PATCH, PATCH, 3):
        raise ValueError(f"a face is no picture of {PATCH} x {PATCH} pixels")
    return np.asarray(found, np.uint8)
