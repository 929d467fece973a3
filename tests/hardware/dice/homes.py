"""Homes from a seed: their dice, camera and light, the two photos their owner takes, and throws.

What is on the dice is drawn here, in other ways than the simulated rig's are: letters, pips, strokes, rings and torn
shapes, as ink, burnt or engraved, on wood or plastic. Nothing here knows how a face is read.
"""

import math
from collections import Counter
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.common.health import Health
from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH
from hardware.camera.dice import SIDE, DiceLook, painted
from hardware.camera.render import Painter
from hardware.camera.scene import Colour, Die, Light, Scene
from hardware.camera.view import HEIGHT, WIDTH
from hardware.devices import Image
from hardware.dice.faces import Faces, Sample
from hardware.dice.lesson import Shown, look
from tests.hardware.boulders import hard
from tests.hardware.boulders.hard import Random

BODIES: tuple[tuple[Colour, Colour], ...] = (
    ((0.62, 0.45, 0.27), (0.05, 0.035, 0.03)),
    ((0.70, 0.55, 0.36), (0.24, 0.12, 0.06)),
    ((0.80, 0.79, 0.75), (0.03, 0.03, 0.03)),
    ((0.78, 0.77, 0.70), (0.45, 0.03, 0.04)),
    ((0.035, 0.035, 0.04), (0.75, 0.74, 0.70)),
    ((0.40, 0.03, 0.04), (0.80, 0.78, 0.74)),
    ((0.04, 0.12, 0.36), (0.80, 0.80, 0.80)),
    ((0.05, 0.22, 0.09), (0.70, 0.60, 0.15)),
)
"""Body and ink."""

SAME_LIGHT = 4
"""Throws on end."""

KINDS = (3, 4, 4, 5, 6)
"""How many different faces a die of six sides has."""


class Throw(NamedTuple):
    image: Image
    dice: tuple[Die, ...]

    def truth(self) -> Counter[str]:
        return Counter(die.sides[0] for die in self.dice)


