"""One file of the games is damaged in some way: what stands is what was played, and what is missing is told."""

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.change_signal import ChangeSignal
from companion.notices import Notices
from companion.recovery import Recovery
from companion.sqlite_files import TooNew
from tests.chaos import SEED, trial
from tests.chaos.power_cuts import positions, what_stands
from tests.chaos.recorded_disk import in_memory

EVENING = """
import os, sys
from pathlib import Path
from tests.chaos import evening
evening.play(Path(sys.argv[1]), acts=150, synced=False, ended=lambda: os._exit(0))
"""

Harm = Callable[[bytearray, Random], object]


def flip(data: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 8, 200))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


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
    stood, seen = positions(folder / "as it was"), Counter[str]()
    files = [
        path.relative_to(state) for path in state.rglob("*") if path.suffix in (".sqlite", ".sqlite-wal", ".jsonl")
    ]
    newest = max((state / "games").iterdir(), key=lambda path: int(path.stem.removeprefix("game-")))
    memory = in_memory()
    try:
        for number in range(rounds):
            copy = memory / str(number)
            shutil.copytree(state, copy)
            # Of the many files the few that hold the running game are hit most of the time.
            file = chance.choice([*files, *[newest.relative_to(state), *files[:2]] * 4])
            harm = chance.choice(HARMS)
            data = bytearray((copy / file).read_bytes())
            harm(data, chance)
            (copy / file).write_bytes(data)
            words = f"round {number}, {harm.__name__} in {file}"
            seen[opened(copy, max(stood), stood, words)] += 1
            shutil.rmtree(copy)
    finally:
        shutil.rmtree(memory)
    return ", ".join(f"{count} {what}" for what, count in seen.most_common())


def opened(state: Path, last: int, stood: dict[int, Any], words: str) -> str:
    notices = Notices(state / "notices.json")
    recovery = Recovery(state, notices, lambda: 0.0)
    try:
        journal, table = recovery.open_table(ChangeSignal())
    except TooNew:
        # The number of the format itself was hit: it could be true, so nothing is touched, and the log says why.
        return "were left alone, with words"
    try:
        keeper = recovery.keeper(journal, table)
        while keeper.check_one():
            pass
        assert what_stands(table.position) == stood[table.version], f"{words}: a wrong state at {table.version}"
        whole = [entry.number for entry in journal.all_entries()] == list(range(1, last + 1))
        assert whole or notices.texts, f"{words}: something is missing, and nobody is told"
        if table.version < last:
            return "came up older and said so"
        return "were whole" if whole else "lost some of a past game and said so"
    finally:
        journal.close()
