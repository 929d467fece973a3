"""Games to look at again, move by move: those of this table, and records from elsewhere; it changes none of them."""

import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from companion.discretion import running
from companion.imported_records import ImportedRecords
from companion.journal import Entry
from companion.position import Position
from companion.rules import Outcome, Standing
from companion.table import Table

AT_HAND = 3
"""Playing a long game again takes a second or two, so the last few stay at hand."""

LONGEST_NUMBER = 15
"""Digits; no journal has more rows than that."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended, for the room."""

    names: tuple[str, ...]
    outcome: Outcome | None
    standings: tuple[Standing, ...]


class PastGames:
    def __init__(self, table: Table, records: ImportedRecords) -> None:
        self._table = table
        self.records = records
        self._lock = threading.Lock()
        self._replayed: OrderedDict[str, Position] = OrderedDict()
        self._results: dict[str, Result] = {}

    def beginnings(self) -> list[Entry]:
        """How the past games began, newest first. The one that is being played is not past."""
        position = self._table.position
        now = position.began if position and running(position) else None
        return [entry for entry in self._table.beginnings() if entry.number != now]

    def is_newest(self, began: int) -> bool:
        """The one that can still be put right."""
        position = self._table.position
        return position is not None and position.began == began

    def find(self, key: str) -> Position | None:
        """A game of this table by its number, or a record from elsewhere by its key."""
        return self.past(int(key)) if _is_number(key) else self.imported(key)

    def result(self, key: str) -> Result | None:
        """How a game ended; only for the first who asks it is played again."""
        name = self._name(int(key)) if _is_number(key) else key
        if name not in self._results:
            if (position := self.find(key)) is None:
                return None
            names = tuple(seat.name for seat in position.seats)
            standings = position.game.standings(position.state, None)
            self._results[name] = Result(names, position.game.outcome(position.state), standings)
        return self._results[name]

    def past(self, began: int) -> Position | None:
        """A game of this table; None for one that is none, or is still being played."""
        position = self._table.position
        if position and position.began == began and running(position):
            return None
        return self._at_hand(self._name(began), lambda: self._table.past(began))

    def imported(self, key: str) -> Position | None:
        """A record from elsewhere; Unreadable if it no longer fits the rules."""
        return self._at_hand(key, lambda: self.records.game(key))

    def remove(self, key: str) -> None:
        """Let go of a record from elsewhere."""
        self.records.remove(key)
        with self._lock:
            self._replayed.pop(key, None)
            self._results.pop(key, None)

    def _name(self, began: int) -> str:
        """Changes with the newest game, which can still be put right."""
        position = self._table.position
        return f"{began}.{position.version if position and self.is_newest(began) else 0}"

    def _at_hand(self, name: str, replay: Callable[[], Position | None]) -> Position | None:
        with self._lock:
            if name in self._replayed:
                self._replayed.move_to_end(name)
                return self._replayed[name]
            found = replay()
            if found:
                self._replayed[name] = found
                while len(self._replayed) > AT_HAND:
                    self._replayed.popitem(last=False)
            return found


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) <= LONGEST_NUMBER
