"""The journal: an SQLite file with a row for each act of the game that is played; safe once written, never changed.

SQLite with a write-ahead log and full syncing: a row that `write` returned from survives a pulled plug. Each row
vouches for those before it (`chain.py`), and is written to the game's own file too (`game_files.py`). When the next
game begins, that file is all that is kept of the one before: so the journal stays small, however many games there
were. After years, when all of them have become too large for a card, the oldest go; never a part of one.
"""

import logging
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.atomic_files import writing
from companion.chain import START, Row, chained, good_part
from companion.game_files import FOLDER, GameFiles
from companion.rules import Illegal, say
from companion.sqlite_files import Damaged as Damaged
from companion.sqlite_files import copy_database, open_database, read_only_address

log = logging.getLogger(__name__)

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


class Withdrew(msgspec.Struct, frozen=True, tag="withdraw"):
    """The move at `index` alone was taken back; those after it stand."""

    index: int


class Amended(msgspec.Struct, frozen=True, tag="amend", omit_defaults=True):
    """The move at `index` became another one; of the line that follows, `keep` moves in all still stand."""

    index: int
    move: Any
    keep: int
    by: int | None = None
    """The seat that put it right; None for the host, and in rows of earlier versions."""


class Ended(msgspec.Struct, frozen=True, tag="end"):
    pass


class Resumed(msgspec.Struct, frozen=True, tag="resume"):
    """It was ended too early: the game goes on where it stood."""


Act = Began | Played | TookBack | Withdrew | Amended | Ended | Resumed
ACTS = msgspec.json.Decoder(Act)


class Entry(msgspec.Struct, frozen=True):
    number: int
    """Counts up over all games, so it serves as the version of what stands on the table."""
    act: Act
    source: Source
    at: float


BEGIN = Began.__struct_config__.tag

KIND = "CASE WHEN json_valid(act) THEN json_extract(act, '$.type') END"
"""Read from the act itself: the chain vouches for that."""


def chain_rows(database: sqlite3.Connection) -> None:
    """Rows of the former format had no chain; each game gets one of its own."""
    before, last = START, -1
    # Some at a time: all at once they would take more memory than the smallest Pi has.
    while rows := database.execute(
        f"SELECT number, {KIND}, act, source, at FROM journal WHERE number > {last} ORDER BY number LIMIT 5000"
    ).fetchall():
        linked = []
        for number, kind, act, source, at in rows:
            before = chained(START if kind == BEGIN else before, number, act, source, at, None).chain
            linked.append((before, number))
        last = number
        database.executemany("UPDATE journal SET chain = ? WHERE number = ?", linked)


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
    """
ALTER TABLE journal ADD COLUMN kind TEXT;
UPDATE journal SET kind = json_extract(act, '$.type') WHERE json_valid(act);
DROP INDEX beginnings;
CREATE INDEX beginnings ON journal (number) WHERE kind = 'begin';
""",
    """
CREATE TABLE chained (
    number INTEGER PRIMARY KEY,
    act TEXT NOT NULL,
    source TEXT NOT NULL,
    at REAL NOT NULL,
    request TEXT,
    chain TEXT
);
INSERT INTO chained (number, act, source, at, request) SELECT number, act, source, at, request FROM journal;
DROP TABLE journal;
ALTER TABLE chained RENAME TO journal;
""",
    chain_rows,
)
"""From an empty file, or one from before there were numbers, to the present format."""

BEGINNINGS = f"SELECT number FROM journal WHERE {KIND} = '{BEGIN}' ORDER BY number"
SELECT = "SELECT number, act, source, at, request, chain FROM journal"

BEFORE = "before-upgrade"
"""What a journal of an older format is called when a newer version has made a new one of it."""

LARGEST = 32_000_000
"""Bytes of all games; a long one takes some 100,000."""

MOST_GAMES = 1_000
"""A list that everybody can ask for."""

MOST_ACTS = 20_000
"""In one game: fifty times a long one. Whoever taps and takes back in a loop must not fill the card."""

MOST_OF_A_PHONE = 2_000
"""Acts in one game: several long ones. Whoever taps in a loop is stopped, and everyone else plays on."""


def written(act: Act) -> str:
    """An act as it stands in its row."""
    return msgspec.json.encode(act).decode()


NEWEST = "SELECT chain FROM journal ORDER BY number DESC LIMIT 1"
ADD = f"INSERT INTO journal (number, act, source, at, request, chain) SELECT ?, ?, ?, ?, ?, ? WHERE ({NEWEST}) IS ?"


def two_writers() -> Illegal:
    """Whoever got past the lock of the state folder shall not write into another's game."""
    words = say("Another program writes to this game’s file. Stop it; nothing of yours was written down.")
    return Illegal("two_writers", words)


