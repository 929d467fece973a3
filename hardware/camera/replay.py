"""A camera that shows recorded pictures, from a folder or a video, at their own pace; it never touches a device."""

from pathlib import Path

import cv2
import numpy as np

from companion.common.health import Health, failing, fine
from hardware.devices import Clock, Frame, Image

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


class Replay:
    """Shows each picture of a folder for `seconds`, or a video at its own speed; the last one stays."""

    name = "replay"

    def __init__(self, path: Path, clock: Clock, seconds: float = 1.0) -> None:
        self._path = path
        self._clock = clock
        self._start = clock()
        self._files: list[Path] = []
        self._video: cv2.VideoCapture | None = None
        self._pace = 1.0 / seconds
        self._frame: Frame | None = None
        self._health = self._open()

    def newest(self) -> Frame | None:
        number = int((self._clock() - self._start) * self._pace)
        while self._health.fine and (self._frame is None or self._frame.number < number):
            image = self._next(self._frame.number + 1 if self._frame else 0)
            if image is None:
                break
            following = self._frame.number + 1 if self._frame else 0
            self._frame = Frame(image, self._start + following / self._pace, following)
        return self._frame

    def health(self) -> Health:
        return self._health

    def close(self) -> None:
        if self._video is not None:
            self._video.release()
        self._video, self._files, self._frame = None, [], None
        self._health = failing("The recording is closed.")

    def _open(self) -> Health:
        if self._path.is_dir():
            self._files = sorted(file for file in self._path.iterdir() if file.suffix.lower() in PICTURES)
            if not self._files:
                return failing("There are no pictures in the folder {path}.", path=str(self._path))
            return fine("Showing {count} pictures from {path}.", count=len(self._files), path=str(self._path))
        if not self._path.exists():
            return failing("There is no recording at {path}.", path=str(self._path))
        self._video = cv2.VideoCapture(str(self._path))
        if not self._video.isOpened() or self._video.get(cv2.CAP_PROP_FRAME_COUNT) < 1:
            return failing("{path} is neither a folder of pictures nor a video.", path=str(self._path))
        self._pace = self._video.get(cv2.CAP_PROP_FPS) or 15.0
        return fine("Showing the video {path}.", path=str(self._path))

    def _next(self, number: int) -> Image | None:
        if self._video is not None:
            done, image = self._video.read()
            return np.asarray(image, np.uint8) if done else None
        if number >= len(self._files):
            return None
        file = self._files[number]
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            self._health = failing("{file} is not a picture, whatever its name says.", file=str(file))
            return None
        return np.asarray(picture, np.uint8)
