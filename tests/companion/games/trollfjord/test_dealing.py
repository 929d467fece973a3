"""Whatever has been entered of a set-up stays; the rest is dealt so that the whole is faultless."""

from random import Random

import pytest

from companion.games.trollfjord.dealing import Entered, as_entered, dealt_around
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.setup import setup_faults
from companion.rules import Seat

SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange"), Seat("Cleo", "black")]

ENTERED = [
    Entered(),
    Entered(start=(2,), planks=("plank_3", "plank_1")),
    Entered(fortresses={"north": 3, "south": 3}, treasures={"forest_1": 10, "forest_2": 10, "fjord_1": 28}),
]


@pytest.mark.parametrize("entered", ENTERED)
@pytest.mark.parametrize("seed", range(5))
def test_the_rest_is_dealt_around_what_was_entered(entered: Entered, seed: int) -> None:
    print(f"seed {seed}")
    chance = Random(seed)
    setup = dealt_around(example_board(), SEATS, entered, lambda things: chance.sample(list(things), len(things)))
    assert setup_faults(setup) == []
    assert setup.start[: len(entered.start)] == entered.start
    assert setup.planks[: len(entered.planks)] == entered.planks
    assert setup.fortresses.items() >= entered.fortresses.items()
    assert setup.treasures.items() >= entered.treasures.items()


def test_what_was_entered_wrongly_stays_wrong_and_is_told() -> None:
    setup = dealt_around(example_board(), SEATS, Entered(treasures={"forest_1": 9}), list)
    assert [str(fault) for fault in setup_faults(setup)] == ["treasures: There are only 0 treasures worth 9."]


def test_what_is_missing_is_told_when_nothing_is_dealt() -> None:
    faults = [str(fault) for fault in setup_faults(as_entered(example_board(), SEATS, Entered()))]
    assert "start: Every troll lord stands on one space of the starting plank." in faults
    assert "treasures: fjord_2 is missing." in faults
    assert len(faults) == 1 + 10 + 6 + 1 + 12
