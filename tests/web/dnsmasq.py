"""The real dnsmasq with our lines, as NetworkManager starts it for the own Wi-Fi, on a port of this machine."""

import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.needs import missing

LINES = Path(__file__).parents[2] / "systemd" / "companion.dnsmasq"
NO_ERROR, NO_SUCH_NAME, REFUSED = 0, 3, 5
A, AAAA = 1, 28


class Names:
    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._place = address, port

    def ask(self, name: str, kind: int = A) -> tuple[int, list[str]]:
        """The code of the answer, and the addresses in it."""
        labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
        question = struct.pack(">6H", 7, 0x0100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, 1)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.settimeout(5)
            line.sendto(question, self._place)
            answer = line.recv(512)
        _, flags, _, found, _, _ = struct.unpack_from(">6H", answer)
        # Each record repeats the name as a pointer: 12 bytes, then the address.
        records = [answer[len(question) + 16 * number :][12:16] for number in range(found)]
        return flags & 0xF, [socket.inet_ntoa(record) for record in records]

    def lookup(self, name: str) -> str | None:
        _, found = self.ask(name)
        return found[0] if found else None


@contextmanager
def names() -> Iterator[Names]:
    program = shutil.which("dnsmasq", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if program is None:
        missing("dnsmasq")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    words = [program, "--keep-in-foreground", f"--conf-file={LINES}", "--no-hosts", "--no-resolv", "--log-facility=-"]
    words += [f"--port={port}", "--listen-address=127.0.0.1", "--bind-interfaces", "--pid-file", "--user=root"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        try:
            told = [running.stderr.readline()]
            assert "started" in told[0], "".join([*told, *running.stderr])
            yield Names(port)
        finally:
            running.terminate()
