"""Games to look at again, move by move: those of this table, and records from elsewhere; it changes none of them."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.journal import Began, Entry, Played
from companion.record import Record
from companion.records import Records
from companion.rules import Standing
from companion.table import Line, Position, Table, Turn

AT_HAND = 3
"""Playing a long game again takes a second or two, so the last few stay at hand."""


class Opened(msgspec.Struct, frozen=True):
    """One game, from its first state to its last."""

    position: Position
    turns: Sequence[Turn]
    at: float

    def state(self, moves: int) -> Any:
        """Where it stood after so many moves."""
        return self.turns[moves - 1].after if moves else self.position.game.new(self.position.setup)


class Result(msgspec.Struct, frozen=True):
    """How a game ended, for the room."""

    names: tuple[str, ...]
    winners: tuple[int, ...]
    standings: tuple[Standing, ...]


class Shelf:
    def __init__(self, table: Table, records: Records) -> None:
        self._table = table
        self.records = records
        self._lock = threading.Lock()
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._results: dict[str, Result] = {}

    def beginnings(self) -> list[Entry]:
        """How the past games began, newest first. The one that is being played is not past."""
        position = self._table.position
        running = position.began if position and self._running(position) else None
        return [entry for entry in self._table.beginnings() if entry.number != running]

    def find(self, key: str) -> Opened | None:
        """A game of this table by its number, or a record from elsewhere by its key."""
        return self.past(int(key)) if _is_number(key) else self.brought(key)

    def result(self, key: str) -> Result | None:
        """How a game ended; only for the first who asks it is played again."""
        name = self._name(int(key)) if _is_number(key) else key
        if name not in self._results:
            if (found := self.find(key)) is None:
                return None
            position = found.position
            names = tuple(seat.name for seat in position.seats)
            standings = position.game.standings(position.state, None)
            self._results[name] = Result(names, position.game.winners(position.state), standings)
        return self._results[name]

    def past(self, began: int) -> Opened | None:
        """A game of this table; None for one that is none, or is still being played."""
        position = self._table.position
        if position and position.began == began and self._running(position):
            return None
        return self._at_hand(self._name(began), lambda: opened(self._table.past(began)))

    def brought(self, key: str) -> Opened | None:
        """A record from elsewhere; Unreadable if it no longer fits the rules."""

        def opening() -> Opened | None:
            record = self.records.record(key)
            return opened(Line(entries(record))) if record else None

        return self._at_hand(key, opening)

    def remove(self, key: str) -> None:
        """Let go of a record from elsewhere."""
        self.records.remove(key)
        with self._lock:
            self._opened.pop(key, None)
            self._results.pop(key, None)

    def _name(self, began: int) -> str:
        """Changes with the newest game, which can still be put right."""
        position = self._table.position
        return f"{began}.{position.version if position and position.began == began else 0}"

    def _running(self, position: Position) -> bool:
        return not position.ended and bool(position.game.prompts(position.state))

    def _at_hand(self, name: str, opening: Callable[[], Opened | None]) -> Opened | None:
        with self._lock:
            if name in self._opened:
                self._opened.move_to_end(name)
                return self._opened[name]
            found = opening()
            if found:
                self._opened[name] = found
                while len(self._opened) > AT_HAND:
                    self._opened.popitem(last=False)
            return found


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal()


def opened(line: Line) -> Opened | None:
    if line.position is None:
        return None
    turns = line.turns()
    return Opened(line.position, turns, turns[0].at if turns else 0)


def entries(record: Record) -> list[Entry]:
    """A record as a journal would tell it."""
    at = record.moves[0].at if record.moves else 0
    moves = enumerate(record.moves, 2)
    return [
        Entry(1, Began(record.game, record.setup), "host", at),
        *(Entry(number, Played(move.seat, move.move), move.source, move.at) for number, move in moves),
    ]
