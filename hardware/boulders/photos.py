"""Counts pieces in any photo, with the mat or without; it never needs a camera.

Without a mat the whole picture counts.
"""

import tomllib
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.common.health import Health, failing
from hardware.boulders import troubles
from hardware.boulders.bare_table.count_pieces import A_TABLE, LONG_SIDE, count_everywhere, shrunk
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece
from hardware.boulders.counter import Counter
from hardware.boulders.finder import Finder
from hardware.boulders.palette import is_colour
from hardware.boulders.work_budget import A_PHOTO, Budget
from hardware.devices import Image

_MAT_SIDE = 1600
"""Pixels that are enough for the mat's markers."""
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
    """With the mat if it is in the picture, else on the bare table."""
    # A phone's photo has more pixels than its lens shows: at full size every edge would look out of focus.
    image = shrunk(image, _MAT_SIDE)
    with_mat = Counter(calibration).count(image, Budget(A_PHOTO))
    trouble = with_mat.trouble
    if trouble not in (troubles.NO_MAT, troubles.BRIGHT, troubles.FACE_DOWN, troubles.BLURRED):
        return with_mat
    # White paper is bright too, but an overexposed mat is no ground to count on.
    if trouble == troubles.BRIGHT and _shows_the_mat(image):
        return with_mat
    bare, soft = count_everywhere(image, calibration, Budget(A_TABLE))
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
    grey = cv2.blur(cv2.cvtColor(shrunk(image, LONG_SIDE), cv2.COLOR_BGR2GRAY), (3, 3))
    rise = {size: cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((size, size), np.uint8)) for size in (5, 11)}
    strong = rise[11] >= 0.5 * float(rise[11].max())
    return float(np.percentile(rise[5][strong] / rise[11][strong], 95)) > _STEEP


def _washed_out(image: Image) -> bool:
    return float((image[::8, ::8].min(axis=2) > _CLIPPED).mean()) > 0.5


def _shows_the_mat(image: Image) -> bool:
    found = Finder().find(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    return not isinstance(found, Health) or found not in (troubles.NO_MAT, troubles.FACE_DOWN, troubles.BLURRED)


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
