"""A thread that repeats one step, remembers what ended it and can be started again; it never hides a failure."""

import logging
from collections.abc import Callable
from threading import Event, Thread

from hardware.health import Health, failing, fine

log = logging.getLogger(__name__)

Step = Callable[[], float | None]
"""One piece of work; says how many seconds to wait for the next, or None: until woken."""


class Worker:
    def __init__(self, name: str, step: Step) -> None:
        self.name = name
        self.crash: Exception | None = None
        self._step = step
        self._wake = Event()
        self._closing = False
        self._thread: Thread | None = None

    @property
    def alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    @property
    def died(self) -> bool:
        """Started, not closed, and yet no longer running."""
        return self._thread is not None and not self._closing and not self._thread.is_alive()

    def start(self) -> None:
        if self.alive or self._closing:
            return
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def health(self) -> Health:
        if self.died:
            return failing("{name} stopped: {why}. It is being started again.", name=self.name, why=str(self.crash))
        return fine("{name} is running", name=self.name)

    def join(self, timeout: float) -> None:
        if self._thread is not None:
            self._thread.join(timeout)

    def close(self) -> None:
        self._closing = True
        self._wake.set()
        self.join(timeout=5.0)

    def _run(self) -> None:
        try:
            while not self._closing:
                self._wake.clear()
                pause = self._step()
                if not self._closing:
                    self._wake.wait(pause)
        except Exception as crash:
            self.crash = crash
            log.exception("%s stopped", self.name)
