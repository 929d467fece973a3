"""Weighs how well boulders explain a picture: each face has one paint and even light, near ones hide those behind.

It never finds a boulder by itself.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.shade import Shade, learned
from hardware.boulders.shapes import Square
from hardware.devices import Image

_EVEN = 0.08
"""How far a pixel may be from the lightness of its face: grain and noise; twice that, and it belongs to another."""
_DARK_SIDE = 0.1
"""A side in the dark may look like the mat, but seldom does."""
_STAINED = 0.5
"""A side may take its neighbour's colour, for light that falls on both goes to and fro between them."""
_SHADED = 0.3
"""A face may be darker than the lamp would make it, for a neighbour stands before the lamp, but not lighter."""
_ALIKE = 0.12
"""How far a top's lightness may be from that of its paint's other tops: no two took the paint alike."""
_TOP_LIKE = 0.9
"""How light a side is against its top if it may as well be a top of its own."""
_DEEP = 0.45
"""In boulders: how far a top is from its foot if a side in between may pass for a top."""
_EACH = 0.15
"""In tops: what a further boulder must explain at least."""
_PLENTY = 12
"""Pixels of a face that tell how light it is."""
_FACES = 5
_AROUND = np.ones((3, 3), np.uint8)

Floats = NDArray[np.float32]
Places = NDArray[np.float64]
Fixed = NDArray[np.int32]
"""Outlines in sixteenths of a pixel."""


SweepAt = Callable[[Places, Places], tuple[Places, Places]]
"""From boulders' tops to their feet."""


class Outline(NamedTuple):
    """How a boulder is drawn: those with less `near` are farther away."""

    near: float
    top: Fixed
    sides: Fixed
    shows: NDArray[np.bool_]
    """Which of the four sides can be seen."""


class Lighting(NamedTuple):
    """How light tops are, by label (0: not known), and sides against them."""

    tops: NDArray[np.float64]
    shade: Shade | None


