"""The threads that answer requests: seats, host and watchdog first, never all of them for guests, none for a stream."""

import logging
import threading
from collections import Counter, deque
from time import monotonic
from typing import NamedTuple, Protocol

from web.server.budgets import Holder

log = logging.getLogger(__name__)

THREADS, GUESTS, EACH = 10, 4, 3
"""In all; at most for guests; at most for one guest's address."""

REST, LONGEST_REST = 2.0, 0.5
"""A thread rests so many times as long as it answered a guest, and no longer than so many seconds: the interpreter is
one, and a seat's tap must find it free. Eight phones that load the page at once hardly notice."""

PATIENCE = 5.0
"""Seconds that answers may take to be finished when all ends."""


class Task(Protocol):
    """A connection with a request that has arrived."""

    holder: Holder

    def service(self) -> None: ...

    def cancel(self) -> None: ...


class Asked(NamedTuple):
    task: Task
    holder: Holder


class Threads:
    """What waitress calls a task dispatcher."""

    def __init__(self, threads: int = THREADS, guests: int = GUESTS, each: int = EACH) -> None:
        self._most_guests = guests
        self._each = each
        self._known: deque[Asked] = deque()
        self._guests: deque[Asked] = deque()
        self._serving: Counter[Holder] = Counter()
        """Guests that are being answered."""
        self._change = threading.Condition()
        self._closing = False
        self._rest = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"answers-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def add_task(self, task: Task) -> None:
        asked = Asked(task, task.holder)
        with self._change:
            (self._known if asked.holder.known else self._guests).append(asked)
            self._change.notify()

    def shutdown(self) -> None:
        with self._change:
            self._closing = True
            self._rest.set()
            for asked in (*self._known, *self._guests):
                asked.task.cancel()
            self._change.notify_all()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _work(self) -> None:
        while (asked := self._next()) is not None:
            before = monotonic()
            try:
                asked.task.service()
            except Exception:
                log.exception("A request could not be answered.")
            if not asked.holder.known:
                self._rest.wait(min(REST * (monotonic() - before), LONGEST_REST))
                with self._change:
                    self._serving -= Counter([asked.holder])
                    self._change.notify()

    def _next(self) -> Asked | None:
        with self._change:
            while not self._closing:
                if self._known:
                    return self._known.popleft()
                if (asked := self._next_guest()) is not None:
                    self._guests.remove(asked)
                    self._serving[asked.holder] += 1
                    return asked
                self._change.wait()
            return None

    def _next_guest(self) -> Asked | None:
        if self._serving.total() >= self._most_guests:
            return None
        return next((asked for asked in self._guests if self._serving[asked.holder] < self._each), None)
