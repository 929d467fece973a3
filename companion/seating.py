"""Who sits where: which phone holds which seat of which game, kept over restarts; it knows no rules and no cookies.

A seat that was never held is free. One that was, has a code: with it, or by the host's leave, another phone sits there.
All of it is vouched for by one sum in the same file, so that damage seats nobody in another's place.
"""

import logging
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from companion.atomic_files import writing
from companion.sqlite_files import Damaged, open_database

log = logging.getLogger(__name__)


def sum_of(database: sqlite3.Connection) -> str:
    """Of who sits where, and of all codes."""
    seating = database.execute("SELECT game, seat, phone, holds FROM seating ORDER BY game, phone").fetchall()
    codes = database.execute("SELECT game, seat, code FROM codes ORDER BY game, seat").fetchall()
    return sha256(repr((seating, codes)).encode()).hexdigest()


def add_sum(database: sqlite3.Connection) -> None:
    database.execute("CREATE TABLE whole (sum TEXT NOT NULL)")
    database.execute("INSERT INTO whole VALUES (?)", (sum_of(database),))


STEPS = (
    """
CREATE TABLE IF NOT EXISTS seating (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    phone TEXT NOT NULL,
    holds INTEGER NOT NULL,
    PRIMARY KEY (game, phone)
);
CREATE UNIQUE INDEX IF NOT EXISTS one_holder ON seating (game, seat) WHERE holds;
""",
    """
CREATE TABLE codes (game INTEGER NOT NULL, seat INTEGER NOT NULL, code TEXT NOT NULL, PRIMARY KEY (game, seat));
INSERT OR IGNORE INTO codes SELECT game, seat, printf('%04d', abs(random() % 10000)) FROM seating;
""",
    add_sum,
)
"""From an empty file, or one from before there were numbers, to the present format."""

DIGITS = 4
"""Of a code: short enough to be called across a table; guessing is slowed down elsewhere."""


class Row(NamedTuple):
    seat: int
    holds: bool


class Taken(Exception):
    """Another phone holds that seat."""


class Kept(Exception):
    """No phone holds that seat now, but one did: it has a code."""


