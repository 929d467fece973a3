"""Where the simulated camera stands and how its lens draws: millimetres in space to pixels; it never draws anything."""

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH

WIDTH, HEIGHT = 1280, 720

Points = NDArray[np.float64]
Floats = NDArray[np.float32]


class View(msgspec.Struct, frozen=True):
    """A camera that looks at the middle of the mat (moved by `aim`), with the tower at the top of its picture."""

    distance: float = 330.0
    tilt: float = 24.0
    """Degrees away from looking straight down."""
    turn: float = 0.0
    """Degrees around the mat; 180 looks from the tower."""
    roll: float = 0.0
    focal: float = 1080.0
    aim: tuple[float, float] = (0.0, 4.0)
    bend: float = 0.0
    """Radial distortion: positive pulls the corners outwards."""

    def lens(self) -> "Lens":
        return Lens(self)


class Lens:
    """A view worked out once: `eye` is where it stands in millimetres, z up."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rotation = _rotation(view)
        middle = np.array([MAT_WIDTH / 2 + view.aim[0], MAT_HEIGHT / 2 + view.aim[1], 0.0])
        self.eye: Points = middle - view.distance * self._rotation[2]

    def project(self, points: Points) -> Points:
        """Pixels of points in space, an N × 3 array of millimetres."""
        seen = (points - self.eye) @ self._rotation.T
        plane = seen[:, :2] / seen[:, 2:3]
        bent = plane * (1.0 + self._view.bend * (plane**2).sum(axis=1, keepdims=True))
        pixels: Points = bent * self._view.focal + np.array([WIDTH / 2, HEIGHT / 2])
        return pixels

    def on_the_table(self) -> tuple[Floats, Floats]:
        """For each pixel the place on the table that it shows."""
        v, u = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
        bent = np.stack([u - WIDTH / 2, v - HEIGHT / 2], axis=-1) / self._view.focal
        plane = bent
        for _ in range(4 if self._view.bend else 0):
            plane = bent / (1.0 + self._view.bend * (plane**2).sum(axis=-1, keepdims=True))
        rays = plane @ self._rotation[:2] + self._rotation[2]
        reach = np.clip(-self.eye[2] / np.minimum(rays[..., 2], -1e-3), 0.0, 5000.0)
        x, y = (self.eye[axis] + reach * rays[..., axis] for axis in (0, 1))
        return x.astype(np.float32), y.astype(np.float32)


def _rotation(view: View) -> Points:
    """Rows: to the right, down and forward in the picture."""
    tilt, turn, roll = (math.radians(angle) for angle in (view.tilt, view.turn, view.roll))
    back, up = np.array([math.sin(turn), math.cos(turn), 0.0]), np.array([0.0, 0.0, 1.0])
    forward = -math.sin(tilt) * back - math.cos(tilt) * up
    right = np.array([math.cos(turn), -math.sin(turn), 0.0])
    down = math.cos(tilt) * back - math.sin(tilt) * up
    rolled = math.cos(roll) * right + math.sin(roll) * down
    return np.stack([rolled, math.cos(roll) * down - math.sin(roll) * right, forward])
