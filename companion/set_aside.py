"""Keeps a damaged file under another name, the last few of each kind; it never looks inside."""

from collections.abc import Callable
from pathlib import Path

from companion.dates import date_of

BESIDE = ("-wal", "-shm", "")
"""What SQLite keeps beside a file, and the file itself."""

MOST_ASIDE = 3
"""Of each file; a card that dies slowly must not be filled with what it spoiled."""


def set_aside(path: Path, clock: Callable[[], float]) -> str:
    """Rename a file, with what SQLite keeps beside it; says its new name."""
    aside = _free_name(path, clock())
    for suffix in BESIDE:
        beside = path.with_name(path.name + suffix)
        # An index, or a log with nothing in it, is what SQLite leaves behind by looking.
        if suffix and beside.exists() and (suffix == "-shm" or not beside.stat().st_size):
            beside.unlink()
        elif beside.exists():
            beside.replace(aside.with_name(aside.name + suffix))
    _let_oldest_go(path, aside)
    return aside.name


def _let_oldest_go(path: Path, newest: Path) -> None:
    """By the date in their names, which may be wrong: so never the one that was set aside just now."""
    found = path.parent.glob(f"{path.name}.damaged-*")
    others = sorted(other for other in found if other != newest and not other.name.endswith(BESIDE[:2]))
    for other in others[: max(0, len(others) + 1 - MOST_ASIDE)]:
        for suffix in BESIDE:
            other.with_name(other.name + suffix).unlink(missing_ok=True)


def _free_name(path: Path, now: float) -> Path:
    """A name nobody has: without a clock chip the same date may come twice."""
    stamp = date_of(now).strftime("%Y-%m-%d-%H%M%S")
    number, free = 1, path.with_name(f"{path.name}.damaged-{stamp}")
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    return free
