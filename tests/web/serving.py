"""Serves an app, or runs the whole companion, on a port of this machine for as long as a test needs it."""

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from flask import Flask

from web.server.doors import Doors
from web.serving import Serving, serving


@contextmanager
def served(app: Flask) -> Iterator[int]:
    with doors() as opened, looping(serving(app, opened)):
        yield opened.port


@contextmanager
def doors(more: int = 0, only_at: str | None = None) -> Iterator[Doors]:
    """One for phones and as many more as are wanted, each on any free port, and the watchdog's."""
    with ExitStack() as stack:
        first, *others, loopback = (
            stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2 + more)
        )
        yield Doors((first, *others), loopback, only_at)


@contextmanager
def looping(server: Serving) -> Iterator[None]:
    """Run a server beside the test."""
    loop = threading.Thread(target=server.run)
    loop.start()
    try:
        yield
    finally:
        server.stop()
        loop.join()


@contextmanager
def running_companion(state: Path, rig: str, port: int = 0, *, pulled: bool = False) -> Iterator[str]:
    """The address of the whole program, started as at home; at the end it is told to stop, or its plug is pulled."""
    command = "import sys; from companion.cli import main; sys.exit(main())"
    place = ["--state", str(state), "--host", "127.0.0.1", "--port", str(port)]
    words = [sys.executable, "-c", command, "serve", "--rig", rig, *place, "--seed", "7"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = re.search("http://.*", process.stdout.readline())
        assert ready is not None
        try:
            yield ready[0]
        finally:
            process.send_signal(signal.SIGKILL if pulled else signal.SIGTERM)
