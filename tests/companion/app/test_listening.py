"""Where phones come in: the port in the settings, and what systemd hands over; never a port that nobody opened."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from companion.app.listening import handed_over, open_doors
from companion.app.readiness import ICON, pages_answer
from companion.app.settings import CompanionSettings
from companion.settings import check


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_what_was_handed_to_another_process_is_not_ours() -> None:
    assert handed_over({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) == []
    assert handed_over({}) == []


def test_each_start_has_its_own_hold_of_what_systemd_handed_over(stack: ExitStack) -> None:
    listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    environ = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
    for _ in range(2):
        (ours,) = handed_over(environ, listening.fileno())
        assert ours.getsockname() == listening.getsockname()
        ours.close()
    assert not os.get_inheritable(listening.fileno())
    with socket.create_connection(listening.getsockname()):
        pass


@pytest.mark.parametrize(("host", "reached"), [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "127.0.0.1")])
def test_the_address_in_the_settings_may_be_of_either_kind(stack: ExitStack, host: str, reached: str) -> None:
    doors = open_doors(host, 0, {}, stack)
    assert len(doors.phones) == 1
    with socket.create_connection((reached, doors.port)):
        pass


def test_a_port_that_only_the_system_opens_is_told_in_words(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise PermissionError

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(PermissionError, match="Port 80 is below 1024: only the system opens such ports"):
        open_doors("0.0.0.0", 80, {}, stack)


@pytest.mark.parametrize(("port", "possible"), [(0, True), (80, True), (81, False), (443, False), (1024, True)])
def test_a_port_that_nobody_would_open_for_us_is_refused_in_the_settings(port: int, possible: bool) -> None:
    faults = check(f"[web]\nport = {port}\n", CompanionSettings).faults
    assert not faults if possible else "A port is 80, one of 1024 to 65535" in str(faults[0])


STARTED_BY_SYSTEMD = """
import os, sys
from companion.cli import main
os.dup2(int(os.environ["LISTENING"]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
sys.exit(main())
"""


@contextmanager
def started_by_systemd(state: Path, listening: socket.socket, port: int) -> Iterator[IO[str]]:
    """A companion that was handed a socket; what it says, ready or not."""
    words = [sys.executable, "-c", STARTED_BY_SYSTEMD, "serve", "--rig", "none", "--state", str(state)]
    words += ["--host", "127.0.0.1", "--port", str(port)]
    environ, passed = {**os.environ, "LISTENING": str(listening.fileno())}, [listening.fileno()]
    with subprocess.Popen(words, env=environ, pass_fds=passed, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode == 0


def told_port(said: IO[str]) -> int:
    told = re.search(r"ready: http://127.0.0.1:(\d+)", said.readline())
    assert told is not None
    return int(told[1])


@pytest.mark.parametrize("wanted", ["the port handed over", "another"])
def test_the_companion_answers_on_what_systemd_handed_over_and_where_the_settings_say(
    tmp_path: Path, stack: ExitStack, wanted: str
) -> None:
    listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    handed = listening.getsockname()[1]
    port = handed if wanted == "the port handed over" else 0
    with started_by_systemd(tmp_path, listening, port) as said:
        told = told_port(said)
        assert (told == handed) == bool(port)
        assert pages_answer(handed, ICON)
        assert pages_answer(told, ICON)


def test_started_again_by_the_host_it_answers_there_as_before(tmp_path: Path, stack: ExitStack) -> None:
    listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    handed = listening.getsockname()[1]
    with started_by_systemd(tmp_path, listening, 0) as said:
        before = told_port(said)
        host = build_opener(ProxyHandler({}), HTTPCookieProcessor())
        for path, sent in (("pin", b'{"pin": "471100"}'), ("care/restart", b"{}")):
            url, kind = f"http://127.0.0.1:{handed}/api/host/{path}", {"Content-Type": "application/json"}
            with host.open(Request(url, sent, kind), timeout=20) as answer:
                assert answer.status == 200
        assert told_port(said) == before
        assert pages_answer(handed, ICON)
