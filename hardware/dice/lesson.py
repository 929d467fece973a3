"""Finds the dice in a photo that their owner took to show their faces, apart from each other; it names none.

How large they are nobody says: of all sizes the one is theirs whose cubes look most like what lies there.
"""

from typing import NamedTuple

import cv2
import numpy as np

from companion.common.health import Health, failing
from hardware.boulders import troubles
from hardware.boulders.count import Point
from hardware.boulders.finder import Finder
from hardware.boulders.mat_view import FlatMat, MatView
from hardware.boulders.plane import SCALE, Mask, Plane
from hardware.devices import Image
from hardware.dice.covering import DARKER, Covering, softened
from hardware.dice.faces import LARGEST_MM, SMALLEST_MM
from hardware.dice.lying import Fit, fitted
from hardware.dice.patches import patch_of

LIKE_DICE = 0.3
"""In tops: how far the worst of them may be from a die."""

_SMALLEST_THING = 40 * SCALE**2
_MOST = 12
_LIKELY_MM = 16.0
_STEPS_MM = (0.75, 0.5, 0.25)
_COVERS = 1.5
"""In tops."""
_BARELY_DARKER = 0.4

NOTHING = failing("No dice were found on the mat: lay them in its middle, apart from each other.")
NOT_DICE = failing(
    "What lies on the mat does not look like dice of one size: lay only the dice in its middle, flat and apart from "
    "each other."
)
COVERED = failing("Something covers the mat: only the dice should lie on it.")


class Shown(NamedTuple):
    """One die in the photo: what its top looks like, and its outline as shares of the picture."""

    patch: Image
    outline: tuple[Point, ...]


class Lesson(NamedTuple):
    """The dice as they lie in the photo, from left to right."""

    size_mm: float
    dice: tuple[Shown, ...]


class _Sized(NamedTuple):
    """Everything on the mat, taken for dice of one size."""

    size_mm: float
    fits: list[Fit]

    @property
    def worst(self) -> float:
        return max(fit.misfit for fit in self.fits)

    @property
    def usual(self) -> float:
        return float(np.mean([fit.misfit for fit in self.fits]))


def look(image: Image, known_mm: float | None = None) -> Lesson | Health:
    """From the second photo on their size is known."""
    finder = Finder()
    seen = MatView(known_mm or _LIKELY_MM, finder, cards=False).look(image)
    if isinstance(seen, Health):
        return COVERED if troubles.hides_the_mat(seen) else seen
    covering = Covering(seen)
    found = []
    # How dark they are is not known: a shadow is no part of light dice, and black ones may be hardly darker than it.
    for darker in (None, DARKER, _BARELY_DARKER):
        things = _things(covering.things(darker))
        if 0 < len(things) <= _MOST:
            found.append(_sized(things, seen.plane, known_mm))
    if not found:
        return NOTHING
    best = min(found, key=lambda dice: dice.usual)
    if best.worst > LIKE_DICE:
        return NOT_DICE
    level = MatView(best.size_mm, finder, cards=False).look(image)
    return level if isinstance(level, Health) else _lesson(image, level, best)


def _sized(things: list[Image], plane: Plane, known_mm: float | None) -> _Sized:
    def as_dice(size_mm: float) -> _Sized:
        return _Sized(size_mm, [fitted(thing, size_mm, plane) for thing in things])

    if known_mm:
        return as_dice(known_mm)
    best = min((as_dice(size) for size in _sizes(things)), key=lambda dice: dice.usual)
    for step in _STEPS_MM:
        around = [size for size in (best.size_mm - step, best.size_mm + step) if SMALLEST_MM <= size <= LARGEST_MM]
        best = min((best, *map(as_dice, around)), key=lambda dice: dice.usual)
    return best


def _sizes(things: list[Image]) -> list[float]:
    """The likely ones, by what is covered: of a die that is its top and about half as much of its sides."""
    area = float(np.median([np.count_nonzero(thing) for thing in things])) / SCALE**2
    likely = float(np.clip(round(2 * (area / _COVERS) ** 0.5) / 2, SMALLEST_MM, LARGEST_MM))
    return [size for size in (likely - 1.5, likely, likely + 1.5) if SMALLEST_MM <= size <= LARGEST_MM]


def _things(covered: Mask) -> list[Image]:
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(covered.astype(np.uint8), connectivity=4)
    large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] > _SMALLEST_THING]
    return [(numbers == number).astype(np.uint8) for number in large]


def _lesson(image: Image, seen: FlatMat, dice: _Sized) -> Lesson:
    flat, size = softened(seen), dice.size_mm * SCALE
    shares = (image.shape[1], image.shape[0])
    shown = []
    for fit in dice.fits:
        outline = seen.plane.to_picture(fit.lying.top(size)) / shares
        shown.append(Shown(patch_of(flat, fit.lying, size), tuple((float(x), float(y)) for x, y in outline)))
    return Lesson(dice.size_mm, tuple(sorted(shown, key=lambda die: sum(x for x, _ in die.outline))))
