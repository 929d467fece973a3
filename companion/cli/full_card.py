"""What is done about a card without room: it is told, and a start that needs some waits for it; nothing is deleted."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event

from companion.bell import Bell
from companion.cli.doors import opening, stop_soon
from companion.files import full
from companion.notify import Notifier, Watchdog
from hardware.worker import Worker

PAUSE = 5.0
"""Seconds between two looks."""


class Card:
    """Looks now and then whether there is room, and rings when that has changed."""

    def __init__(self, state: Path, bell: Bell) -> None:
        self.full = full(state)
        self.worker = Worker("card", self.look, time.monotonic)
        self._state = state
        self._bell = bell

    def look(self) -> float:
        before, self.full = self.full, full(self._state)
        if self.full != before:
            self._bell.ring()
        return PAUSE


def waited_for_room(state: Path, listening: socket.socket, notifier: Notifier, answers: Callable[[], bool]) -> bool:
    """Every page says why nothing can be played, until there is room; not so if told to stop before that."""
    from web.full import create_app
    from web.serving import serve_plainly

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

        doors = opening(answers, welcome)
        stack.callback(doors.close, 1.0)
        doors.start()
        serve_plainly(create_app(), listening)
    if not found.is_set():
        notifier.stopping()
    return found.is_set()
