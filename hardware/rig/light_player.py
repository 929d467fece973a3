"""Keeps a strip showing what the game last said, before its first word that it is starting; it designs no picture."""

import logging
import math
from threading import Lock

from companion.common.back_off import BackOff
from companion.common.lights import Lights
from companion.common.worker import Worker
from hardware.devices import Clock, Pixel, Strip
from hardware.lights.effects import change, check_count, pixels, rest
from hardware.lights.layout import Layout
from hardware.lights.starting import starting
from hardware.lights.trial_picture import TRIAL_TIME, trial
from hardware.lights.wired_strip import WiredStrip

log = logging.getLogger(__name__)

FRAME = 1 / 30


class LightPlayer:
    """At most 30 pictures a second, none while nothing changes, unless the strip would forget the last one.

    A strip that fails is tried again with back-off.
    """

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
        self._since = clock()
        self._shown: list[Pixel] | None = None
        self._fades = math.inf  # when the strip wants what it shows once more
        self._trial_since: float | None = None
        self._layout: Layout | None = None
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

    def try_out(self) -> None:
        """Show the trial picture for a while, whatever the game says."""
        with self._lock:
            self._trial_since = self._clock()
        self.worker.wake()

    def arrange(self, layout: Layout) -> None:
        """Go on with another layout of the strip, from the next picture on."""
        with self._lock:
            self._layout = layout
        self.worker.wake()

    def step(self) -> float | None:
        """Show this moment's picture; says in how many seconds the next is due, None: when something is said."""
        self._rearrange()
        now = self._clock()
        picture, moving = self._picture(now)
        self.pixels = picture
        if now < self._not_before:
            return self._not_before - now
        if picture != self._shown or now >= self._fades:
            try:
                self._strip.show(picture)
            except OSError as failure:
                log.warning("the lights failed: %s", failure)
                return self._failed(now)
            self._shown = picture
            self._not_before = now + FRAME
            self._fades = now + (self._strip.lasts if isinstance(self._strip, WiredStrip) else math.inf)
            self._back_off.worked()
        if moving:
            return FRAME
        return None if self._fades == math.inf else self._fades - now

    def close(self) -> None:
        self.worker.close()

    def _picture(self, now: float) -> tuple[list[Pixel], bool]:
        with self._lock:
            before, lights, since, trial_since = self._before, self._now, self._since, self._trial_since
        if trial_since is not None and now - trial_since < TRIAL_TIME:
            return trial(self._count, now - trial_since), True
        if lights is not None:
            return frame(before, lights, self._count, now - since)
        return starting(self._count, now - since), True

    def _rearrange(self) -> None:
        with self._lock:
            layout, self._layout = self._layout, None
        if layout is not None:
            self._count, self._shown = layout.count, None
            if isinstance(self._strip, WiredStrip):
                self._strip.arrange(layout)

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