class Home:
    def __init__(self, seed: int) -> None:
        random = np.random.default_rng([seed, 5])
        self.random = random
        self.look = msgspec.structs.replace(hard.a_look(random), blur=float(random.uniform(0.6, 1.3)))
        body, ink = BODIES[int(random.integers(len(BODIES)))]
        body = _varied(body, random)
        self.faces = [f"face {number}" for number in range(1, KINDS[int(random.integers(len(KINDS)))] + 1)]
        drawn = dict(zip(self.faces, a_set(len(self.faces), random), strict=True))
        self.dice = DiceLook(
            size_mm=float(random.uniform(13, 20)),
            rounding=float(random.uniform(0.05, 0.16)),
            body=body,
            drawn={name: _grained(painted(ink_of, body, ink), random) for name, ink_of in drawn.items()},
        )
        self.painter = Painter(self.look, self.dice)
        self._thrown = 0
        self._throws_light = self._light()

    def lesson(self) -> list[Throw]:
        """Two photos of five dice that lie apart; each face is seen in one of them at least, most in both."""
        shown = [*self.faces, *self.faces, *self.faces, *self.faces][:10]
        light = self._light()
        return [self._photo(self._apart(shown[first : first + 5], rim=40.0), light) for first in (0, 5)]

    def learned(self, tries: int = 6) -> tuple[Faces, int]:
        """What its owner taught, who names each die, and takes photos again where none is good; and how often."""
        for again in range(tries):
            faces = self._taught()
            if faces is not None:
                return faces, again
        raise AssertionError("These dice cannot be learned.")

    def _taught(self) -> Faces | None:
        samples: list[Sample] = []
        size_mm: float | None = None
        for photo in self.lesson():
            lesson = look(photo.image, size_mm)
            if isinstance(lesson, Health) or len(lesson.dice) != len(photo.dice):
                return None
            size_mm = lesson.size_mm
            samples += [Sample(self._named(photo, shown), shown.patch) for shown in lesson.dice]
        assert size_mm is not None
        return Faces(size_mm, tuple(samples))

    def _named(self, photo: Throw, shown: Shown) -> str:
        """The face of the die that lies there."""
        tops = np.array([[die.x_mm, die.y_mm, self.dice.size_mm] for die in photo.dice])
        middle = np.mean(shown.outline, axis=0) * (WIDTH, HEIGHT)
        off = np.linalg.norm(self.look.view.lens().project(tops) - middle, axis=1)
        return photo.dice[int(off.argmin())].sides[0]

    def throw(self, touching: bool | None = None) -> Throw:
        random = self.random
        shown = [self.faces[int(random.integers(len(self.faces)))] for _ in range(int(random.integers(1, 6)))]
        touching = bool(random.random() < 0.35) if touching is None else touching
        dice = self._touching(shown) if touching else self._apart(shown, gap=1.0)
        # To light a mat is most of the work of drawing it.
        if self._thrown % SAME_LIGHT == 0:
            self._throws_light = self._light()
        self._thrown += 1
        return self._photo(dice, self._throws_light)

    def photo(self, dice: tuple[Die, ...], hand: bool = False, light: tuple[str, Light] | None = None) -> Throw:
        return self._photo(dice, light or self._throws_light, hand)

    def die(self, face: str, x: float, y: float, angle: float = 0.0, tilt: float = 0.0, lift: float = 0.0) -> Die:
        others = [name for name in self.faces if name != face] or self.faces
        around = tuple(others[int(self.random.integers(len(others)))] for _ in range(5))
        return Die((face, *around), x, y, angle, tilt, lift)

    def _photo(self, dice: tuple[Die, ...], light: tuple[str, Light], hand: bool = False) -> Throw:
        lighting, lamp = light
        clean = self.painter.paint(Scene(dice=dice, light=lamp, hand=hand))
        return Throw(hard.developed(clean, lighting, self.random), dice)

    def _light(self) -> tuple[str, Light]:
        lighting = hard.LIGHTINGS[int(self.random.integers(len(hard.LIGHTINGS)))]
        return lighting, hard.a_light(lighting, self.random)

    def _place(self, rim: float | None = None) -> tuple[float, float, float]:
        rim = rim or 8 + 0.75 * self.dice.size_mm
        x = float(self.random.uniform(rim, MAT_WIDTH - rim))
        y = float(self.random.uniform(rim, MAT_HEIGHT - rim))
        return x, y, float(self.random.uniform(0, 360))

    def _apart(self, shown: list[str], gap: float = 12.0, rim: float | None = None) -> tuple[Die, ...]:
        dice: list[Die] = []
        while len(dice) < len(shown):
            x, y, angle = self._place(rim)
            far = 1.42 * self.dice.size_mm + gap
            if all(math.hypot(die.x_mm - x, die.y_mm - y) > far for die in dice):
                dice.append(self.die(shown[len(dice)], x, y, angle))
        return tuple(dice)

    def _touching(self, shown: list[str]) -> tuple[Die, ...]:
        dice: list[Die] = []
        size = self.dice.size_mm
        while len(dice) < len(shown):
            x, y, angle = self._place()
            if dice and self.random.random() < 0.7:
                other = dice[int(self.random.integers(len(dice)))]
                spin = 0.0 if self.random.random() < 0.5 else float(self.random.uniform(0, 90))
                turn = math.radians(spin % 90)
                reach = size / 2 * (1 + math.cos(turn) + math.sin(turn)) + float(self.random.uniform(0, 0.6))
                way = math.radians(other.angle + 90 * int(self.random.integers(4)))
                aside = float(self.random.uniform(-0.6, 0.6)) * size
                x = other.x_mm + reach * math.cos(way) - aside * math.sin(way)
                y = other.y_mm + reach * math.sin(way) + aside * math.cos(way)
                angle = other.angle + spin + 90 * int(self.random.integers(4))
            rim = 8 + 0.75 * size
            inside = rim < x < MAT_WIDTH - rim and rim < y < MAT_HEIGHT - rim
            die = self.die(shown[len(dice)], x, y, angle)
            if inside and all(_clear(die, other, size) for other in dice):
                dice.append(die)
        return tuple(dice)


