"""The sockets that connections come in by, all of them listening already; it accepts nobody."""

import socket
from collections.abc import Sequence
from typing import NamedTuple


class Doors(NamedTuple):
    phones: Sequence[socket.socket]
    """In the network; the first is the one that codes and links lead to."""
    loopback: socket.socket
    """Where the watchdog asks, which no guest can reach."""
    only_at: str | None = None
    """The address that phones must come to, also where a socket listens on all of them; None: any."""

    @property
    def port(self) -> int:
        """Where phones find the page."""
        return port_of(self.phones[0])

    @property
    def loopback_port(self) -> int:
        return port_of(self.loopback)


def port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port
