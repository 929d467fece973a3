"""How long until fifty open pages have the news, against a server that does nothing but pass a message on."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from flask import Flask, Response
from waitress.server import create_server

from companion.bell import Bell
from companion.referee import Status
from companion.rules import say
from tests.bench import bench, ratio
from tests.web.fakes import Home
from tests.web.serving import looping, served
from web.serving import SPARE_THREADS

PAGES = 50
LANGUAGES = ("en", "de", "fr")
NAMES = ("Astrid", "Bo", "Cleo", "Dag")


class Listener:
    def __init__(self, port: int, path: str, headers: str = "") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: table\r\n{headers}\r\n".encode())
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
    """The floor: a stream that waits for a ring and sends the same message to all."""

    def __init__(self, size: int) -> None:
        self.app = Flask(__name__)
        self.bell = Bell()
        self._message = b"data: " + b"x" * size + b"\n\n"
        self._open = True
        self.app.add_url_rule("/stream", view_func=self._stream)

    def stop(self) -> None:
        self._open = False
        self.bell.ring()

    def _stream(self) -> Response:
        return Response(self._listen(), mimetype="text/event-stream")

    def _listen(self) -> Iterator[bytes]:
        heard = self.bell.count
        while self._open:
            yield self._message
            heard = self.bell.wait(heard, 60)


@bench("a publish to 50 streams")
def publish() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Home(Path(folder))
        stack.callback(home.close)
        home.start(*NAMES)
        home.hammer(9)
        for _ in range(4):
            home.play(0, do="hit", boulders={"red": 1, "white": 2})
        ours = [stack.enter_context(closing(page)) for page in pages(home, stack.enter_context(served(home.app)))]
        size = max(page.news() for page in ours)

        bare = Bare(size)
        floors = [stack.enter_context(closing(page)) for page in bare_pages(stack, bare.app)]
        for page in floors:
            page.news()
        stack.callback(bare.stop)

        def tell() -> None:
            home.rig.status = Status("armed", say("{count} hit", count=home.bell.count))
            home.bell.ring()
            for page in ours:
                page.news()

        def tell_bare() -> None:
            bare.bell.ring()
            for page in floors:
                page.news()

        print(f"  {PAGES} pages of {len(NAMES)} seats in {len(LANGUAGES)} languages, {size / 1000:.1f} kB each")
        ratio("until all have it", tell, "a bare stream", tell_bare, rounds=40)


def pages(home: Home, port: int) -> Iterator[Listener]:
    cookies = []
    for seat in range(len(NAMES)):
        cookie = home.phone().sit(seat).client.get_cookie("phone")
        assert cookie is not None
        cookies.append(cookie.value)
    for number in range(PAGES):
        language, cookie = LANGUAGES[number % len(LANGUAGES)], cookies[number % len(cookies)]
        headers = f"Cookie: phone={cookie}\r\nAccept-Language: {language}\r\n"
        yield Listener(port, f"/stream?as=play&page=bench-page-{number}", headers)


def bare_pages(stack: ExitStack, app: Flask) -> Iterator[Listener]:
    listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    waitress = create_server(app, sockets=[listening], threads=PAGES + SPARE_THREADS)
    stack.enter_context(looping(waitress))
    for _ in range(PAGES):
        yield Listener(listening.getsockname()[1], "/stream")
