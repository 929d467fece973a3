"""Counts pieces in any photo, with the mat or without; it never needs a camera.

Without a mat the whole picture counts: pieces of about equal size on a fairly even ground. Only whole pieces count; one
that the edge of the picture cuts off does not.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from hardware.boulders import ground, spots, troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece, Point
from hardware.boulders.counter import SURE, Counter
from hardware.boulders.finder import Finder
from hardware.boulders.naming import Named, Names
from hardware.boulders.palette import is_colour
from hardware.boulders.spot import Spot
from hardware.devices import Image
from hardware.health import Health, failing

_LONG_SIDE, _MAT_SIDE = 960, 1600
"""Pixels: what is enough without a mat, and for its markers."""
_STEEP = 0.65
"""Of an edge's whole rise, within four pixels."""
_SHEET = 0.1
"""Of the picture: what is larger is the blank sheet itself."""
_CLIPPED = 252
"""Of 255: lighter, no pixel tells anything."""


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
    # A phone's photo has more pixels than its lens shows: at full size every edge would look out of focus.
    image = _within(image, _MAT_SIDE)
    with_mat = Counter(calibration).count(image)
    trouble = with_mat.trouble
    if trouble not in (troubles.NO_MAT, troubles.BRIGHT, troubles.FACE_DOWN, troubles.BLURRED):
        return with_mat
    # White paper is bright too, but an overexposed mat is no ground to count on.
    if trouble == troubles.BRIGHT and _shows_the_mat(image):
        return with_mat
    bare, soft = _counted(image, np.ones(image.shape[:2], np.uint8), calibration)
    # A blank sheet may be the mat's back as well as a good ground for pieces.
    blank = trouble == troubles.FACE_DOWN or (trouble == troubles.BRIGHT and _washed_out(image))
    if blank and all(_share(piece) > _SHEET for piece in bare.pieces):
        return with_mat
    # A plain table has no edges that could tell whether it is in focus.
    blurred = trouble == troubles.BLURRED and (soft or bare.pieces) and not _in_focus(image)
    return with_mat if blurred else bare


def _share(piece: Piece) -> float:
    """Of the picture."""
    return cv2.contourArea(np.array(piece.outline, np.float32))


def _in_focus(image: Image) -> bool:
    """Whether the strongest edges rise within few pixels, however few edges there are."""
    grey = cv2.blur(cv2.cvtColor(_within(image, _LONG_SIDE), cv2.COLOR_BGR2GRAY), (3, 3))
    rise = {size: cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((size, size), np.uint8)) for size in (5, 11)}
    strong = rise[11] >= 0.5 * float(rise[11].max())
    return float(np.percentile(rise[5][strong] / rise[11][strong], 95)) > _STEEP


def _washed_out(image: Image) -> bool:
    return float((image[::8, ::8].min(axis=2) > _CLIPPED).mean()) > 0.5


def _shows_the_mat(image: Image) -> bool:
    found = Finder().find(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    return not isinstance(found, Health) or found not in (troubles.NO_MAT, troubles.FACE_DOWN, troubles.BLURRED)


def count_on_ground(image: Image, calibration: Calibration, place: Sequence[Point] = ()) -> Count:
    """`place` are the corners of the landing place, in shares of the picture; without them all of it counts."""
    if not place:
        return _counted(image, np.ones(image.shape[:2], np.uint8), calibration)[0]
    height, width = image.shape[:2]
    corners = np.round(np.array(place) * (width, height)).astype(np.int32)
    left, top, wide, high = cv2.boundingRect(corners)
    inside = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), corners, 1)
    # What is around the landing place may be another ground.
    part = (slice(top, min(height, top + high)), slice(left, min(width, left + wide)))
    count = _counted(np.ascontiguousarray(image[part]), np.ascontiguousarray(inside[part]), calibration)[0]
    rows, columns = image[part].shape[:2]

    def back(point: Point) -> Point:
        return (left + point[0] * columns) / width, (top + point[1] * rows) / height

    pieces = tuple(
        Piece(*back((piece.x, piece.y)), piece.colour, piece.confidence, tuple(back(point) for point in piece.outline))
        for piece in count.pieces
    )
    return msgspec.structs.replace(count, pieces=pieces)


def _counted(image: Image, inside: Image, calibration: Calibration) -> tuple[Count, bool]:
    """And whether something was left out that is out of focus, a shadow or a reflection."""
    small = _within(image, _LONG_SIDE)
    there = cv2.resize(inside, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_NEAREST)
    found = spots.find(ground.read(small), np.asarray(there, np.uint8))
    names = Names(calibration.colours).of([_pixels(small, spot) for spot in found.pieces])
    pieces = [_piece(spot, name, small) for spot, name in zip(found.pieces, names, strict=True)]
    colours = dict.fromkeys(calibration.colours, 0)
    for piece in pieces:
        colours[piece.colour] += 1
    # Without a mat only the pieces tell how large a piece is, and two of them do not.
    confidence = min([found.clear, *(piece.confidence for piece in pieces)]) if len(pieces) > 2 else 0.5
    return Count(tuple(pieces), colours, confidence, confidence >= SURE), found.soft


def _within(image: Image, side: int) -> Image:
    """Made smaller if it must be."""
    shrink = min(1.0, side / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def _pixels(picture: Image, spot: Spot) -> Image:
    """Without its rim, which is blurred."""
    core = cv2.erode(np.pad(spot.mask, 1), np.ones((5, 5), np.uint8))[1:-1, 1:-1]
    return np.asarray(spot.of(picture)[(core if core.any() else spot.mask) > 0], np.uint8)


def _piece(spot: Spot, name: Named, picture: Image) -> Piece:
    height, width = picture.shape[:2]
    outlines, _ = cv2.findContours(spot.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = cv2.approxPolyDP(max(outlines, key=cv2.contourArea), 1.5, True).reshape(-1, 2)
    outline = [((float(x) + spot.x) / width, (float(y) + spot.y) / height) for x, y in largest]
    rows, columns = np.nonzero(spot.mask)
    middle = ((spot.x + float(columns.mean())) / width, (spot.y + float(rows.mean())) / height)
    return Piece(*middle, name.colour, min(spot.clear, name.clear), tuple(outline))


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
