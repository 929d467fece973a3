"""What a program wrote, as `disk_recorder.c` noted it, and what a card may have kept of it when the power goes.

A card has kept whatever was synced. Of the rest it may have kept any: of a file each sector of each write by itself, of
a folder's names the first few changes.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.chaos.bad_machine import compiled

SECTOR = 512


class Note(NamedTuple):
    kind: str
    number: int
    path: str
    data: bytes


def in_memory() -> Path:
    """A folder where syncing costs nothing, if the machine has one: a thousand cuts are looked at there."""
    shared = Path("/dev/shm")
    return Path(tempfile.mkdtemp(dir=shared if os.access(shared, os.W_OK) else None))


def recorded(program: str, words: list[str], root: Path, folder: Path) -> list[Note]:
    """Run a Python program to its end; everything that it did to the files below `root`."""
    library, book = compiled("disk_recorder.c", folder), folder / "book"
    environ = {**os.environ, "LD_PRELOAD": str(library), "CHAOS_ROOT": str(root), "CHAOS_BOOK": str(book)}
    subprocess.run([sys.executable, "-c", program, *words], check=True, env=environ, timeout=300)
    return list(read(book.read_bytes()))


def read(book: bytes) -> Iterator[Note]:
    place = 0
    while place < len(book):
        end = book.index(b"\n", place)
        kind, number, length, path = book[place:end].decode().split(" ", 3)
        place = end + 1 + int(length)
        yield Note(kind, int(number), path, book[end + 1 : place])


class File:
    def __init__(self) -> None:
        self.safe = bytearray()
        self.waiting: list[tuple[int, bytes | None]] = []
        """Writes that are not synced: where and what; None cuts the file off there."""

    def sync(self) -> None:
        for place, data in self.waiting:
            apply(self.safe, place, data)
        self.waiting.clear()

    def after_a_cut(self, chance: Random) -> bytes:
        content, luck = bytearray(self.safe), chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for place, data in self.waiting:
            for sector in sectors(place, data):
                if chance.random() < luck:
                    apply(content, *sector)
        return bytes(content)


def sectors(place: int, data: bytes | None) -> Iterator[tuple[int, bytes | None]]:
    if data is None:
        yield place, None
        return
    while data:
        fits = SECTOR - place % SECTOR
        yield place, data[:fits]
        place, data = place + fits, data[fits:]


def apply(content: bytearray, place: int, data: bytes | None) -> None:
    if data is None:
        del content[place:]
        content.extend(bytes(place - len(content)))
        return
    content.extend(bytes(max(0, place - len(content))))
    content[place : place + len(data)] = data


class Disk:
    """The files below a folder while the notes go by. What lies in memory only (SQLite's index) is left out."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._names: dict[str, File | None] = {self._root: None}
        """What a program sees; None for a folder."""
        self._safe_names = dict(self._names)
        self._waiting: list[tuple[str, File | None, bool]] = []
        """Changes of names that are not synced: the name, what it stands for, whether it is there."""

    def follow(self, note: Note) -> None:
        if note.path.endswith("-shm"):
            return
        match note.kind:
            case "M":
                self._name(note.path, None)
            case "C":
                if note.path not in self._names:
                    self._name(note.path, File())
                if note.number:
                    self._file(note.path).waiting.append((0, None))
            case "W":
                self._file(note.path).waiting.append((note.number, note.data))
            case "T":
                self._file(note.path).waiting.append((note.number, None))
            case "R":
                moved = self._file(note.path)
                self._forget(note.path)
                self._name(note.data.decode(), moved)
            case "U":
                self._forget(note.path)
            case "S" if self._names.get(note.path) is None:
                self._sync_names(note.path)
            case "S":
                self._file(note.path).sync()

    def after_a_cut(self, folder: Path, chance: Random) -> None:
        """Put into a folder what may be left."""
        names = dict(self._safe_names)
        for name, file, there in self._waiting[: chance.randint(0, len(self._waiting))]:
            change(names, name, file, there)
        for name, file in sorted(names.items()):
            path = folder / Path(name).relative_to(self._root)
            if file is None:
                path.mkdir(parents=True, exist_ok=True)
            elif path.parent.is_dir():
                path.write_bytes(file.after_a_cut(chance))

    def _file(self, path: str) -> File:
        file = self._names[path]
        assert file is not None
        return file

    def _name(self, path: str, file: File | None) -> None:
        self._names[path] = file
        self._waiting.append((path, file, True))

    def _forget(self, path: str) -> None:
        self._waiting.append((path, self._names.pop(path), False))

    def _sync_names(self, folder: str) -> None:
        for name, file, there in self._waiting:
            if str(Path(name).parent) == folder:
                change(self._safe_names, name, file, there)
        self._waiting = [each for each in self._waiting if str(Path(each[0]).parent) != folder]


def change(names: dict[str, File | None], name: str, file: File | None, there: bool) -> None:
    if there:
        names[name] = file
    else:
        names.pop(name, None)