def _clear(die: Die, other: Die, size: float) -> bool:
    if math.hypot(die.x_mm - other.x_mm, die.y_mm - other.y_mm) > 1.42 * size:
        return True
    area, _ = cv2.intersectConvexConvex(_foot(die, size), _foot(other, size))
    return area < 0.05


def _foot(die: Die, size: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return cv2.boxPoints(((die.x_mm, die.y_mm), (size, size), die.angle)).astype(np.float32)


def _varied(colour: Colour, random: Random) -> Colour:
    r, g, b = np.minimum(np.array(colour) * random.uniform(0.88, 1.12, 3), 0.85)
    return float(r), float(g), float(b)


def _grained(side: Image, random: Random) -> Image:
    """Wood and plastic are not even, and ink is not either."""
    rough = random.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    lines = cv2.GaussianBlur(rough, (0, 0), 1.0, sigmaY=14.0)
    strong = float(random.uniform(0.0, 0.05)) / max(1e-6, float(lines.std()))
    return np.asarray(np.clip(side * (1 + strong * lines[..., None]), 0, 255), np.uint8)


def a_set(kinds: int, random: Random) -> list[Image]:
    """The inks of one set of dice: one family, or one of each."""
    families = (_strokes, _pips, _letter, _ring, _torn)
    own = int(random.integers(len(families) + 2))
    if own < 3:
        return [families[own](number, random) for number in range(1, kinds + 1)]
    thick = random.permutation(len(families))
    return [families[int(thick[number % len(families)])](number + 1, random) for number in range(kinds)]


def _strokes(number: int, random: Random) -> Image:
    """So many blows: slanting lines side by side."""
    ink = _empty()
    lean, wide = float(random.uniform(-14, 14)), int(random.integers(6, 10))
    for stroke in range(number):
        x = SIDE / 2 + (stroke - (number - 1) / 2) * min(20.0, 66 / number)
        cv2.line(ink, (round(x - lean), 20), (round(x + lean), 76), 255, min(wide, round(44 / number)), cv2.LINE_AA)
    return ink


def _pips(number: int, random: Random) -> Image:
    ink = _empty()
    spots = {1: [(2, 2)], 2: [(1, 1), (3, 3)], 3: [(1, 1), (2, 2), (3, 3)]}
    spots |= {4: [(1, 1), (1, 3), (3, 1), (3, 3)], 5: [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)]}
    spots |= {6: [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)]}
    for x, y in spots[number]:
        cv2.circle(ink, (24 * x, 24 * y), int(random.integers(7, 10)), 255, -1, cv2.LINE_AA)
    return ink


def _letter(number: int, random: Random) -> Image:
    ink = _empty()
    font = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)[int(random.integers(3))]
    letter, scale, thick = "AKHRTX"[number - 1], float(random.uniform(1.9, 2.5)), int(random.integers(5, 9))
    (wide, high), _ = cv2.getTextSize(letter, font, scale, thick)
    cv2.putText(ink, letter, ((SIDE - wide) // 2, (SIDE + high) // 2), font, scale, 255, thick, cv2.LINE_AA)
    return ink


def _ring(number: int, random: Random) -> Image:
    ink = _empty()
    cv2.circle(ink, (48, 48), 30, 255, int(random.integers(5, 9)), cv2.LINE_AA)
    for spoke in range(number):
        turn = 2 * math.pi * spoke / number + 0.4
        cv2.line(ink, (48, 48), (round(48 + 30 * math.cos(turn)), round(48 + 30 * math.sin(turn))), 255, 6, cv2.LINE_AA)
    return ink


def _torn(number: int, random: Random) -> Image:
    """A shape with so many points that no two sets share."""
    ink = _empty()
    points = number + 2
    reach = random.uniform(14, 38, 2 * points)
    turns = np.linspace(0, 2 * math.pi, 2 * points, endpoint=False)
    outline = np.stack([48 + reach * np.cos(turns), 48 + reach * np.sin(turns)], axis=1)
    cv2.fillPoly(ink, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    return ink


def _empty() -> Image:
    return np.zeros((SIDE, SIDE), np.uint8)
