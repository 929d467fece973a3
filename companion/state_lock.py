"""Lets one process at a time work on a state folder, for as long as it lives; it writes nothing there.

The folder itself is locked, so that a full or read-only card can be locked too, and a process that ended in whatever
way has let go of it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class InUse(OSError):
    """Another process works on this folder; the words say what to do."""


@contextmanager
def only_one(state: Path) -> Iterator[None]:
    """Nobody else works on the folder until this ends; InUse, and nothing is touched, if somebody does."""
    handle = os.open(state, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            words = f"Another companion already runs on {state}. Stop that one first; nothing was changed."
            raise InUse(words) from error
        yield
    finally:
        os.close(handle)


def in_use(state: Path) -> bool:
    """Whether some process works on the folder; of one that is not there, or may not be looked into, nobody knows."""
    try:
        with only_one(state):
            return False
    except InUse:
        return True
    except OSError:
        return False
