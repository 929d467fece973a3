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


class NoRoom(Illegal, OSError):
    """The card is full: a refusal in words to whoever asked, a failed write to whoever keeps files."""

    def __init__(self) -> None:
        words = say(
            "The memory card is full, so this could not be written down. Nothing that was there is lost. Make room on "
            "it, then try again."
        )
        super().__init__("no_room", words)


@contextmanager
def room() -> Iterator[None]:
    """Whatever is written in here, a full card is told as NoRoom."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise NoRoom from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
            raise
        raise NoRoom from error


def full(folder: Path) -> bool:
    """Whether there is next to no room where this folder is."""
    return shutil.disk_usage(folder).free < LITTLE_ROOM


def put(path: Path, data: bytes) -> None:
    """When this returns, the file and its name are on the disk."""
    draft = path.with_name(f".{path.name}.new")
    with room():
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
