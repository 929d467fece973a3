"""Who sits where: which phone holds which seat of which game, kept over restarts; it knows no rules and no cookies."""

import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path

from companion.databases import opened
from companion.files import room

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
)
"""From an empty file, or one from before there were numbers, to the present format."""


class Taken(Exception):
    """Another phone holds that seat."""


class Seating:
    """A game is known by the number of the journal entry that began it. A phone has one seat at most."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        # No copy of an older one: should it go wrong, everyone picks a seat again.
        self._database = opened(path, STEPS, keep=lambda: None)

    def seat_of(self, game: int, phone: str) -> int | None:
        row = self._one("SELECT seat FROM seating WHERE game = ? AND phone = ? AND holds", game, phone)
        return None if row is None else int(row[0])

    def held(self, game: int) -> frozenset[int]:
        """The seats that some phone holds."""
        with self._lock:
            rows = self._database.execute("SELECT seat FROM seating WHERE game = ? AND holds", (game,)).fetchall()
        return frozenset(seat for (seat,) in rows)

    def was_freed(self, game: int, phone: str) -> bool:
        """This phone had a seat in the game, and the host gave it away."""
        return self._one("SELECT 1 FROM seating WHERE game = ? AND phone = ? AND NOT holds", game, phone) is not None

    def take(self, game: int, seat: int, phone: str) -> None:
        """Sit down, leaving the seat this phone had before; Taken if another phone sits there."""
        with self._lock, room():
            try:
                self._seat(game, seat, phone)
            except sqlite3.IntegrityError:
                raise Taken from None

    def free(self, game: int, seat: int) -> None:
        with self._lock, room():
            self._database.execute("UPDATE seating SET holds = 0 WHERE game = ? AND seat = ?", (game, seat))

    def carry(self, before: int, game: int, seats: Mapping[int, int]) -> None:
        """Let the phones of an earlier game keep their players: `seats` maps old seats to new ones.

        Who sat where in games before that is forgotten.
        """
        with self._lock, room():
            rows = self._database.execute(
                "SELECT seat, phone FROM seating WHERE game = ? AND holds", (before,)
            ).fetchall()
            for seat, phone in rows:
                if seat in seats:
                    self._seat(game, seats[seat], phone)
            self._database.execute("DELETE FROM seating WHERE game < ?", (before,))

    def close(self) -> None:
        self._database.close()

    def _seat(self, game: int, seat: int, phone: str) -> None:
        self._database.execute(
            "INSERT INTO seating VALUES (?, ?, ?, 1) "
            "ON CONFLICT (game, phone) DO UPDATE SET seat = excluded.seat, holds = 1",
            (game, seat, phone),
        )

    def _one(self, query: str, *values: int | str) -> tuple[int, ...] | None:
        with self._lock:
            row: tuple[int, ...] | None = self._database.execute(query, values).fetchone()
            return row
