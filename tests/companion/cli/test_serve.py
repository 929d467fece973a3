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

from companion.app.readiness import ICON, pages_answer
from companion.cli import COMMANDS, main

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
        assert "<main" in page(address)
        server.send_signal(signal.SIGTERM)
        while heard[-1] != b"STOPPING=1":
            heard.append(systemd.recv(100))
        assert server.wait(timeout=20) == 0


FRAIL = """
import os, pathlib, sys
from companion.cli import main
from companion.recovery import Keeper
from companion.watchdog import Watchdog

def dies_once(step):
    deaths = []

    def frail(self):
        if not deaths:
            deaths.append(1)
            raise RuntimeError("a fault of ours")
        pathlib.Path(os.environ["AGAIN"], type(self).__name__).touch()
        return step(self)

    return frail

Keeper.step, Watchdog.step = dies_once(Keeper.step), dies_once(Watchdog.step)
sys.exit(main())
"""


def test_the_keeper_of_the_games_and_the_watchdog_outlive_a_fault_of_their_threads(
    tmp_path: Path, systemd: socket.socket
) -> None:
    again = tmp_path / "again"
    again.mkdir()
    environ = {**os.environ, "NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "1000000", "AGAIN": str(again)}
    words = [sys.executable, "-c", FRAIL, "serve", "--state", str(tmp_path / "state"), "--rig", "none", "--port", "0"]
    fed = 0
    with subprocess.Popen([*words, "--host", "127.0.0.1"], env=environ, stdout=subprocess.PIPE) as server:
        try:
            while fed < 40 and not (fed and (again / "Keeper").exists()):
                fed += systemd.recv(100) == b"WATCHDOG=1"
        finally:
            server.kill()
    assert {path.name for path in again.iterdir()} == {"Keeper", "Watchdog"}


STORY = """
import sys, time
from companion.cli import main
from hardware.camera.none import NoCamera
from hardware.lights.sim import SimStrip
from hardware.rig import opening

def told(*words):
    print(*words, flush=True)

class Strip(SimStrip):
    lit = False

    def show(self, pixels):
        super().show(pixels)
        if any(self.sent) != self.lit:
            self.lit = not self.lit
            told("lit" if self.lit else "dark", *sorted({"cv2", "flask", "numpy"} & set(sys.modules)))

    def close(self):
        super().close()
        told("closed, dark" if not any(self.sent) else "closed, lit")

def slowly(settings, clock):
    told("camera")
    time.sleep(1.0)
    told("camera is there")
    return NoCamera()

opening.LIGHTS = {**opening.LIGHTS, "spi": Strip}
opening.CAMERAS = {**opening.CAMERAS, "usb": slowly}
sys.exit(main())
"""


@pytest.fixture
def starting(tmp_path: Path, systemd: socket.socket) -> Iterator["subprocess.Popen[str]"]:
    """A companion with lights and a camera that takes its time; it tells what happens when."""
    (tmp_path / "settings.toml").write_text('[rig]\ncamera = "usb"\nlights = "spi"\n', encoding="utf-8")
    environ = {**os.environ, "NOTIFY_SOCKET": systemd.getsockname()}
    words = [sys.executable, "-c", STORY, "serve", "--state", str(tmp_path), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, text=True) as server:
        yield server
        server.kill()


def test_first_the_lights_then_the_pages_and_then_the_devices(
    starting: "subprocess.Popen[str]", systemd: socket.socket
) -> None:
    assert starting.stdout is not None
    assert starting.stdout.readline() == "lit\n"
    assert systemd.recv(100) == b"STATUS=Starting."
    ready = starting.stdout.readline()
    assert ready.startswith(READY)
    assert systemd.recv(100) == b"READY=1"
    assert starting.stdout.readline() == "camera\n"
    assert "<main" in page(ready.removeprefix(READY).strip())
    assert starting.stdout.readline() == "camera is there\n"


def test_told_to_stop_amid_its_start_it_leaves_the_lights_dark(
    tmp_path: Path, starting: "subprocess.Popen[str]"
) -> None:
    assert starting.stdout is not None
    assert "camera\n" in iter(starting.stdout.readline, "")
    starting.send_signal(signal.SIGTERM)
    assert "closed, dark\n" in starting.stdout.readlines()
    assert starting.wait(timeout=20) == 0
    assert not (tmp_path / "unfinished-starts").exists()


def test_told_to_stop_before_there_are_pages_it_leaves_the_lights_dark(starting: "subprocess.Popen[str]") -> None:
    assert starting.stdout is not None
    assert starting.stdout.readline() == "lit\n"
    starting.send_signal(signal.SIGTERM)
    assert "closed, dark\n" in starting.stdout.readlines()
    assert starting.wait(timeout=20) == 0


def page(address: str) -> str:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=10) as reply:
        return str(reply.read().decode())


def test_pages_that_do_not_answer_are_noticed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert not pages_answer(port, ICON)


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
