"""Wakes whoever waits for news. It carries no news itself: the woken look at what stands."""

import threading


class ChangeSignal:
    def __init__(self) -> None:
        self._announced = threading.Condition()
        self._count = 0

    @property
    def count(self) -> int:
        return self._count

    def announce(self) -> None:
        with self._announced:
            self._count += 1
            self._announced.notify_all()

    def wait(self, heard: int, timeout: float) -> int:
        """Return as soon as more was announced than `heard`, or after `timeout` seconds."""
        with self._announced:
            self._announced.wait_for(lambda: self._count != heard, timeout)
            return self._count
