"""Everything that was decided at the table, in the order it was decided: append-only, and safe once written.

SQLite with a write-ahead log and full syncing: a row that `write` returned from survives a pulled plug. After years,
when it has become too large for a card, the oldest games go; never a part of one.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.databases import Damaged as Damaged
from companion.databases import opened, reading
from companion.files import room, sync
from companion.rules import Illegal, say

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


STEPS = (
    """
CREATE TABLE IF NOT EXISTS journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    act TEXT NOT NULL,
    source TEXT NOT NULL,
    at REAL NOT NULL,
    request TEXT UNIQUE
);
CREATE INDEX IF NOT EXISTS beginnings ON journal (number) WHERE act LIKE '{"type":"begin"%';
""",
)
"""From an empty file, or one from before there were numbers, to the present format."""

BEGINNINGS = """FROM journal WHERE act LIKE '{"type":"begin"%'"""
"""Found through the index, which must say the same."""

BEFORE = "before-upgrade"
"""What a journal of an older format is called when a newer version has made a new one of it."""

LARGEST = 32_000_000
"""Bytes; a long game takes some 100,000."""

MOST_ACTS = 20_000
"""In one game: fifty times a long one. Whoever taps and takes back in a loop must not fill the card."""


class Journal:
    def __init__(self, path: Path) -> None:
        """Damaged unless every page can be read and no row is missing."""
        self.path = path
        self._acts = msgspec.json.Decoder(Act)
        # One connection, used by one thread at a time: the table's lock sees to that.
        self._database = opened(path, STEPS, lambda: self.copy_to(path.with_suffix(f".{BEFORE}.sqlite")))
        try:
            self._demand_whole()
        except BaseException:
            self._database.close()
            raise

    def copy_to(self, path: Path) -> None:
        """A copy of all that was written so far, whole or not at all; any thread may ask for it at any time."""
        draft = path.with_name(f".{path.name}.new")
        draft.unlink(missing_ok=True)
        try:
            with room():
                self._copy(draft)
                draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        sync(path.parent)

    def _copy(self, draft: Path) -> None:
        with (
            closing(sqlite3.connect(reading(self.path), uri=True)) as ours,
            closing(sqlite3.connect(draft)) as copy,
        ):
            # It is synced once, when it is whole: until then nobody knows its name.
            copy.execute("PRAGMA synchronous=OFF")
            ours.backup(copy)
            # One file is enough for a copy that nobody writes to.
            copy.execute("PRAGMA journal_mode=DELETE")
        with draft.open("rb+") as file:
            os.fsync(file.fileno())

    def write(self, act: Act, source: Source, at: float, request: str | None = None) -> Entry:
        """Add one act; when this returns it is on the disk. Illegal, and nothing is written, if there is no room."""
        with room():
            if isinstance(act, Began):
                self._let_oldest_go()
            elif not isinstance(act, Ended):
                self._demand_short()
            cursor = self._database.execute(
                "INSERT INTO journal (act, source, at, request) VALUES (?, ?, ?, ?)",
                (msgspec.json.encode(act).decode(), source, at, request),
            )
        assert cursor.lastrowid is not None
        return Entry(cursor.lastrowid, act, source, at)

    def fill(self, entries: Iterable[Entry]) -> None:
        """Write many acts at once into an empty journal, each under its own number."""
        with room():
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
        (number,) = self._database.execute(f"SELECT max(number) {BEGINNINGS}").fetchone()
        return [] if number is None else list(self.since(number))

    def beginnings(self) -> list[Entry]:
        """How each game began, newest first."""
        rows = self._database.execute(f"SELECT number, act, source, at {BEGINNINGS} ORDER BY number DESC")
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

    def _demand_short(self) -> None:
        (acts,) = self._database.execute(
            f"SELECT (SELECT max(number) FROM journal) - (SELECT max(number) {BEGINNINGS})"
        ).fetchone()
        if acts is not None and acts >= MOST_ACTS:
            words = say(
                "This game has had {most} moves and corrections; no more are written down. The host can end it.",
                most=MOST_ACTS,
            )
            raise Illegal("game_too_long", words)

    def _let_oldest_go(self) -> None:
        while self._size() > LARGEST:
            begun = self._database.execute(f"SELECT number {BEGINNINGS} ORDER BY number LIMIT 2").fetchall()
            if len(begun) < 2:
                return
            self._database.execute("DELETE FROM journal WHERE number < ?", begun[1])

    def _size(self) -> int:
        """Bytes in use; what was deleted is used again before the file grows."""
        pages, free, size = (
            self._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def _demand_whole(self) -> None:
        # Only whole games are ever deleted, and the oldest first: a number in between that is not there was lost.
        rows, first, last = self._database.execute("SELECT count(*), min(number), max(number) FROM journal").fetchone()
        if rows and rows != last - first + 1:
            raise Damaged(f"The journal {self.path} is damaged: {last - first + 1 - rows} rows are missing.")
