"""Copies of the journal torn out of a running game, as a card may keep them when the power goes: each one opens."""

import random
import shutil
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from companion.bell import Bell
from companion.games import GAMES
from companion.journal import Journal
from companion.notices import Notices
from companion.recovery import GOOD, JOURNAL, Keeper, Recovery
from companion.table import Table
from tests.players import answer, dealt

COPIES = 300
SEED = 8
GAME_LENGTH = 30
WAL = f"{JOURNAL}-wal"


class Evening(threading.Thread):
    """Plays short games as fast as the disk takes them, and remembers what stood after every acknowledged act."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        super().__init__()
        self.journal = Journal(folder / JOURNAL)
        # Small, so that the log is folded into the database many times while copies are taken.
        self.journal._database.execute("PRAGMA wal_autocheckpoint=40")
        self.table = Table(self.journal, Bell(), lambda: 0.0)
        self.keeper = Keeper(self.journal, self.table, Bell())
        self.chance = chance
        self.acknowledged: dict[int, Any] = {0: None}
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            self.act()
            self.keeper.step()
        self.journal.close()

    def act(self) -> None:
        position, seen = self.table.position, self.table.version
        if position is None or position.ended:
            game = self.chance.choice(list(GAMES.values()))
            position = self.table.start(game.name, dealt(game, game.seats[0], self.chance), seen)
        elif position.moves > GAME_LENGTH or not (prompts := position.game.prompts(position.state)):
            position = self.table.end(seen)
        else:
            prompt = self.chance.choice(prompts)
            position = self.table.play(prompt.seats[0], answer(position.game, prompt, self.chance), seen)
        self.acknowledged[position.version] = (position.moves, position.ended, position.state)


def tear(folder: Path, copy: Path, chance: random.Random) -> None:
    """A copy of the files one after the other, while they are written; often the log's end is torn off too."""
    copy.mkdir()
    files = [JOURNAL, WAL, GOOD]
    chance.shuffle(files)
    for name in files:
        if (folder / name).exists():
            shutil.copyfile(folder / name, copy / name)
            time.sleep(chance.uniform(0, 0.002))
    kind = chance.choice(["as it was", "cut off", "zeroed"])
    log = (copy / WAL).read_bytes() if (copy / WAL).exists() else b""
    if kind == "cut off":
        (copy / WAL).write_bytes(log[: chance.randint(0, len(log))])
    elif kind == "zeroed":
        whole = chance.randint(0, len(log) // 512) * 512
        (copy / WAL).write_bytes(log[:whole] + bytes(min(len(log) - whole, 4096)) + log[whole + 4096 :])


def test_every_torn_copy_opens_to_what_once_stood(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    played, copies = tmp_path / "played", tmp_path / "copies"
    played.mkdir()
    copies.mkdir()
    evening = Evening(played, random.Random(SEED))
    evening.start()
    for number in range(COPIES):
        time.sleep(chance.uniform(0, 0.02))
        tear(played, copies / str(number), chance)
    evening.over.set()
    evening.join()
    seen: Counter[str] = Counter()
    for number in range(COPIES):
        folder = copies / str(number)
        notices = Notices(folder / "notices.json")
        journal, table = Recovery(folder, notices, lambda: 0.0).table(Bell())
        position = table.position
        stood = (position.moves, position.ended, position.state) if position else None
        assert stood == evening.acknowledged[table.version], f"copy {number}"
        seen["from the good copy" if notices.texts else "as it was"] += 1
        table.start("tower", dealt(GAMES["tower"], 2, chance), table.version)
        journal.close()
    print(f"{len(evening.acknowledged) - 1} acts, {dict(seen)}")
    assert len(evening.acknowledged) > COPIES
    assert seen["as it was"] > COPIES / 2
