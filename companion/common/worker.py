"""A thread that repeats one step, remembers what ended it and can be started again; it never hides a failure."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol, runtime_checkable

from companion.common.clock import Clock

log = logging.getLogger(__name__)

Step = Callable[[], float | None]
"""One piece of work; says how many seconds to wait for the next, or None: until woken."""


class Worker:
    def __init__(self, name: str, step: Step, clock: Clock) -> None:
        self.name = name
        self.crash: Exception | None = None
        self._step = step
        self._clock = clock
        self._began: float | None = None
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

    @property
    def busy_for(self) -> float:
        """Seconds that the step at hand has taken so far."""
        began = self._began
        return 0.0 if began is None else self._clock() - began

    def start(self) -> None:
        if self.alive or self._closing:
            return
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def join(self, timeout: float) -> None:
        if self._thread is not None:
            self._thread.join(timeout)

    def close(self, patience: float = 5.0) -> None:
        """Let the step at hand end, and wait for it so many seconds."""
        self._closing = True
        self._wake.set()
        self.join(timeout=patience)

    def _run(self) -> None:
        try:
            while not self._closing:
                self._wake.clear()
                self._began = self._clock()
                pause = self._step()
                self._began = None
                if not self._closing:
                    self._wake.wait(pause)
        except Exception as crash:
            self.crash, self._began = crash, None
            log.exception("%s stopped", self.name)


@runtime_checkable
class Driven(Protocol):
    """A device with a thread of its own, for a supervisor to look after."""

    @property
    def worker(self) -> Worker: ...
