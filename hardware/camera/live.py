"""A real camera kept going: its newest frame, and words for how it is; it never goes quiet without saying so.

Its worker calls `step` over and over; tests call it themselves.
"""

from threading import Event
from typing import Protocol

from companion.common.back_off import BackOff
from companion.common.health import Health, failing, fine
from companion.common.worker import Worker
from hardware.devices import Clock, Frame, Image

STALE = 2.0
"""Seconds after which a frame is too old to count on."""
RARELY = 0.5
"""Seconds between two looks: who looks more rarely gets by with a picture unpacked as rarely."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0


class Gone(Exception):
    """The camera cannot be had; `health` says why in words."""

    def __init__(self, health: Health) -> None:
        super().__init__(str(health))
        self.health = health


class Source(Protocol):
    """The part of a driver that touches the device; all but `close` raise Gone."""

    def open(self) -> Health:
        """One that fails half way may leave the device to `close`."""

    def grab(self) -> None:
        """Wait for the next picture, for seconds at most, and take it as the camera sends it."""

    def unpack(self) -> Image:
        """The picture that was grabbed last; thirty a second are a lot of work, and only worth it if somebody looks."""

    def close(self) -> None:
        """At any time, and as often as one likes."""


class Live:
    def __init__(self, name: str, source: Source, clock: Clock) -> None:
        self.name = name
        self.worker = Worker(f"camera {name}", self.step, clock)
        self._source = source
        self._clock = clock
        self._again = Event()
        self._open = False
        self._back_off = BackOff(FIRST_PAUSE, LONGEST_PAUSE)
        self._frame: Frame | None = None
        self._looks = (float("-inf"), float("-inf"))
        """When somebody looked, the last two times."""
        self._health = failing("The camera is starting.")

    def start(self) -> None:
        self.worker.start()

    def newest(self) -> Frame | None:
        now, frame = self._clock(), self._frame
        self._looks = (self._looks[1], now)
        return frame if frame is not None and now - frame.time <= STALE else None

    def health(self) -> Health:
        frame, health = self._frame, self._health
        if health.fine and (frame is None or self._clock() - frame.time > STALE):
            return failing("The camera sends no pictures: unplug it and plug it in again.")
        return health

    def settle_again(self) -> None:
        """Let exposure and white balance find the light anew, then freeze them: after the light was changed."""
        self._again.set()

    def close(self) -> None:
        self.worker.close()
        self._shut()
        self._frame = None
        self._health = failing("The camera is closed.")

    def step(self) -> float:
        """One frame, or one try to get the camera back; says in how many seconds to go on."""
        try:
            if self._again.is_set():
                self._again.clear()
                self._shut()
            fresh = not self._open
            if fresh:
                self._start_source()
                self._back_off.worked()
            self._source.grab()
            if fresh or self._wanted():
                last = self._frame
                self._frame = Frame(self._source.unpack(), self._clock(), last.number + 1 if last else 1)
        except Gone as gone:
            self._health = gone.health
            self._shut()
            return self._back_off.failed()
        return 0.0

    def _start_source(self) -> None:
        try:
            self._health = self._source.open()
            self._open = True
        finally:
            if not self._open:
                # Half open it would be held by ourselves, and never be had again.
                self._source.close()

    def _wanted(self) -> bool:
        """Whether somebody watches, or the next one to look would find too old a picture."""
        now, (before, last) = self._clock(), self._looks
        watched = now - last < RARELY and last - before < RARELY
        return watched or self._frame is None or now - self._frame.time >= RARELY

    def _shut(self) -> None:
        if self._open:
            self._open = False
            self._source.close()


LOST = failing("The camera is gone: check its cable.")


def running(name: str) -> Health:
    return fine("The camera {name} is running, exposure and white balance are held.", name=name)


def not_held(name: str, what: str) -> Health:
    return fine(
        "The camera {name} is running, but cannot hold its {what}: keep the light steady.", name=name, what=what
    )
