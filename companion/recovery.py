"""Opens what the state folder keeps, whatever a power cut or a worn card did to it; it never mends a damaged file.

A damaged file is set aside under another name, what its copy and the games' own files tell takes its place, and the
host is told.
"""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from companion.change_signal import ChangeSignal
from companion.common.worker import Worker
from companion.game_files import FOLDER, GameFiles
from companion.journal import Damaged, Journal
from companion.keys import Keys, Unusable
from companion.notices import Notices
from companion.rules import say
from companion.salvage import lay_down, put_together
from companion.seating import Seating
from companion.set_aside import set_aside
from companion.snapshot import Snapshots, reopened
from companion.table import Table

log = logging.getLogger(__name__)

JOURNAL = "journal.sqlite"
GOOD = "journal.good.sqlite"
"""A second copy of all games, which former versions kept."""
SEATING, KEYS = "seating.sqlite", "keys.json"

ROWS = 40
"""After so many acts the running game's own file is synced, so that not much of an evening hangs on the journal."""

LOOKS = 1.0
"""Seconds between two looks at the game: whether its file is due, and at one past game more."""

COPYING = 60.0
"""Seconds that the end waits for what is being synced: the journal is closed after it."""


class Recovery:
    """Opens table, seating and keys in a folder. `clock` says the date for people; nothing is ordered by it."""

    def __init__(self, state: Path, notices: Notices, clock: Callable[[], float]) -> None:
        self._state = state
        self._notices = notices
        self._clock = clock

    def open_table(self, changes: ChangeSignal) -> tuple[Journal, Table]:
        """The game as it was left, or as far as it can be put together again, or an empty table."""
        path = self._state / JOURNAL
        if (opened := self._open_journal(path, changes)) is not None:
            return opened
        files = GameFiles(self._state / FOLDER)
        newest = files.numbers[-1:]
        rows = put_together(files, [path, self._state / GOOD], self._set_aside)
        aside = self._set_aside(path)
        if rows:
            lay_down(path, rows)
            words = say(
                "The game's file was damaged, as a power cut may leave it. The last good copy is used: look "
                "whether the newest moves are there. The damaged file is kept as {file}.",
                file=aside,
            )
        else:
            words = say(
                "The game's file was damaged, and there was no good copy, so the table is empty. The damaged file is "
                "kept as {file}.",
                file=aside,
            )
        if (not rows or newest > [rows[0].number]) and (self._state / SEATING).exists():
            # Numbers are given again now: seats of another game with the same one must not come back.
            self._set_aside(self._state / SEATING)
        self._notices.add(words)
        journal = Journal(path)
        return journal, Table(journal, changes, self._clock)

    def keeper(self, journal: Journal, table: Table) -> "Keeper":
        return Keeper(journal, table, self._notices, self._clock)

    def open_seating(self) -> Seating:
        path = self._state / SEATING
        try:
            self._demand_not_emptied(path)
            return Seating(path)
        except Damaged:
            log.exception("Who sits where cannot be read.")
            aside = self._set_aside(path)
            words = say("The list of seats was damaged: everyone picks a seat again. It is kept as {file}.", file=aside)
            self._notices.add(words)
            return Seating(path)

    def open_keys(self) -> Keys:
        path = self._state / KEYS
        try:
            return Keys(path)
        except Unusable:
            log.exception("The keys cannot be read.")
            aside = self._set_aside(path)
            self._notices.add(
                say("The keys were damaged: choose a PIN, and everyone picks a seat again. Kept as {file}.", file=aside)
            )
            return Keys(path)

    def _open_journal(self, path: Path, changes: ChangeSignal) -> tuple[Journal, Table] | None:
        try:
            journal = Journal(path)
        except OSError:
            raise
        except Exception:
            log.exception("The journal cannot be used.")
            return None
        try:
            return journal, Table(journal, changes, self._clock, reopened)
        except Exception:
            # Whatever is in those rows, a table that cannot be opened must not keep the whole evening from starting.
            log.exception("The journal's newest game cannot be replayed.")
            journal.close()
            return None

    def _demand_not_emptied(self, path: Path) -> None:
        """SQLite takes an empty file for a new one, which it may be before the first game."""
        if path.is_file() and not path.stat().st_size and GameFiles(self._state / FOLDER).numbers:
            raise Damaged(f"{path} is empty.")

    def _set_aside(self, path: Path) -> str:
        return set_aside(path, self._clock)


class Keeper:
    """Keeps the second copy of the running game on the disk, and looks once at each past game: whether it is whole."""

    def __init__(self, journal: Journal, table: Table, notices: Notices, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._table = table
        self._notices = notices
        self._clock = clock
        self._synced = -1
        self._past = journal.files.numbers
        self._snapshots = Snapshots(table, journal.path.parent)
        self.worker = Worker("copy of the game", self._look, monotonic)

    def start(self) -> None:
        self.worker.start()

    def close(self) -> None:
        self.worker.close(COPYING)

    def step(self) -> None:
        position = self._table.position
        version = position.version if position else 0
        ended = position is not None and position.ended
        if self._synced < 0:
            # Whoever begins the next game shall not have to wait for it.
            _ = self._journal.files.size
            # Every game is in its own file by now.
            self._journal.path.with_name(GOOD).unlink(missing_ok=True)
        if self._synced < 0 or (version != self._synced and (ended or version >= self._synced + ROWS)):
            self._journal.files.sync()
            self._synced = version
        self._snapshots.step()

    def check_one(self) -> bool:
        """Look at one past game more; not so if all have been looked at."""
        if len(self._past) < 2:
            return False
        following, began = self._past.pop(), self._past[-1]
        files = self._journal.files
        if not files.path(began).exists() or files.is_cut(began):
            return True
        rows, kept = files.rows(began), files.path(began).name
        if not (whole := files.is_whole(began)):
            kept = set_aside(files.path(began), self._clock)
            files.remove(began)
            files.put(began, rows)
        if not whole or began + len(rows) != following:
            files.mark_cut(began)
            self._notices.add(
                say(
                    "A past game was damaged, as a worn card may leave it. What can be read of it stays in the list; "
                    "the damaged file is kept as {file}.",
                    file=kept,
                )
            )
        return True

    def _look(self) -> float:
        try:
            self.step()
            self.check_one()
        except (OSError, sqlite3.Error):
            # A full or failing card: the game goes on without it.
            log.exception("The copy of the game could not be kept.")
            self._synced = self._table.version
        return LOOKS
