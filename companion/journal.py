"""Everything that was decided at the table, in the order it was decided: append-only, and safe once written.

SQLite with a write-ahead log and full syncing: a row that `write` returned from survives a pulled plug.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import msgspec

Source = Literal["phone", "sensor", "host", "chance"]
"""Where an act came from: a player's phone, the rig, or the host putting something right."""


class Began(msgspec.Struct, frozen=True, tag="begin"):
    game: str
    setup: Any


class Played(msgspec.Struct, frozen=True, tag="play"):
    seat: int | None
    move: Any


class TookBack(msgspec.Struct, frozen=True, tag="take_back"):
    """All but the first `keep` moves were taken back."""

    keep: int


class Amended(msgspec.Struct, frozen=True, tag="amend"):
    """The move at `index` became another one; of the line that follows, `keep` moves in all still stand."""

    index: int
    move: Any
    keep: int


class Ended(msgspec.Struct, frozen=True, tag="end"):
    pass


Act = Began | Played | TookBack | Amended | Ended


class Entry(msgspec.Struct, frozen=True):
    number: int
    """Counts up over all games, so it serves as the version of what stands on the table."""
    act: Act
    source: Source
    at: float


class Damaged(Exception):
    """The journal's file cannot be read; the words say what to do."""


SCHEMA = """
CREATE TABLE IF NOT EXISTS journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    act TEXT NOT NULL,
    source TEXT NOT NULL,
    at REAL NOT NULL,
    request TEXT UNIQUE
);
CREATE INDEX IF NOT EXISTS beginnings ON journal (number) WHERE act LIKE '{"type":"begin"%';
"""


NOT_ITS_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
}
"""Why a sound file may not open: in use, no room, no permission."""


class Journal:
    def __init__(self, path: Path) -> None:
        """Damaged unless every page can be read and no row is missing."""
        self.path = path
        self._acts = msgspec.json.Decoder(Act)
        try:
            # One connection, used by one thread at a time: the table's lock sees to that.
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise OSError(f"The journal {path} cannot be opened: {error}.") from error
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def copy_to(self, path: Path) -> None:
        """A copy of all that was written so far, whole or not at all; any thread may ask for it at any time."""
        draft = path.with_name(f".{path.name}.new")
        draft.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as ours,
            closing(sqlite3.connect(draft)) as copy,
        ):
            # It is synced once, when it is whole: until then nobody knows its name.
            copy.execute("PRAGMA synchronous=OFF")
            ours.backup(copy)
            # One file is enough for a copy that nobody writes to.
            copy.execute("PRAGMA journal_mode=DELETE")
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def write(self, act: Act, source: Source, at: float, request: str | None = None) -> Entry:
        """Add one act; when this returns it is on the disk."""
        cursor = self._database.execute(
            "INSERT INTO journal (act, source, at, request) VALUES (?, ?, ?, ?)",
            (msgspec.json.encode(act).decode(), source, at, request),
        )
        assert cursor.lastrowid is not None
        return Entry(cursor.lastrowid, act, source, at)

    def fill(self, entries: Iterable[Entry]) -> None:
        """Write many acts at once into an empty journal, each under its own number."""
        self._database.execute("BEGIN")
        self._database.executemany(
            "INSERT INTO journal (number, act, source, at) VALUES (?, ?, ?, ?)",
            ((entry.number, msgspec.json.encode(entry.act).decode(), entry.source, entry.at) for entry in entries),
        )
        self._database.execute("COMMIT")

    def knows(self, request: str) -> bool:
        return self._database.execute("SELECT 1 FROM journal WHERE request = ?", (request,)).fetchone() is not None

    def last_game(self) -> list[Entry]:
        """The newest game from its beginning, or nothing."""
        (number,) = self._database.execute(
            """SELECT max(number) FROM journal WHERE act LIKE '{"type":"begin"%'"""
        ).fetchone()
        return [] if number is None else list(self.since(number))

    def beginnings(self) -> list[Entry]:
        """How each game began, newest first."""
        rows = self._database.execute(
            """SELECT number, act, source, at FROM journal WHERE act LIKE '{"type":"begin"%' ORDER BY number DESC"""
        )
        return list(self._read(rows))

    def game(self, number: int) -> list[Entry]:
        """The game that began with this entry, up to the next one."""
        found: list[Entry] = []
        for entry in self.since(number):
            if found and isinstance(entry.act, Began):
                break
            found.append(entry)
        return found

    def since(self, number: int) -> Iterator[Entry]:
        return self._read(
            self._database.execute(
                "SELECT number, act, source, at FROM journal WHERE number >= ? ORDER BY number", (number,)
            )
        )

    def _read(self, rows: Iterable[tuple[int, str, Source, float]]) -> Iterator[Entry]:
        for number, act, source, at in rows:
            try:
                yield Entry(number, self._acts.decode(act), source, at)
            except msgspec.DecodeError as error:
                raise Damaged(f"Row {number} of the journal makes no sense ({error}).") from error

    def close(self) -> None:
        self._database.close()

    def _prepare(self) -> None:
        try:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.executescript(SCHEMA)
            self._demand_whole()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in NOT_ITS_FAULT:
                raise OSError(f"The journal {self.path} cannot be opened: {error}.") from error
            raise Damaged(
                f"The journal {self.path} cannot be read ({error}). Move it aside to start with an empty one."
            ) from error

    def _demand_whole(self) -> None:
        (found,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged(f"The journal {self.path} is damaged: {found}.")
        # Rows are never deleted, so a number that is not there was lost.
        rows, first, last = self._database.execute("SELECT count(*), min(number), max(number) FROM journal").fetchone()
        if rows and rows != last - first + 1:
            raise Damaged(f"The journal {self.path} is damaged: {last - first + 1 - rows} rows are missing.")
