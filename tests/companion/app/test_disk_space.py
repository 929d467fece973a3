"""A card that is really full, under a running server and at its start. It takes root: `make test-install` runs it."""

import os
import socket
import subprocess
import sys
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.table import Table
from tests.needs import missing
from tests.plug import READY, Phone, Plug, refusal

pytestmark = pytest.mark.install

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
SERVE = "import sys; from companion.cli import main; sys.exit(main())"
STREAM = "/stream?as=play&page=a-page-of-mine"


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A card of three megabytes."""
    if os.geteuid() != 0:
        missing("root, to make a small card")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", tmp_path], check=True)
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)


def fill(card: Path) -> Path:
    """Something else on the card takes all the room there is."""
    ballast = card / "something-else"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return ballast


def test_a_full_card_is_told_loses_nothing_and_the_game_goes_on_when_there_is_room(card: Path) -> None:
    state = card / "state"
    with Plug(state) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        phone.post("/api/join", seat=0)
        ballast = fill(card)
        version, words = tap_until_refused(phone)
        assert "The memory card is full" in words
        assert phone.first_event(STREAM)["version"] == version
        ballast.unlink()
        again, _ = tap_until_refused(phone, most=10)
        assert again == version + 10
        plug.pull()

        for index in state.glob("*-shm"):
            index.unlink()
        ballast = fill(card)
        plug.put_in()
        assert phone.first_event(STREAM)["version"] == again, "what is on a full card can be seen"
        assert "The memory card is full" in str(host.first_event("/stream?as=host&page=the-page-of-the-host"))
        last, words = tap_until_refused(phone)
        assert "The memory card is full" in words
        assert not list(state.glob("*damaged*")), "a sound file is not set aside for want of room"
        ballast.unlink()
        again, _ = tap_until_refused(phone, most=10)
        assert again == last + 10
    journal = Journal(state / "journal.sqlite")
    assert Table(journal, ChangeSignal(), lambda: 0.0).version == again
    journal.close()


def test_a_first_start_on_a_full_card_is_told_and_goes_on_when_there_is_room(card: Path) -> None:
    state = card / "state"
    state.mkdir()
    ballast = fill(card)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", SERVE, "serve", "--rig", "none", "--state", str(state), "--host", "127.0.0.1"]
    with subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "The memory card is full" in refusal(f"http://127.0.0.1:{port}", "/", "en", server)[1]
        ballast.unlink()
        assert server.stdout.readline().startswith(READY)
        server.terminate()


def tap_until_refused(phone: Phone, most: int = 5000) -> tuple[int, str]:
    """The last version that was acknowledged, and the words of the refusal."""
    version = int(phone.first_event(STREAM)["version"])
    for _ in range(most):
        # The game began with version 1: then the hammer is taken, taken back, taken.
        hammer = {"move": {"do": "hammer", "seat": 0}, "seen": {"key": "hammerer", "since": version}}
        path, move = ("/api/undo", {"seen": version}) if version % 2 == 0 else ("/api/play", hammer)
        try:
            view = phone.post(path, seat=0, request=f"tap number {version}", **move)
        except urllib.error.HTTPError as refused:
            return version, refused.read().decode()
        version = int(view["version"])
    return version, ""
