"""Opens SQLite files: brings those of older versions to the present format, leaves those of newer ones alone.

The format's number stands in the file itself (SQLite's user_version). A file from before there were numbers has 0.
"""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

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

LITTLE_ROOM = 1_000_000
"""Bytes; with less than that, a failed reading or writing is the card's fault."""


class Damaged(Exception):
    """The file cannot be read; the words say what to do."""


class TooNew(OSError):
    """A newer version wrote this file, and this one leaves it as it is; the words say what to do."""


def opened(path: Path, steps: Sequence[str], keep: Callable[[], None]) -> sqlite3.Connection:
    """A database of which every page can be read, in the present format; else Damaged, TooNew or OSError.

    The step at n leads from format n to n + 1, and is never changed once it was given out. `keep` is called before a
    step changes anything that somebody wrote.
    """
    try:
        demand_known(path, steps)
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            demand_readable(path, database)
            migrate(database, steps, keep)
        except BaseException:
            database.close()
            raise
    except sqlite3.DatabaseError as error:
        if is_sound(path, error):
            raise OSError(f"{path} cannot be opened: {error}.") from error
        raise Damaged(f"{path} cannot be read ({error}). Move it aside to start with an empty one.") from error
    return database


def demand_known(path: Path, steps: Sequence[str]) -> None:
    """Nothing is written here, not even what SQLite would tidy up."""
    if not path.is_file():
        return
    with closing(sqlite3.connect(reading(path), uri=True)) as database:
        found = number(database)
    if found > len(steps):
        raise TooNew(
            f"{path} was written by a newer version (format {found}; this one knows formats up to {len(steps)}). "
            "Nothing was changed. Install the newer version again, or restore the backup made before it."
        )


def demand_readable(path: Path, database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Damaged(f"{path} is damaged: {found}.")


def migrate(database: sqlite3.Connection, steps: Sequence[str], keep: Callable[[], None]) -> None:
    """Take the steps that are missing, each whole or not at all."""
    known = number(database)
    if known < len(steps) and database.execute("SELECT 1 FROM sqlite_master").fetchone():
        keep()
    for reached, step in enumerate(steps[known:], known + 1):
        database.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version = {reached};\nCOMMIT;")


def number(database: sqlite3.Connection) -> int:
    (found,) = database.execute("PRAGMA user_version").fetchone()
    return int(found)


def reading(path: Path) -> str:
    """The address by which SQLite opens a file without ever writing to it."""
    return f"{path.absolute().as_uri()}?mode=ro"


def is_sound(path: Path, error: sqlite3.DatabaseError) -> bool:
    """Whether something else than the file is to blame."""
    code = error.sqlite_errorcode & 0xFF
    if code == sqlite3.SQLITE_IOERR:
        return shutil.disk_usage(path.parent).free < LITTLE_ROOM
    return code in NOT_ITS_FAULT
