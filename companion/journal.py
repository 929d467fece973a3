"""Everything that was decided at the table, in the order it was decided: append-only, and safe once written.

SQLite with a write-ahead log and full syncing: a row that `write` returned from survives a pulled plug.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

Source = Literal["phone", "sensor", "host"]
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


class Journal:
    def __init__(self, path: Path) -> None:
        self._acts = msgspec.json.Decoder(Act)
        try:
            # One connection, used by one thread at a time: the table's lock sees to that.
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.executescript(SCHEMA)
        except sqlite3.DatabaseError as error:
            raise Damaged(
                f"The journal {path} cannot be read ({error}). Move it aside to start with an empty one."
            ) from error

    def write(self, act: Act, source: Source, at: float, request: str | None = None) -> Entry:
        """Add one act; when this returns it is on the disk."""
        cursor = self._database.execute(
            "INSERT INTO journal (act, source, at, request) VALUES (?, ?, ?, ?)",
            (msgspec.json.encode(act).decode(), source, at, request),
        )
        assert cursor.lastrowid is not None
        return Entry(cursor.lastrowid, act, source, at)

    def knows(self, request: str) -> bool:
        return self._database.execute("SELECT 1 FROM journal WHERE request = ?", (request,)).fetchone() is not None

    def last_game(self) -> list[Entry]:
        """The newest game from its beginning, or nothing."""
        (number,) = self._database.execute(
            """SELECT max(number) FROM journal WHERE act LIKE '{"type":"begin"%'"""
        ).fetchone()
        return [] if number is None else list(self.since(number))

    def since(self, number: int) -> Iterator[Entry]:
        rows = self._database.execute(
            "SELECT number, act, source, at FROM journal WHERE number >= ? ORDER BY number", (number,)
        )
        for number, act, source, at in rows:
            try:
                yield Entry(number, self._acts.decode(act), source, at)
            except msgspec.DecodeError as error:
                raise Damaged(f"Row {number} of the journal makes no sense ({error}).") from error

    def close(self) -> None:
        self._database.close()
