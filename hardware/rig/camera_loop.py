"""Looks through the camera a few times a second and hands on what the watcher made of it; it counts nothing itself."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple, Protocol, runtime_checkable

from msgspec.structs import replace

from companion.common.worker import Worker
from hardware.boulders.count import Piece
from hardware.boulders.overlay import draw
from hardware.boulders.watcher import RELIT, Sighting, Watcher
from hardware.camera.jpeg import jpeg
from hardware.devices import Camera, Clock, Frame
from hardware.rig.retried_device import there

ARMED_PAUSE = 0.1
ASLEEP_PAUSE = 1.0
REBALANCE_PAUSE = 10.0
"""Seconds: to settle changes the picture once more, which must not be taken for yet another light."""
KEPT = 20

Seen = Callable[[int, Sighting], None]
"""Hears the number of a sighting and the sighting; called from this loop's thread, it must only put them on a queue."""


@runtime_checkable
class CanSettle(Protocol):
    """A camera that holds its exposure and white balance until told to find them anew."""

    def settle_again(self) -> None: ...


class Kept(NamedTuple):
    """The picture of a sighting as JPEG, as it was taken, and what was recognised in it."""

    picture: bytes
    pieces: Sequence[Piece]


class CameraLoop:
    """Every new picture gives a sighting, and so does a camera that has none.

    The number stays the same while the same is seen, and leads to the picture in which it was first seen.
    """

    def __init__(self, camera: Camera, watcher: Watcher, seen: Seen, clock: Clock) -> None:
        self.worker = Worker("counting", self._step, clock)
        self.sighting: Sighting | None = None
        self._camera = camera
        self._watcher = watcher
        self._seen = seen
        self._clock = clock
        self._armed = False
        self._number = 0
        self._frame: Frame | None = None
        self._rebalanced = float("-inf")
        self._lock = Lock()
        self._kept: dict[int, Kept] = {}

    @property
    def armed(self) -> bool:
        return self._armed

    @armed.setter
    def armed(self, armed: bool) -> None:
        if armed != self._armed:
            self._armed = armed
            self.worker.wake()

    def start(self) -> None:
        self.worker.start()

    def close(self) -> None:
        self.worker.close()

    def look(self) -> Sighting | None:
        """Look once; None if the camera still shows the picture of the last look."""
        frame = self._camera.newest()
        if frame is None:
            sighting = Sighting("trouble", self._clock(), None, self._camera.health())
        elif self._frame is not None and frame.number == self._frame.number:
            return None
        else:
            # What still holds was settled pictures ago; whoever waits for a count after a hit needs to know that.
            sighting = replace(self._watcher.see(frame), time=frame.time)
        if sighting.words == RELIT:
            self._rebalance()
        self._remember(frame, sighting)
        self._seen(self._number, sighting)
        return sighting

    def _rebalance(self) -> None:
        """In another light the camera finds its exposure and white balance anew."""
        camera = there(self._camera)
        if isinstance(camera, CanSettle) and self._clock() - self._rebalanced >= REBALANCE_PAUSE:
            self._rebalanced = self._clock()
            camera.settle_again()

    def picture(self) -> bytes | None:
        """The last picture as a JPEG, with what was recognised drawn in; None while the camera has none."""
        with self._lock:
            frame, sighting = self._frame, self.sighting
        return _drawn(frame, sighting) if frame is not None and sighting is not None else None

    def kept(self, number: int) -> Kept | None:
        """What is kept of one sighting; None if it had no picture or was too long ago."""
        with self._lock:
            return self._kept.get(number)

    def accept(self, number: int) -> None:
        """What was seen in that sighting, if it still is, was taken for right."""
        with self._lock:
            if number == self._number:
                self._watcher.accept()

    def _remember(self, frame: Frame | None, sighting: Sighting) -> None:
        new = self.sighting is None or _gist(sighting) != _gist(self.sighting)
        # Rolling boulders are no answer to anything; their pictures would only push out the ones that are.
        kept = _kept(frame, sighting) if new and frame is not None and sighting.kind != "moving" else None
        with self._lock:
            self._frame, self.sighting = frame, sighting
            self._number += new
            if kept is not None:
                self._kept[self._number] = kept
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]

    def _step(self) -> float:
        start = self._clock()
        self.look()
        pause = ARMED_PAUSE if self._armed else ASLEEP_PAUSE
        return max(0.0, pause - (self._clock() - start))


def _kept(frame: Frame, sighting: Sighting) -> Kept:
    return Kept(jpeg(frame.image), sighting.count.pieces if sighting.count else ())


def _drawn(frame: Frame, sighting: Sighting) -> bytes:
    return jpeg(frame.image if sighting.count is None else draw(frame.image, sighting.count))


def _gist(sighting: Sighting) -> tuple[object, ...]:
    if sighting.count is None:
        return sighting.kind, sighting.words.text.sentence
    return sighting.kind, sighting.count.colours, sighting.count.sure