def phone_of(request: str | None) -> str:
    """Whose request it is: an id begins with the phone's own."""
    return (request or "").partition(":")[0]


def read_entry(row: Row) -> Entry:
    """Damaged if the row makes no sense to this version."""
    try:
        return Entry(row.number, ACTS.decode(row.act), msgspec.convert(row.source, Source), row.at)
    except msgspec.DecodeError as error:
        raise Damaged(f"Row {row.number} of the journal makes no sense ({error}).") from error


def insert(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    database.executemany(
        "INSERT INTO journal (number, act, source, at, request, chain) VALUES (?, ?, ?, ?, ?, ?)",
        (msgspec.structs.astuple(row) for row in rows),
    )


class Journal:
    def __init__(self, path: Path) -> None:
        """Damaged unless every page can be read, every row follows from those before, and its copy knows no more."""
        self.path = path
        self.files = GameFiles(path.with_name(FOLDER))
        self._last = self._began = 0
        self._chain = START
        self._beginning: Row | None = None
        self._requests: set[str] = set()
        self._by_phone = Counter[str]()
        # One connection, used by one thread at a time: the table's lock sees to that.
        self._database = open_database(path, STEPS, lambda: copy_database(path, path.with_suffix(f".{BEFORE}.sqlite")))
        try:
            self._take_stock()
        except BaseException:
            self.close()
            raise

    @property
    def chain(self) -> str:
        """What the newest row vouches with for its whole game."""
        return self._chain

    @property
    def next_number(self) -> int:
        """Of the row that is written next."""
        return self._last + 1

    def chain_of(self, number: int) -> str | None:
        """What a row of the newest game vouches with; None for any other."""
        row = self._database.execute("SELECT chain FROM journal WHERE number = ?", (number,)).fetchone()
        return None if row is None else str(row[0])

    def write(self, act: Act, source: Source, at: float, request: str | None = None) -> Entry:
        """Add one act; when this returns it is on the disk. Illegal, and nothing is written, if it cannot be kept."""
        begins = isinstance(act, Began)
        with writing():
            if begins:
                self._put_away()
            elif not isinstance(act, Ended):
                self._demand_short(source, request)
            before = START if begins else self._chain
            row = chained(before, self.next_number, written(act), source, at, request)
            if begins:
                self._insert([row])
            else:
                self._add(row)
        self._follow(row, begins)
        try:
            self.files.append(self._began, [row])
        except OSError:
            # The row is safe; its second copy is made good when the game ends, or at the next start.
            log.exception("The second copy of the game could not be written on.")
        return Entry(row.number, act, source, at)

    def fill(self, entries: Iterable[Entry]) -> None:
        """Write many acts at once into an empty journal, each under its own number; nothing of it is synced yet."""
        game: list[Row] = []
        for entry in entries:
            if game and isinstance(entry.act, Began):
                self.files.append(game[0].number, game)
                if entry.number != game[-1].number + 1:
                    self.files.mark_cut(game[0].number)
                game = []
            before = game[-1].chain if game else START
            game.append(chained(before, entry.number, written(entry.act), entry.source, entry.at, None))
        with writing():
            self._insert(game)
        self._take_stock()

    def knows(self, request: str) -> bool:
        """Whether an act of the newest game was asked for under this id."""
        return request in self._requests

    def last_game(self) -> list[Entry]:
        """The newest game from its beginning, or nothing."""
        return [read_entry(row) for row in self._rows(self._began)] if self._beginning else []

    def beginnings(self) -> list[Entry]:
        """How each game began, newest first; any thread may ask."""
        past = (self.files.first(number) for number in reversed(self.files.numbers) if number < self._began)
        return [read_entry(row) for row in (self._beginning, *past) if row is not None]

    def game(self, number: int) -> list[Entry]:
        """The game that began with this entry, up to the next one; Damaged if a part of it is lost."""
        if number == self._began:
            return self.last_game()
        return [read_entry(row) for row in self.files.rows(number)]

    def all_entries(self) -> Iterator[Entry]:
        """Everything there is, oldest first, as it stands now; any thread may ask at any time."""
        with writing(), closing(sqlite3.connect(read_only_address(self.path), uri=True)) as reading:
            newest = reading.execute(f"{SELECT} ORDER BY number").fetchall()
        first = newest[0][0] if newest else 0
        for number in self.files.numbers:
            if number < first:
                yield from (read_entry(row) for row in self.files.rows(number))
        yield from (read_entry(Row(*values)) for values in newest)

    def sync_copy(self) -> None:
        """The second copy of the running game is on the disk when this returns."""
        self.files.sync()

    def close(self) -> None:
        self.files.close()
        self._database.close()

    def _take_stock(self) -> None:
        """Whether every row follows from those before it; past games go to their files."""
        (first,) = self._database.execute("SELECT min(number) FROM journal").fetchone()
        began = [number for (number,) in self._database.execute(BEGINNINGS)]
        games = sorted({first, *began}) if first is not None else []
        for number, following in pairwise(games):
            self._keep(number, self._demand_whole(number, following))
        rows = self._demand_whole(games[-1], None) if games else []
        if rows:
            self._know(rows, rows[0].number in began)
        if self.files.numbers[-1:] > [self._began]:
            raise Damaged(f"The journal {self.path} is damaged: a newer game than its own is in {self.files.folder}.")
        if rows:
            self._bring_copy_up(rows)
        if len(games) > 1:
            self._database.execute("DELETE FROM journal WHERE number < ?", (self._began,))

    def _demand_whole(self, number: int, following: int | None) -> list[Row]:
        rows = self._rows(number, following)
        good = list(good_part(number, rows))
        if len(good) != len(rows) or following not in (None, number + len(rows)):
            raise Damaged(
                f"The journal {self.path} is damaged: rows are missing or altered after {len(good)} good ones."
            )
        return rows

    def _know(self, rows: Sequence[Row], begins: bool) -> None:
        self._began, self._last, self._chain = rows[0].number, rows[-1].number, rows[-1].chain
        self._beginning = rows[0] if begins else None
        self._requests = {row.request for row in rows if row.request is not None}
        self._by_phone = Counter(phone_of(row.request) for row in rows if row.request is not None)

    def _bring_copy_up(self, rows: Sequence[Row]) -> None:
        """A power cut may have taken the end of the second copy."""
        if self.files.holds(self._began, rows):
            return
        known = self.files.rows(self._began)
        if len(known) > len(rows):
            raise Damaged(f"The journal {self.path} is damaged: it knows less than its copy.")
        try:
            if known == rows[: len(known)] and self.files.is_whole(self._began):
                self.files.append(self._began, rows[len(known) :])
            else:
                self.files.put(self._began, rows)
        except OSError:
            log.exception("The second copy of the game could not be brought up.")

    def _follow(self, row: Row, begins: bool) -> None:
        if begins or not self._began:
            self._know([row], begins)
        else:
            self._last, self._chain = row.number, row.chain
            if row.request is not None:
                self._requests.add(row.request)
                self._by_phone[phone_of(row.request)] += 1

    def _add(self, row: Row) -> None:
        """One row after the newest, if that is still ours."""
        added = self._database.execute(ADD, (*msgspec.structs.astuple(row), self._chain if self._began else None))
        if not added.rowcount:
            raise two_writers()

    def _insert(self, rows: Sequence[Row]) -> None:
        """All or none of them, instead of what is there."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._demand_only_writer()
            self._database.execute("DELETE FROM journal")
            insert(self._database, rows)
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def _demand_only_writer(self) -> None:
        if self._database.execute(NEWEST).fetchone() != ((self._chain,) if self._began else None):
            raise two_writers()

    def _put_away(self) -> None:
        """Before the next game begins: this one is on the disk in its own file, and there is room for more."""
        if self._began:
            self._keep(self._began, self._rows(self._began))
        while (self.files.size > LARGEST or len(self.files.numbers) > MOST_GAMES) and len(self.files.numbers) > 1:
            self.files.remove(self.files.numbers[0])

    def _keep(self, number: int, rows: Sequence[Row]) -> None:
        # Read back: whatever went wrong while it grew, it counts only if it tells the same.
        if not self.files.holds(number, rows):
            self.files.put(number, rows)
        self.files.sync()

    def _rows(self, number: int, following: int | None = None) -> list[Row]:
        """The game that began with this row, up to the next one."""
        most = -1 if following is None else following
        found = self._database.execute(
            f"{SELECT} WHERE number >= ? AND (? < 0 OR number < ?) ORDER BY number", (number, most, most)
        )
        return [Row(*values) for values in found]

    def _demand_short(self, source: Source, request: str | None) -> None:
        if self._last - self._began >= MOST_ACTS:
            words = say(
                "This game has had {most} moves and corrections; no more are written down. The host can end it.",
                most=MOST_ACTS,
            )
            raise Illegal("game_too_long", words)
        if source in ("phone", "chance") and self._by_phone[phone_of(request)] >= MOST_OF_A_PHONE:
            words = say(
                "This phone has played and taken back {most} times in this game; the host can play on for it.",
                most=MOST_OF_A_PHONE,
            )
            raise Illegal("phone_too_busy", words)
