"""A server whose plug can be pulled: started as a process of its own, killed without warning, started again.

The modules are loaded once, in a parent that forks a server on request: a start then takes a moment, not seconds.
"""

import http.cookiejar
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

PARENT = """
import os, signal, sys
import companion.app.conductor, companion.cli.serve, web.app, web.pages.maintenance, web.serving
from companion.cli import main
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        sys.stdin = open(os.devnull)
        print(os.getpid(), flush=True)
        main(line.split())
        os._exit(0)
"""

READY = "Trollhammer Companion is ready: "


class Plug:
    def __init__(self, state: Path, rig: str = "none") -> None:
        self.state = state
        self._rig = rig
        self._parent = subprocess.Popen(
            [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._server: int | None = None
        self.address = ""

    def put_in(self) -> None:
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        print(
            f"serve --rig {self._rig} --state {self.state} --host 127.0.0.1 --port 0",
            file=self._parent.stdin,
            flush=True,
        )
        line = self._parent.stdout.readline()
        while line.startswith(READY):
            # The one before started again by itself, and nobody asked.
            line = self._parent.stdout.readline()
        self._server = int(line)
        line = self._parent.stdout.readline()
        assert line.startswith(READY), line
        self.address = line.removeprefix(READY).strip()

    def pull(self) -> None:
        """When this returns, nothing of it runs any more."""
        if self._server is not None:
            os.kill(self._server, signal.SIGKILL)
            while Path(f"/proc/{self._server}").exists():
                time.sleep(0.001)
            self._server = None

    def __enter__(self) -> Self:
        self.put_in()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull()
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.close()
        self._parent.wait()
        self._parent.stdout.close()


class Addressed(Protocol):
    @property
    def address(self) -> str: ...


class Phone:
    """A phone with its cookies, talking to whatever address the server has just now."""

    def __init__(self, plug: Addressed) -> None:
        self._plug = plug
        self._browser = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """The view in the reply; raises urllib.error.HTTPError for a refusal, OSError if nobody answers."""
        view: dict[str, Any] = json.loads(self.ask(path, json.dumps(body).encode()))["view"]
        return view

    def get(self, path: str) -> str:
        return self.ask(path).decode()

    def ask(
        self, path: str, sent: bytes | None = None, kind: str = "application/json", patience: float = 10.0
    ) -> bytes:
        """Whatever is answered, to what is sent, if it is."""
        request = urllib.request.Request(self._plug.address + path, sent, {"Content-Type": kind})
        with self._browser.open(request, timeout=patience) as reply:
            return bytes(reply.read())

    def first_event(self, path: str) -> dict[str, Any]:
        """What a stream sends on connecting."""
        with self._browser.open(self._plug.address + path, timeout=10) as reply:
            for line in reply:
                if line.startswith(b"data:"):
                    shown: dict[str, Any] = json.loads(line[5:])
                    return shown
        raise AssertionError("the stream ended without a word")


def refusal(address: str, path: str, language: str, process: subprocess.Popen[str]) -> tuple[int, str]:
    """What a companion that cannot start answers, once it answers at all."""
    request = urllib.request.Request(address + path, headers={"Accept-Language": language})
    while True:
        try:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10).close()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError:
            assert process.poll() is None, "it ended"
            time.sleep(0.05)
