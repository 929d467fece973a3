"""A table with the tower, for tests that need one that runs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.journal import Journal
from companion.position import Position
from companion.rules import Seat
from companion.table import Table
from tests.running_game import position_of

ASTRID, SVEN = 0, 1


class TowerTable:
    """A table in a folder that can be left and come back to, as after a pulled plug."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changes = ChangeSignal()
        self.now = 1000.0
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.path)
        self.table = Table(self.journal, self.changes, lambda: self.now)

    def reopen(self) -> None:
        self.journal.close()
        self.open()

    @property
    def position(self) -> Position:
        return position_of(self.table)

    def start(self) -> Position:
        game = GAMES["tower"]
        seats = [Seat("Astrid", "brown"), Seat("Sven", "orange")]
        return self.table.start("tower", game.deal(seats, list), self.table.version)

    def play(self, who: int, request: str | None = None, **move: Any) -> Position:
        value = msgspec.convert(move, GAMES["tower"].moves)
        return self.table.play(who, value, self.table.version, request)

    def gather(self, trolls: int = 3, comrade_trolls: int = 2) -> None:
        self.start()
        self.play(ASTRID, do="hammer", seat=ASTRID)
        self.play(ASTRID, do="trolls", count=trolls)
        self.play(ASTRID, do="comrade", seat=SVEN)
        self.play(SVEN, do="trolls", count=comrade_trolls)

    def hit(self, **boulders: int) -> Position:
        return self.play(ASTRID, do="hit", boulders=boulders)


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[TowerTable]:
    tower = TowerTable(tmp_path / "journal.sqlite")
    yield tower
    tower.journal.close()


@pytest.fixture
def open_tower(tmp_path: Path) -> Iterator[Callable[[], TowerTable]]:
    """More than one table on the same journal."""
    opened: list[TowerTable] = []

    def another() -> TowerTable:
        opened.append(TowerTable(tmp_path / "journal.sqlite"))
        return opened[-1]

    yield another
    for tower in opened:
        tower.journal.close()
