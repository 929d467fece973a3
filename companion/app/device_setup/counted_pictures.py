"""The pictures that players tap right: those the camera asks about and those a phone took; it plays nothing.

What was put right is kept as a sample if the owner wishes.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Literal

import msgspec

from companion.app.device_setup import writing
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import CompanionSettings
from companion.common.boulders import Labelled
from companion.photos import kept
from companion.rules import Illegal, say
from companion.settings import Settings
from hardware.boulders.count import Piece, Point
from hardware.boulders.photos import count_photo
from hardware.camera.jpeg import picture_in
from hardware.rig.camera_loop import CameraLoop

KEPT = 8
"""Photos of some 300 kB, in memory: one is looked at until its hit is entered."""

DECIMALS = 4
"""A tenth of a pixel of a photo."""

Source = Literal["camera", "phone"]


class MarkedPiece(msgspec.Struct, frozen=True):
    x: float
    y: float
    colour: str
    doubtful: bool
    outline: Sequence[Point]


class CountedPhoto(msgspec.Struct, frozen=True):
    photo: int
    pieces: Sequence[MarkedPiece]
    sure: bool


class CountedPictures:
    def __init__(
        self,
        camera_loop: CameraLoop,
        counter: TableCounter,
        corrected: CorrectedPictures,
        settings: Settings[CompanionSettings],
    ) -> None:
        self._camera_loop = camera_loop
        self._counter = counter
        self._corrected = corrected
        self._settings = settings
        self._one_at_a_time = Lock()
        self._lock = Lock()
        self._taken = 0
        self._photos: dict[int, bytes] = {}

    def count(self, photo: bytes) -> CountedPhoto:
        """What lies there, with the mat or without; Illegal in words if it is no photo, or nobody could tell."""
        if not self._one_at_a_time.acquire(blocking=False):
            raise Illegal("counting", say("Another photo is being counted. Try again in a moment."))
        try:
            photo = kept(photo)
            count = count_photo(picture_in(photo), self._counter.boulders)
        finally:
            self._one_at_a_time.release()
        if count.trouble is not None:
            raise Illegal("not_counted", count.trouble.text)
        with self._lock:
            self._taken += 1
            self._photos[self._taken] = photo
            while len(self._photos) > KEPT:
                del self._photos[next(iter(self._photos))]
            return CountedPhoto(self._taken, [_seen(piece) for piece in count.pieces], count.sure)

    def picture_of(self, source: Source, number: int) -> bytes | None:
        if source == "camera":
            kept = self._camera_loop.kept(number)
            return kept and kept.picture
        with self._lock:
            return self._photos.get(number)

    def pieces_of(self, number: int) -> list[MarkedPiece]:
        """What the camera recognised when it asked."""
        kept = self._camera_loop.kept(number)
        return [_seen(piece) for piece in kept.pieces] if kept else []

    @property
    def keeps(self) -> bool:
        return self._settings.values.counting.keep_corrected

    def keep(self, on: bool) -> None:
        """Whether pictures are kept from now on that somebody put right; those that were stay until forgotten."""
        with writing():
            self._settings.change({"counting.keep_corrected": on})

    def put_right(self, source: Source, number: int, pieces: Sequence[Labelled]) -> bool:
        """Whether the picture is kept with these pieces, in place of what was told of it before."""
        picture = self.picture_of(source, number) if self.keeps else None
        if picture is None:
            return False
        with writing():
            self._corrected.keep(picture, pieces)
        return True


def _seen(piece: Piece) -> MarkedPiece:
    outline = [(round(x, DECIMALS), round(y, DECIMALS)) for x, y in piece.outline]
    return MarkedPiece(round(piece.x, DECIMALS), round(piece.y, DECIMALS), piece.colour, piece.doubtful, outline)
