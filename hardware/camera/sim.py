"""The simulated camera: a scene drawn afresh whenever a frame is due, with live faults; it never counts anything."""

from collections.abc import Callable

import cv2
import msgspec
import numpy as np

from companion.common.health import Health, failing, fine
from hardware.camera.live import LOST
from hardware.camera.render import Look, Painter
from hardware.camera.scene import Scene
from hardware.devices import Clock, Frame, Image

FRAMES_A_SECOND = 15
NOISE = 2.0
"""Standard deviation of the sensor's noise, in steps of 255."""

DARKNESS = 0.02


class SimCamera:
    """Set `unplugged`, `dark` or `hand` at any time: the next frame shows it."""

    name = "sim"

    def __init__(self, scene: Callable[[float], Scene], clock: Clock, seed: int = 1, look: Look | None = None) -> None:
        self.unplugged = False
        self.dark = False
        self.hand = False
        self._scene = scene
        self._clock = clock
        self._painter = Painter(look)
        self._random = np.random.default_rng(seed)
        self._noise = _noise(self._random)
        # Most of the work of the first picture, done before anybody waits for it.
        self._clean = Scene(), self._painter.paint(Scene())
        self._frame: Frame | None = None
        self._closed = False

    def newest(self) -> Frame | None:
        if self.unplugged or self._closed:
            return None
        now, last = self._clock(), self._frame
        if last is None or now - last.time >= 1 / FRAMES_A_SECOND:
            self._frame = Frame(self._exposed(self._scene(now)), now, last.number + 1 if last else 1)
        return self._frame

    def health(self) -> Health:
        if self._closed:
            return failing("The simulated camera is closed.")
        if self.unplugged:
            return LOST
        return fine("The simulated camera sees the mat.")

    def close(self) -> None:
        self._closed = True

    def _exposed(self, scene: Scene) -> Image:
        """The scene with this frame's own noise; a scene that has not changed is not drawn again."""
        scene = self._faulty(scene)
        if self._clean[0] != scene:
            self._clean = scene, self._painter.paint(scene)
        clean = self._clean[1]
        height, width = clean.shape[:2]
        down, right = self._random.integers(0, 64, 2)
        noise = self._noise[down : down + height, right : right + width]
        return np.asarray(cv2.add(clean, noise, dtype=cv2.CV_8U), np.uint8)

    def _faulty(self, scene: Scene) -> Scene:
        if self.hand and not scene.hand:
            scene = msgspec.structs.replace(scene, hand=True)
        if self.dark:
            dim = msgspec.structs.replace(scene.light, brightness=scene.light.brightness * DARKNESS)
            scene = msgspec.structs.replace(scene, light=dim)
        return scene


def _noise(random: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """A field of noise larger than a frame: a random corner of it is new noise for the price of an addition."""
    return np.round(random.normal(0.0, NOISE, (720 + 64, 1280 + 64, 3))).astype(np.int8)
