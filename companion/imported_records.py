"""Records of games from elsewhere, each checked and kept as a file in the state folder; it never plays on one."""

import hashlib
import threading
from pathlib import Path

import msgspec

from companion.atomic_files import put, writing
from companion.position import Position
from companion.record import Record, Unreadable, read_record, replayed_game
from companion.rules import Illegal, Text, say

MOST = 20
LARGEST = 1_000_000
"""Bytes of one record."""

TOO_LARGE = say("This file is too large for the record of a game.")

MOST_MOVES = 5_000
"""Some six times a long game: checking more would keep everyone waiting."""


class ImportedRecord(msgspec.Struct, frozen=True):
    """What a list tells of a record without playing it."""

    key: str
    game: str
    names: tuple[str, ...]
    at: float


class ImportedRecords:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        with writing():
            folder.mkdir(parents=True, exist_ok=True)
        self._kept: dict[str, ImportedRecord] = {}
        self.unreadable: dict[str, Text] = {}
        """Files that are no record, and why."""
        for path in sorted(folder.glob("record-*.json")):
            self._open(path)

    @property
    def kept(self) -> list[ImportedRecord]:
        """Newest game first."""
        return sorted(self._kept.values(), key=lambda each: (-each.at, each.key))

    def add(self, data: bytes) -> str:
        """Keep a record, or Unreadable or Illegal in words; returns its key. The same record is kept once."""
        record = read_record(data)
        if len(record.moves) > MOST_MOVES:
            raise Unreadable(say("This record has more than {most} moves. No game is that long.", most=MOST_MOVES))
        replayed_game(record)
        plain = msgspec.json.encode(record)
        # Written plainly, a number can be longer than it came.
        if len(plain) > LARGEST:
            raise Unreadable(TOO_LARGE)
        key = f"record-{hashlib.sha256(plain).hexdigest()[:16]}"
        with self._lock:
            if key not in self._kept:
                if len(self._kept) >= MOST:
                    words = say("{most} records are kept here. Remove one that you no longer look at.", most=MOST)
                    raise Illegal("too_many_records", words)
                put(self._file(key), plain)
                self._kept[key] = summary(key, record)
        return key

    def game(self, key: str) -> Position | None:
        """A kept record, played again: the rules may have been put right since; Unreadable then."""
        return replayed_game(read_record(self._file(key).read_bytes())) if key in self._kept else None

    def remove(self, key: str) -> None:
        with self._lock:
            if self._kept.pop(key, None):
                self._file(key).unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _open(self, path: Path) -> None:
        try:
            self._kept[path.stem] = summary(path.stem, read_record(path.read_bytes()))
        except Unreadable as error:
            self.unreadable[path.name] = error.text
        except (OSError, LookupError, TypeError) as error:
            self.unreadable[path.name] = say("{why}", why=str(error))


def summary(key: str, record: Record) -> ImportedRecord:
    names = tuple(str(seat["name"]) for seat in record.setup["seats"])
    return ImportedRecord(key, record.game, names, record.moves[0].at if record.moves else 0)
