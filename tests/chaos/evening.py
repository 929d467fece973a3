"""An evening of short games, played as fast as the disk takes them, for whoever pulls the plug; it checks nothing."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.notices import Notices
from companion.recovery import Recovery
from companion.table import Table
from tests.chaos import SEED
from tests.players import answer, dealt

GAME_LENGTH = 30


def play(state: Path, acts: int, synced: bool = True, ended: Callable[[], object] = lambda: None) -> None:
    """After each act that was acknowledged its number is written to a file of that name."""
    recovery = Recovery(state, Notices(state / "notices.json"), lambda: 0.0)
    journal, table = recovery.open_table(ChangeSignal())
    if not synced:
        journal._database.execute("PRAGMA synchronous=OFF")
    # Small, so that the log is folded into the database many times.
    journal._database.execute("PRAGMA wal_autocheckpoint=40")
    keeper, chance = recovery.keeper(journal, table), Random(SEED)
    acknowledged = os.open(state / "acknowledged", os.O_WRONLY | os.O_CREAT)
    for _ in range(acts):
        act(table, chance)
        os.pwrite(acknowledged, str(table.version).encode(), 0)
        keeper.step()
    ended()
    os.close(acknowledged)
    journal.close()


def act(table: Table, chance: Random) -> None:
    """One more act: a game begins, is played, corrected, and ends."""
    position, seen = table.position, table.version
    if position is None or position.ended:
        game = chance.choice(list(GAMES.values()))
        table.start(game.name, dealt(game, game.seats[0], chance), seen)
    elif len(position.turns) > GAME_LENGTH or not (prompts := position.game.prompts(position.state)):
        table.end(seen)
    elif position.turns and chance.random() < 0.1:
        table.take_back(chance.randrange(len(position.turns)), seen)
    else:
        prompt = chance.choice(prompts)
        table.play(prompt.seats[0], answer(position.game, prompt, chance), seen)
