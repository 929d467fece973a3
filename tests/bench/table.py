"""A move through the table against the least that could keep it: one row committed to SQLite with full syncing.

And whether it stays so: opening the table, a move and a new game after a thousand, a hundred thousand, a million rows.
"""

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec
import pytest

from companion import journal
from companion.chain import START, chained
from companion.change_signal import ChangeSignal
from companion.game_files import FOLDER, GameFiles
from companion.games import GAMES
from companion.games.tower.moves import BringTrolls, GoAlone, JoinAsComrade, PutBack, TakeHammer
from companion.hammering.moves import Stop
from companion.journal import MOST_ACTS, Began, Entry, Journal, Played, TookBack, written
from companion.notices import Notices
from companion.recovery import JOURNAL, Recovery
from companion.rules import Hit, Move, Seat
from companion.salvage import lay_down
from companion.table import Table, followed
from tests.bench import bench, seconds_once
from tests.bench.starting import first_page

ROWS = (1_000, 100_000, 1_000_000)


@bench("a move against a bare commit")
def move_against_commit() -> None:
    with tempfile.TemporaryDirectory() as folder:
        book = Journal(Path(folder) / "journal.sqlite")
        table = Table(book, ChangeSignal(), lambda: 0.0)
        game = GAMES["tower"]
        table.start("tower", game.deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list), table.version)
        for move in (TakeHammer(0), BringTrolls(5), JoinAsComrade(1), BringTrolls(5)):
            table.play(0, move, table.version)
        ready = table.position
        assert ready is not None
        bare = sqlite3.connect(Path(folder) / "bare.sqlite", isolation_level=None)
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, act TEXT)")
        hit = Entry(table.version + 1, Played(0, msgspec.to_builtins(Hit())), "phone", 0.0)
        works: dict[str, Callable[[], object]] = {
            "move": lambda: table.play(0, Hit(), table.version, request=f"a-phone:{table.version}"),
            "rules": lambda: followed(ready, hit),
            "commit": lambda: bare.execute("INSERT INTO moves (act) VALUES (?)", (written(hit.act),)),
        }
        spent: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(400):
            for name, work in works.items():
                spent[name].append(seconds_once(work))
            if table.version % 5 == 0:
                table.take_back(len(ready.turns), table.version)
        bare.close()
        book.close()
    ratios = [whole / least for whole, least in zip(spent["move"], spent["commit"], strict=True)]
    whole, rules, least = (median(spent[name]) * 1e3 for name in works)
    print(
        f"  one move, checked, committed and published: {whole:.2f} ms, {median(ratios):.2f} x one bare commit "
        f"({least:.2f} ms); target {TARGET}\n"
        f"  what it costs besides, of which the game's rules {rules:.2f} ms, is within that on a card that takes "
        f"{(whole - least) / (TARGET - 1):.2f} ms or longer to commit",
        flush=True,
    )


TARGET = 1.3


@bench("a thousand rows or a million")
def flat() -> None:
    """Alternating, so that a noisy machine slows all of them; each against the one with the fewest rows."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # So many never come together: the oldest would go long before.
        patch.setattr(journal, "LARGEST", 10**12)
        patch.setattr(journal, "MOST_GAMES", 10**6)
        states = [years(Path(folder) / str(rows) / "state", rows) for rows in ROWS]
        measures = {"start to first page": (starting, 9), "move": (moving, 101), "new game": (beginning, 41)}
        for name, (measure, rounds) in measures.items():
            times: dict[Path, list[float]] = {state: [] for state in states}
            for _ in range(rounds):
                for state in states:
                    times[state].append(measure(state))
            found = [median(times[state]) for state in states]
            told = ", ".join(f"{rows:,} rows {spent * 1e3:.2f} ms" for rows, spent in zip(ROWS, found, strict=True))
            print(f"  {name}: {told}; {max(found) / min(found):.2f} x", flush=True)


@bench("a game of as many acts as are written down")
def longest_game() -> None:
    """A bout over and over: all of it stands, or each time the first move of the game was taken back again."""
    games = {"none": 0, "which all stand": MOST_ACTS, "all taken back": MOST_ACTS}
    with tempfile.TemporaryDirectory() as folder:
        states = {name: one_game(Path(folder) / name / "state", acts, name) for name, acts in games.items()}
        times: dict[str, list[float]] = {name: [] for name in games}
        for _ in range(5):
            for name, state in states.items():
                times[name].append(starting(state))
    floor = median(times["none"])
    for name, acts in games.items():
        spent = median(times[name])
        print(f"  start to first page, {acts:,} acts, {name}: {spent:.2f} s, {spent / floor:.2f} x", flush=True)


BOUT: tuple[Move, ...] = (TakeHammer(0), BringTrolls(2), GoAlone(), Hit(), Stop(), PutBack())


def one_game(state: Path, acts: int, name: str) -> Path:
    state.mkdir(parents=True)
    setup = GAMES["tower"].deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list)
    rows = [chained(START, 1, written(Began("tower", msgspec.to_builtins(setup))), "host", 0.0, None)]
    for number in range(acts):
        move = Played(0, msgspec.to_builtins(BOUT[0 if name == "all taken back" else number % len(BOUT)]))
        act = TookBack(0) if name == "all taken back" and number % 2 else move
        rows.append(chained(rows[-1].chain, number + 2, written(act), "phone", 0.0, f"phone-{number % 20}:{number}"))
    lay_down(state / JOURNAL, rows)
    recovery = Recovery(state, Notices(state / "notices.json"), lambda: 0.0)
    book, table = recovery.open_table(ChangeSignal())
    assert table.version == len(rows)
    # As it does every second while the game is played.
    recovery.keeper(book, table).step()
    book.close()
    return state


def years(state: Path, rows: int) -> Path:
    """A state folder with so many rows of past games, and one that runs."""
    state.mkdir(parents=True)
    game = GAMES["tower"]
    setup = msgspec.to_builtins(game.deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list))
    files, number = GameFiles(state / FOLDER), 1
    while number < rows:
        game_rows = [chained(START, number, written(Began("tower", setup)), "host", 0.0, None)]
        for later in range(number + 1, number + min(GAME, rows - number)):
            act = written(Played(0, {"do": "hammer", "seat": 0}))
            game_rows.append(chained(game_rows[-1].chain, later, act, "phone", 0.0, f"a-phone:{later}"))
        files.append(number, game_rows)
        number += len(game_rows)
    files.close()
    newest = chained(START, number, written(Began("tower", setup)), "host", 0.0, None)
    lay_down(state / JOURNAL, [newest])
    return state


GAME = 1_000
"""Rows of each past game."""


def opened(state: Path) -> tuple[Journal, Table]:
    return Recovery(state, Notices(state / "notices.json"), lambda: 0.0).open_table(ChangeSignal())


def starting(state: Path) -> float:
    return first_page(state.parent, "none")


def moving(state: Path) -> float:
    book, table = opened(state)
    before = perf_counter()
    table.play(0, TakeHammer(0), table.version)
    spent = perf_counter() - before
    table.take_back(0, table.version)
    book.close()
    return spent


def beginning(state: Path) -> float:
    book, table = opened(state)
    game = GAMES["tower"]
    setup = game.deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list)
    # The keeper has done so long before anyone begins a game.
    assert book.files.size
    before = perf_counter()
    table.start("tower", setup, table.version)
    spent = perf_counter() - before
    book.close()
    return spent
