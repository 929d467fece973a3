"""Writes a file whole or not at all: a power cut or a full card leaves the old one or the new one; it never reads."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.rules import Illegal, say

LITTLE_ROOM = 1_000_000
"""Bytes; with less than that, a failed reading or writing is the card's fault."""


FAILING = (errno.EIO, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENODEV, errno.ENXIO, errno.EREMOTEIO)
"""What a worn, pulled or write-protected card answers."""


class NotWritten(Illegal, OSError):
    """The card did not take it: a refusal in words to whoever asked, a failed write to whoever keeps files."""


class NoRoom(NotWritten):
    def __init__(self) -> None:
        words = say(
            "The memory card is full, so this could not be written down. Nothing that was there is lost. Make room on "
            "it, then try again."
        )
        super().__init__("no_room", words)


class CardFails(NotWritten):
    def __init__(self) -> None:
        words = say(
            "The memory card cannot be written to, so this was not kept. Nothing that was there is lost. It may be "
            "write-protected or worn out: start the companion again, and take another card if it goes on."
        )
        super().__init__("card_fails", words)


@contextmanager
def writing() -> Iterator[None]:
    """Whatever is written in here, a card that is full or fails is told in words."""
    try:
        yield
    except NotWritten:
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoom from error
        if error.errno in FAILING:
            raise CardFails from error
        raise
    except sqlite3.DatabaseError as error:
        if not is_cards_fault(error):
            raise
        raise (NoRoom if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL else CardFails) from error


def is_cards_fault(error: sqlite3.DatabaseError) -> bool:
    """Not a constraint that was broken, nor a file that we closed ourselves."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def full(folder: Path) -> bool:
    """Whether there is next to no room where this folder is."""
    return shutil.disk_usage(folder).free < LITTLE_ROOM


def put(path: Path, data: bytes) -> None:
    """When this returns, the file and its name are on the disk."""
    draft = path.with_name(f".{path.name}.new")
    with writing():
        try:
            # Keys are among them: nobody else on this machine may read any of it, from the first moment.
            with open(draft, "wb", opener=_own) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            # Half a file is of no use to anyone, least of all on a full card.
            draft.unlink(missing_ok=True)
            raise
        sync(path.parent)


def _own(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def sync(path: Path) -> None:
    """What was written to a file, or which names a folder has, is on the disk when this returns."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
