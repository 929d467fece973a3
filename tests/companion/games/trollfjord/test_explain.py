"""The commonest questions at the table, answered with a code and the facts."""

from collections.abc import Callable

import pytest

from companion.games.trollfjord.moves import Collect, Declare, HoldBack, Join, MoveLord, StayOut, TakeHammer
from companion.games.trollfjord.state import ChoosesFortress, Over, State
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Boulders
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    OLAF,
    SIGRUN,
    SVEN,
    after,
    at,
    hits,
    position,
    white,
)

PAIR = {
    SVEN: {"mountain_1": 2, "forest_1": 2},
    ASTRID: {"mountain_1": 1, "forest_1": 1},
    OLAF: {"mountain_1": 5},
    SIGRUN: {"glacier_2": 1, "forest_1": 1},
}


def beginning() -> State:
    return position({SVEN: 0}, {SVEN: {"mountain_1": 3}})


def moving() -> State:
    """Sven overtakes Sigrun."""
    state = position({SVEN: 0, SIGRUN: 2, ASTRID: 20, OLAF: 30}, {OLAF: {"swamp_1": 10}})
    return after(state, (SVEN, MoveLord("place", 3)))


def asking() -> State:
    return after(at(position({SVEN: 0, ASTRID: 6, SIGRUN: 8}, PAIR), ChoosesFortress()), (SVEN, Declare("north")))


def outnumbered() -> State:
    """Astrid has three trolls at the fortress."""
    trolls = PAIR | {ASTRID: {"mountain_1": 2, "forest_1": 1}}
    return after(at(position({SVEN: 0, ASTRID: 6, SIGRUN: 8}, trolls), ChoosesFortress()), (SVEN, Declare("north")))


def declined() -> State:
    return after(asking(), (ASTRID, StayOut()))


def decided() -> State:
    return after(asking(), (ASTRID, Join()))


def at_tower() -> State:
    return after(decided(), (SVEN, TakeHammer()))


def collecting() -> State:
    """Sven took the forest's treasure; Astrid may collect or keep on."""
    return after(at_tower(), *hits(SVEN, white(11)), (SVEN, Stop()), (SVEN, Collect("forest_1")))


@pytest.mark.parametrize(
    ("situation", "seat", "code", "words"),
    [
        (beginning, SVEN, "two_regions", "You need trolls in two regions at fortress I."),
        (beginning, SVEN, "wrong_number", "Your next belt space is I: you may hammer only at a fortress I."),
        (beginning, OLAF, "not_your_turn", "It is Sven's turn: that troll lord is last."),
        (beginning, OLAF, "no_trolls_on_board", "You have no troll on the board that could wander."),
        (moving, OLAF, "no_trolls_left", "All your 10 trolls are on the board: you cannot place any."),
        (moving, SIGRUN, "no_tailwind", "No tailwind: your troll lord is behind Sven's."),
        (asking, OLAF, "two_regions", "You need trolls in two regions at fortress I."),
        (asking, ASTRID, "asked_first", "You are asked now: of those who may still join, you have the most trolls"),
        (asking, SIGRUN, "asked_in_order", "Astrid is asked before you, with as many trolls there and a troll lord"),
        (outnumbered, SIGRUN, "asked_in_order", "Astrid is asked before you, with 3 trolls there; you have 2."),
        (declined, ASTRID, "stayed_out", "You have said that you stay out."),
        (declined, SIGRUN, "asked_first", "You are asked now"),
        (decided, SIGRUN, "comrade_found", "Astrid answered before you and is the comrade."),
        (at_tower, SVEN, "hit_first", "Hit the tower at least once before you stop."),
        (at_tower, ASTRID, "bound", "A comrade cannot back out before the hammering stops."),
        (collecting, ASTRID, "too_few_boulders", "The treasure of Mountain 1 needs 7 more boulders."),
        (collecting, ASTRID, "no_trolls_there", "You have no troll in Glacier 2 to collect with."),
    ],
)
def test_why_not(situation: Callable[[], State], seat: int, code: str, words: str) -> None:
    reasons = {reason.code: str(reason.text) for reason in GAME.explain(situation(), seat)}
    assert words in reasons[code]


def test_on_the_starting_plank_there_is_no_tailwind() -> None:
    state = after(position({SVEN: -4, OLAF: -1}), (SVEN, MoveLord("place", 1)))
    assert "no_tailwind" in {reason.code for reason in GAME.explain(state, OLAF)}


def test_an_angry_spirit_and_a_reached_limit() -> None:
    angry = after(at_tower(), *hits(SVEN, Boulders(red=7)))
    assert "spirit_angry" in {reason.code for reason in GAME.explain(angry, ASTRID)}
    trolls = {SVEN: {"mountain_1": 1, "forest_1": 1}}
    state = after(at(position({SVEN: 0}, trolls, {"mountain_1": 11}), ChoosesFortress()), (SVEN, Declare("north")))
    state = after(state, *hits(SVEN, white(10), white(1)))
    assert "hit_limit" in {reason.code for reason in GAME.explain(state, SVEN)}


def test_a_spirit_that_stays_angry_is_told_before_any_lack_of_boulders() -> None:
    """Seventeen boulders lie there, one too few for the mountain; but nobody collects at all."""
    angry = after(at_tower(), *hits(SVEN, Boulders(red=7, white=10)))
    clearing = after(angry, (SVEN, HoldBack()), (ASTRID, HoldBack()))
    for state in (angry, clearing):
        first, *more = GAME.explain(state, SVEN)
        assert first.code == "spirit_angry"
        assert (state is clearing) == (not more)
    assert str(GAME.explain(clearing, SVEN)[0].text) == "The spirit is angry: nobody collects."


def test_whose_treasure_is_safe_is_not_told_of_anger() -> None:
    state = after(collecting(), (ASTRID, KeepOn()), *hits(ASTRID, Boulders(red=7)))
    assert "spirit_angry" in {reason.code for reason in GAME.explain(state, ASTRID)}
    assert "spirit_angry" not in {reason.code for reason in GAME.explain(state, SVEN)}


def test_a_finished_player_and_a_finished_game() -> None:
    assert [reason.code for reason in GAME.explain(position({SVEN: 0}, lying=(OLAF,)), OLAF)] == ["finished"]
    assert [reason.code for reason in GAME.explain(at(position(), Over()), OLAF)] == ["game_over"]


def test_who_may_hammer_is_not_told_otherwise() -> None:
    state = at(position({SVEN: 0}, PAIR), ChoosesFortress())
    assert "two_regions" not in {reason.code for reason in GAME.explain(state, SVEN)}
