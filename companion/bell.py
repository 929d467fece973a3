"""Wakes whoever waits for news. It carries no news itself: the woken look at what stands."""

import threading


class Bell:
    def __init__(self) -> None:
        self._rung = threading.Condition()
        self._count = 0

    @property
    def count(self) -> int:
        return self._count

    def ring(self) -> None:
        with self._rung:
            self._count += 1
            self._rung.notify_all()

    def wait(self, heard: int, timeout: float) -> int:
        """Return as soon as it has rung more often than `heard`, or after `timeout` seconds."""
        with self._rung:
            self._rung.wait_for(lambda: self._count != heard, timeout)
            return self._count
