"""Every game as a file of its own, a chained row a line: past games, and the second copy of the one that is played.

The file of the running game grows with every act; it is synced a little later than the journal, which is the one that
an acknowledged act hangs on. Nothing here is ever written over: a file only grows, or is put anew as a whole.
"""

import os
import re
import threading
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from companion.atomic_files import NoRoom, put, sync, writing
from companion.chain import Row, good_part

FOLDER = "games"
BLOCK = 4096
"""Bytes that a card spends on even the smallest file."""

NAME = re.compile(r"game-([0-9]{1,16})\.jsonl", re.ASCII)


class GameFiles:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows = msgspec.json.Decoder(Row)
        self._lock = threading.Lock()
        """The game plays on while what it wrote is synced."""
        self._open: tuple[int, int] | None = None
        self._numbers = sorted(self._found())
        self._sizes: dict[int, int] = {}

    @property
    def numbers(self) -> list[int]:
        """Which games there are, by the number of the row that began each; oldest first."""
        return list(self._numbers)

    @property
    def size(self) -> int:
        """Bytes that all of them take; looked up once, and then followed."""
        for number in self.numbers:
            if number not in self._sizes and self.path(number).is_file():
                self._sizes[number] = max(BLOCK, self.path(number).stat().st_size)
        return sum(self._sizes.values())

    def path(self, began: int) -> Path:
        return self.folder / f"game-{began}.jsonl"

    def append(self, began: int, rows: Sequence[Row]) -> None:
        """Write on; a reader sees it at once, a power cut may still take it."""
        with self._lock:
            handle, lines = self._handle(began), _lines(rows)
            if os.write(handle, lines) < len(lines):
                raise NoRoom
            self._count(began, os.fstat(handle).st_size)

    def sync(self) -> None:
        """What was appended is on the disk when this returns."""
        with self._lock:
            handle = None if self._open is None else os.dup(self._open[1])
        if handle is not None:
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
            sync(self.folder)

    def put(self, began: int, rows: Iterable[Row]) -> None:
        """The whole game at once, on the disk when this returns."""
        self.close()
        self._make_folder()
        lines = _lines(rows)
        put(self.path(began), lines)
        self._count(began, len(lines))

    def rows(self, began: int) -> list[Row]:
        """The good part of a game: all up to the first line that is damaged."""
        return list(good_part(began, self._read(began)))

    def is_whole(self, began: int) -> bool:
        """Whether there is something in the file, and nothing but its good part."""
        rows = self.rows(began)
        return bool(rows) and self.holds(began, rows)

    def holds(self, began: int, rows: Iterable[Row]) -> bool:
        """Whether just these rows are in the file: with rows that are known to be good, no line of it need be read."""
        path = self.path(began)
        return path.is_file() and path.read_bytes() == _lines(rows)

    def mark_cut(self, began: int) -> None:
        """What came after this game, or at its end, is known to be lost."""
        self._cut(began).touch()

    def is_cut(self, began: int) -> bool:
        return self._cut(began).exists()

    def first(self, began: int) -> Row | None:
        return next(good_part(began, self._read(began)), None)

    def remove(self, began: int) -> None:
        self.path(began).unlink(missing_ok=True)
        self._cut(began).unlink(missing_ok=True)
        self._sizes.pop(began, None)
        if began in self._numbers:
            self._numbers.remove(began)

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._open is not None:
            os.close(self._open[1])
            self._open = None

    def _count(self, began: int, size: int) -> None:
        self._sizes[began] = max(BLOCK, size)
        if began not in self._numbers[-1:] and began not in self._numbers:
            insort(self._numbers, began)

    def _cut(self, began: int) -> Path:
        return self.folder / f"game-{began}.cut"

    def _handle(self, began: int) -> int:
        if self._open is None or self._open[0] != began:
            self._close()
            self._make_folder()
            self._open = began, os.open(self.path(began), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return self._open[1]

    def _make_folder(self) -> None:
        if not self.folder.is_dir():
            with writing():
                self.folder.mkdir(mode=0o700)
            sync(self.folder.parent)

    def _read(self, began: int) -> Iterator[Row]:
        path = self.path(began)
        if not path.is_file():
            return
        with path.open("rb") as file:
            for line in file:
                try:
                    yield self._rows.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    return

    def _found(self) -> Iterator[int]:
        if self.folder.is_dir():
            # Names only: there may be a thousand, and a start waits for it.
            with os.scandir(self.folder) as files:
                yield from (int(found[1]) for file in files if (found := NAME.fullmatch(file.name)))


def _lines(rows: Iterable[Row]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
