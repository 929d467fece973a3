"""One file of games or seats is damaged in some way: what stands is what was played, and what is missing is told."""

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.notices import Notices
from companion.recovery import SEATING, Recovery
from companion.seating import Seating
from companion.sqlite_files import TooNew
from companion.table import Table
from tests.chaos import SEED, trial
from tests.chaos.power_cuts import positions, what_stands
from tests.chaos.recorded_disk import in_memory

EVENING = """
import os, sys
from pathlib import Path
from tests.chaos import evening
from tests.chaos.damaged_files import sit_down
state = Path(sys.argv[1])
evening.play(state, acts=150, synced=False, ended=lambda: (sit_down(state), os._exit(0)))
"""

Seats = dict[int, tuple[dict[int, str], list[int | None]]]
"""By game, the code of each seat, and the seat of each phone."""

PHONES = [f"phone {number}" for number in range(8)]


GAMES = (1, 30)
"""Under which numbers the games began that they sit in."""


def sit_down(state: Path) -> None:
    """They sit down, change their seats and get up."""
    seating, chance = Seating(state / SEATING), Random(SEED)
    for _ in range(40):
        game, seat = chance.choice(GAMES), chance.randrange(4)
        if chance.random() < 0.7:
            seating.give(game, seat, chance.choice(PHONES))
        else:
            seating.free(game, seat)


def seats(seating: Seating) -> Seats:
    return {game: (seating.codes(game), [seating.seat_of(game, phone) for phone in PHONES]) for game in GAMES}


NOBODY: Seats = {game: ({}, [None] * len(PHONES)) for game in GAMES}


class Evening(NamedTuple):
    stood: dict[int, Any]
    """By the number of each act, what stood after it."""
    sat: Seats


Harm = Callable[[bytearray, Random], object]


def flip(data: bytearray, chance: Random) -> None:
    """Where something is written: much of a database is empty."""
    written = [place for place, byte in enumerate(data) if byte]
    for _ in range(chance.choice((1, 1, 8, 200))):
        data[chance.choice(written)] ^= 1 << chance.randrange(8)


def blank(data: bytearray, chance: Random) -> None:
    place, size = chance.randrange(len(data)), chance.choice((16, 512, 4096))
    data[place : place + size] = bytes(len(data[place : place + size]))


def scramble(data: bytearray, chance: Random) -> None:
    place, size = chance.randrange(len(data)), chance.choice((16, 512, 4096))
    data[place : place + size] = chance.randbytes(len(data[place : place + size]))


def cut(data: bytearray, chance: Random) -> None:
    del data[chance.randrange(len(data)) :]


def cut_lines(data: bytearray, chance: Random) -> None:
    """So that what is left looks sound."""
    lines = data.splitlines(keepends=True)
    data[:] = b"".join(lines[: chance.randrange(len(lines))])


def repeat(data: bytearray, chance: Random) -> None:
    place = chance.randrange(len(data))
    data[place:place] = data[place : place + chance.choice((16, 512, 4096))]


def empty(data: bytearray, _: Random) -> None:
    data.clear()


HARMS: tuple[Harm, ...] = (flip, flip, blank, scramble, cut, cut_lines, repeat, empty)


@trial("damaged files", short=80, full=1000, limit=400)
def damaged_files(folder: Path, rounds: int) -> str:
    state, chance = folder / "state", Random(SEED)
    state.mkdir()
    subprocess.run([sys.executable, "-c", EVENING, str(state)], check=True, timeout=120)
    shutil.copytree(state, folder / "as it was")
    seen = Counter[str]()
    with closing(Seating(folder / "as it was" / SEATING)) as seating:
        was = Evening(positions(folder / "as it was"), seats(seating))
    kinds = (".sqlite", ".sqlite-wal", ".jsonl")
    files = sorted(path for path in state.rglob("*") if path.suffix in kinds and path.stat().st_size)
    newest = max((state / "games").iterdir(), key=lambda path: int(path.stem.removeprefix("game-")))
    memory = in_memory()
    try:
        for number in range(rounds):
            copy = memory / str(number)
            shutil.copytree(state, copy)
            # Of the many files the few that are not of past games are hit most of the time.
            few = [path for path in files if path == newest or path.parent == state]
            file = chance.choice([*files, *few * 4]).relative_to(state)
            harm = chance.choice(HARMS)
            data = bytearray((copy / file).read_bytes())
            harm(data, chance)
            (copy / file).write_bytes(data)
            words = f"round {number}, {harm.__name__} in {file}"
            seen[opened(copy, was, words)] += 1
            shutil.rmtree(copy)
    finally:
        shutil.rmtree(memory)
    return ", ".join(f"{count} {what}" for what, count in seen.most_common())


def opened(state: Path, was: Evening, words: str) -> str:
    notices = Notices(state / "notices.json")
    recovery = Recovery(state, notices, lambda: 0.0)
    try:
        journal, table = recovery.open_table(ChangeSignal())
        with closing(journal), closing(recovery.open_seating()) as seating:
            keeper = recovery.keeper(journal, table)
            while keeper.check_one():
                pass
            return found(journal, table, seating, was, bool(notices.texts), words)
    except TooNew:
        # The number of the format itself was hit: it could be true, so nothing is touched, and the log says why.
        return "were left alone, with words"


def found(journal: Journal, table: Table, seating: Seating, was: Evening, told: bool, words: str) -> str:
    last = max(was.stood)
    assert what_stands(table.position) == was.stood[table.version], f"{words}: a wrong state at {table.version}"
    whole = [entry.number for entry in journal.all_entries()] == list(range(1, last + 1))
    assert whole or told, f"{words}: something is missing, and nobody is told"
    as_they_sat = seats(seating) == was.sat
    assert as_they_sat or seats(seating) == NOBODY, f"{words}: somebody sits in another's place"
    assert as_they_sat or told, f"{words}: nobody sits any more, and nobody is told"
    if table.version < last:
        return "came up older and said so"
    if not as_they_sat:
        return "seated everyone anew and said so"
    return "were whole" if whole else "lost some of a past game and said so"
