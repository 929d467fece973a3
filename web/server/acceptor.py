"""Accepts connections on one socket: that for phones, or the one on loopback, which no guest can reach."""

import socket
from collections.abc import Callable
from time import monotonic
from typing import Any

from waitress.server import TcpWSGIServer

from web.server.budgets import Budgets, Holder
from web.server.connections import Connection
from web.server.news import News

AT_ONCE, LET_IN = 128, 16
"""Connections that are looked at, and at most let in, before those inside have their turn again."""

LOOK = 1.0
"""Seconds between two looks at who takes too long."""


class Acceptor(TcpWSGIServer):  # type: ignore[misc]  # waitress is untyped
    channel_class = Connection

    def __init__(
        self,
        app: Callable[..., Any],
        listening: socket.socket,
        adj: Any,
        shared: dict[int, Any],
        dispatcher: Any,
        budgets: Budgets,
        news: News,
        holder_of: Callable[[str | None], Holder | None],
        only_at: str | None = None,
    ) -> None:
        self.budgets = budgets
        self.news = news
        self.holder_of = holder_of
        """By a request's cookies, or before there was one; nothing where it is a guest's."""
        self._only_at = only_at
        self._given_up: list[Connection] = []
        self._next_look = 0.0
        sockinfo = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            app, shared, _sock=listening, dispatcher=dispatcher, adj=adj, bind_socket=False, sockinfo=sockinfo
        )

    def give_up(self, connection: Connection) -> None:
        """To be closed before the loop waits again: one that is never read from would never become writable."""
        self._given_up.append(connection)

    def readable(self) -> bool:
        now = monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK
            self.budgets.look()
        while self._given_up:
            self._given_up.pop().handle_close()
        return bool(self.accepting)

    def handle_accept(self) -> None:
        let_in = 0
        for _ in range(AT_ONCE):
            try:
                connection, address = self.socket.accept()
                self.set_socket_options(connection)
            except OSError:
                # Nobody waits any more, or whoever did has hung up.
                return
            if not (self._meant(connection) and self.budgets.welcome(address[0])):
                connection.close()
                continue
            self.channel_class(self, connection, self.fix_addr(address), self.adj, map=self._map)
            let_in += 1
            if let_in == LET_IN:
                return

    def _meant(self, connection: socket.socket) -> bool:
        """Whether it came to the address that the settings want."""
        return self._only_at is None or connection.getsockname()[0] == self._only_at

    def add_task(self, connection: Connection) -> None:
        self.budgets.make_room(connection)
        super().add_task(connection)
