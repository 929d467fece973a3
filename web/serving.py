"""Serves the app with waitress, in this process: one loop for all connections, some threads for answers, one for news.

waitress and not a server made for many streams, because it already reads requests whole before a thread looks at them,
and loads in a few milliseconds on a small Pi. What it lacks is in `server/`: budgets, threads that are kept for
seats, and streams that hold no thread. An asynchronous server would have needed the same, and brought more to load.
"""

import resource
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from companion.change_signal import ChangeSignal
from companion.common.worker import Worker
from web.identity import holder_of
from web.pages.stream import Listening
from web.probes import answering_probes
from web.server.acceptor import Acceptor
from web.server.budgets import GUESTS, WATCHDOG, Budgets, Holder
from web.server.connections import CONNECTION
from web.server.doors import Doors
from web.server.news import News
from web.server.threads import Threads
from web.services import Services

LARGEST_HEADER = 16 * 1024

SEND_BUFFER = 128 * 1024
"""Bytes of the system's memory for each connection."""

SILENCE = 20_000
"""Milliseconds without an answer after which a phone that walked away is given up."""

SWITCH = 0.001
"""Seconds that a thread may keep the interpreter while others want it."""

FILES, FILES_KEPT = 4096, 256
"""Open files that are asked for: one for each connection and for each page being sent. And those for the rest."""


class Serving:
    """The app behind its doors: `run()` serves until `stop()` or the process is told to stop."""

    def __init__(
        self,
        app: Callable[..., Any],
        doors: Doors,
        changes: ChangeSignal | None = None,
        recognise: Callable[[str], Holder | None] = lambda _: None,
        sign_in: str | None = None,
    ) -> None:
        self.news = News(changes or ChangeSignal())
        self._map: dict[int, Any] = {}
        self._threads = Threads()
        self._stopping = False
        self._waking = threading.Lock()
        budgets = Budgets(guests=min(GUESTS, (open_files() - FILES_KEPT) // 4))
        shared = (adjustments(), self._map, self._threads, budgets, self.news)
        told = handing_over(answering_probes(app, sign_in))
        self._acceptor = Acceptor(told, doors.loopback, *shared, lambda _: WATCHDOG)
        for phones in doors.phones:
            Acceptor(
                told, phones, *shared, lambda cookies: recognise(cookies) if cookies else None, only_at=doors.only_at
            )

    @property
    def workers(self) -> list[Worker]:
        """To be looked after."""
        return [self.news.worker]

    def run(self) -> None:
        # A tap lets go of the interpreter at each write to the card: it must not wait long to get it back.
        sys.setswitchinterval(SWITCH)
        self.news.worker.start()
        try:
            while not self._stopping:
                wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)
        except (SystemExit, KeyboardInterrupt):
            pass
        finally:
            self._threads.shutdown()
            self.news.close()
            with self._waking:
                wasyncore.close_all(self._map)

    def stop(self) -> None:
        """From another thread. The loop may have seen it, and closed everything, before it is woken."""
        self._stopping = True
        with self._waking:
            if self._map:
                self._acceptor.pull_trigger()


def serving(app: Flask, doors: Doors, sign_in: str | None = None) -> Serving:
    """The whole app, with seats, host and streams; and the page that phones are sent to as if to sign in, if any."""
    services: Services = app.extensions["services"]
    return Serving(app, doors, services.changes, lambda cookies: holder_of(services, cookies), sign_in)


def adjustments() -> Adjustments:
    adj = Adjustments(
        max_request_header_size=LARGEST_HEADER,
        # Lines know how much may come, and never so much that it needs a file.
        max_request_body_size=1 << 40,
        inbuf_overflow=1 << 40,
        ident=None,
        clear_untrusted_proxy_headers=True,
        asyncore_use_poll=True,
    )
    adj.socket_options = [*adj.socket_options, *lasting_options()]
    return adj


def lasting_options() -> Iterable[tuple[int, int, int]]:
    yield socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        yield socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE


def open_files() -> int:
    """How many this process may have, after asking for enough."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if now == resource.RLIM_INFINITY or now >= wanted:
        return now if now > 0 else FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def handing_over(app: Callable[..., Any]) -> Callable[..., Any]:
    """A stream's first words are the answer; the rest is its connection's."""

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        said = app(environ, start_response)
        if not isinstance(said, Listening):
            return said
        environ[CONNECTION].listen(said)
        return iter((said.first(),))

    return answer
