"""A simulated rock tower: holds the boulders, lets some fall when hit, knows where each one lies; it draws nothing."""

from collections import Counter
from math import cos, pi, radians, sin
from random import Random
from threading import Lock
from typing import NamedTuple

from hardware.boulders import COLOURS, EACH
from hardware.boulders.mat import CUBE_SIZE, LANDING, MAT_WIDTH
from hardware.camera.scene import Cube, Scene
from hardware.devices import Clock

FALL_TIME = 0.6
SPREAD_TIME = 0.15
DROP_MM = 70.0
TOUCHING = 0.3
"""How often a boulder comes to rest against another one."""


class Fallen(NamedTuple):
    """A boulder on the mat, or on its way there: where it ends and when it left the tower."""

    colour: str
    x: float
    y: float
    angle: float
    left: float

    def at(self, time: float) -> Cube | None:
        part = (time - self.left) / FALL_TIME
        if part < 0:
            return None
        if part >= 1:
            return Cube(self.colour, self.x, self.y, self.angle)
        rolled = 1 - (1 - part) ** 2
        hop = abs(cos(part * 2.5 * pi)) * (1 - part) ** 2
        return Cube(
            self.colour,
            x_mm=MAT_WIDTH / 2 + (self.x - MAT_WIDTH / 2) * rolled,
            y_mm=LANDING.y0 + (self.y - LANDING.y0) * rolled,
            angle=self.angle + 270 * (1 - rolled),
            tilt=40 * (1 - part),
            lift_mm=DROP_MM * hop,
        )


class RockTower:
    """All boulders, `EACH` of each colour; what fell stays on the mat until it is put back."""

    def __init__(self, rng: Random, clock: Clock) -> None:
        self._rng = rng
        self._clock = clock
        self._lock = Lock()
        self._inside: list[str] = []
        self._fallen: tuple[Fallen, ...] = ()
        self.put_back()

    @property
    def left(self) -> int:
        """How many boulders are still in the tower."""
        return len(self._inside)

    def on_mat(self) -> dict[str, int]:
        fallen = Counter(boulder.colour for boulder in self._fallen)
        return {colour: fallen[colour] for colour in COLOURS}

    def blow(self, strength: float) -> dict[str, int]:
        """A random handful falls, more under a harder blow, sometimes none; says how many of each colour."""
        if not 0.0 <= strength <= 1.0:
            raise ValueError(f"A blow's strength goes from 0 to 1, not {strength}.")
        with self._lock:
            if self._rng.random() < 0.3 - 0.2 * strength:
                return self._free(0)
            return self._free(1 + sum(self._rng.random() < 0.6 * strength for _ in range(6)))

    def spill(self, number: int = 1) -> dict[str, int]:
        """Boulders fall though nobody hit."""
        with self._lock:
            return self._free(number)

    def put_back(self) -> None:
        with self._lock:
            self._inside = [colour for colour in COLOURS for _ in range(EACH)]
            self._rng.shuffle(self._inside)
            self._fallen = ()

    def scene(self, time: float) -> Scene:
        """What a camera above the mat has before it at that time."""
        return Scene(tuple(cube for boulder in self._fallen if (cube := boulder.at(time)) is not None))

    def _free(self, number: int) -> dict[str, int]:
        freed = dict.fromkeys(COLOURS, 0)
        now = self._clock()
        for _ in range(min(number, len(self._inside))):
            colour = self._inside.pop()
            freed[colour] += 1
            x, y, angle = self._resting_place()
            left = now + self._rng.uniform(0, SPREAD_TIME)
            self._fallen = (*self._fallen, Fallen(colour, x, y, angle, left))
        return freed

    def _resting_place(self) -> tuple[float, float, float]:
        while True:
            if self._fallen and self._rng.random() < TOUCHING:
                place = self._beside(self._rng.choice(self._fallen))
            else:
                place = (self._rng.gauss(MAT_WIDTH / 2, 48), self._rng.gauss(85, 34), self._rng.uniform(0, 90))
            x, y, _ = place
            on_the_mat = LANDING.x0 <= x <= LANDING.x1 and LANDING.y0 <= y <= LANDING.y1
            if on_the_mat and not any(overlap(place, (other.x, other.y, other.angle)) for other in self._fallen):
                return place

    def _beside(self, other: Fallen) -> tuple[float, float, float]:
        """Face to face with another boulder, pushed sideways by up to half an edge."""
        facing = radians(other.angle + 90 * self._rng.randrange(4))
        off, aside = CUBE_SIZE + 0.1, self._rng.uniform(-0.5, 0.5) * CUBE_SIZE
        x = other.x + off * cos(facing) - aside * sin(facing)
        y = other.y + off * sin(facing) + aside * cos(facing)
        return x, y, other.angle


def overlap(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two boulders (x, y, angle) share ground: there is no face of either along which they lie apart."""
    across, along = other[0] - one[0], other[1] - one[1]
    if across**2 + along**2 >= 2 * CUBE_SIZE**2:
        return False
    turned = radians(one[2] - other[2])
    reach = CUBE_SIZE / 2 * (1 + abs(cos(turned)) + abs(sin(turned)))
    faces = (radians(angle + quarter) for angle in (one[2], other[2]) for quarter in (0, 90))
    return all(abs(across * cos(face) + along * sin(face)) < reach for face in faces)
