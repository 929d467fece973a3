"""Which of the past games of a kind was the best; it plays each of them again once, and remembers how it ranks.

A game's rank is kept in the state folder, since playing a long game again takes a second or two. Losing that file loses
nothing: it is written anew from the games.
"""

import logging
import threading
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.atomic_files import NotWritten, put
from companion.journal import Began, Damaged, Entry
from companion.past_games import PastGames, Result
from companion.record import Unreadable

log = logging.getLogger(__name__)

FILE = "ranks.json"


class Ranked(msgspec.Struct, frozen=True):
    """A game that was looked at, known by when it began; without a rank it has none."""

    at: float
    rank: tuple[int, ...] | None


class Best(NamedTuple):
    began: int
    at: float
    result: Result


class Chronicles:
    def __init__(self, past_games: PastGames, path: Path) -> None:
        self._past_games = past_games
        self._path = path
        self._lock = threading.Lock()
        self._ranks: dict[str, Ranked] | None = None

    def best(self, game: str) -> Best | None:
        """The best game of this kind that came to an end here; of equal ones the first."""
        with self._lock:
            ranked = self._looked_at([entry for entry in self._past_games.beginnings() if is_of(entry, game)])
        finished = [(rank, -entry.number, entry) for entry, rank in ranked if rank is not None]
        if not finished:
            return None
        _, _, entry = max(finished, key=lambda each: each[:2])
        result = self._result(entry.number)
        return None if result is None else Best(entry.number, entry.at, result)

    def _looked_at(self, entries: list[Entry]) -> list[tuple[Entry, tuple[int, ...] | None]]:
        """Those that were never looked at are played again; the newest may still be put right, and is never kept."""
        known = self._kept()
        ranked, fresh = [], dict(known)
        for entry in entries:
            kept = known.get(str(entry.number))
            if kept is None or kept.at != entry.at:
                kept = Ranked(entry.at, self._rank(entry.number))
                if not self._past_games.is_newest(entry.number):
                    fresh[str(entry.number)] = kept
            ranked.append((entry, kept.rank))
        if fresh != known:
            self._keep(fresh)
        return ranked

    def _result(self, began: int) -> Result | None:
        try:
            return self._past_games.result(str(began))
        except (Damaged, Unreadable):
            return None

    def _rank(self, began: int) -> tuple[int, ...] | None:
        result = self._result(began)
        outcome = result and result.outcome
        return outcome.chronicle.rank if outcome and outcome.chronicle else None

    def _kept(self) -> dict[str, Ranked]:
        if self._ranks is None:
            try:
                self._ranks = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Ranked])
            except (OSError, msgspec.DecodeError):
                self._ranks = {}
        return self._ranks

    def _keep(self, ranks: dict[str, Ranked]) -> None:
        self._ranks = ranks
        try:
            put(self._path, msgspec.json.encode(ranks))
        except NotWritten:
            log.warning("Which games were the best is not kept: the card did not take it.")


def is_of(entry: Entry, game: str) -> bool:
    return isinstance(entry.act, Began) and entry.act.game == game
