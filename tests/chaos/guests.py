"""A guest without a token attacks: a seated phone is answered and hears the news within a second, all the same."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.chaos import trial
from tests.chaos.attackers import ATTACKS
from tests.plug import READY

START = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())", "serve", "--rig", "none"]
WATCHDOG = 2_000_000
"""Microseconds; it is fed four times in that."""

SOON = 1.0
"""Seconds, without those in which others had the processor that the companion or the phone waited for: the attacker
himself, who is another machine in life, and whatever else runs here."""

MOST_MEMORY = 200.0
"""MB."""

TAPS = 4
"""In each attack, a quarter of a second apart."""


class Watched:
    """The companion as systemd starts it: a process of its own, and somebody who waits to be told that it is well."""

    def __init__(self, folder: Path) -> None:
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.bind(str(folder / "notify"))
        self._systemd.settimeout(30.0)
        self.fed: list[float] = []
        environ = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(WATCHDOG)}
        words = [*START, "--state", str(folder / "state"), "--host", "127.0.0.1", "--port", "0"]
        self.process = subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(READY), line
        self.port = int(line.rpartition(":")[2])
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        with suppress(OSError):
            while True:
                if self._systemd.recv(200) == b"WATCHDOG=1":
                    self.fed.append(time.monotonic())

    @property
    def memory(self) -> float:
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines())
        return int(fields["VmHWM"].split()[0]) / 1024

    @property
    def waits(self) -> dict[str, float]:
        """Seconds that each of its threads has waited for a processor so far."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return {task.name: waited(task / "schedstat") for task in tasks}

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) == 0, "it did not end as it should"
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._systemd.close()


class Seated:
    """A player with an open page; a tap is answered and heard."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies: dict[str, str] = {}
        self._post("/api/host/pin", pin="123456")
        seats = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
        self._post("/api/host/start", game="tower", seats=seats, seen=0, request="the beginning")
        # The host's part is over: from here on it is a player's phone, and nothing else.
        self._cookies.clear()
        self._version = int(self._post("/api/join", seat=0)["view"]["version"])
        self._taps = 0
        self._line = socket.create_connection(("127.0.0.1", port), timeout=10.0)
        stream = "GET /stream?as=play&page=page-of-astrid HTTP/1.1\r\nHost: localhost\r\n"
        self._line.sendall(f"{stream}Cookie: {self._cookie}\r\n\r\n".encode())
        self._heard = self._line.makefile("rb")

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def _post(self, path: str, **body: Any) -> Any:
        phone = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10.0)
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        phone.request("POST", path, json.dumps(body), headers)
        answer = phone.getresponse()
        for header in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self._cookies[name] = value
        shown = json.loads(answer.read())
        phone.close()
        assert answer.status == 200, f"{path} was refused: {shown}"
        return shown

    def tap(self) -> float:
        """Take the hammer, or take that back; seconds until it was answered and heard."""
        self._taps += 1
        hammer = {"move": {"do": "hammer", "seat": 0}, "seen": {"key": "hammerer", "since": self._version}}
        path, move = ("/api/play", hammer) if self._taps % 2 else ("/api/undo", {"seen": self._version})
        before = time.monotonic()
        shown = self._post(path, seat=0, request=f"tap-number-{self._taps}", **move)
        self._version = int(shown["view"]["version"])
        while f'"version":{self._version},'.encode() not in (line := self._heard.readline()):
            assert line, "the player's stream ended"
        return time.monotonic() - before

    def close(self) -> None:
        self._heard.close()
        self._line.close()


def waited(schedstat: Path) -> float:
    """Seconds; a thread that has just ended waits no more."""
    try:
        return int(schedstat.read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def undisturbed(watched: Watched, phone: Seated) -> float:
    """Seconds of a tap, without those that the phone and the most hindered thread waited for a processor."""
    own = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    before, own_before = watched.waits, waited(own)
    spent = phone.tap()
    now, own_now = watched.waits, waited(own)
    return spent - max(now[task] - before.get(task, 0.0) for task in now) - (own_now - own_before)


@contextmanager
def attacked(name: str, port: int) -> Iterator[list[str]]:
    """Until this ends; then what the attacker says he got."""
    got: list[str] = []
    words = [sys.executable, "-m", "tests.chaos.attackers", name, str(port)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as attacker:
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        assert attacker.stdout.readline() == "it stands\n"
        try:
            yield got
        finally:
            attacker.stdin.close()
            got.append(attacker.stdout.readline().strip())


@trial("guests' attacks", short=1, full=5, limit=900)
def guests_attacks(folder: Path, rounds: int) -> str:
    watched = Watched(folder)
    try:
        phone = Seated(watched.port)
        slowest, attack = 0.0, ""
        for name in list(ATTACKS) * rounds:
            with attacked(name, watched.port) as got:
                for _ in range(TAPS):
                    time.sleep(0.25)
                    spent = undisturbed(watched, phone)
                    assert spent < SOON, f"{name}: a tap took {spent:.2f} s, allowed {SOON:.2f}"
                    slowest, attack = max((slowest, attack), (spent, name))
                assert watched.fed, f"{name}: the watchdog was never fed"
                hungry = time.monotonic() - watched.fed[-1]
                assert hungry < WATCHDOG / 1e6, f"{name}: the watchdog was not fed for {hungry:.1f} s"
            assert watched.memory < MOST_MEMORY, f"{name}: {watched.memory:.0f} MB"
            print(f"  {name}: slowest {slowest:.3f} s, {watched.memory:.0f} MB, {got[0]}", file=sys.stderr)
        phone.close()
        memory = watched.memory
    finally:
        watched.close()
    count = len(ATTACKS) * rounds
    return f"{count} attacks; slowest of {count * TAPS} taps {slowest:.2f} s ({attack}); {memory:.0f} MB at most"
