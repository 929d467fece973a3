"""Opens what the state folder keeps, whatever a power cut or a worn card did to it; it never mends a damaged file.

A damaged file is set aside under another name, the last good copy takes its place, and the host is told.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

from companion.bell import Bell
from companion.databases import reading
from companion.files import put
from companion.journal import Damaged, Journal
from companion.keys import Keys, Unusable
from companion.notices import Notices
from companion.rules import say
from companion.seating import Seating
from companion.table import Table

log = logging.getLogger(__name__)

JOURNAL, GOOD = "journal.sqlite", "journal.good.sqlite"
SEATING, KEYS = "seating.sqlite", "keys.json"
BESIDE = ("-wal", "-shm", "")
"""What SQLite keeps beside a file, and the file itself."""

ROWS = 40
"""After so many acts the good copy is made anew, so that not much of an evening hangs on one file."""

MOST_ASIDE = 3
"""Of each file; a card that dies slowly must not be filled with what it spoiled."""

LISTENS = 60.0


class Recovery:
    """Opens table, seating and keys in a folder. `clock` says the date for people; nothing is ordered by it."""

    def __init__(self, state: Path, notices: Notices, clock: Callable[[], float]) -> None:
        self._state = state
        self._notices = notices
        self._clock = clock

    def table(self, bell: Bell) -> tuple[Journal, Table]:
        """The game as it was left, or as the last good copy has it, or an empty table."""
        path, good = self._state / JOURNAL, self._state / GOOD
        if (opened := self._opened(path, bell)) is not None:
            journal, table = opened
            if table.version >= _last_row(good):
                return opened
            # A file that was lost, or cut short so that it still looks sound, knows less than its own copy.
            journal.close()
        aside = self._set_aside(path)
        # SQLite would take an empty file for a sound one.
        if good.exists() and good.stat().st_size:
            put(path, good.read_bytes())
            if (opened := self._opened(path, bell)) is not None:
                self._notices.add(
                    say(
                        "The game's file was damaged, as a power cut may leave it. The last good copy is used: look "
                        "whether the newest moves are there. The damaged file is kept as {file}.",
                        file=aside,
                    )
                )
                return opened
            self._set_aside(path)
            self._set_aside(good)
        # An empty journal counts from one again: seats of other games with the same number must not come back.
        if (self._state / SEATING).exists():
            self._set_aside(self._state / SEATING)
        self._notices.add(
            say(
                "The game's file was damaged, and there was no good copy, so the table is empty. The damaged file is "
                "kept as {file}.",
                file=aside,
            )
        )
        journal = Journal(path)
        return journal, Table(journal, bell, self._clock)

    def seating(self) -> Seating:
        path = self._state / SEATING
        try:
            return Seating(path)
        except Damaged:
            log.exception("Who sits where cannot be read.")
            aside = self._set_aside(path)
            words = say("Who sits where was damaged: everyone picks a seat again. It is kept as {file}.", file=aside)
            self._notices.add(words)
            return Seating(path)

    def keys(self) -> Keys:
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

    def _opened(self, path: Path, bell: Bell) -> tuple[Journal, Table] | None:
        try:
            journal = Journal(path)
        except OSError:
            raise
        except Exception:
            log.exception("The journal cannot be used.")
            return None
        try:
            return journal, Table(journal, bell, self._clock)
        except Exception:
            # Whatever is in those rows, a table that cannot be opened must not keep the whole evening from starting.
            log.exception("The journal's newest game cannot be replayed.")
            journal.close()
            return None

    def _set_aside(self, path: Path) -> str:
        """Rename a file, with what SQLite keeps beside it; says its new name."""
        aside = self._free(path.name)
        for suffix in BESIDE:
            beside = path.with_name(path.name + suffix)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + suffix))
        self._let_oldest_go(path.name, aside)
        return aside.name

    def _let_oldest_go(self, name: str, newest: Path) -> None:
        """By the date in their names, which may be wrong: so never the one that was set aside just now."""
        found = self._state.glob(f"{name}.damaged-*")
        others = sorted(path for path in found if path != newest and not path.name.endswith(BESIDE[:2]))
        for path in others[: max(0, len(others) + 1 - MOST_ASIDE)]:
            for suffix in BESIDE:
                path.with_name(path.name + suffix).unlink(missing_ok=True)

    def _free(self, name: str) -> Path:
        """A name nobody has: without a clock chip the same date may come twice."""
        stamp = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y-%m-%d-%H%M%S")
        number, path = 1, self._state / f"{name}.damaged-{stamp}"
        while path.exists():
            number += 1
            path = self._state / f"{name}.damaged-{stamp}-{number}"
        return path


def _last_row(good: Path) -> int:
    """How much the good copy knows; nothing if it cannot be read."""
    if not good.is_file():
        return 0
    try:
        with closing(sqlite3.connect(reading(good), uri=True)) as copy:
            return int(copy.execute("SELECT max(number) FROM journal").fetchone()[0] or 0)
    except sqlite3.Error:
        return 0


class Keeper:
    """Keeps the last good copy of the journal: at the start, when a game ends, and every so many acts."""

    def __init__(self, journal: Journal, table: Table, bell: Bell) -> None:
        self._journal = journal
        self._table = table
        self._bell = bell
        self._good = journal.path.with_name(GOOD)
        self._copied = -1
        self._closing = Event()
        self._thread = Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._bell.ring()
        if self._thread.is_alive():
            self._thread.join()

    def step(self) -> None:
        position = self._table.position
        version = position.version if position else 0
        ended = position is not None and position.ended
        if self._copied < 0 or (version != self._copied and (ended or version >= self._copied + ROWS)):
            self._journal.copy_to(self._good)
            self._copied = version

    def _run(self) -> None:
        heard = 0
        while not self._closing.is_set():
            try:
                self.step()
            except (OSError, sqlite3.Error):
                # A full or failing card: the game goes on without a fresh copy.
                log.exception("The good copy of the journal could not be made.")
                self._copied = self._table.version
            heard = self._bell.wait(heard, LISTENS)
