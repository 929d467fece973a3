"""The command that runs everything, as systemd and people start it."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.cli.serve import ICON, pages_answer

READY = "Trollhammer Companion is ready: "
START = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())", "serve"]


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(30.0)
        yield listening


def test_systemd_hears_that_it_is_ready_that_it_is_well_and_that_it_stops(
    tmp_path: Path, systemd: socket.socket
) -> None:
    environ = {**os.environ, "NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "1000000"}
    words = [*START, "--state", str(tmp_path / "state"), "--rig", "none", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().removeprefix(READY).strip()
        heard = [systemd.recv(100)]
        while not {b"READY=1", b"WATCHDOG=1"} <= set(heard):
            heard.append(systemd.recv(100))
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=10) as reply:
            assert reply.status == 200
        server.send_signal(signal.SIGTERM)
        while heard[-1] != b"STOPPING=1":
            heard.append(systemd.recv(100))
        assert server.wait(timeout=20) == 0


def test_pages_that_do_not_answer_are_noticed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert not pages_answer("127.0.0.1", port, ICON)


def test_a_port_in_use_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ["serve", "--state", str(tmp_path), "--rig", "none", "--host", "127.0.0.1", "--port", str(port)]
        assert main(words) == 1
    assert "in use" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert command in capsys.readouterr().out
