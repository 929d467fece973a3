"""Set-up: what is dealt can be played, and a wrong one lists all its faults."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.trollfjord.setup import Setup
from companion.rules import BadSetup
from tests.companion.games.trollfjord.positions import GAME, in_order
from tests.players import PEOPLE, dealt


def faults(**fields: Any) -> list[str]:
    with pytest.raises(BadSetup) as bad:
        GAME.new(msgspec.structs.replace(GAME.deal(PEOPLE, in_order), **fields))
    return [str(fault) for fault in bad.value.faults]


def test_a_dealt_set_up_is_random_but_complete() -> None:
    one, two = dealt(GAME, 3, Random(1)), dealt(GAME, 3, Random(2))
    assert one != two
    for setup in (one, two):
        assert sorted(setup.fortresses.values()) == [1, 1, 2, 2, 3, 3]
        assert len(setup.treasures) == 12
        assert sorted(setup.start) == [0, 1, 2]


def test_a_written_set_up_stands_alone() -> None:
    setup = dealt(GAME, 4, Random(3))
    assert GAME.new(msgspec.json.decode(msgspec.json.encode(setup), type=Setup)) == GAME.new(setup)


def test_the_highest_space_of_the_starting_plank_begins() -> None:
    setup = msgspec.structs.replace(GAME.deal(PEOPLE[:3], in_order), start=(2, 0, 1))
    state = GAME.new(setup)
    assert state.lords == (-2, -3, -1)
    assert state.turn == 1


@pytest.mark.parametrize("start", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4), ()])
def test_every_lord_has_one_space_of_the_starting_plank(start: tuple[int, ...]) -> None:
    assert faults(start=start) == ["start: Every troll lord stands on one space of the starting plank."]


def test_all_faults_at_once() -> None:
    setup = GAME.deal(PEOPLE, in_order)
    told = faults(
        seats=PEOPLE[:1],
        start=(0, 1),
        planks=(*setup.planks[:8], "plank_1", "bridge"),
        fortresses={"north": 1, "moon": 9},
        treasures=dict.fromkeys(("forest_1", "forest_2", "glacier_1", "well"), 28),
    )
    for expected in (
        "This game seats 2 to 4 players.",
        "start: Every troll lord stands on one space of the starting plank.",
        "planks: plank_9 is missing.",
        "planks: There is no bridge.",
        "planks: plank_1 is there twice.",
        "fortresses: south is missing.",
        "fortresses: There is no moon.",
        "fortresses: The numbers I, II and III stand on two spots each.",
        "treasures: swamp_1 is missing.",
        "treasures: There is no well.",
        "treasures: There are only 2 treasures worth 28.",
    ):
        assert expected in told


def test_a_treasure_that_is_not_in_the_box() -> None:
    treasures = GAME.deal(PEOPLE, in_order).treasures | {"forest_1": 9}
    assert faults(treasures=treasures) == ["treasures: There are only 0 treasures worth 9."]


def test_faults_of_the_board_are_faults_of_the_set_up() -> None:
    board = msgspec.structs.replace(GAME.deal(PEOPLE, in_order).board, borders=())
    assert faults(board=board) == ["borders: The two fjord regions touch."]
