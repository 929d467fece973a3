"""A phone that guesses what to take back while others play takes back nothing but its own."""

import threading
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.games.tower.moves import BringTrolls, JoinAsComrade, TakeHammer
from companion.journal import Entry, Journal, Played, TookBack, Withdrew
from companion.position import Stale
from companion.rules import Hit, Illegal
from companion.table import Table
from tests.chaos import SEED, trial
from tests.players import people
from tests.running_game import position_of

CROOK, OTHER = 0, 1
PATIENCE = 50
"""Times the rounds: on a busy machine the one who guesses hardly has a turn, and nothing would be tried."""


@trial("undo race", short=300, full=15_000)
def undo_race(folder: Path, rounds: int) -> str:
    game = GAMES["tower"]
    with closing(Journal(folder / "journal.sqlite")) as journal:
        table = Table(journal, ChangeSignal(), lambda: 0.0)
        table.start("tower", game.deal(people(game, 2), list), 0)
        for move in (TakeHammer(CROOK), BringTrolls(10), JoinAsComrade(OTHER), BringTrolls(10)):
            table.play(OTHER, move, table.version)
        over = threading.Event()
        guessed: list[int] = []
        guessing = threading.Thread(target=guess, args=(table, over, guessed))
        guessing.start()
        try:
            for number in range(PATIENCE * rounds):
                if number >= rounds and len(guessed) > rounds // 100:
                    break
                with suppress(Illegal, Stale):
                    hit_or_begin_anew(table, CROOK if number % 4 == 0 else OTHER)
        finally:
            over.set()
            guessing.join()
        taken = withdrawn(journal.last_game())
    assert len(taken) > rounds // 100, f"only {len(taken)} moves were taken back at all"
    assert set(taken) == {CROOK}, f"{taken.count(OTHER)} moves of somebody else were taken back"
    return f"{len(taken)} own moves were taken back, and no other"


def guess(table: Table, over: threading.Event, guessed: list[int]) -> None:
    chance = Random(SEED)
    while not over.is_set():
        with suppress(Illegal, Stale):
            guessed.append(table.undo(CROOK, table.version + chance.randint(-2, 2)).version)


def hit_or_begin_anew(table: Table, seat: int) -> None:
    position = position_of(table)
    if position.game.armed(position.state) is None:
        table.take_back(4, position.version)
    else:
        table.play(seat, Hit(), position.version)


def withdrawn(entries: list[Entry]) -> list[int | None]:
    """Whose each move was that was taken back alone."""
    seats: list[int | None] = []
    taken: list[int | None] = []
    for entry in entries:
        match entry.act:
            case Played(seat):
                seats.append(seat)
            case Withdrew(index):
                taken.append(seats.pop(index))
            case TookBack(keep):
                seats = seats[:keep]
    return taken
