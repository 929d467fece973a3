"""Serves an app on a free port of this machine for as long as a test needs it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from web.serving import server


@contextmanager
def served(app: Flask) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening, looping(server(app, listening)):
        yield listening.getsockname()[1]


@contextmanager
def looping(waitress: Any) -> Iterator[None]:
    """Run a server beside the test. Its sockets are closed once its own thread looks at them no more."""
    stopping = threading.Event()

    def run() -> None:
        while not stopping.is_set():
            waitress.asyncore.loop(timeout=10, map=waitress._map, count=1)

    loop = threading.Thread(target=run)
    loop.start()
    try:
        yield
    finally:
        waitress.task_dispatcher.shutdown()
        stopping.set()
        waitress.pull_trigger()
        loop.join()
        waitress.asyncore.close_all(waitress._map)
