"""Tells every page that listens what is new, one after the other on one thread; it waits for none of them."""

import logging
from threading import Lock
from time import monotonic
from typing import Protocol

from companion.change_signal import ChangeSignal
from companion.common.worker import Worker
from web.server.connections import Listener

log = logging.getLogger(__name__)

GLANCE = 1.0
"""Seconds; so soon a stream notices that its page has opened another one, and one that lagged gets the newest view."""


class Listening(Protocol):
    """A connection, as far as its page's news go."""

    listener: Listener | None
    connected: bool

    def tell(self, news: bytes) -> bool: ...

    def end(self) -> None: ...


class News:
    def __init__(self, changes: ChangeSignal) -> None:
        self._changes = changes
        self._heard = changes.count
        self._lock = Lock()
        self._connections: dict[Listening, Listener] = {}
        self.worker = Worker("news", self._step, monotonic)

    def come(self, connection: Listening) -> None:
        listener = connection.listener
        assert listener is not None
        with self._lock:
            if connection.connected:
                self._connections[connection] = listener
                return
        listener.close()

    def leave(self, connection: Listening) -> None:
        with self._lock:
            listener = self._connections.pop(connection, None)
        if listener is not None:
            listener.close()

    def close(self) -> None:
        """Every page is told that this was the end."""
        self._changes.announce()
        self.worker.close()
        for connection in list(self._connections):
            connection.end()

    def _step(self) -> float:
        self._heard = self._changes.wait(self._heard, GLANCE)
        for connection, listener in list(self._connections.items()):
            try:
                stands = told(connection, listener)
            except Exception:
                log.exception("A page could not be told its news.")
                stands = False
            if not stands:
                self._end(connection)
        return 0.0

    def _end(self, connection: Listening) -> None:
        self.leave(connection)
        connection.end()


def told(connection: Listening, listener: Listener) -> bool:
    """Whether it still stands; then it knows what is new, unless it lags."""
    if not listener.stands:
        return False
    if (news := listener.news()) and connection.tell(news):
        listener.told()
    return True
