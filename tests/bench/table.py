"""A move through the table against the least that could keep it: one row committed to SQLite with full syncing."""

import itertools
import sqlite3
import tempfile
from pathlib import Path

from companion.bell import Bell
from companion.games import GAMES
from companion.games.tower.moves import BringTrolls, JoinAsComrade, TakeHammer
from companion.journal import Journal
from companion.rules import Hit, Seat
from companion.table import Table
from tests.bench import bench, ratio


@bench("a move against a bare commit")
def move_against_commit() -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        table = Table(journal, Bell(), lambda: 0.0)
        requests = itertools.count()
        game = GAMES["tower"]
        table.start("tower", game.deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list), table.version)
        for move in (TakeHammer(0), BringTrolls(5), JoinAsComrade(1), BringTrolls(5)):
            table.play(0, move, table.version)

        def play() -> None:
            position = table.position
            assert position is not None
            if game.armed(position.state) is None:
                table.take_back(4, table.version)
            else:
                table.play(0, Hit(), table.version, request=str(next(requests)))

        bare = sqlite3.connect(Path(folder) / "bare.sqlite", isolation_level=None)
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, act TEXT)")

        def commit() -> None:
            bare.execute("INSERT INTO moves (act) VALUES (?)", ('{"type":"play","seat":0,"move":{"do":"hit"}}',))

        ratio("one move, checked, committed and published", play, "one bare commit", commit, rounds=400)
        bare.close()
        journal.close()
