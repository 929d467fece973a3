"""Another version, asked for from the host's page: kept for the system, which alone may install; nothing runs here.

The companion may not change itself. It puts a bundle, or the address of one, into a folder of its state; systemd sees
that (companion-update.path) and has root look at it once more and install it (companion/cli/update.py).
"""

import sys
import threading
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from companion.atomic_files import put, sync, writing
from companion.bundle_file import LARGEST, demand_for, demand_signed, no_bundle, read_list, this_system
from companion.rules import Illegal, Text, say

FOLDER, WANTED, BUNDLE = "update", "wanted", "bundle.tar.gz"
"""In the state: `wanted` says what, a file or an address, once all of it is there."""

KEY, RESULT = "bundle-key.pub", "update-result.json"
"""Beside the releases: who may bring another version, and what came of the last one."""

RUNNING = Path("/run/companion-update/now.json")
"""What is being done; systemd takes it away as soon as nobody does it any more."""

WAITING = say("The update waits for the system to take it.")


class Progress(msgspec.Struct, frozen=True):
    """How an update goes, or how the last one went, in words."""

    text: Text
    under_way: bool = False


class Updates:
    def __init__(self, state: Path, app: Path | None, running: Path = RUNNING) -> None:
        self._folder = state / FOLDER
        self._app = app
        self._running = running
        self._lock = threading.Lock()

    @property
    def possible(self) -> bool:
        return self._app is not None and (self._app / KEY).exists()

    @property
    def progress(self) -> Progress | None:
        """None if there never was an update from here."""
        if (self._folder / WANTED).exists():
            return Progress(WAITING, under_way=True)
        if now := read_text(self._running):
            return Progress(now, under_way=True)
        last = read_text(self._app / RESULT) if self._app else None
        return Progress(last) if last else None

    def receive(self, start: int, piece: bytes) -> None:
        """The next piece of a bundle, straight onto the card."""
        self._demand_possible()
        with self._lock, writing():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            with (self._folder / f"{BUNDLE}.part").open("ab" if start else "wb") as file:
                if start != file.tell():
                    words = say("A piece of the file got lost on the way. Choose the file again.")
                    raise Illegal("piece_missing", words)
                if start + len(piece) > LARGEST:
                    file.truncate(0)
                    raise Illegal("too_large", say("That is too much at once."))
                file.write(piece)

    def use_file(self) -> None:
        """Ask for the bundle that was received, if it is one that may be used here."""
        self._demand_possible()
        part = self._folder / f"{BUNDLE}.part"
        with self._lock, writing():
            if not part.exists():
                raise no_bundle()
            try:
                self._demand_usable(part)
            except Illegal:
                part.unlink()
                raise
            sync(part)
            part.replace(self._folder / BUNDLE)
            put(self._folder / WANTED, b"")

    def _demand_usable(self, part: Path) -> None:
        assert self._app is not None
        listed = read_list(part)
        demand_for(listed, this_system())
        demand_signed(listed, self._app / KEY)

    def use_address(self, address: str) -> None:
        """Ask for the bundle at an address, which only the system may fetch: we never leave the house."""
        self._demand_possible()
        with self._lock, writing():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            put(self._folder / WANTED, address.encode())

    def _demand_possible(self) -> None:
        if not self.possible:
            words = say("This companion was not installed from a bundle, so it is not updated from here.")
            raise Illegal("not_from_a_bundle", words)
        if (progress := self.progress) and progress.under_way:
            raise Illegal("under_way", say("An update is under way already."))


def read_text(file: Path) -> Text | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Text)
    except (OSError, msgspec.DecodeError):
        return None


def installed_in() -> Path | None:
    """The folder with the releases, if this is one of them."""
    releases = Path(sys.prefix).parent.parent
    return releases.parent if releases.name == "releases" else None


def this_version() -> str:
    try:
        number = version("trollhammer-companion")
    except PackageNotFoundError:
        number = "?"
    return f"{number} ({Path(sys.prefix).parent.name})" if installed_in() else number
