from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.trollfjord.moves import Draw
from companion.games.trollfjord.treasures import TREASURES
from tests.clock import Hand
from tests.players import KEEN, dealt, play
from tests.web.fakes import Home, Phone
from tests.web.workshop import SEED, Studio, Workshop

TROLLFJORD = GAMES["trollfjord"]
SECRETIVE = 3
"""The seed of a game in which a treasure is drawn early."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.close()


@pytest.fixture
def rig(tmp_path: Path) -> Workshop:
    print(f"seed {SEED}")
    return Workshop(tmp_path, Hand(1000.0))


@pytest.fixture
def host(tmp_path: Path, rig: Workshop) -> Iterator[Phone]:
    home = Home(tmp_path, rig)
    yield home.host()
    home.close()


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    print(f"seed {SEED}")
    return Studio(tmp_path, Hand(1000.0))


@pytest.fixture
def watching(tmp_path: Path, studio: Studio) -> Iterator[Phone]:
    home = Home(tmp_path, studio)
    yield home.host()
    home.close()


@pytest.fixture
def marked() -> Iterator[None]:
    """Forty-two treasures, each worth something that nothing else could be, and little enough for any hammering."""
    box = dict(TREASURES)
    TREASURES.clear()
    TREASURES.update({-70_000 - value: 1 for value in range(42)})
    yield
    # In the same order as before: later deals shuffle the box from there.
    TREASURES.clear()
    TREASURES.update(box)


@pytest.fixture
def secret(home: Home, marked: None) -> set[int]:  # noqa: ARG001  the treasures are marked before any is dealt
    """A game until somebody has a treasure in the sack that was drawn, not as the first; the values in all sacks."""
    print(f"seed {SECRETIVE}")
    chance = Random(SECRETIVE)
    home.table.start("trollfjord", dealt(TROLLFJORD, 3, chance), 0)
    drawn: list[int] = []
    for seat, move, after in play(TROLLFJORD, home.position.state, chance, reluctant=KEEN):
        home.table.play(seat, move, home.table.version)
        drawn += [move.treasure] if isinstance(move, Draw) else []
        sacks = {value for sack in after.sacks for value in sack}
        if sacks & set(drawn[1:]):
            return sacks
    raise AssertionError("no treasure was drawn and went into a sack in this game")
