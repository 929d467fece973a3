"""A hundred phones, twenty of which behave badly: a tap of any other is still answered."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import GUESTS

GOOD, BAD = 80, 20
TAPS = 8
QUIET = 1.0
"""Seconds between taps: news would wake, and end, what restless phones left behind."""

PATIENCE = 20.0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.close()


def connected(port: int, number: int) -> socket.socket:
    """A phone's line; each has an address of its own, as in a house."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (f"127.0.1.{number + 1}", 0))


def request(path: str, cookie: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode()


class Listener:
    """A phone as it should be: it reads whatever comes."""

    def __init__(self, port: int, number: int) -> None:
        self._socket = connected(port, BAD + number)
        self._socket.sendall(request(f"/stream?as=table&page=good-page-{number}"))
        self._lines = self._socket.makefile("rb")
        self._version = 0

    def hear(self, version: int) -> None:
        """Read until the news of this version has come."""
        while self._version < version:
            line = self._lines.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: {"):
                self._version = int(json.loads(line[6:])["version"])

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


def never_reads(port: int, number: int, over: threading.Event) -> None:
    """Opens a stream and lets everything pile up."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        phone.bind((f"127.0.1.{number + 1}", 0))
        phone.connect(("127.0.0.1", port))
        phone.sendall(request(f"/stream?as=table&page=deaf-page-{number}"))
        over.wait()


def half_open(port: int, number: int, over: threading.Event) -> None:
    """Begins to say something and never finishes."""
    with connected(port, number) as phone:
        phone.sendall(b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n{")
        over.wait()


def reconnects(port: int, number: int, over: threading.Event) -> None:
    """Opens its stream again and again without waiting for an answer."""
    while not over.is_set():
        with connected(port, number) as phone:
            phone.sendall(request(f"/stream?as=table&page=restless-{number}"))
            over.wait(0.05)


BEHAVIOURS: tuple[Callable[[int, int, threading.Event], None], ...] = (never_reads, half_open, reconnects)


class Misbehaving:
    def __init__(self, port: int) -> None:
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=BEHAVIOURS[number % len(BEHAVIOURS)], args=(port, number, self._over))
            for number in range(BAD)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()


def tap(port: int, cookie: str, version: int, number: int) -> int:
    """Astrid takes the hammer, or takes that back; says the new version."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as phone:
        hammer = {"move": {"do": "hammer", "seat": 0}, "seen": {"key": "hammerer", "since": version}}
        path, move = ("/api/undo", {"seen": version}) if number % 2 else ("/api/play", hammer)
        body = json.dumps({"seat": 0, "request": f"tap-number-{number}", **move})
        phone.request("POST", path, body, {"Content-Type": "application/json", "Cookie": cookie})
        answer = phone.getresponse()
        shown = json.loads(answer.read())
        assert answer.status == 200, shown
        return int(shown["view"]["version"])


def test_there_is_room_for_a_hundred_phones() -> None:
    assert GUESTS >= GOOD + BAD


def test_a_tap_is_answered_and_heard_while_others_behave_badly(home: Home) -> None:
    home.start("Astrid", "Bo")
    astrid = home.phone().sit(0).client.get_cookie("phone")
    assert astrid is not None
    with ExitStack() as stack:
        port = stack.enter_context(served(home.app))
        listeners = [stack.enter_context(closing(Listener(port, number))) for number in range(GOOD)]
        version = home.table.version
        for listener in listeners:
            listener.hear(version)
        stack.enter_context(closing(Misbehaving(port)))
        slowest = 0.0
        for number in range(TAPS):
            time.sleep(QUIET)
            before = time.monotonic()
            version = tap(port, f"phone={astrid.value}", version, number)
            slowest = max(slowest, time.monotonic() - before)
            for listener in listeners:
                listener.hear(version)
        print(f"slowest of {TAPS} taps: {slowest:.3f} s")
