"""A guest who wants to spoil the evening: no token, as many lines as he likes, or friends; a process of its own.

Lines that the table hangs up are opened again. `python -m tests.chaos.attackers NAME PORT` attacks a server on this
machine until its standard input ends, and says what it got: how many lines were answered, and how many hung up.
"""

import errno
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

JOIN = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PIN = b"POST /api/host/pin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
FILES = b"GET /static/js/prompts.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
ANSWERED = b""
GONE = select.POLLRDHUP | select.POLLHUP | select.POLLERR
TICK = 0.02
AGAIN = 40
"""Lines opened at most in one tick."""


class Attack(NamedTuple):
    lines: int
    says: Callable[[int], Iterator[bytes]]
    """What one line sends, piece by piece; `ANSWERED` waits for an answer."""
    reads: bool
    addresses: int = 1


def nothing(_: int) -> Iterator[bytes]:
    yield from ()


def half_a_request(_: int) -> Iterator[bytes]:
    """A letter now and then, for ever."""
    yield b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    while True:
        yield b"x"


def large_headers(_: int) -> Iterator[bytes]:
    yield b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    for number in range(250):
        yield b"X-Large-%d: %b\r\n" % (number, b"x" * 1000)


def large_bodies(_: int) -> Iterator[bytes]:
    yield JOIN + b"Content-Length: 2000000\r\n\r\n"
    for _ in range(1900):
        yield b"x" * 1000


def chunked_bodies(_: int) -> Iterator[bytes]:
    yield JOIN + b"Transfer-Encoding: chunked\r\n\r\n"
    while True:
        yield b"3e8\r\n%b\r\n" % (b"x" * 1000)


def half_a_body(_: int) -> Iterator[bytes]:
    yield JOIN + b"Content-Length: 4000\r\n\r\n{"


def streams(number: int) -> Iterator[bytes]:
    yield b"GET /stream?as=table&page=greedy-%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number


def files(_: int) -> Iterator[bytes]:
    yield FILES


def files_at_once(_: int) -> Iterator[bytes]:
    yield FILES * 100


def requests(_: int) -> Iterator[bytes]:
    while True:
        yield b"GET /games HTTP/1.1\r\nHost: localhost\r\n\r\n"
        yield ANSWERED


def guesses(number: int) -> Iterator[bytes]:
    body = b'{"pin":"%06d"}' % number
    while True:
        yield PIN + b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        yield ANSWERED


ATTACKS = {
    "idle lines": Attack(512, nothing, reads=False),
    "half requests": Attack(512, half_a_request, reads=False),
    "large headers": Attack(500, large_headers, reads=False),
    "large bodies": Attack(500, large_bodies, reads=False),
    "chunked bodies": Attack(200, chunked_bodies, reads=False),
    "half bodies": Attack(505, half_a_body, reads=False),
    "streams": Attack(200, streams, reads=True),
    "streams never read": Attack(160, streams, reads=False),
    "files never read": Attack(160, files, reads=False),
    "files at once": Attack(160, files_at_once, reads=False),
    "requests": Attack(100, requests, reads=True),
    "guessed PINs": Attack(60, guesses, reads=True),
    "idle lines of many": Attack(800, nothing, reads=False, addresses=100),
    "large bodies of many": Attack(800, large_bodies, reads=False, addresses=100),
    "streams never read by many": Attack(800, streams, reads=False, addresses=100),
    "files never read by many": Attack(800, files, reads=False, addresses=100),
    "requests of many": Attack(100, requests, reads=True, addresses=20),
}


class Swarm:
    def __init__(self, name: str, port: int) -> None:
        self._attack = ATTACKS[name]
        self._net = list(ATTACKS).index(name) + 1
        """On this machine every address that begins with 127 is somebody else's; those with 127.0.0 are the phones'."""
        self._port = port
        self._lines: dict[int, tuple[socket.socket, Iterator[bytes]]] = {}
        self._poll = select.poll()
        self._opened = 0
        self.answered = self.hung_up = 0

    def tick(self) -> None:
        for _ in range(min(AGAIN, self._attack.lines - len(self._lines))):
            self._open()
        for number, flags in self._poll.poll(TICK * 1000):
            if (flags & select.POLLIN and not self._read(number)) or flags & GONE:
                self._close(number)
            elif flags & select.POLLOUT:
                self._say(number)

    def _open(self) -> None:
        line = socket.socket()
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((f"127.0.{self._net}.{1 + self._opened % self._attack.addresses}", 0))
        if line.connect_ex(("127.0.0.1", self._port)) not in (0, errno.EINPROGRESS):
            line.close()
            return
        self._opened += 1
        self._lines[line.fileno()] = line, self._attack.says(self._opened)
        self._poll.register(line, self._wanted(more=True))

    def _wanted(self, more: bool) -> int:
        return select.POLLRDHUP | (select.POLLOUT if more else 0) | (select.POLLIN if self._attack.reads else 0)

    def _say(self, number: int) -> None:
        line, says = self._lines[number]
        piece = next(says, ANSWERED)
        if piece == ANSWERED:
            self._poll.modify(number, self._wanted(more=False))
            return
        with suppress(BlockingIOError):
            try:
                line.send(piece)
            except OSError as error:
                if error.errno in (errno.EPIPE, errno.ECONNRESET):
                    self._close(number)

    def _read(self, number: int) -> bool:
        try:
            heard = self._lines[number][0].recv(65536)
        except OSError:
            return False
        if heard.startswith(b"HTTP/"):
            self.answered += 1
            self._poll.modify(number, self._wanted(more=True))
        return bool(heard)

    def _close(self, number: int) -> None:
        self.hung_up += 1
        line, _ = self._lines.pop(number)
        self._poll.unregister(number)
        line.close()


def main(name: str, port: int) -> None:
    swarm = Swarm(name, port)
    # It stands once the table has had a second of it.
    stands = time.monotonic() + 1.0
    told = False
    while not select.select([sys.stdin], [], [], 0)[0]:
        swarm.tick()
        if not told and time.monotonic() > stands:
            told = True
            print("it stands", flush=True)
    print(f"{swarm.answered} answers, {swarm.hung_up} hung up", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
