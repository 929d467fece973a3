"""Opens SQLite files: brings those of older versions to the present format, leaves those of newer ones alone.

The format's number stands in the file itself (SQLite's user_version). A file from before there were numbers has 0.
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from companion.atomic_files import CardFails, NoRoom, full, sync, writing

NOT_ITS_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
}
"""Why a sound file may not open, apart from want of room: in use, no permission."""


MOST_AHEAD = 50
"""Formats; no newer version is further away, but a bit that flipped may say so."""


class Damaged(Exception):
    """The file cannot be read; the words say what to do."""


class TooNew(OSError):
    """A newer version wrote this file, and this one leaves it as it is; the words say what to do."""


Step = str | Callable[[sqlite3.Connection], None]
"""SQL, or what SQL cannot say."""


def open_database(path: Path, steps: Sequence[Step], keep: Callable[[], None]) -> sqlite3.Connection:
    """A database of which every page can be read, in the present format; else Damaged, TooNew, NoRoom or OSError.

    One that is in the present format is opened on a full card too: what is in it can be read, and it can be written to
    once there is room.

    The step at n leads from format n to n + 1, and is never changed once it was given out. `keep` is called before a
    step changes anything that somebody wrote.
    """
    try:
        try:
            look_at_format(path, steps)
            return connect_and_migrate(path, path.absolute().as_uri(), steps, keep)
        except sqlite3.DatabaseError as error:
            if not wants_room(path, error):
                raise
            # Even to read, SQLite wants room for an index beside the file. Alone with the file it keeps that in memory.
            return connect_and_migrate(path, f"{path.absolute().as_uri()}?vfs=unix-excl", steps, keep)
    except sqlite3.DatabaseError as error:
        if wants_room(path, error):
            raise NoRoom from error
        if error.sqlite_errorcode & 0xFF in NOT_ITS_FAULT and not os.access(path.parent, os.W_OK):
            raise CardFails from error
        if error.sqlite_errorcode & 0xFF in NOT_ITS_FAULT:
            raise OSError(f"{path} cannot be opened: {error}.") from error
        raise Damaged(f"{path} cannot be read ({error}). Move it aside to start with an empty one.") from error
    except UnicodeDecodeError as error:
        # What SQLite has to say about a file may quote it.
        raise Damaged(f"{path} cannot be read: what is in it is no text ({error}).") from error


def connect_and_migrate(
    path: Path, address: str, steps: Sequence[Step], keep: Callable[[], None]
) -> sqlite3.Connection:
    database = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    try:
        demand_known(path, database, steps)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        demand_readable(path, database)
        migrate(database, steps, keep)
    except BaseException:
        database.close()
        raise
    return database


def look_at_format(path: Path, steps: Sequence[Step]) -> None:
    """Nothing is written here, not even what SQLite would tidy up."""
    if path.is_file():
        with closing(sqlite3.connect(read_only_address(path), uri=True)) as database:
            try:
                demand_known(path, database, steps)
            except sqlite3.OperationalError as error:
                # A power cut in the very first moments left something that SQLite must first undo.
                if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise


def demand_known(path: Path, database: sqlite3.Connection, steps: Sequence[Step]) -> None:
    found = format_of(database)
    if not 0 <= found <= len(steps) + MOST_AHEAD:
        raise Damaged(f"{path} is damaged: no version ever wrote format {found}.")
    if found > len(steps):
        raise TooNew(
            f"{path} was written by a newer version (format {found}; this one knows formats up to {len(steps)}). "
            "Nothing was changed. Install the newer version again, or restore the backup made before it."
        )


def demand_readable(path: Path, database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Damaged(f"{path} is damaged: {found}.")


def migrate(database: sqlite3.Connection, steps: Sequence[Step], keep: Callable[[], None]) -> None:
    """Take the steps that are missing, each whole or not at all."""
    known = format_of(database)
    if known < len(steps) and database.execute("SELECT 1 FROM sqlite_master").fetchone():
        keep()
    for reached, step in enumerate(steps[known:], known + 1):
        if isinstance(step, str):
            database.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version = {reached};\nCOMMIT;")
        else:
            take(database, step, reached)


def take(database: sqlite3.Connection, step: Callable[[sqlite3.Connection], None], reached: int) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        step(database)
        database.execute(f"PRAGMA user_version = {reached}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def copy_database(path: Path, to: Path) -> None:
    """A copy of all that was written so far, whole or not at all."""
    draft = to.with_name(f".{to.name}.new")
    draft.unlink(missing_ok=True)
    try:
        with (
            writing(),
            closing(sqlite3.connect(read_only_address(path), uri=True)) as ours,
            closing(sqlite3.connect(draft)) as copy,
        ):
            # It is synced once, when it is whole: until then nobody knows its name.
            copy.execute("PRAGMA synchronous=OFF")
            ours.backup(copy)
            # One file is enough for a copy that nobody writes to.
            copy.execute("PRAGMA journal_mode=DELETE")
        sync(draft)
        draft.replace(to)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync(to.parent)


def format_of(database: sqlite3.Connection) -> int:
    (found,) = database.execute("PRAGMA user_version").fetchone()
    return int(found)


def read_only_address(path: Path) -> str:
    """The address by which SQLite opens a file without ever writing to it."""
    return f"{path.absolute().as_uri()}?mode=ro"


def wants_room(path: Path, error: sqlite3.DatabaseError) -> bool:
    """Whether the card is to blame: it is full, so that nothing can be written beside the file either."""
    code = error.sqlite_errorcode & 0xFF
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        return full(path.parent)
    return code == sqlite3.SQLITE_FULL
