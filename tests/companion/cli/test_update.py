"""What the host asked for is installed by the system: copied, checked, then run; the end is told, whatever it is."""

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import Illegal
from companion.updates import Updates
from tests.bundles import new_key, packed, project


class Machine:
    def __init__(self, folder: Path) -> None:
        self.state, self.app, self.running = folder / "state", folder / "opt", folder / "now.json"
        self.state.mkdir()
        self.app.mkdir()
        self.key = new_key(folder)
        (self.app / "bundle-key.pub").write_text(self.key.with_suffix(".pub").read_text())
        self.updates = Updates(self.state, self.app, self.running)

    def ask_for(self, file: Path) -> None:
        content = file.read_bytes()
        self.updates.receive(0, content[:100])
        self.updates.receive(100, content[100:])
        self.updates.use_file()

    def update(self) -> str:
        """As systemd calls it; what the page says afterwards."""
        words = ["update", "--state", str(self.state), "--app", str(self.app), "--running", str(self.running)]
        assert main(words) == 0
        self.running.unlink(missing_ok=True)  # as systemd does
        progress = self.updates.progress
        assert progress is not None
        assert not progress.under_way
        assert not (self.app / "update").exists(), "which would only fill the card"
        assert not list((self.state / "update").iterdir())
        return str(progress.text)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.chdir(tmp_path)
    return Machine(tmp_path)


def test_a_bundle_is_installed(machine: Machine, tmp_path: Path) -> None:
    machine.ask_for(packed(project(tmp_path), machine.key, tmp_path / "file"))
    assert machine.updates.progress is not None
    assert machine.updates.progress.under_way
    assert machine.update() == "The last update is installed."
    assert (tmp_path / "installed").exists()


@pytest.mark.parametrize(
    ("status", "words"),
    [(3, "so it was taken back"), (1, "The last update was not installed: there is no room")],
)
def test_one_that_fails_is_told(machine: Machine, tmp_path: Path, status: int, words: str) -> None:
    installer = f"#!/bin/sh\necho there is no room >&2\nexit {status}\n"
    machine.ask_for(packed(project(tmp_path, installer=installer), machine.key, tmp_path / "file"))
    assert words in machine.update()


def test_what_lies_there_is_checked_again_by_whoever_installs(machine: Machine, tmp_path: Path) -> None:
    """A companion that was taken over could put anything there."""
    machine.ask_for(packed(project(tmp_path), machine.key, tmp_path / "file"))
    (tmp_path / "other").mkdir()
    other = packed(project(tmp_path / "other"), new_key(tmp_path, "other-key"), tmp_path / "file")
    (machine.state / "update/bundle.tar.gz").write_bytes(other.read_bytes())
    assert "was not made by whoever made the one that is installed" in machine.update()
    assert not (tmp_path / "installed").exists()


@pytest.mark.parametrize("name", ["wanted", "bundle.tar.gz"])
def test_no_link_and_no_pipe_is_followed(machine: Machine, tmp_path: Path, name: str) -> None:
    secret = packed(project(tmp_path), machine.key, tmp_path / "file")
    for plant in (lambda path: path.symlink_to(secret), os.mkfifo):
        machine.ask_for(secret)
        planted = machine.state / "update" / name
        planted.unlink()
        plant(planted)
        main(["update", "--state", str(machine.state), "--app", str(machine.app), "--running", str(machine.running)])
        assert not (tmp_path / "installed").exists()
        for left in (machine.state / "update").iterdir():
            left.unlink()
        machine.running.unlink(missing_ok=True)


def test_one_that_is_cut_off_is_told_as_that(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.ask_for(packed(project(tmp_path), machine.key, tmp_path / "file"))

    def cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.update.unpack", cut)
    with pytest.raises(KeyboardInterrupt):
        machine.update()
    machine.running.unlink()  # the power went, and with it what lay in memory
    progress = machine.updates.progress
    assert progress is not None
    assert "cut off" in str(progress.text)
    assert not progress.under_way


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_address[1]}"
    serving.shutdown()
    thread.join()
    serving.server_close()


def test_a_bundle_is_fetched_from_an_address(machine: Machine, tmp_path: Path, server: str) -> None:
    packed(project(tmp_path), machine.key, tmp_path / "file")
    machine.updates.use_address(f"{server}/file")
    assert machine.update() == "The last update is installed."
    machine.updates.use_address(f"{server}/nothing")
    assert "could not be fetched" in machine.update()
    machine.updates.use_address("file:///etc/passwd")
    assert "could not be fetched" in machine.update()


def test_only_one_at_a_time_and_only_where_it_was_installed_from_a_bundle(machine: Machine, tmp_path: Path) -> None:
    machine.updates.use_address("http://127.0.0.1/")
    with pytest.raises(Illegal, match="under way"):
        machine.updates.receive(0, b"")
    elsewhere = Updates(tmp_path / "state", None)
    assert not elsewhere.possible
    with pytest.raises(Illegal, match="was not installed from a bundle"):
        elsewhere.receive(0, b"")


def test_the_card_is_not_filled_by_a_file_that_never_ends(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.updates.LARGEST", 1000)
    machine.updates.receive(0, b"x" * 600)
    with pytest.raises(Illegal, match="too much"):
        machine.updates.receive(600, b"x" * 600)
    assert (machine.state / "update/bundle.tar.gz.part").stat().st_size == 0


def test_the_status_that_tells_of_a_way_back_is_the_installer_s() -> None:
    from companion.cli.update import TAKEN_BACK

    script = Path(__file__).parents[3] / "systemd/lib/upgrade.sh"
    assert f"\nTAKEN_BACK={TAKEN_BACK}\n" in script.read_text()
    assert "exit $TAKEN_BACK" in script.read_text()
