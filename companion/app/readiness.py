"""Asks the pages on loopback until they answer, and ends the process when the host wants that; it serves no page."""

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection
from threading import Timer

from companion.common.worker import Worker

ICON = "/static/icon.svg"
"""The page that costs least."""

LOOPBACK = "127.0.0.1"

RETRY = 0.1
"""Seconds until pages that did not answer are asked again."""


def welcome_once_answered(answered: Callable[[], bool], welcome: Callable[[], None], stack: ExitStack) -> None:
    """Ask the pages until they answer, and then let everyone in; returns at once, and the stack ends it."""

    def ask() -> float | None:
        if not answered():
            return RETRY
        welcome()
        return None

    worker = Worker("readiness", ask, time.monotonic)
    stack.callback(worker.close, 1.0)
    worker.start()


def loopback_socket() -> socket.socket:
    """Where the companion asks its own pages: not in the network, so that no guest can crowd it."""
    return socket.create_server((LOOPBACK, 0))


def pages_answer(port: int, page: str) -> bool:
    """Whether a seat would be answered now: on loopback nobody waits for guests more than a seat does."""
    ours = HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        ours.request("GET", page)
        return ours.getresponse().status < 400
    except OSError:
        return False
    finally:
        ours.close()


def stop_soon() -> None:
    """The phone that asked for it gets its answer first."""
    Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
