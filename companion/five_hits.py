"""Five hits on the tower right after it starts: whoever stands at the device may choose a new PIN; it plays nothing.

Only the first ten seconds after the hit sensor is ready count, and only while no game waits for a hit. Later hits are
hammering, whatever their number.
"""

from collections.abc import Callable

HITS = 5
WINDOW = 10.0
"""Seconds after the sensor is ready."""

LATEST = 60.0
"""Seconds after the start: a sensor that is plugged in later, amid an evening, opens no door."""


class FiveHits:
    def __init__(self, began: float, done: Callable[[], None]) -> None:
        self._began = began
        self._done = done
        self._ready: float | None = None
        self._heard = 0

    def ready(self, now: float) -> None:
        """The sensor hears; only the first time counts."""
        if self._ready is None:
            self._ready = now

    def heard(self, time: float, in_play: bool) -> bool:
        """Whether this may have been one of the five, and so nothing else."""
        if self._ready is None or in_play or time > self._ready + WINDOW or self._ready > self._began + LATEST:
            return False
        self._heard += 1
        if self._heard == HITS:
            self._done()
        return True
