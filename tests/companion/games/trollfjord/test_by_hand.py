"""Tower and treasures: the board is kept by hand, the rest is asked, counted and scored to the end."""

from random import Random

import msgspec
import pytest

from companion.games.trollfjord.moves import (
    AskComrade,
    BringTrolls,
    CarryOff,
    EndGame,
    FartherBack,
    Finish,
    GoAlone,
    LeaveEmpty,
    SetLord,
    StepUp,
)
from companion.games.trollfjord.score import total
from companion.games.trollfjord.state import Collects, Gathers, Over, State, Tied
from companion.games.trollfjord.view import TrollfjordView
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Boulders, Hit, Illegal, Move
from tests.companion.games.trollfjord.by_hand import KEPT_BY_HAND as GAME
from tests.players import KEEN, dealt, play

SIGRUN, SVEN, ASTRID = range(3)


def begun(seats: int = 3) -> State:
    return GAME.new(dealt(GAME, seats, Random(1)))


def after(state: State, *moves: tuple[int, Move]) -> State:
    for seat, move in moves:
        state = GAME.apply(state, seat, move)
    return state


def hammered(state: State, seat: int, treasure: int) -> State:
    """Alone, on one's own turn, with enough white boulders."""
    return after(
        state,
        (seat, StepUp(seat)),
        (seat, BringTrolls(4)),
        (seat, GoAlone()),
        (seat, Hit(Boulders(white=11, red=4, blue=4, yellow=4))),
        (seat, Stop()),
        (seat, CarryOff(treasure)),
    )


def sack_of_sigrun(state: State, reader: int | None) -> tuple[int, ...] | None:
    view = GAME.view(state, reader)
    assert isinstance(view, TrollfjordView)
    return view.players[SIGRUN].sack


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_players_come_to_an_end_with_a_final_score(seats: int) -> None:
    for seed in range(5):
        *_, (_, _, state) = play(GAME, begun(seats), Random(seed), reluctant=KEEN | {"finish"})
        outcome = GAME.outcome(state)
        assert isinstance(state.now, Over), seed
        assert outcome is not None
        (winner,) = outcome.winners
        assert total(state, winner) == max(standing.score for standing in GAME.standings(state, None)), seed


def test_nothing_is_asked_about_the_board() -> None:
    about = {"lord", "place", "wander", "fortress", "join", "clear", "draw", "collect"}
    for _, move, state in play(GAME, begun(), Random(3), reluctant=KEEN):
        assert str(move.__struct_config__.tag) not in about
        view = GAME.view(state, None)
        assert isinstance(view, TrollfjordView)
        assert not view.regions
        assert not view.spots
        assert {form.do for form in GAME.corrections(state)} <= {"set_belt", "set_sack", "set_gift", "set_hit"}


def test_together_the_one_on_turn_fills_the_belt_and_the_comrade_the_sack() -> None:
    state = after(
        begun(),
        (ASTRID, StepUp(SVEN)),
        (ASTRID, BringTrolls(3)),
        (SVEN, AskComrade(SIGRUN)),
        (SIGRUN, BringTrolls(2)),
    )
    hammering = GAME.armed(state)
    assert hammering is not None
    assert (hammering.hammerer, hammering.comrade, hammering.hit_limit) == (SVEN, SIGRUN, 5)
    state = after(state, (ASTRID, Hit(Boulders(white=11, red=4))), (SVEN, Stop()))
    (asked,) = GAME.prompts(state)
    assert [choice.move for choice in asked.choices] == [*map(CarryOff, range(10, 16)), LeaveEmpty()]
    with pytest.raises(Illegal, match="That is up to Sven now"):
        GAME.apply(state, SIGRUN, CarryOff(12))
    state = after(state, (SVEN, CarryOff(15)))
    assert state.news[0].fill(state.news[0].sentence) == "Sven puts 15 on belt space I."
    assert isinstance(state.now, Collects)
    (asked,) = GAME.prompts(state)
    assert asked.choices[-1].move == KeepOn()
    state = after(state, (SIGRUN, CarryOff(14)))
    assert (state.belt(SVEN), state.sacks, state.now) == ([15], ((14,), (), ()), Gathers())
    assert "14" not in str(state.news)
    assert [sack_of_sigrun(state, reader) for reader in (None, SVEN, SIGRUN)] == [None, None, (14,)]


def test_a_full_belt_brings_the_last_turns_one_for_everyone_else() -> None:
    state = begun()
    for treasure in (10, 11, 12, 13):
        state = hammered(state, ASTRID, treasure)
    assert state.lying == (ASTRID,)
    (asked,) = GAME.prompts(state)
    assert [choice.move for choice in asked.choices] == [StepUp(SIGRUN), StepUp(SVEN), Finish()]
    state = hammered(state, SIGRUN, 23)
    assert state.lying == (ASTRID, SIGRUN)
    outcome = GAME.outcome(after(state, (SVEN, Finish())))
    assert outcome is not None
    assert [side.score for side in outcome.sides] == [23 + 28 + 6, 28, 10 + 11 + 12 + 13 + 28 + 12]
    assert outcome.winners == (ASTRID,)


def test_of_those_who_tie_the_table_says_whose_lord_is_farther_back() -> None:
    state = begun()
    state = msgspec.structs.replace(state, lying=(SIGRUN,))
    state = after(state, (SVEN, Finish()))
    assert state.now == Tied((SIGRUN, SVEN, ASTRID))
    assert GAME.outcome(state) is None
    over = after(state, (SIGRUN, FartherBack(SVEN)))
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome.winners == (SVEN,)
    with pytest.raises(Illegal, match="whose troll lord is farther back"):
        GAME.apply(msgspec.structs.replace(begun(), sacks=((10,), (10,), ())), None, EndGame())


def test_what_lies_on_the_board_is_set_right_there() -> None:
    with pytest.raises(Illegal, match="The board is kept by hand"):
        GAME.apply(begun(), None, SetLord(SVEN, -1))
