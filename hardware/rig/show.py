"""Keeps a strip showing what the game last said, picture by picture; it never decides what that looks like."""

import logging
from threading import Lock

from hardware.devices import Clock, Pixel, Strip
from hardware.lights.strip import Lights, change, check_count, pixels, rest
from hardware.rig.backoff import BackOff
from hardware.rig.worker import Worker

log = logging.getLogger(__name__)

FRAME = 1 / 30


class Show:
    """At most 30 pictures a second, none while nothing changes; a strip that fails is tried again with back-off."""

    def __init__(self, strip: Strip, count: int, clock: Clock) -> None:
        check_count(count)
        self.worker = Worker("lights", self.step, clock)
        self.pixels: list[Pixel] = [(0, 0, 0)] * count
        self._strip = strip
        self._count = count
        self._clock = clock
        self._lock = Lock()
        self._before: Lights | None = None
        self._now: Lights | None = None
        self._since = 0.0
        self._shown: list[Pixel] | None = None
        self._back_off = BackOff()
        self._not_before = 0.0

    def start(self) -> None:
        self.worker.start()

    def say(self, lights: Lights) -> None:
        """What the lights should say from now on; returns at once, from any thread."""
        with self._lock:
            if lights == self._now:
                return
            self._before, self._now, self._since = self._now, lights, self._clock()
        self.worker.wake()

    def step(self) -> float | None:
        """Show this moment's picture; says in how many seconds the next is due, None: when something is said."""
        with self._lock:
            before, lights, since = self._before, self._now, self._since
        if lights is None:
            return None
        now = self._clock()
        picture, moving = frame(before, lights, self._count, now - since)
        self.pixels = picture
        if now < self._not_before:
            return self._not_before - now
        if picture != self._shown:
            try:
                self._strip.show(picture)
            except OSError as failure:
                log.warning("the lights failed: %s", failure)
                return self._failed(now)
            self._shown = picture
            self._not_before = now + FRAME
            self._back_off.worked()
        return FRAME if moving else None

    def close(self) -> None:
        self.worker.close()

    def _failed(self, now: float) -> float:
        self._shown = None
        pause = self._back_off.failed()
        self._not_before = now + pause
        return pause


def frame(before: Lights | None, lights: Lights, count: int, time: float) -> tuple[list[Pixel], bool]:
    """The picture `time` seconds after `before` gave way to `lights`, and whether it is going to move."""
    picture = pixels(lights, count, time)
    between = change(before, lights, picture, time) if before is not None else None
    if between is not None:
        return between, True
    still = rest(lights)
    return picture, still is None or time < still
