"""Counts pieces in any photo, with the mat or without; it never needs a camera.

Without a mat the whole picture counts: pieces of about equal size on a fairly even ground. Only whole pieces count; one
that the edge of the picture cuts off does not.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import light, troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece
from hardware.boulders.counter import SURE, Counter
from hardware.boulders.palette import is_colour
from hardware.devices import Image
from hardware.health import Health, failing

_LONG_SIDE = 960
_CELL = 8
_GROUND = 200.0
_TINTED = 16.0
"""How far from the ground's tint a piece must be, in Lab."""
_DARK, _LIGHT = 0.42, 1.25
"""Times the ground's lightness: darker is no shadow any more, lighter is a piece."""
_SMALLEST = 4e-4
"""Of the picture: anything smaller is dirt."""
_ONE = (0.5, 1.6)
_CUT = 0.8
_FAR = 45.0

Mask = NDArray[np.uint8]


class Spot(NamedTuple):
    """Something that is not the ground: its mask within the picture, and whether the edge cuts it."""

    mask: Mask
    x: int
    y: int
    area: int
    at_edge: bool


def read_photo(path: Path) -> Image | Health:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return failing("There is no file {photo}.", photo=str(path))
    except IsADirectoryError:
        return failing("{photo} is a folder: name the photos in it.", photo=str(path))
    except OSError as error:
        return failing("{photo} cannot be read: {reason}.", photo=str(path), reason=error.strerror or str(error))
    if not data:
        return failing("{photo} is empty.", photo=str(path))
    if not cv2.haveImageReader(str(path)):
        return failing("{photo} is not a photo, whatever its name says.", photo=str(path))
    whole = {b"\xff\xd8": b"\xff\xd9", b"\x89P": b"IEND"}.get(data[:2], b"")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if whole in data else None
    if image is None:
        return failing("{photo} is damaged: a part of it is missing.", photo=str(path))
    return np.asarray(image, np.uint8)


