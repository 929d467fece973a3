"""Reads a throw: finds the dice on the mat, and which of the faces shown before is on top of each; it never learns one.

Wherever something covers the mat, a square of a die's size is compared with all faces in all the ways it can lie there;
the best stands, is laid more finely, and the next one lies beside it. A throw is sure when there are as many dice as
were thrown, each shows one face clearly and no other, and nothing else lies there.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import troubles
from hardware.boulders.mat_view import FlatMat, MatView
from hardware.boulders.palette import MAT_LEVEL
from hardware.boulders.plane import SCALE, Mask, Plane
from hardware.boulders.shapes import fill, mask_of
from hardware.devices import Image
from hardware.dice import reasons
from hardware.dice.comparing import FINE, ROUGH, SHARE, Comparison
from hardware.dice.covering import DARKER, Covering, softened
from hardware.dice.faces import Faces
from hardware.dice.lying import Lying
from hardware.dice.patches import patches_of
from hardware.dice.throw import Read, Throw

Floats = NDArray[np.float32]

_MOST, _SPARE = 10, 4
"""Dice in a throw; and how many more are looked for, some of which are sides and shadows."""

_ROOMY = 3.0
"""In tops: what one die, its sides and a deep shadow cover at most."""

_ANGLES = np.arange(0, 90, 7.5)
_GRID = 2
"""Pixels of a picture made half as large."""
_COVERED, _SEEN = 0.85, 0.4
_BAY = 0.4
"""In edges: what is drawn on a die may be as grey as the mat, and reach its edge."""
_PLACES = 6000
_NEAR = 0.85
"""In edges: two dice that lie flat are never nearer to each other than one."""
_ROUNDS = 3
_TRIED, _BESIDE, _TURNED = 3, 6.0, 20.0
"""Places, pixels and degrees."""

_DARK_BODY, _BLACK = 0.35, 1.0
"""In logarithms, of a picture's levels: as dark as a die may be, and as no shadow ever is."""
_OF_ITS_DARKNESS, _SHADOW = 0.65, 0.4
"""The share of its own darkness that a dark die has at least in any light; and what a shadow often has."""

_STRANGE_AT_FIRST, _STRANGER, _LIKE_IT = 1.6, 1.2, 0.25
"""In differences between two faces, from the one most like it: farther it is no die at all, at first sight and when
it is laid; or may be a shadow. A face that was shown before is seldom farther than 0.15."""
_CLEARLY, _NEARLY, _RIVALS = 0.35, 0.8, 2
"""The share of what two faces differ by that must speak against the other one; and below which that one is looked at
more closely, so many of them."""

_OVERLAP, _ON_ANOTHER, _SIDELESS = 0.12, 0.4, 0.3
"""In tops, how much of it is another's top, or explained by another; and the share of its sides that are missing."""
_AROUND = round(1.0 * SCALE)
"""Pixels around a die that may be its own: what is soft in the picture, a reflection on the mat."""
_UNEXPLAINED, _BARE = 0.05, 0.08
"""In tops: what is left when all dice are known; what of a top is not covered."""


class Candidate(NamedTuple):
    lying: Lying
    differences: Floats
    """From each face, at the place where the two are nearest."""
    strangeness: float
    side: bool = False
    """It may be no more than another die's side."""