class Seating:
    """A game is known by the number of the journal entry that began it. A phone has one seat at most."""

    def __init__(self, path: Path) -> None:
        """Damaged unless everything in it is as it was written."""
        self._lock = threading.Lock()
        self._log = path.with_name(f"{path.name}-wal")
        # No copy of an older one: should it go wrong, everyone picks a seat again.
        self._database = open_database(path, STEPS, keep=lambda: None)
        self._rows: dict[tuple[int, str], Row] = {}
        self._codes: dict[tuple[int, int], str] = {}
        """Both as written: read for every view and every request, so nobody waits for the card."""
        self.changes = 0
        """Counts up with every one."""
        self._sat_in: frozenset[tuple[int, int]] = frozenset()
        """Game and seat of those that the host plays; a restart is the end of that."""
        try:
            self._demand_whole(path)
            self._read()
            self._fold()
        except BaseException:
            self.close()
            raise

    def seat_of(self, game: int, phone: str) -> int | None:
        row = self._rows.get((game, phone))
        return row.seat if row is not None and row.holds else None

    def held(self, game: int) -> frozenset[int]:
        """The seats that some phone holds."""
        return frozenset(row.seat for (began, _), row in self._rows.items() if began == game and row.holds)

    def codes(self, game: int) -> dict[int, str]:
        """By seat that some phone holds or held, what lets another one sit there."""
        return {seat: code for (began, seat), code in self._codes.items() if began == game}

    def was_freed(self, game: int, phone: str) -> bool:
        """This phone had a seat in the game, and has it no more."""
        row = self._rows.get((game, phone))
        return row is not None and not row.holds

    def take(self, game: int, seat: int, phone: str, leaving: str | None = None) -> None:
        """Sit down where nobody sat before; Taken or Kept if somebody did. `leaving` is what this phone was called."""
        with self._changing():
            holder = self._holder(game, seat)
            if holder not in (None, phone, leaving):
                raise Taken
            if holder is None and (game, seat) in self._codes:
                raise Kept
            self._seat(game, seat, phone, leaving)

    def give(self, game: int, seat: int, phone: str, leaving: str | None = None) -> None:
        """Let a phone sit down, wherever that is: it knows the code, or has the host's leave. Who sat there gets up."""
        with self._changing():
            if (holder := self._holder(game, seat)) not in (None, phone):
                self._database.execute("UPDATE seating SET holds = 0 WHERE game = ? AND phone = ?", (game, holder))
            self._seat(game, seat, phone, leaving)

    def sit_in(self, game: int, seat: int) -> None:
        """The host plays this seat, until it is freed or a phone takes it; Taken if one has it now."""
        with self._lock:
            if seat in self.held(game):
                raise Taken
            self._sat_in |= {(game, seat)}
            self.changes += 1

    def sat_in_for(self, game: int) -> frozenset[int]:
        """The seats that the host plays."""
        return frozenset(seat for began, seat in self._sat_in if began == game)

    def forget(self, game: int, seat: int) -> None:
        """Nobody holds it, and nobody ever did: whoever tapped it meant another one, and did nothing there."""
        with self._changing():
            self._database.execute("DELETE FROM seating WHERE game = ? AND seat = ?", (game, seat))
            self._database.execute("DELETE FROM codes WHERE game = ? AND seat = ?", (game, seat))

    def free(self, game: int, seat: int) -> None:
        """Nobody holds it, and who did knows its code no more."""
        with self._changing():
            self._database.execute("UPDATE seating SET holds = 0 WHERE game = ? AND seat = ?", (game, seat))
            self._database.execute("UPDATE codes SET code = ? WHERE game = ? AND seat = ?", (new_code(), game, seat))
            self._sat_in -= {(game, seat)}

    def carry(self, before: int, game: int, seats: Mapping[int, int]) -> None:
        """Let the phones of an earlier game keep their players: `seats` maps old seats to new ones.

        Who sat where in games before that is forgotten.
        """
        with self._changing():
            for (began, phone), row in self._rows.items():
                carried = began == before and row.holds and row.seat in seats
                # Another phone may have been faster: it sits there already.
                if carried and self._holder(game, seats[row.seat]) is None:
                    self._seat(game, seats[row.seat], phone, None)
            for table in ("seating", "codes"):
                self._database.execute(f"DELETE FROM {table} WHERE game < ?", (before,))

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """All of it or nothing."""
        with self._lock, writing():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("UPDATE whole SET sum = ?", (sum_of(self._database),))
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
            self._read()
            self._fold()

    def _fold(self) -> None:
        """Into the file itself: of a log that lost its end nobody would know what is missing."""
        try:
            if self._log.exists() and self._log.stat().st_size:
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (OSError, sqlite3.Error) as error:
            log.warning("Who sits where is on the card, but in two files still: %s", error)

    def _demand_whole(self, path: Path) -> None:
        try:
            (found,) = self._database.execute("PRAGMA integrity_check(1)").fetchone()
            vouched = self._database.execute("SELECT sum FROM whole").fetchall()
            if found != "ok" or vouched != [(sum_of(self._database),)]:
                raise Damaged(f"{path} is damaged: it is not as it was written ({found}).")
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise Damaged(f"{path} is damaged: {error}.") from error

    def _holder(self, game: int, seat: int) -> str | None:
        found = self._database.execute(
            "SELECT phone FROM seating WHERE game = ? AND seat = ? AND holds", (game, seat)
        ).fetchone()
        return None if found is None else str(found[0])

    def _seat(self, game: int, seat: int, phone: str, leaving: str | None) -> None:
        if leaving not in (None, phone):
            self._database.execute("DELETE FROM seating WHERE game = ? AND phone = ?", (game, leaving))
        self._database.execute(
            "INSERT INTO seating VALUES (?, ?, ?, 1) "
            "ON CONFLICT (game, phone) DO UPDATE SET seat = excluded.seat, holds = 1",
            (game, seat, phone),
        )
        self._database.execute("INSERT OR IGNORE INTO codes VALUES (?, ?, ?)", (game, seat, new_code()))
        self._sat_in -= {(game, seat)}

    def _read(self) -> None:
        rows = self._database.execute("SELECT game, phone, seat, holds FROM seating").fetchall()
        self._rows = {(game, phone): Row(seat, bool(holds)) for game, phone, seat, holds in rows}
        codes = self._database.execute("SELECT game, seat, code FROM codes").fetchall()
        self._codes = {(game, seat): code for game, seat, code in codes}
        self.changes += 1


def new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
