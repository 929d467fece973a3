"""A Raspberry Pi camera on its ribbon cable, through picamera2; it never falls back to another camera."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from companion.common.health import Health, failing
from hardware.camera.live import LOST, Gone, Live, running
from hardware.devices import Clock, Image

WIDTH, HEIGHT = 1280, 720
SETTLING = 1.5
"""Seconds until exposure and white balance have found the light."""


def _picamera() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise Gone(
            failing(
                "The ribbon camera needs picamera2: sudo apt install python3-picamera2, and a venv with system "
                "packages."
            )
        ) from error
    return Picamera2()


class CsiSource:
    def __init__(self, make: Callable[[], Any] = _picamera, settle: Callable[[float], object] = time.sleep) -> None:
        self._make = make
        self._wait = settle
        self._camera: Any = None

    def open(self) -> Health:
        try:
            camera = self._make()
            # What picamera2 calls RGB888 lies in memory as blue, green, red.
            camera.configure(camera.create_video_configuration(main={"size": (WIDTH, HEIGHT), "format": "RGB888"}))
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise Gone(
                failing(
                    "No ribbon camera was found: switch the Pi off and check the cable's both ends ({reason}).",
                    reason=str(error),
                )
            ) from error
        self._camera = camera
        camera.set_controls({"AeEnable": True, "AwbEnable": True})
        self._wait(SETTLING)
        found = camera.capture_metadata()
        held = {name: found[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains")}
        camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})
        return running("csi")

    def read(self) -> Image:
        if self._camera is None:
            raise Gone(LOST)
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8)
        except (RuntimeError, OSError) as error:
            raise Gone(LOST) from error

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()


def open_csi(clock: Clock) -> Live:
    camera = Live("csi", CsiSource(), clock)
    camera.start()
    return camera