class Reader:
    """Reads throws of one set of dice; remembers where the mat was."""

    def __init__(self, faces: Faces) -> None:
        self._mat_view = MatView(faces.size_mm, cards=False)
        self._size = faces.size_mm * SCALE
        self._comparison = Comparison(faces)
        middle = np.median([np.median(sample.patch) for sample in faces.samples])
        darkness = -float(np.log((middle + 1) / (MAT_LEVEL + 1)))
        self._dark = darkness > _DARK_BODY
        self._darker = float(np.clip(_OF_ITS_DARKNESS * darkness, _SHADOW, DARKER)) if self._dark else DARKER

    def read(self, image: Image, thrown: int) -> Throw:
        seen = self._mat_view.look(image)
        if isinstance(seen, Health):
            return Throw((), reasons.COVERED if troubles.hides_the_mat(seen) else seen)
        covering = Covering(seen)
        things = covering.things(self._darker)
        if float(np.count_nonzero(things)) > (thrown + 2) * _ROOMY * self._size**2:
            return Throw((), reasons.COVERED)
        if self._dark:
            # On a marker nobody can tell the two apart by how dark they are.
            things |= covering.things(self._darker, markers=True)
        found = self._found(softened(seen), things, seen.plane, thrown)
        doubt = self._doubt(found, thrown, seen, covering, things)
        return Throw(tuple(self._read(die, seen, image) for die in found), doubt)

    def _found(self, flat: Image, things: Mask, plane: Plane, thrown: int) -> list[Candidate]:
        places = self._places(things, plane)
        if not len(places):
            return []
        blurred = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.0 * SCALE), np.uint8)
        patches = patches_of(blurred, places, self._size, ROUGH, SHARE)
        rough_of_each = self._comparison.rough(patches)
        rough = rough_of_each.min(axis=1)
        found: list[Candidate] = []
        sides: list[Candidate] = []
        explained, tops = np.zeros(things.shape, np.uint8), np.zeros(things.shape, np.uint8)
        for _ in range(min(thrown, _MOST) + _SPARE):
            if not len(places) or float(rough.min()) > _STRANGE_AT_FIRST:
                break
            best = int(np.argmin(rough))
            about = np.hypot(*(places[:, :2] - places[best, :2]).T) < _NEAR * self._size
            about_places, about_rough = places[about], rough_of_each[about]
            die = self._best_laid(flat, blurred, about_places, about_rough)
            away = np.hypot(places[:, 0] - die.lying.x, places[:, 1] - die.lying.y) > _NEAR * self._size
            away[best] = False
            places, rough, rough_of_each = places[away], rough[away], rough_of_each[away]
            top = mask_of(things.shape, die.lying.top(self._size))
            overlaps = np.count_nonzero(top & tops) > _OVERLAP * self._size**2
            if overlaps:
                continue
            if self._is_side(die.lying, explained, things, plane):
                sides.append(die._replace(side=True))
                continue
            if die.strangeness < _STRANGER:
                die = self._compared(flat, blurred, die, about_places, about_rough)
                top = mask_of(things.shape, die.lying.top(self._size))
            found.append(die)
            fill(explained, die.lying.whole(self._size, plane), 1)
            tops |= top
        likely = self._likely(found, thrown)
        return [*likely, *self._missed(sides, tops, thrown - len(likely))]

    def _missed(self, sides: list[Candidate], tops: Image, missing: int) -> list[Candidate]:
        """Where dice are missing: a die beside another one, with sides as grey as the mat, passes for that one's side.

        Seen at a slant, few sides look like a face; nobody is sure of those that do.
        """
        free = [
            die
            for die in sides
            if die.strangeness < _LIKE_IT
            and np.count_nonzero(mask_of(tops.shape, die.lying.top(self._size)) & tops) <= _OVERLAP * self._size**2
        ]
        nearest = sorted(free, key=lambda die: die.strangeness)
        return nearest[: max(0, missing)]

    def _is_side(self, lying: Lying, explained: Image, things: Mask, plane: Plane) -> bool:
        """Whether it is where another die's side is seen, and has no sides of its own."""
        top = mask_of(things.shape, lying.top(self._size)).astype(bool)
        if np.count_nonzero(top & (explained > 0)) < _ON_ANOTHER * self._size**2:
            return False
        whole = mask_of(things.shape, lying.whole(self._size, plane)).astype(bool)
        sides = whole & ~top & plane.on_mat
        return bool(np.count_nonzero(sides & ~things) > _SIDELESS * np.count_nonzero(sides))

    def _likely(self, found: list[Candidate], thrown: int) -> list[Candidate]:
        """All that look like dice, and of the others, which may be shadows, no more than are missing."""
        nearest = sorted(found, key=lambda die: die.strangeness)
        sure = sum(die.strangeness < _LIKE_IT for die in nearest)
        return nearest[: max(sure, min(thrown, sum(die.strangeness < _STRANGER for die in nearest)))]

    def _places(self, things: Mask, plane: Plane) -> Floats:
        """Squares that are covered almost wholly, as far as that can be told: x, y, angle."""
        half, unknown = _half(self._without_bays(things)), _half(~plane.on_mat)
        reach = int(self._size * 0.36) + 1
        places = []
        for angle in _ANGLES.tolist():
            square = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
            outline = Lying(reach, reach, angle).top(0.45 * self._size)
            cv2.fillConvexPoly(square, np.round(outline).astype(np.int32), 1.0)
            seen, beyond = (_share(part, square)[::_GRID, ::_GRID] for part in (half, unknown))
            down, right = np.nonzero((seen + beyond > _COVERED) & (seen > _SEEN))
            spots = 2 * _GRID * np.stack([right, down], axis=1) + 0.5
            places.append(np.column_stack([spots, np.full(len(spots), angle)]))
        every = np.concatenate(places).astype(np.float32)
        return every[:: 1 + len(every) // _PLACES]

    def _without_bays(self, things: Mask) -> Mask:
        bay = np.ones((round(_BAY * self._size),) * 2, np.uint8)
        return cv2.morphologyEx(things.astype(np.uint8), cv2.MORPH_CLOSE, bay).astype(bool)

    def _best_laid(self, flat: Image, blurred: Image, places: Floats, rough: Floats) -> Candidate:
        """The best place at first sight may be beside the right one: a few about there are tried."""
        off = rough.min(axis=1)
        laid: list[Candidate] = []
        while np.isfinite(off).any() and len(laid) < _TRIED:
            lying = Lying(*places[int(np.argmin(off))].tolist())
            laid.append(self._laid(flat, blurred, lying))
            apart = np.hypot(places[:, 0] - lying.x, places[:, 1] - lying.y) > _BESIDE
            off[~(apart | (np.abs((places[:, 2] - lying.angle + 45) % 90 - 45) > _TURNED))] = np.inf
        return min(laid, key=lambda die: die.strangeness)

    def _compared(self, flat: Image, blurred: Image, die: Candidate, places: Floats, rough: Floats) -> Candidate:
        """With each face that it might be as well where that one fits best: the place is still the nearest face's."""
        for face in self._rivals(die):
            for start in (die.lying, Lying(*places[int(rough[:, face].argmin())].tolist())):
                other = self._laid(flat, blurred, start, face)
                nearest = np.minimum(die.differences, other.differences)
                lying = other.lying if other.differences.min() < die.differences.min() else die.lying
                die = Candidate(lying, nearest, float(self._comparison.strangeness(nearest)))
        return die

    def _rivals(self, die: Candidate) -> list[int]:
        margins = self._margins(die)
        nearest = np.argsort(margins)[1 : 1 + _RIVALS]
        return [int(face) for face in nearest if margins[face] < _NEARLY]

    def _laid(self, flat: Image, blurred: Image, lying: Lying, face: int | None = None) -> Candidate:
        """The same die where one of the faces fits best, or this one."""
        for _ in range(_ROUNDS):
            places = _around(lying, 1.0, 3.0, 2)
            rough = self._comparison.rough(patches_of(blurred, places, self._size, ROUGH, SHARE))
            lying, settled = _best(places, rough.min(axis=1) if face is None else rough[:, face])
            if settled:
                break
        nearest: Floats | None = None
        for step, turn, reach in ((0.75, 2.0, 2), (0.5, 1.0, 1), (0.25, 0.5, 1)):
            places = _around(lying, step, turn, reach)
            fine = self._comparison.fine(patches_of(flat, places, self._size, FINE, SHARE))
            nearest = fine.min(axis=0) if nearest is None else np.minimum(nearest, fine.min(axis=0))
            lying, _ = _best(places, self._comparison.strangeness(fine) if face is None else fine[:, face])
        assert nearest is not None
        return Candidate(lying, nearest, float(self._comparison.strangeness(nearest)))

    def _margins(self, die: Candidate) -> Floats:
        """The share of what each face and the nearest differ by that speaks against it; of the nearest 0."""
        face = int(die.differences.argmin())
        return np.asarray((die.differences - die.differences[face]) / self._comparison.apart[face], np.float32)

    def _clear(self, die: Candidate) -> bool:
        """One face and no other: of what the two differ by, much is not seen."""
        if die.side or die.strangeness > _LIKE_IT:
            return False
        others = np.delete(self._margins(die), int(die.differences.argmin()))
        return bool((others > _CLEARLY).all())

    def _doubt(
        self, found: Sequence[Candidate], thrown: int, seen: FlatMat, covering: Covering, things: Mask
    ) -> Health | None:
        if len(found) != thrown:
            return reasons.found(len(found), thrown)
        if not all(self._clear(die) for die in found):
            return reasons.UNCLEAR
        whole, bare = np.zeros(things.shape, np.uint8), ~self._without_bays(things)
        for die in found:
            fill(whole, die.lying.whole(self._size, seen.plane), 1)
            top = mask_of(things.shape, die.lying.top(0.9 * self._size)).astype(bool)
            if np.count_nonzero(top & seen.plane.on_mat & ~seen.plane.printed & bare) > _BARE * self._size**2:
                return reasons.LEANING
        wide = cv2.dilate(whole, np.ones((2 * _AROUND + 1, 2 * _AROUND + 1), np.uint8))
        # A shadow is no thing, unless the dice are as dark as one.
        rest = covering.things(self._darker if self._dark else _BLACK) & (wide == 0)
        if _largest(rest) > _UNEXPLAINED * self._size**2:
            return reasons.ELSE
        return None

    def _read(self, die: Candidate, seen: FlatMat, image: Image) -> Read:
        outline = seen.plane.to_picture(die.lying.top(self._size)) / (image.shape[1], image.shape[0])
        face = self._comparison.names[int(die.differences.argmin())]
        return Read(face, self._clear(die), tuple((float(x), float(y)) for x, y in outline))


def _around(lying: Lying, step: float, turn: float, reach: int) -> Floats:
    offs = np.arange(-reach, reach + 1, dtype=np.float32)
    grid = np.stack(np.meshgrid(step * offs, step * offs, turn * offs, indexing="ij"), axis=-1)
    return np.asarray(np.array(lying, np.float32) + grid.reshape(-1, 3), np.float32)


def _best(places: Floats, off: Floats) -> tuple[Lying, bool]:
    """Where it fits best, and whether that is where one started."""
    best = int(off.argmin())
    x, y, angle = places[best].tolist()
    return Lying(x, y, angle), best == len(places) // 2


def _half(mask: Mask) -> Floats:
    small = cv2.resize(mask.astype(np.float32), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _share(part: Floats, square: Floats) -> Floats:
    """Of the square around each pixel."""
    return np.asarray(cv2.filter2D(part, -1, square / square.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)


def _largest(things: Mask) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats(things.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
