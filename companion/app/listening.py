"""Opens the sockets that phones come in by: those that systemd hands over, and the one in the settings."""

import errno
import os
import socket
from collections.abc import Mapping
from contextlib import ExitStack

from companion.app.readiness import loopback_socket
from companion.network import ANYWHERE
from web.server.doors import Doors, port_of

FIRST = 3
"""The first file that systemd hands over."""

LOWEST = 1024
"""Ports below are opened by the system alone."""


def open_doors(host: str, port: int, environ: Mapping[str, str], stack: ExitStack) -> Doors:
    """Until the stack ends. OSError says in words why the one that the settings want is not to be had."""
    handed = [stack.enter_context(each) for each in handed_over(environ)]
    wanted = [each for each in handed if port_of(each) == port] or [stack.enter_context(listening(host, port))]
    others = [each for each in handed if each not in wanted]
    return Doors((*wanted, *others), stack.enter_context(loopback_socket()), only_at(host))


def handed_over(environ: Mapping[str, str], first: int = FIRST) -> list[socket.socket]:
    """What systemd listens on for us. Each start has a hold of its own on them: the next one finds them open."""
    if environ.get("LISTEN_PID") != str(os.getpid()):
        return []
    files = range(first, first + int(environ.get("LISTEN_FDS", "0")))
    for file in files:
        # No business of the programs that we start.
        os.set_inheritable(file, False)
    return [socket.socket(fileno=os.dup(file)) for file in files]


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
    except PermissionError as error:
        words = f"Port {port} is below {LOWEST}: only the system opens such ports, and it handed us none"
        raise PermissionError(errno.EACCES, words) from error


def only_at(host: str) -> str | None:
    """A socket that was handed over listens on every address, the settings may want one."""
    return None if host in ANYWHERE else str(socket.getaddrinfo(host, None)[0][4][0])
