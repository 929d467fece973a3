"""A USB camera through V4L2, exposure and white balance settled and then frozen; it never falls back to another."""

import os
from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np

from companion.common.health import Health, failing
from hardware.camera.live import LOST, Gone, Live, not_held, running
from hardware.devices import Clock, Image

WIDTH, HEIGHT = 1280, 720
SETTLING = 25
"""Frames until exposure and white balance have found the light."""
_MANUAL = 1.0
"""What V4L2 calls manual exposure; 3 is automatic."""
_AUTOMATIC = 3.0


class Capture(Protocol):
    def isOpened(self) -> bool: ...  # noqa: N802

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Image]: ...

    def get(self, what: int) -> float: ...

    def set(self, what: int, value: float) -> bool: ...

    def release(self) -> None: ...


def _capture(path: str) -> Capture:
    # Otherwise an unplugged camera blocks ten seconds; OpenCV reads it at the first capture.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
    return cv2.VideoCapture(path, cv2.CAP_V4L2)  # type: ignore[return-value]


class UsbSource:
    """Open it by /dev/v4l/by-id/…: numbers change when a cable moves."""

    def __init__(self, path: str, capture: Callable[[str], Capture] = _capture) -> None:
        self._path = path
        self._make = capture
        self._capture: Capture | None = None

    def open(self) -> Health:
        capture = self._make(self._path)
        if not capture.isOpened():
            capture.release()
            raise Gone(failing("There is no camera at {path}: check its cable and its name.", path=self._path))
        self._capture = capture
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return self._settle(capture)

    def grab(self) -> None:
        if self._capture is None or not self._capture.grab():
            raise Gone(LOST)

    def unpack(self) -> Image:
        if self._capture is None:
            raise Gone(LOST)
        done, image = self._capture.retrieve()
        if not done or image is None or image.ndim != 3:
            raise Gone(LOST)
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _settle(self, capture: Capture) -> Health:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
        capture.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        for _ in range(SETTLING):
            self.grab()
        loose = []
        exposure, balance = capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
        if not (
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
            and capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
            and capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _MANUAL
        ):
            loose.append("exposure")
        if not (capture.set(cv2.CAP_PROP_AUTO_WB, 0.0) and capture.set(cv2.CAP_PROP_WB_TEMPERATURE, balance)):
            loose.append("white balance")
        return not_held(self._path, " and its ".join(loose)) if loose else running(self._path)


def open_usb(path: str, clock: Clock) -> Live:
    camera = Live("usb", UsbSource(path), clock)
    camera.start()
    return camera
