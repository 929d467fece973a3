"""A start on a card that seems full: pages come up all the same, and all goes on once there is room.

Whether there is room is faked, so that this runs anywhere; `test_disk_space.py` has a card that is really full.
"""

import errno
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plug import READY, Phone, Plug, refusal

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
HOST = "/stream?as=host&page=the-page-of-the-host"

FULL = """
import errno, os, shutil, sys
from companion.cli import main
from companion.app import disk_space

flag, error, fsync, usage = sys.argv.pop(1), int(sys.argv.pop(1)), os.fsync, shutil.disk_usage

def on_the_disk(handle):
    if os.path.exists(flag):
        raise OSError(error, os.strerror(error))
    fsync(handle)

def room(folder):
    full = os.path.exists(flag) and error == errno.ENOSPC
    return usage(folder)._replace(**({"free": 0} if full else {}))

os.fsync, shutil.disk_usage, disk_space.PAUSE = on_the_disk, room, 0.1
sys.exit(main())
"""


class Companion:
    """Started by a command of its own, with a card that is full while `flag` is there."""

    def __init__(self, state: Path, flag: Path, error: int = errno.ENOSPC) -> None:
        flag.touch()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        self.flag = flag
        self.address = f"http://127.0.0.1:{port}"
        words = ["serve", "--state", str(state), "--rig", "none", "--host", "127.0.0.1", "--port", port]
        self.process = subprocess.Popen(
            [sys.executable, "-c", FULL, str(flag), str(error), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ready(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"{READY}{self.address}\n"

    def refusal(self, path: str, language: str) -> tuple[int, str]:
        return refusal(self.address, path, language, self.process)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


@pytest.fixture
def played(state: Path) -> Path:
    """A game was begun, and SQLite can put nothing beside its files."""
    with Plug(state) as plug:
        host = Phone(plug)
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
    for name in ("journal.sqlite-shm", "seating.sqlite-shm"):
        (state / name).unlink(missing_ok=True)
        # A name that leads nowhere: nothing can be written under it.
        (state / name).symlink_to("nowhere/at-all")
    return state


@pytest.fixture
def companion(state: Path, tmp_path: Path) -> Iterator[Companion]:
    companion = Companion(state, tmp_path / "full")
    yield companion
    companion.process.kill()
    companion.process.communicate()


def test_a_game_on_a_full_card_is_seen_and_the_host_is_told(played: Path, companion: Companion) -> None:
    companion.ready()
    host = Phone(companion)
    host.post("/api/host/pin", pin="123456")
    shown = host.first_event(HOST)
    assert shown["version"] == 1
    assert "The memory card is full, or nearly" in str(shown["notices"])
    companion.flag.unlink()
    while host.first_event(HOST)["notices"]:
        time.sleep(0.05)
    assert not list(played.glob("*damaged*"))


def test_without_room_for_a_first_start_every_page_says_so_until_there_is_some(companion: Companion) -> None:
    status, page = companion.refusal("/", "de")
    assert status == 503
    assert "Die Speicherkarte ist voll" in page
    status, answer = companion.refusal("/api/host/pin", "fr")
    assert status == 503
    assert '"code":"no_room"' in answer
    assert "La carte mémoire est pleine" in answer
    companion.flag.unlink()
    companion.ready()
    assert "<main" in Phone(companion).get("/")


def test_told_to_stop_while_it_waits_for_room_it_stops(companion: Companion) -> None:
    companion.refusal("/", "en")
    companion.process.terminate()
    assert companion.process.wait(timeout=20) == 0


def test_a_card_that_cannot_be_written_to_is_told_on_every_page_until_it_can(state: Path, tmp_path: Path) -> None:
    companion = Companion(state, tmp_path / "failing", errno.EROFS)
    try:
        status, page = companion.refusal("/", "de")
        assert status == 503
        assert "Auf die Speicherkarte lässt sich nicht schreiben" in page
        status, answer = companion.refusal("/api/host/pin", "fr")
        assert status == 503
        assert '"code":"card_fails"' in answer
        companion.flag.unlink()
        companion.ready()
        assert "<main" in Phone(companion).get("/")
    finally:
        companion.process.kill()
        companion.process.communicate()
