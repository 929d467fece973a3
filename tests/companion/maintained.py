"""A machine as the host cares for it, without pages and devices."""

import errno
import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from companion import box
from companion.keys import Keys
from companion.maintenance import Maintenance
from companion.notices import Notices
from companion.recovery import JOURNAL
from companion.rules import Text
from tests.companion.conftest import TowerTable

PIN, PASSWORD, GUESTS = "83624917", "troll-bridge-9", "house-of-the-host"


class Machine:
    """A state folder with a game in it, and its maintenance."""

    def __init__(self, state: Path, safe: bool = False, switchable: bool = True) -> None:
        state.mkdir(exist_ok=True)
        self.state = state
        self.tower = TowerTable(state / JOURNAL)
        self.keys = Keys(state / "keys.json")
        self.notices = Notices(state / "notices.json")
        self.faults: list[str] = []
        self.unstartable: Text | None = None
        self.stopped = 0
        self.full = False
        self.maintenance = Maintenance(
            state,
            self.tower.journal,
            self.tower.table,
            self.keys,
            self.notices,
            safe,
            lambda: self.full,
            {"devices.txt": lambda: "all is well", "broken.txt": lambda: str(1 // 0)},
            lambda folder: [*self.faults, *box.unusable(folder)],
            lambda _: self.unstartable,
            self.stop,
            switchable,
        )

    def stop(self) -> None:
        self.stopped += 1

    def restore(self, data: bytes) -> None:
        for start in range(0, len(data), 1000):
            self.maintenance.receive(start, data[start : start + 1000])
        self.maintenance.restore()

    def close(self) -> None:
        self.tower.journal.close()


@contextmanager
def hammered(state: Path) -> Iterator[Machine]:
    """With a game in which a boulder fell."""
    with closing(Machine(state)) as machine:
        machine.tower.gather()
        machine.tower.hit(red=1)
        yield machine


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files_in(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def no_room(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
