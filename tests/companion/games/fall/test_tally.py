"""Honour, votes and scoring only: the table tells, and the sums are those of the rulebook."""

from random import Random

import msgspec
import pytest

from companion.games.fall import FALL
from companion.games.fall.moves import (
    CountAncients,
    CountDomain,
    CountHall,
    EndWave,
    NoMoreHalls,
    TellHonour,
    TellVote,
    TellVotes,
)
from companion.games.fall.state import Over, Setup, State
from companion.rules import Move
from tests.companion.games.fall.players import KEEN
from tests.players import dealt, play


def begun(seats: int) -> State:
    setup: Setup = msgspec.structs.replace(dealt(FALL, seats, Random(1)), way="scoring")
    return FALL.new(setup)


def test_three_waves_told_at_the_table_are_added_up_as_the_rulebook_does() -> None:
    blue, yellow, pink, gnomes = 0, 1, 2, -1
    none, nobody = CountDomain((), 0), CountDomain((), 2)
    moves: list[Move] = [
        TellVote(yellow, "moss", 3),
        TellVote(blue, "moss", 5),
        TellVote(pink, "moss", 3),
        TellHonour(pink, 2),
        EndWave(),
        *[none] * 4,
        CountDomain((blue, yellow, yellow), 1),
        none,
        nobody,
        EndWave(),
        *[none] * 7,
        EndWave(),
        CountHall(12, (blue, pink, pink)),
        CountHall(8, (yellow, pink, gnomes)),
        NoMoreHalls(),
        CountAncients(7),
        CountAncients(0),
        CountAncients(2),
        TellVotes(0),
    ]
    state = begun(3)
    for move in moves:
        state = FALL.apply(state, 0, move)
    assert isinstance(state.now, Over)
    assert [player.honour for player in state.players] == [5 + 17 + 9, 7 + 2 + 5, 2 + 12 + 2 + 1 + 3]


@pytest.mark.parametrize("seats", FALL.seats)
def test_whole_games_of_any_table_come_to_an_end(seats: int) -> None:
    chance, state = Random(seats), begun(seats)
    for _, _, after in play(FALL, state, chance, 1000, KEEN):
        state = after
    assert isinstance(state.now, Over)
    assert FALL.outcome(state)
