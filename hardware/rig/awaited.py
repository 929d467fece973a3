"""Something that is not there yet: tried on a thread of its own, ever less often, until it is; nobody must wait for it.

Whoever builds on it says in words what is missing meanwhile, and is the thing itself once that has come.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Generic, Protocol, TypeVar

from companion.common.back_off import BackOff
from companion.common.worker import Worker
from hardware.devices import Clock

log = logging.getLogger(__name__)


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=Closable)


class Awaited(Generic[T]):
    """`steps` lead to it, one after another: an end may come between any two, and waits for only one."""

    def __init__(
        self, name: str, steps: Callable[[], Iterator[T | None]], back_off: BackOff, clock: Clock, why: str = ""
    ) -> None:
        self.name = name
        self.found: T | None = None
        """What it is once it has come."""
        self.why = why
        """What kept it from coming at the last try, if there was one."""
        self._first_step = steps
        self._steps = steps()
        self._back_off = back_off
        self._worker = Worker(f"opening {name}", self.attempt, clock)
        self._over = Event()
        """Nobody needs to wait any longer: it is there, or the end has come."""

    def begin(self) -> None:
        self._worker.start()

    def attempt(self) -> float | None:
        """Take the next step; says in how many seconds the one after is due, None once it is there."""
        if self.found is not None:
            return None
        try:
            found = next(self._steps)
            if found is None:
                return 0.0
            self._take(found)
        except Exception as failure:  # each device's library has its own kinds of failure
            self._steps = self._first_step()
            before, self.why = self.why, reason(failure)
            log.warning("%s cannot be opened: %s", self.name, self.why, exc_info=self.why != before)
            self._changed()
            return self._back_off.failed()
        self._changed()
        return None

    def wait(self, patience: float) -> T | None:
        """What has come, after so many seconds at most."""
        self._over.wait(patience)
        return self.found

    def close(self) -> None:
        """At any time: what comes after the end is closed at once."""
        self._over.set()
        self._worker.close()
        if self.found is not None:
            self.found.close()

    def _take(self, found: T) -> None:
        with ExitStack() as letting_go:
            letting_go.callback(found.close)
            if not self._over.is_set():
                self._arrived(found)
            # Again: the end may have come meanwhile.
            if not self._over.is_set():
                self.found = found
                letting_go.pop_all()
        self._over.set()

    def _arrived(self, found: T) -> None:
        """What must be done before anyone sees it; where that fails, it is let go and tried again."""

    def _changed(self) -> None:
        """It has come, or there is a reason why not."""


def reason(failure: Exception) -> str:
    return str(failure) or type(failure).__name__
