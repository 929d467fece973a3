"""Serves the app with waitress, in this process: one thread for each open stream and some to answer taps."""

import logging
import socket
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from web.house import House

SPARE_THREADS = 16
LARGEST_BODY = 2 * 1024 * 1024
"""Up to here our own words refuse it; beyond, the server cuts it off."""

LARGEST_BACKLOG = 256 * 1024
"""Bytes waiting for one phone."""

SILENCE = 20_000
"""Milliseconds without an answer after which a phone that walked away is given up."""


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress is untyped
    """Ends the open streams before it waits for the threads that serve them."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        self._house.streams.close()
        self._house.bell.ring()
        return bool(super().shutdown(cancel_pending, timeout))


def server(app: Flask, listening: socket.socket) -> Any:
    """A waitress server on a socket that already listens: `run()` serves, `close()` ends it."""
    house: House = app.extensions["house"]
    # A request that waits a moment for its thread is nothing to tell anyone.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    dispatcher = Dispatcher(house)
    dispatcher.set_thread_count(house.streams.most + SPARE_THREADS)
    serving = create_server(
        app,
        _dispatcher=dispatcher,
        sockets=[listening],
        threads=house.streams.most + SPARE_THREADS,
        connection_limit=4 * house.streams.most,
        max_request_body_size=LARGEST_BODY,
        # A phone that never reads shall not fill the memory with what it does not read.
        outbuf_high_watermark=LARGEST_BACKLOG,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        serving.adj.socket_options = [
            *serving.adj.socket_options,
            (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE),
        ]
    return serving


def serve(app: Flask, listening: socket.socket) -> None:
    """Until the process is told to stop; then every phone is told that this was the end."""
    serving = server(app, listening)
    serving.run()
    serving.asyncore.close_all(serving._map)


def serve_plainly(app: Flask, listening: socket.socket) -> None:
    """Pages without streams, until the process is told to stop."""
    serving = create_server(
        app, sockets=[listening], max_request_body_size=LARGEST_BODY, ident=None, clear_untrusted_proxy_headers=True
    )
    serving.run()
    serving.asyncore.close_all(serving._map)
