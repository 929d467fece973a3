"""How long until all open pages have the news, against a server that does nothing but pass a message on."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask, Response
from waitress.server import create_server

from companion.change_signal import ChangeSignal
from companion.referee import Status
from companion.rules import say
from tests.bench import bench, ratio
from tests.web.fakes import Home
from tests.web.serving import served

PAGES = (8, 50, 120, 500)
LANGUAGES = ("en", "de", "fr")
NAMES = ("Astrid", "Bo", "Cleo", "Dag")


class Listener:
    def __init__(self, port: int, path: str, headers: str = "", address: str = "127.0.0.1") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
        self._lines = self._socket.makefile("rb")

    def news(self) -> int:
        """Wait for the next message; says how long it is."""
        while not (line := self._lines.readline()).startswith(b"data: "):
            assert line
        return len(line)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class Bare:
    """The floor: a stream that waits for a change and sends the same message to all."""

    def __init__(self, size: int) -> None:
        self.app = Flask(__name__)
        self.changes = ChangeSignal()
        self._message = b"data: " + b"x" * size + b"\n\n"
        self._open = True
        self.app.add_url_rule("/stream", view_func=self._stream)

    def stop(self) -> None:
        self._open = False
        self.changes.announce()

    def _stream(self) -> Response:
        return Response(self._listen(), mimetype="text/event-stream")

    def _listen(self) -> Iterator[bytes]:
        heard = self.changes.count
        while self._open:
            yield self._message
            heard = self.changes.wait(heard, 60)


@contextmanager
def bare_server(bare: Bare, pages: int) -> Iterator[int]:
    """waitress as it comes, with a thread for each page; its port."""
    stopping = False
    with socket.create_server(("127.0.0.1", 0)) as listening:
        waitress: Any = create_server(
            bare.app, sockets=[listening], threads=pages + 4, connection_limit=2 * pages + 100, asyncore_use_poll=True
        )

        def run() -> None:
            while not stopping:
                waitress.asyncore.loop(timeout=10, use_poll=True, map=waitress._map, count=1)

        loop = Thread(target=run)
        loop.start()
        try:
            yield listening.getsockname()[1]
        finally:
            bare.stop()
            waitress.task_dispatcher.shutdown()
            stopping = True
            waitress.pull_trigger()
            loop.join()
            waitress.asyncore.close_all(waitress._map)


@bench("a publish to 8, 50, 120 and 500 streams")
def publish() -> None:
    for pages in PAGES:
        publish_to(pages)


def publish_to(pages: int) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Home(Path(folder))
        stack.callback(home.close)
        home.start(*NAMES)
        home.hammer(9)
        for _ in range(4):
            home.play(0, do="hit", boulders={"red": 1, "white": 2})
        port = stack.enter_context(served(home.app))
        ours = [stack.enter_context(closing(page)) for page in phones(home, port, pages)]
        size = max(page.news() for page in ours)

        bare = Bare(size)
        bare_port = stack.enter_context(bare_server(bare, pages))
        floors = [stack.enter_context(closing(Listener(bare_port, "/stream"))) for _ in range(pages)]
        for page in floors:
            page.news()

        def tell() -> None:
            home.rig.status = Status("armed", say("{count} hit", count=home.changes.count))
            home.changes.announce()
            for page in ours:
                page.news()

        def tell_bare() -> None:
            bare.changes.announce()
            for page in floors:
                page.news()

        print(f"  {pages} pages in {len(LANGUAGES)} languages, {size / 1000:.1f} kB each; allowed: 1.5 x")
        ratio("until all have it", tell, "a bare stream", tell_bare, rounds=40)


def phones(home: Home, port: int, count: int) -> Iterator[Listener]:
    """Each seat has one; all others watch, each from an address of its own."""
    for number in range(count):
        headers = f"Accept-Language: {LANGUAGES[number % len(LANGUAGES)]}\r\n"
        if number < len(NAMES):
            headers += f"Cookie: phone={home.phone().sit(number).cookie('phone').value}\r\n"
        address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        yield Listener(port, f"/stream?as=play&page=bench-page-{number}", headers, address)
