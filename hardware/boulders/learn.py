"""Learns a table's own boulders, their colours and their size, from pictures of them on the mat; it never stores them.

One colour at a time: lay three or more boulders of it on the empty mat, apart from each other. Or all of them at once.
"""

from statistics import median
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.common.boulders import numbers
from companion.common.health import Health, failing
from hardware.boulders import EACH
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter, lightest
from hardware.boulders.find_tops import TopSearch
from hardware.boulders.finder import Finder
from hardware.boulders.mat_view import FlatMat, MatView
from hardware.boulders.palette import MAT_LEVEL, sample_of
from hardware.boulders.plane import SCALE
from hardware.boulders.shapes import Square
from hardware.devices import Image

LEAST = 3
"""Boulders of a colour that tell more than chance."""
_SIZES_MM = np.arange(7.0, 16.1, 0.5)
_A_CLUMP = 0.9
"""In tops: what is that large and no boulder is several."""
_TINTED, _LIGHTER = 9.0, 1.25
"""What lifts a boulder off the mat: its tint in Lab, or its lightness."""

NOTHING = failing("No boulders were found on the mat: lay at least three of one colour on it, apart from each other.")
CLOSE = failing("The boulders lie too close together: lay them apart from each other.")
MIXED = failing("Boulders of more than one colour are on the mat: leave only one colour.")


class Learned(NamedTuple):
    name: str
    samples: tuple[str, ...]
    size_mm: float
    pieces: int


class _Lesson(NamedTuple):
    """One picture, looked at for boulders of many sizes."""

    image: Image
    finder: Finder

    def look(self, size_mm: float) -> FlatMat | Health:
        return MatView(size_mm, self.finder).look(self.image)


def learn_colour(image: Image, name: str, usual: Calibration) -> Learned | Health:
    """From a picture with nothing but boulders of one colour on the mat."""
    lesson = _Lesson(image, Finder())
    seen = lesson.look(usual.size_mm)
    if isinstance(seen, Health):
        return seen
    sized = [(fit, size) for size in _SIZES_MM if (fit := _fit(lesson, float(size))) is not None]
    if not sized:
        return NOTHING
    best = max(fit for fit, _ in sized)
    size = float(np.mean([size for fit, size in sized if fit > best - 0.01]))
    tops = _tops(lesson, size)
    if tops is not None and tops[2] > _A_CLUMP:
        return CLOSE
    if tops is None or len(tops[1]) < LEAST:
        return NOTHING if tops is None or not tops[1] else CLOSE
    samples = [paint_at(tops[0], top.x, top.y) for top in tops[1]]
    if float(np.ptp(np.array([_tint(sample) for sample in samples]), axis=0).max()) > 30:
        return MIXED
    return Learned(name, spread_of(samples), round(size, 2), len(samples))


def with_learned(calibration: Calibration, learned: list[Learned]) -> Calibration:
    """Each colour's own samples in place of the usual ones, and the size that most pictures tell."""
    colours = {**calibration.colours, **{each.name: each.samples for each in learned}}
    size = median(each.size_mm for each in learned) if learned else calibration.size_mm
    return msgspec.structs.replace(calibration, colours=colours, size_mm=size)


def learn_all(image: Image, usual: Calibration) -> Calibration | Health:
    """From a picture of all boulders at once: the usual colours must tell them apart, and then become their own."""
    count = Counter(usual).count(image)
    if count.trouble is not None:
        return count.trouble
    if any(number != EACH for number in count.colours.values()):
        return failing(
            "Not all boulders were recognised: {counted}. Lay them apart, or teach one colour at a time.",
            counted=numbers(count.colours),
        )
    seen_mat = MatView(usual.size_mm).look(image)
    if isinstance(seen_mat, Health):
        return seen_mat
    samples: dict[str, list[Image]] = {name: [] for name in usual.colours}
    for piece in count.pieces:
        place = seen_mat.plane.from_picture(piece.x * image.shape[1], piece.y * image.shape[0])
        samples[piece.colour].append(paint_at(seen_mat, *place))
    colours = {name: spread_of(paints, but=1) for name, paints in samples.items()}
    return msgspec.structs.replace(usual, colours=colours)


def _fit(lesson: _Lesson, size_mm: float) -> float | None:
    """How well the boulders fit this size: the mean of their tops, less for what remains."""
    tops = _tops(lesson, size_mm)
    return None if tops is None or not tops[1] else float(np.mean([top.fit for top in tops[1]])) - tops[2]


def _tops(lesson: _Lesson, size_mm: float) -> tuple[FlatMat, list[Square], float] | None:
    seen = lesson.look(size_mm)
    if isinstance(seen, Health):
        return None
    labels, level = off_the_mat(seen.balanced).astype(np.uint8), lightest(seen.balanced)
    labels[~seen.plane.countable] = 0
    usual = float(np.median(level[labels > 0])) if labels.any() else float(MAT_LEVEL)
    found = TopSearch(labels, level, size_mm * SCALE, seen.plane.sweep, [usual]).run()
    return seen, found.squares, min(1.0, found.unexplained)


def off_the_mat(balanced: Image) -> NDArray[np.bool_]:
    """Where there is something that is neither mat nor shadow."""
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB).astype(np.float32)
    tinted = np.hypot(lab[..., 1] - 128, lab[..., 2] - 128) > _TINTED
    level = lightest(balanced)
    return np.asarray((tinted & (level > 0.5 * MAT_LEVEL)) | (level > _LIGHTER * MAT_LEVEL), bool)


def spread_of(paints: list[Image], but: int = 0) -> tuple[str, ...]:
    """A dark, the middle and a light one of them as samples: the darkest and the lightest, or the first but so many."""
    ordered = sorted(paints, key=lambda paint: float(paint.sum()))
    return tuple(sorted({sample_of(ordered[number]) for number in (but, len(ordered) // 2, len(ordered) - 1 - but)}))


def paint_at(seen: FlatMat, x: float, y: float) -> Image:
    """The paint of the top around this place of the flat mat."""
    column, row = round(x), round(y)
    around = seen.balanced[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].reshape(-1, 3)
    return np.asarray(np.median(around, axis=0), np.uint8)


def _tint(paint: Image) -> tuple[float, float]:
    _, a, b = cv2.cvtColor(paint.reshape(1, 1, 3), cv2.COLOR_BGR2LAB)[0, 0]
    return float(a), float(b)