def read_colours(path: Path) -> dict[str, tuple[str, ...]] | Health:
    """`[colours]` with a name and one or more samples each: `red = ["#c0202a", "#e0606a"]`."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return failing("There is no file {file}.", file=str(path))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return failing("{file} is not a TOML file: {reason}.", file=str(path), reason=str(error))
    colours = table.get("colours")
    if not isinstance(colours, dict) or not colours:
        return failing("{file} needs a table [colours] with a name and samples for each colour.", file=str(path))
    known = {}
    for name, samples in colours.items():
        listed = [samples] if isinstance(samples, str) else samples
        if not isinstance(listed, list) or not listed or not all(is_colour(sample) for sample in listed):
            return failing(
                'The colour {name} in {file} needs samples such as ["#c0202a"].', name=str(name), file=str(path)
            )
        known[name] = tuple(listed)
    return known


def count_photo(image: Image, calibration: Calibration) -> Count:
    """With the mat if it is in the picture, else on the bare ground."""
    with_mat = Counter(calibration).count(image)
    if with_mat.trouble not in (troubles.NO_MAT, troubles.BRIGHT):
        return with_mat
    return count_on_ground(image, calibration)


def count_on_ground(image: Image, calibration: Calibration, place: tuple[tuple[float, float], ...] = ()) -> Count:
    """`place` are the corners of the landing place, in shares of the picture; without them all of it counts."""
    shrink = min(1.0, _LONG_SIDE / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    inside = np.ones(small.shape[:2], np.uint8)
    if place:
        inside[:] = 0
        corners = np.array(place) * (small.shape[1], small.shape[0])
        cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    mask = _off_the_ground(small) & inside
    pieces, clear = _named(small, _spots(mask), calibration)
    colours = dict.fromkeys(calibration.colours, 0)
    for piece in pieces:
        colours[piece.colour] += 1
    # Without a mat only the pieces tell how large a piece is, and two of them do not.
    confidence = min([clear, *(piece.confidence for piece in pieces)]) if len(pieces) > 2 else 0.5
    return Count(tuple(pieces), colours, confidence, confidence >= SURE)


def _off_the_ground(picture: Image) -> Mask:
    """1 where the picture shows neither the ground nor a shadow on it."""
    height, width = picture.shape[:2]
    cells = np.asarray(
        cv2.resize(picture, (max(4, width // _CELL), max(4, height // _CELL)), interpolation=cv2.INTER_AREA), np.uint8
    )
    field = light.read(cells, np.ones(cells.shape[:2], bool))
    gain = cv2.resize(_GROUND / np.maximum(field.level, 1.0), (width, height), interpolation=cv2.INTER_LINEAR)
    even = np.minimum(picture.astype(np.float32) * gain, 255).astype(np.uint8)
    lab = cv2.cvtColor(cv2.medianBlur(even, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    tint = np.hypot(lab[..., 1] - 128, lab[..., 2] - 128)
    level = lab[..., 0] / float(np.median(lab[..., 0]))
    off = (tint > _TINTED) | (level < _DARK) | (level > _LIGHT)
    solid = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(solid), outlines, -1, 1, cv2.FILLED), np.uint8)


def _spots(mask: Mask) -> list[Spot]:
    """Single pieces, those that touch parted where they are narrowest."""
    height, width = mask.shape
    spots = []
    for blob in _connected(mask, 0, 0, _SMALLEST * mask.size):
        for part in _parted(blob):
            rows, columns = part.mask.shape
            at_edge = part.x == 0 or part.y == 0 or part.x + columns == width or part.y + rows == height
            spots.append(part._replace(at_edge=at_edge))
    return spots


def _connected(mask: Mask, left: int, top: int, least: float) -> list[Spot]:
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    return [
        Spot((numbers[y : y + h, x : x + w] == n).astype(np.uint8), left + x, top + y, area, False)
        for n, (x, y, w, h, area) in enumerate(stats[1:count].tolist(), start=1)
        if area >= least
    ]


def _parted(spot: Spot) -> list[Spot]:
    """Parts that hang together by a neck much thinner than either: each grows back from its core."""
    padded = np.pad(spot.mask, 1)
    deep = np.asarray(cv2.distanceTransform(padded, cv2.DIST_L2, 5), np.float32)
    cores, whole = 1, np.zeros_like(padded, np.int32)
    for share in (0.45, 0.55, 0.65, 0.75):
        count, numbers = cv2.connectedComponents((deep > share * deep.max()).astype(np.uint8))
        if count - 1 > cores:
            cores, whole = count - 1, np.asarray(numbers, np.int32)
    if cores < 2:
        return [spot]
    whole[padded == 0] = cores + 1
    grown = cv2.watershed(cv2.merge([padded * 255] * 3), whole)[1:-1, 1:-1]
    parts = []
    for number in range(1, cores + 1):
        parts += _connected((grown == number).astype(np.uint8), spot.x, spot.y, 0.08 * spot.area)
    return parts


def _named(picture: Image, spots: list[Spot], calibration: Calibration) -> tuple[list[Piece], float]:
    """The whole pieces with their colours, and how clear it is that each spot is one piece."""
    usual = float(np.median([spot.area for spot in spots])) if spots else 1.0
    samples = [(name, _lab_of(sample)) for name, each in calibration.colours.items() for sample in each]
    pieces, clear = [], 1.0
    for spot in spots:
        if spot.at_edge and spot.area < _CUT * usual:
            continue
        rows, columns = spot.mask.shape
        core = cv2.erode(spot.mask, np.ones((5, 5), np.uint8), borderValue=0)
        inside = (core if core.any() else spot.mask) > 0
        seen = picture[spot.y : spot.y + rows, spot.x : spot.x + columns][inside]
        name, far = _vote(seen, samples)
        sized = _ONE[0] * usual < spot.area < _ONE[1] * usual
        confidence = max(0.0, (1.0 if sized else 0.6) - max(0.0, far - _FAR) / 100)
        pieces.append(_piece(spot, name, confidence, picture))
        clear = min(clear, confidence)
    return pieces, clear


def _vote(pixels: Image, samples: list[tuple[str, NDArray[np.float64]]]) -> tuple[str, float]:
    """The colour that most pixels are nearest to, and how far these are from it."""
    lab = np.asarray(cv2.cvtColor(pixels.reshape(1, -1, 3), cv2.COLOR_BGR2LAB)[0], np.float64)
    apart = np.stack([np.linalg.norm(lab - sample, axis=1) for _, sample in samples])
    nearest = apart.argmin(axis=0)
    votes: dict[str, int] = {}
    for number, (name, _) in enumerate(samples):
        votes[name] = votes.get(name, 0) + int(np.count_nonzero(nearest == number))
    name = max(votes, key=lambda colour: votes[colour])
    return name, float(
        np.median(np.min([row for row, (n, _) in zip(apart, samples, strict=True) if n == name], axis=0))
    )


def _piece(spot: Spot, name: str, confidence: float, picture: Image) -> Piece:
    height, width = picture.shape[:2]
    outlines, _ = cv2.findContours(spot.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = cv2.approxPolyDP(max(outlines, key=cv2.contourArea), 1.5, True).reshape(-1, 2)
    outline = [((float(x) + spot.x) / width, (float(y) + spot.y) / height) for x, y in largest]
    middle = np.mean(outline, axis=0)
    return Piece(float(middle[0]), float(middle[1]), name, confidence, tuple(outline))


def _lab_of(sample: str) -> NDArray[np.float64]:
    value = int(sample.lstrip("#"), 16)
    pixel = np.array([[[value & 255, value >> 8 & 255, value >> 16 & 255]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float64)


class PhotoCount(msgspec.Struct, frozen=True):
    """One photo's row as `companion count --json` prints it."""

    photo: str
    colours: dict[str, int]
    total: int
    sure: bool
    pieces: tuple[Piece, ...]
    trouble: str | None = None


def row(photo: str, count: Count) -> PhotoCount:
    words = None if count.trouble is None else str(count.trouble)
    return PhotoCount(photo, count.colours, count.total, count.sure, count.pieces, words)
