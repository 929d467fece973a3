"""Weighs how well boulders explain a picture: each face has one paint and even light, near ones hide those behind.

It never finds a boulder by itself.
"""

import math
from functools import cached_property
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import DTypeLike, NDArray

from hardware.boulders.lamp import Lamp, lamp_from
from hardware.boulders.shapes import Square, Sweep, SweepAt
from hardware.boulders.work_budget import Budget
from hardware.devices import Image

_EVEN = 0.08
"""How far a pixel may be from the lightness of its face: grain and noise; twice that, and it belongs to another."""
_DARK_SIDE = 0.1
"""A side in the dark may look like the mat, but seldom does."""
_STAINED = 0.5
"""A side may take its neighbour's colour, for light that falls on both goes to and fro between them."""
_SHADED = 0.15
"""A face may be darker than the lamp would make it, for a neighbour stands before the lamp, but not lighter."""
_ALIKE = 0.12
"""How far a top's lightness may be from that of its paint's other tops: no two took the paint alike."""
_TOP_LIKE = 0.9
"""How light a side is against its top if it may as well be a top of its own."""
_DEEP = 0.45
"""In boulders: how far a top is from its foot if a side in between may pass for a top."""
_EACH = 0.15
"""In tops: what a further boulder must explain at least."""
_TRUST = 0.2
"""In tops: what one on the mat may leave unexplained the more, if it is certain to have been proposed. More than that
makes more heaps right, whose tops lie in others' shadows, and fewer of what lies side by side."""
_UNBORNE, _STEADY = 0.25, 0.1
"""In tops: what one on others must explain besides if nothing is there that bears it (of 0.1 and 0.25, with this one
heap more of forty was right). In boulders: how far beside all that bears it its middle may seem to be, for nothing is
seen that exactly."""
_HYPOTHESIS, _BOULDER = 14_000, 300
"""In pixels: what weighing one costs, however small, and what each boulder adds."""
_NEARER = 1.035
"""How much larger a boulder looks that lies on others: it is a boulder nearer to a camera some thirty away."""
_HAIR = 4
"""Pixels."""
_PLENTY = 12
"""Pixels of a face that tell how light it is."""
_FACES = 5
_NOTHING, _TOP, _SIDE = 2, 4, 6
_OFF = np.zeros(256, np.float32)
_OFF[[_NOTHING, _TOP, _SIDE, _NOTHING + 1, _TOP + 1, _SIDE + 1]] = (1.0, 1.0, _STAINED, 1.0, 1.0, _DARK_SIDE)
"""How bad another label is than the one expected there; and, one farther, if none is seen."""
_AROUND = np.ones((3, 3), np.uint8)

Floats = NDArray[np.float32]
Places = NDArray[np.float64]
Fixed = NDArray[np.int32]
"""Outlines in sixteenths of a pixel."""
Faces = NDArray[np.uint8 | np.uint16]
Bits = NDArray[np.uint8 | np.uint64]
Value = TypeVar("Value", bound=np.generic)


class Outline(NamedTuple):
    """How a boulder is drawn: those with less `near` are farther away."""

    near: float
    top: Fixed
    sides: list[tuple[int, Fixed]]
    """Those of the four that can be seen, by number."""
    within: bool
    """Whether it reaches into the picture."""


class Lighting(NamedTuple):
    """How light tops are, by label (0: not known), and sides against them."""

    tops: NDArray[np.float64]
    lamp: Lamp | None


