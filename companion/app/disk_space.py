"""What is done about a card that takes nothing: it is told, and a start that needs it waits; nothing is deleted."""

import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event

from companion.app.readiness import ICON, pages_answer, stop_soon, welcome_once_answered
from companion.atomic_files import NotWritten, full
from companion.change_signal import ChangeSignal
from companion.common.worker import Worker
from companion.watchdog import Notifier, Watchdog
from web.server.doors import Doors

PAUSE = 5.0
"""Seconds between two looks."""


class DiskSpace:
    """Looks now and then whether there is room, and announces when that has changed."""

    def __init__(self, state: Path, changes: ChangeSignal) -> None:
        self.full = full(state)
        self.worker = Worker("memory card", self.look, time.monotonic)
        self._state = state
        self._changes = changes

    def look(self) -> float:
        before, self.full = self.full, full(self._state)
        if self.full != before:
            self._changes.announce()
        return PAUSE


def wait_for_room(state: Path, error: NotWritten, doors: Doors, notifier: Notifier) -> bool:
    """Every page says why nothing can be played, until there is room; not so if told to stop before that."""
    from web.disk_full_pages import create_app
    from web.serving import Serving

    answers = partial(pages_answer, doors.loopback_port, ICON)
    found, earliest = Event(), time.monotonic() + PAUSE

    def look() -> float | None:
        # There may be room enough to look at, and yet not for what the start wants: it is not tried all the time.
        if full(state) or time.monotonic() < earliest:
            return PAUSE
        found.set()
        stop_soon()
        return None

    with ExitStack() as stack:
        watchdog = Watchdog(notifier, {"pages": answers}, lambda: "Waiting for room on the card.")
        stack.callback(watchdog.close)
        looking = Worker("room", look, time.monotonic)
        stack.callback(looking.close)

        def welcome() -> None:
            notifier.ready()
            watchdog.start()
            looking.start()

        welcome_once_answered(answers, welcome, stack)
        Serving(create_app(error), doors).run()
    if not found.is_set():
        notifier.stopping()
    return found.is_set()