class Evidence:
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
        lighting: Lighting | None = None,
    ) -> None:
        self.labels, self.level, self.tops, self.known = labels, level, tops, known
        self.size, self.sweep_at, self.rim, self.lighting = size, sweep_at, rim, lighting
        self._outlines: dict[Square, Outline] = {}

    def part(self, left: int, top: int, reach: int) -> "Evidence":
        here = (slice(top, top + reach), slice(left, left + reach))
        labels, level, tops, known = self.labels[here], self.level[here], self.tops[here], self.known[here]

        def sweep_at(x: Places, y: Places) -> tuple[Places, Places]:
            return self.sweep_at(x + left, y + top)

        return Evidence(labels, level, tops, known, self.size, sweep_at, self.rim, self.lighting)

    def halved(self) -> "Evidence":
        half = (self.labels.shape[1] // 2, self.labels.shape[0] // 2)
        level = np.asarray(cv2.resize(self.level, half, interpolation=cv2.INTER_AREA), np.uint8)

        def sweep_at(x: Places, y: Places) -> tuple[Places, Places]:
            right, down = self.sweep_at(2 * x, 2 * y)
            return right / 2, down / 2

        labels, tops, known = self.labels[::2, ::2], self.tops[::2, ::2], self.known[::2, ::2]
        return Evidence(labels, level, tops, known, self.size / 2, sweep_at, self.rim // 2, self.lighting)

    def outlines(self, squares: list[Square]) -> list[Outline]:
        new = [square for square in squares if square not in self._outlines]
        if new:
            x, y = np.array([square.x for square in new]), np.array([square.y for square in new])
            right, down = self.sweep_at(x, y)
            tops = np.stack([square.corners(self.size) for square in new])
            feet = tops + np.stack([right, down], axis=-1)[:, None]
            across = np.roll(tops, -1, axis=1) - tops
            shows = across[..., 1] * right[:, None] > across[..., 0] * down[:, None]
            sides = np.stack([tops, np.roll(tops, -1, axis=1), np.roll(feet, -1, axis=1), feet], axis=2)
            near = right * x + down * y
            drawn = zip(new, near.tolist(), _fixed(tops), _fixed(sides), shows, strict=True)
            for square, *outline in drawn:
                self._outlines[square] = Outline(*outline)
        return [self._outlines[square] for square in squares]


class Story:
    """Some boulders told as a picture, to be compared with what is seen."""

    def __init__(self, seen: Evidence, squares: list[Square]) -> None:
        self.seen, self.squares = seen, squares
        self._faces = self._drawn()
        paints = np.zeros(1 + _FACES * len(squares), np.uint8)
        paints[1:] = np.repeat([square.label for square in squares], _FACES)
        self._paint, self._top = paints[self._faces], self._faces % _FACES == 1
        self._dark = (seen.labels == 0) & ~self._top
        rim = np.ones((2 * seen.rim + 1, 2 * seen.rim + 1), np.uint8)
        # The blurred rims of faces do not tell how light these are.
        inside = (cv2.morphologyEx(self._faces, cv2.MORPH_GRADIENT, rim) == 0) & seen.known & (self._faces > 0)
        self._inside = inside & ((seen.labels == self._paint) | self._dark)
        self._numbers, self._levels = self._faces[self._inside], seen.level[self._inside].astype(np.float32)
        area = np.bincount(self._numbers, minlength=len(paints))
        light = np.bincount(self._numbers, self._levels, len(paints)) / np.maximum(area, 1)
        self._area, self._light = area[1:].reshape(-1, _FACES), light[1:].reshape(-1, _FACES)

    def lighting(self) -> Lighting:
        """What the faces in this story tell about the lamp and the paints."""
        tops, sides = self._light[:, :1], self._light[:, 1:]
        plenty = (self._area[:, :1] >= _PLENTY) & (self._area[:, 1:] >= _PLENTY) & (tops > 0)
        shade = learned(self._facing()[plenty], (sides / np.maximum(tops, 1.0))[plenty])
        levels = np.zeros(256)
        labels = np.array([square.label for square in self.squares])
        for label in np.unique(labels):
            own = self._light[labels == label, 0]
            middle = np.median(own)
            # Where they disagree, some are no tops.
            levels[label] = middle if np.median(np.abs(own - middle)) < _ALIKE / 2 * middle else 0.0
        return Lighting(levels, shade)

    @property
    def cost(self) -> float:
        """In tops: all that does not fit, and a little for each boulder."""
        return self.unfit + _EACH * len(self.squares)

    @cached_property
    def unfit(self) -> float:
        """In tops: all that does not fit."""
        return float(self.misfit.sum() / self.seen.size**2) + self._hidden()

    @cached_property
    def misfit(self) -> Floats:
        """How little each pixel fits, 0 to 1."""
        off = np.ones(self._faces.shape, np.float32)
        off[(self._paint > 0) & ~self._top] = _STAINED
        off[self._dark & (self._paint > 0)] = _DARK_SIDE
        off[~_differs(self.seen.labels, self._paint) | ~self.seen.known] = 0
        own = self._light.astype(np.float32).ravel()[self._numbers - 1]
        uneven = np.clip(np.abs(self._levels - own) / (_EVEN * own + 1.0) - 1.0, 0.0, 1.0)
        ill_lit = self._ill_lit().ravel()[self._numbers - 1]
        off[self._inside] = np.maximum(off[self._inside], np.maximum(uneven, ill_lit))
        return off

    @property
    def untold(self) -> NDArray[np.bool_]:
        """Where a colour as light as its tops is seen that none of these boulders shows there, be it but a rim."""
        return np.asarray((self.seen.tops > 0) & (self.seen.tops != self._paint) & self.seen.known)

    def _drawn(self) -> NDArray[np.uint16]:
        """Which face each pixel shows: far sides first, tops last, for nothing that lies flat hides a top."""
        faces = np.zeros(self.seen.labels.shape, np.uint16)
        outlines = self.seen.outlines(self.squares)
        for number in sorted(range(len(outlines)), key=lambda n: outlines[n].near):
            for side in np.flatnonzero(outlines[number].shows).tolist():
                cv2.fillConvexPoly(faces, outlines[number].sides[side], 2 + _FACES * number + side, cv2.LINE_8, 4)
        for number, boulder in enumerate(outlines):
            cv2.fillConvexPoly(faces, boulder.top, 1 + _FACES * number, cv2.LINE_8, 4)
        return faces

    @property
    def off_mat(self) -> Floats:
        """For each boulder the part of its top that would lie off the mat, 0 to 1."""
        return np.asarray(self._tops_shown(~self.seen.known) / self.seen.size**2, np.float32)

    def _hidden(self) -> float:
        """In tops: what is not seen of tops, behind others or off the mat; two may share a rim, not more."""
        height, width = self._faces.shape
        reach = 0.71 * self.seen.size
        whole = [reach < s.x < width - reach and reach < s.y < height - reach for s in self.squares]
        shown = self._tops_shown(self.seen.known) / self.seen.size**2
        return float(np.maximum(1.0 - shown, 0.0)[whole].sum())

    def _tops_shown(self, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Pixels of each boulder's top."""
        return np.bincount(self._faces[self._top & where], minlength=1 + _FACES * len(self.squares))[1::_FACES]

    @property
    def lit_sides(self) -> Floats:
        """For each boulder, in tops, its sides that are as light as its top though no lamp is known to light them.

        Those that are seen too much aslant to hold a top are left out.
        """
        if self.seen.lighting is None or self.seen.lighting.shade is not None or not self.squares:
            return np.zeros(len(self.squares), np.float32)
        x, y = np.array([square.x for square in self.squares]), np.array([square.y for square in self.squares])
        deep = np.hypot(*self.seen.sweep_at(x, y)) > _DEEP * self.seen.size
        as_light = (self._light[:, 1:] > _TOP_LIKE * self._light[:, :1]) & deep[:, None]
        return np.asarray((self._area[:, 1:] * as_light).sum(axis=1) / self.seen.size**2, np.float32)

    def _ill_lit(self) -> Floats:
        """For each face, 0 to 1, whether it is as light as the lamp makes it."""
        off = np.zeros(self._light.shape)
        if self.seen.lighting is not None and self.squares:
            levels, shade = self.seen.lighting
            tops = np.maximum(self._light[:, :1], 1.0)
            usual = levels[[square.label for square in self.squares]].reshape(-1, 1)
            off[:, :1] = np.where(usual > 0, (tops / np.maximum(usual, 1.0) - 1.0) / _ALIKE, 0.0)
            if shade is not None:
                off[:, 1:] = (self._light[:, 1:] / tops - shade.ratio(self._facing())) / shade.tolerance
                off[self._area[:, 0] == 0, 1:] = 0.0
        off = np.where(off > 0, np.clip(off - 1.0, 0.0, 1.0), _SHADED * np.clip(-off - 1.0, 0.0, 1.0))
        return off.astype(np.float32)

    def _facing(self) -> NDArray[np.float64]:
        """Where each boulder's four sides face, in radians."""
        angles = np.array([square.angle for square in self.squares]).reshape(-1, 1)
        return np.asarray(np.radians(angles + 90.0 * np.arange(-1, _FACES - 2)))


def _differs(labels: Image, paint: Image) -> NDArray[np.bool_]:
    """Where a label is not what was painted there or right beside, but for lines as thin as a blurred rim."""
    differs = labels != paint
    for label in np.unique(labels[differs]):
        beside = cv2.dilate((paint == label).astype(np.uint8), _AROUND) > 0
        differs[(labels == label) & beside] = False
    thick = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, _AROUND)
    return np.asarray(thick > 0)


def halved(square: Square) -> Square:
    return square._replace(x=square.x / 2, y=square.y / 2)


def _fixed(outlines: Places) -> Fixed:
    return np.round(outlines * 16).astype(np.int32)