class Observation:
    """What is seen: labels, lightness, the label again where a pixel is as light as that paint's tops, what counts.

    `rim` is how many pixels beside an edge do not tell how light a face is.
    """

    def __init__(
        self,
        labels: Image,
        level: Image,
        tops: Image,
        known: NDArray[np.bool_],
        size: float,
        sweep_at: SweepAt,
        rim: int,
        budget: Budget,
        lighting: Lighting | None = None,
    ) -> None:
        self.labels, self.level, self.tops, self.known = labels, level, tops, known
        self.size, self.sweep_at, self.rim = size, sweep_at, rim
        self.budget, self.lighting = budget, lighting
        self._outlines: dict[Square, Outline] = {}

    def part(self, left: int, top: int, reach: int) -> "Observation":
        here = (slice(top, top + reach), slice(left, left + reach))
        labels, level, tops, known = self.labels[here], self.level[here], self.tops[here], self.known[here]

        def sweep_at(x: float, y: float) -> Sweep:
            return self.sweep_at(x + left, y + top)

        return Observation(labels, level, tops, known, self.size, sweep_at, self.rim, self.budget, self.lighting)

    def halved(self) -> "Observation":
        half = (self.labels.shape[1] // 2, self.labels.shape[0] // 2)
        level = np.asarray(cv2.resize(self.level, half, interpolation=cv2.INTER_AREA), np.uint8)

        def sweep_at(x: float, y: float) -> Sweep:
            right, down = self.sweep_at(2 * x, 2 * y)
            return right / 2, down / 2

        labels, tops, known = self.labels[::2, ::2], self.tops[::2, ::2], self.known[::2, ::2]
        size, rim = self.size / 2, self.rim // 2
        return Observation(labels, level, tops, known, size, sweep_at, rim, self.budget, self.lighting)

    def outlines(self, squares: list[Square]) -> list[Outline]:
        for square in squares:
            if square not in self._outlines:
                self._outlines[square] = self._outline(square)
        return [self._outlines[square] for square in squares]

    def _outline(self, square: Square) -> Outline:
        right, down = self.sweep_at(square.x, square.y)
        size = self.size * _NEARER if square.lifted else self.size
        top: list[tuple[float, float]] = square.corners(size).tolist()
        foot = [(x + right, y + down) for x, y in top]
        sides = []
        for number, (x, y) in enumerate(top):
            after = (number + 1) % 4
            if (top[after][1] - y) * right > (top[after][0] - x) * down:
                sides.append((number, _fixed([(x, y), top[after], foot[after], foot[number]])))
        across, along = zip(*top, *foot, strict=True)
        height, width = self.labels.shape
        within = max(across) > -1 and min(across) < width and max(along) > -1 and min(along) < height
        return Outline(right * square.x + down * square.y, _fixed(top), sides, within)

    def within(self, squares: list[Square]) -> list[bool]:
        """Whether each of these boulders reaches into the picture."""
        return [outline.within for outline in self.outlines(squares)]

    @cached_property
    def bare(self) -> Image:
        """1 where no colour is seen."""
        return np.asarray(self.labels == 0).view(np.uint8)

    @cached_property
    def bits(self) -> Bits:
        return _bits(self.labels, np.uint8 if self.labels.max(initial=0) < 8 else np.uint64)


class Hypothesis:
    """Some boulders rendered as a picture, to be compared with what is seen."""

    def __init__(self, seen: Observation, squares: list[Square]) -> None:
        self.seen, self.squares = seen, squares
        seen.budget.spend(seen.labels.size + _HYPOTHESIS + _BOULDER * len(squares))
        faces = self._faces = self._rendered()
        paints, kinds = (
            np.zeros(1 + _FACES * len(squares), np.uint8),
            np.full(1 + _FACES * len(squares), _SIDE, np.uint8),
        )
        paints[1:] = np.repeat([square.label for square in squares], _FACES)
        kinds[0], kinds[1::_FACES] = _NOTHING, _TOP
        self._paints, self._paint = paints, _by_face(paints, faces)
        self._kind = _by_face(kinds, faces)
        self._top = self._kind == _TOP
        rim = np.ones((2 * seen.rim + 1, 2 * seen.rim + 1), np.uint8)
        # The blurred rims of faces do not tell how light these are.
        calm = (cv2.morphologyEx(faces, cv2.MORPH_GRADIENT, rim) == 0) & seen.known & (faces > 0)
        own = (seen.labels == self._paint) | ((self._kind == _SIDE) & (seen.labels == 0))
        self._inside = np.flatnonzero(calm & own)
        self._numbers = faces.reshape(-1).take(self._inside)
        self._levels = seen.level.reshape(-1).take(self._inside).astype(np.float32)
        area = np.bincount(self._numbers, minlength=len(paints))
        light = np.bincount(self._numbers, self._levels, len(paints)) / np.maximum(area, 1)
        self._area, self._light = area[1:].reshape(-1, _FACES), light[1:].reshape(-1, _FACES)

    def lighting(self) -> Lighting:
        """What the faces of these boulders tell about the lamp and the paints."""
        tops, sides = self._light[:, :1], self._light[:, 1:]
        plenty = (self._area[:, :1] >= _PLENTY) & (self._area[:, 1:] >= _PLENTY) & (tops > 0)
        lamp = lamp_from(self._facing()[plenty], (sides / np.maximum(tops, 1.0))[plenty])
        levels = np.zeros(256)
        labels = np.array([square.label for square in self.squares])
        for label in np.unique(labels):
            own = self._light[labels == label, 0]
            middle = np.median(own)
            # Where they disagree, some are no tops.
            levels[label] = middle if np.median(np.abs(own - middle)) < _ALIKE / 2 * middle else 0.0
        return Lighting(levels, lamp)

    @property
    def cost(self) -> float:
        """In tops: all that does not fit, and what each boulder must explain at least, the less the likelier it is."""
        trusted = sum((_EACH if square.lifted else _TRUST) * square.likely for square in self.squares)
        return self.unfit + _EACH * len(self.squares) - trusted + _UNBORNE * self._unborne()

    @cached_property
    def unfit(self) -> float:
        """In tops: all that does not fit."""
        return float(self.misfit.sum() / self.seen.size**2 + self._hidden.sum())

    @cached_property
    def misfit(self) -> Floats:
        """How little each pixel fits, 0 to 1."""
        expected = (self._kind + self.seen.bare) * (self._differs() & self.seen.known)
        off: Floats = np.asarray(cv2.LUT(expected, _OFF), np.float32)
        own = self._light.astype(np.float32).ravel()[self._numbers - 1]
        uneven = np.minimum(np.abs(self._levels - own) / (_EVEN * own + 1.0) - 1.0, 1.0)
        ill_lit = self._ill_lit().ravel()[self._numbers - 1]
        every = off.reshape(-1)
        every[self._inside] = np.maximum(every.take(self._inside), np.maximum(uneven, ill_lit))
        return off

    def _differs(self) -> NDArray[np.bool_]:
        """Where a label is not what was painted there or right beside, but for lines as thin as a blurred rim."""
        seen = self.seen.bits
        painted = _by_face(_bits(self._paints, seen.dtype), self._faces)
        for near, far in ((np.s_[:, 1:], np.s_[:, :-1]), (np.s_[1:], np.s_[:-1])):
            beside = painted.copy()
            beside[near] |= painted[far]
            beside[far] |= painted[near]
            painted = beside
        differs = (painted & seen) == 0
        return np.asarray(cv2.morphologyEx(differs.view(np.uint8), cv2.MORPH_OPEN, _AROUND)).view(np.bool_)

    @property
    def unexplained(self) -> NDArray[np.bool_]:
        """Where a colour as light as its tops is seen that none of these boulders shows there, be it but a rim."""
        return np.asarray((self.seen.tops > 0) & (self.seen.tops != self._paint) & self.seen.known)

    def _rendered(self) -> Faces:
        """Which face each pixel shows: far sides first, tops last, for nothing that lies on the mat hides a top.

        Then, alike, those that lie on others.
        """
        outlines = self.seen.outlines(self.squares)
        faces = np.zeros(self.seen.labels.shape, np.uint8 if _FACES * len(outlines) < 256 else np.uint16)
        farthest_first = sorted(range(len(outlines)), key=lambda n: outlines[n].near)
        self._on_the_mat = faces
        for lifted in (False, True) if any(square.lifted for square in self.squares) else (False,):
            several = [number for number in farthest_first if self.squares[number].lifted == lifted]
            for number in several:
                for side, outline in outlines[number].sides:
                    cv2.fillConvexPoly(faces, outline, 2 + _FACES * number + side, cv2.LINE_8, 4)
            for number in several:
                cv2.fillConvexPoly(faces, outlines[number].top, 1 + _FACES * number, cv2.LINE_8, 4)
            if not lifted:
                self._on_the_mat = faces.copy() if len(several) < len(outlines) else faces
        return faces

    @property
    def off_mat(self) -> Floats:
        """For each boulder the part of its top that would lie off the mat, 0 to 1."""
        return np.asarray(self._tops_shown(~self.seen.known) / self.seen.size**2, np.float32)

    def at_stake(self, number: int) -> float:
        """In tops: how much better all could fit at most if that boulder were moved by a hair."""
        outline = self.seen.outlines([self.squares[number]])[0]
        corners = np.concatenate([outline.top, *(side for _, side in outline.sides)]) // 16
        (left, up), (right, down) = np.maximum(corners.min(axis=0) - _HAIR, 0), corners.max(axis=0) + _HAIR + 1
        return float(self.misfit[up:down, left:right].sum() / self.seen.size**2 + self._hidden[number])

    @cached_property
    def _hidden(self) -> Places:
        """In tops, for each boulder, what is not seen of its top, behind others or off the mat; a rim may be shared.

        What lies on others may hide any part of these.
        """
        height, width = self._faces.shape
        reach = 0.71 * self.seen.size
        whole = [reach < s.x < width - reach and reach < s.y < height - reach for s in self.squares]
        shown = self._tops_shown(self.seen.known) / self.seen.size**2
        if self._on_the_mat is not self._faces:
            shown = np.maximum(shown, self._tops_in(self._on_the_mat, self.seen.known) / self.seen.size**2)
        return np.where(whole, np.maximum(1.0 - shown, 0.0), 0.0)

    def _tops_shown(self, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Pixels of each boulder's top."""
        return self._tops_in(self._faces, self._top & where)

    def _tops_in(self, faces: Faces, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(faces[where], minlength=1 + _FACES * len(self.squares))[1::_FACES]

    @property
    def lit_sides(self) -> Floats:
        """For each boulder, in tops, its sides that are as light as its top though no lamp is known to light them.

        Those that are seen too much aslant to hold a top are left out.
        """
        if self.seen.lighting is None or self.seen.lighting.lamp is not None or not self.squares:
            return np.zeros(len(self.squares), np.float32)
        deep = np.array([math.hypot(*self.seen.sweep_at(s.x, s.y)) > _DEEP * self.seen.size for s in self.squares])
        as_light = (self._light[:, 1:] > _TOP_LIKE * self._light[:, :1]) & deep[:, None]
        return np.asarray((self._area[:, 1:] * as_light).sum(axis=1) / self.seen.size**2, np.float32)

    def _ill_lit(self) -> Floats:
        """For each face, 0 to 1, whether it is as light as the lamp makes it."""
        off = np.zeros(self._light.shape)
        if self.seen.lighting is not None and self.squares:
            levels, lamp = self.seen.lighting
            tops = np.maximum(self._light[:, :1], 1.0)
            usual = levels[[square.label for square in self.squares]].reshape(-1, 1)
            off[:, :1] = np.where(usual > 0, (tops / np.maximum(usual, 1.0) - 1.0) / _ALIKE, 0.0)
            if lamp is not None:
                off[:, 1:] = (self._light[:, 1:] / tops - lamp.ratio(self._facing())) / lamp.tolerance
                off[self._area[:, 0] == 0, 1:] = 0.0
        beyond = np.minimum(np.maximum(np.abs(off) - 1.0, 0.0), 1.0)
        return np.where(off > 0, beyond, _SHADED * beyond).astype(np.float32)

    def _unborne(self) -> int:
        """How many of those on others would fall down: what bears them is not there."""
        size = self.seen.size
        tops = [square.corners(size).astype(np.float32) for square in self.squares if not square.lifted]
        return sum(not _bears(tops, square, self.seen.sweep_at, size) for square in self.squares if square.lifted)

    def _facing(self) -> NDArray[np.float64]:
        """Where each boulder's four sides face, in radians."""
        angles = np.array([square.angle for square in self.squares]).reshape(-1, 1)
        return np.asarray(np.radians(angles + 90.0 * np.arange(-1, _FACES - 2)))


def _bears(tops: list[Floats], square: Square, sweep_at: SweepAt, size: float) -> bool:
    """Whether one on others lies around its middle on what it lies on."""
    below = square.foot(sweep_at(square.x, square.y))
    outline = below.corners(size).astype(np.float32)
    shared = [cv2.intersectConvexConvex(outline, top) for top in tops]
    bearing = [np.asarray(common, np.float32) for area, common in shared if area > 0]
    middle = (float(below.x), float(below.y))
    return bool(
        bearing and cv2.pointPolygonTest(cv2.convexHull(np.concatenate(bearing)), middle, True) >= -_STEADY * size
    )


def _by_face(table: NDArray[Value], faces: Faces) -> NDArray[Value]:
    """What the table says of the face that each pixel shows."""
    if faces.dtype != np.uint8 or table.dtype != np.uint8:
        return table.take(faces)
    whole = np.zeros(256, table.dtype)
    whole[: len(table)] = table
    return np.asarray(cv2.LUT(faces, whole), table.dtype)


def _bits(labels: Image, kind: DTypeLike) -> Bits:
    """A bit for each label, so that those around a pixel can be told at once."""
    return np.left_shift(1, labels % 64, dtype=np.uint64).astype(kind)


def halved(square: Square) -> Square:
    return square._replace(x=square.x / 2, y=square.y / 2)


def _fixed(outline: list[tuple[float, float]]) -> Fixed:
    return np.array([(round(x * 16), round(y * 16)) for x, y in outline], np.int32)
