"""One connection to a phone: whom it belongs to, how much may come over it, and what a page that listens hears.

waitress reads and writes; here is what it does not know. A connection that listens holds no thread: its news come from
one thread for all (`news.py`), and a page that reads too slowly skips to the newest view.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Protocol

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask
from waitress.utilities import BadRequest

from web.server.budgets import BODY_PHOTO, PHOTO, Budgets, Holder, guest, overdue

CONNECTION, TOO_LARGE = "companion.connection", "companion.too_large"
"""What the app finds in a request's environment: its connection, and whether it brought more than it may."""


class Listener(Protocol):
    """What an open page hears after its first words."""

    @property
    def stands(self) -> bool:
        """Not so once another stream took its place, or whoever listens must not any more."""

    def news(self) -> bytes:
        """What to send now; nothing if there is none."""

    def told(self) -> None:
        """It was sent."""

    def close(self) -> None: ...


class Request(HTTPRequestParser):  # type: ignore[misc]  # waitress is untyped
    too_large = False

    def __init__(self, adj: Any, connection: "Connection") -> None:
        super().__init__(adj)
        self._connection = connection

    def received(self, data: bytes) -> int:
        if self._connection.requests:
            # No browser asks again before it was answered.
            self._connection.give_up()
            return len(data)
        known = self.headers_finished
        try:
            consumed: int = super().received(data)
        except ValueError:
            # Numbers of thousands of digits, addresses that are none: waitress does not expect them.
            self.error, self.completed = BadRequest("That request makes no sense here."), True
            return len(data)
        if self.error or self.empty or not self.headers_finished:
            return consumed
        if not known:
            self._connection.recognise(self.headers.get("COOKIE", ""))
        if max(self.content_length, self.body_bytes_received) > self._most():
            self.refuse_body()
            return len(data)
        return consumed

    def _most(self) -> int:
        """Bytes that this one may bring along."""
        holder = self._connection.holder
        return max(holder.body, BODY_PHOTO) if holder.known and self.path == PHOTO else holder.body

    def refuse_body(self) -> None:
        """It is not kept. The app says so in words, and then the connection ends: the rest is still on its way."""
        self.close()
        self.body_rcv, self.completed, self.expect_continue, self.too_large = None, True, False, True
        self.headers |= {"CONNECTION": "close", "CONTENT_LENGTH": "0"}


class Answering(WSGITask):  # type: ignore[misc]  # waitress is untyped
    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[CONNECTION], environ[TOO_LARGE] = self.channel, self.request.too_large
        return environ

    def finish(self) -> None:
        if self.channel.listener is None:
            super().finish()
        else:
            self.close_on_finish = False
            self.channel.chunked = self.chunked_response


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress is untyped
    task_class = Answering
    listener: Listener | None = None
    chunked = False
    asking_since: float | None = None
    pieces = 0
    answering_since: float | None = None

    def __init__(self, server: Any, *opened: Any, **named: Any) -> None:
        super().__init__(server, *opened, **named)
        self.parser_class: Callable[[Any], Request] = partial(Request, connection=self)
        self.moved = monotonic()
        self.holder: Holder = server.holder_of(None) or guest(self.addr[0])
        self._budgets: Budgets = server.budgets
        self._budgets.come(self)

    @property
    def waiting(self) -> int:
        return int(self.total_outbufs_len)

    @property
    def needed(self) -> bool:
        return bool(self.requests) or (self.listener is not None and self.listener.stands)

    def recognise(self, cookies: str) -> None:
        self._budgets.belong(self, self.server.holder_of(cookies) or guest(self.addr[0]))

    def give_up(self) -> None:
        self._budgets.leave(self)
        self.server.give_up(self)

    def listen(self, listener: Listener) -> None:
        """From now on this connection tells a page its news; the thread that answered is free again."""
        self.listener = listener

    def tell(self, news: bytes) -> bool:
        """Send it, if all that was sent before has been read; says whether it was."""
        with self.outbuf_lock:
            if self.total_outbufs_len or not self.connected:
                return False
            framed = b"%X\r\n%b\r\n" % (len(news), news) if self.chunked else news
            self._put(framed)
        return True

    def end(self) -> None:
        """The page is told that this was all."""
        with self.outbuf_lock:
            if self.connected:
                self._put(b"0\r\n\r\n" if self.chunked else b"")
                self.close_when_flushed = True
        self.server.pull_trigger()

    def _put(self, data: bytes) -> None:
        """Most of it fits into the system's own buffer at once, and needs none of ours."""
        sent = 0 if self.total_outbufs_len or not data else self.send(data, do_close=False)
        if sent:
            self.moved = monotonic()
        try:
            self.write_soon(data[sent:])
        except ClientDisconnected:
            return

    # What waitress calls on its loop.

    def received(self, data: bytes) -> bool:
        if self.listener is not None:
            return False
        self.moved = monotonic()
        going_on = bool(super().received(data))
        self._count()
        if overdue(self, self.moved):
            self.give_up()
        return going_on

    def _count(self) -> None:
        if self.request is None:
            self.asking_since, self.pieces = None, 0
        else:
            self.asking_since, self.pieces = self.asking_since or self.moved, self.pieces + 1

    def readable(self) -> bool:
        return self.socket is not None and bool(super().readable())

    def writable(self) -> bool:
        return self.socket is not None and bool(super().writable())

    def handle_close(self) -> None:
        if self.socket is None:
            return
        super().handle_close()
        self._budgets.leave(self)
        if self.listener is not None:
            self.server.news.leave(self)

    # What waitress calls on either side.

    def _flush_some(self, do_close: bool = True) -> bool:
        with self.outbuf_lock:
            moved = bool(super()._flush_some(do_close=do_close))
            if moved:
                self.moved = monotonic()
            return moved

    # What waitress calls on a thread.

    def service(self) -> None:
        self.answering_since = monotonic()
        super().service()
        self.moved = monotonic()
        if self.listener is not None:
            self.server.news.come(self)
