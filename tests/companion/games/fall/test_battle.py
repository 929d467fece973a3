"""What a turn of the battle may do beyond the rulebook's examples: what it costs, what ends it, who gets a vote."""

import pytest

from companion.games.fall import FALL
from companion.games.fall.ancestry import START
from companion.games.fall.holdings import counts, reserve
from companion.games.fall.moves import (
    Advance,
    Boost,
    CallIn,
    CoverAdvance,
    CoverInfluence,
    CoverReinforce,
    Enough,
    Influence,
    Reinforce,
    Spare,
    Stop,
)
from companion.games.fall.state import CallsIn, EndsWave, Fights, State, Tallies, changed, votes_of
from companion.games.fall.turn import settle
from companion.rules import Cell, Illegal, Lights
from tests.companion.games.fall.positions import BLUE, GREEN, PINK, YELLOW, after, ancestry, war, with_player

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT = START, Cell(START.column + 1, START.row), Cell(START.column, START.row + 1)


def choices(state: State) -> list[str]:
    return [str(choice.text) for choice in FALL.prompts(state)[0].choices]


def with_supplies(state: State, *supplies: int) -> State:
    for seat, each in enumerate(supplies):
        state = with_player(state, seat, supplies=each)
    return state


def test_a_strong_action_is_the_whole_turn_though_weak_symbols_are_left() -> None:
    state = war(PINK, {"den-d1": {PINK: 3}}, mine=ancestry("advance 2", "advance", "gnome", "influence"))
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Advance(("granite-3",), count=1)))
    assert (state.turn, state.now) == (GREEN, Fights())


def test_after_a_weak_action_no_strong_one_is_offered() -> None:
    mine = ancestry("advance", "influence 3", "influence", "gnome")
    state = after(war(PINK, {"den-d1": {PINK: 3}}, mine=mine), (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Enough()))
    with pytest.raises(Illegal):
        after(state, (PINK, CoverInfluence((TOP_RIGHT,))))
    with pytest.raises(Illegal):
        after(state, (PINK, CoverInfluence((BOTTOM_LEFT, TOP_RIGHT))))
    after(state, (PINK, CoverInfluence((BOTTOM_LEFT,))))


def test_more_supplies_make_a_strong_action_stronger_and_are_gone() -> None:
    mine = ancestry("influence 2", "gnome", "empty", "empty")
    state = with_player(war(PINK, offer={"Okkag": ((BLUE, 1),)}, mine=mine), PINK, supplies=3, despair=2)
    state = after(state, (PINK, CoverInfluence((TOP_LEFT,))), (PINK, Boost()), (PINK, Boost()))
    assert choices(state) == ["Okkag: influence 4"], "all supplies are spent, and despair is for weak actions"
    state = after(state, (PINK, Influence("Okkag")))
    assert (state.players[PINK].supplies, state.players[PINK].despair) == (0, 2)


def test_turns_go_clockwise_past_those_without_supplies_until_nobody_has_any() -> None:
    state = with_supplies(war(PINK), 1, 0, 1, 0)
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Stop()))
    assert state.turn == BLUE
    alone = with_supplies(war(PINK), 0, 0, 2, 0)
    alone = after(alone, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Stop()))
    assert (alone.turn, alone.now) == (PINK, Fights()), "the last one with supplies goes on alone"
    over = with_supplies(war(PINK, gnomes={"ice-1": 1, "mud-1": 2}), 0, 0, 1, 0)
    over = after(over, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Stop()))
    assert over.now == EndsWave("invasions")
    assert {cavern: len(found) for cavern, found in over.gnomes.items()} == {"ice-1": 2, "mud-1": 2}, "they dig in"


def test_who_has_nothing_left_to_cover_loses_supplies_turn_by_turn() -> None:
    bare = ancestry("ancients", "supplies", "empty", "empty")
    state = settle(with_supplies(war(PINK, mine=bare), 2, 0, 3, 0))
    assert (state.turn, state.players[PINK].supplies) == (BLUE, 2)


def test_control_is_taken_only_by_whoever_has_most_when_the_action_ends() -> None:
    two = ancestry("advance", "advance", "empty", "gnome")
    state = war(PINK, {"moss-3": {YELLOW: 2}, "den-d2": {PINK: 3}}, mine=two)
    cover = (PINK, CoverAdvance((TOP_LEFT, TOP_RIGHT)))
    tied = after(state, cover, (PINK, Advance(("moss-3",), count=2)))
    assert counts(tied, "moss-3") == (0, 2, 2, 0)
    assert votes_of(tied, PINK, "moss") == 0, "a tie is nobody's"
    more = war(PINK, {"moss-3": {YELLOW: 1}, "den-d2": {PINK: 3}}, mine=two)
    more = after(more, cover, (PINK, Advance(("moss-3",), count=2)))
    assert votes_of(more, PINK, "moss") == 1
    mine = war(PINK, {"moss-3": {PINK: 1}, "den-d2": {PINK: 3}}, mine=two)
    mine = after(mine, cover, (PINK, Advance(("moss-3",), count=2)))
    assert votes_of(mine, PINK, "moss") == 0, "it was one's own before"


def test_trolls_never_pass_the_den_of_another_and_champions_open_the_way() -> None:
    state = war(PINK, {"den-d1": {PINK: 1}}, tokens={"Imbolg": (PINK, "granite-2")})
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))))
    with pytest.raises(Illegal):
        after(state, (PINK, Advance(("den-a2",), ("den-d1",))))
    state = after(state, (PINK, Advance(("hammer-1",), ("den-d1",))))
    assert counts(state, "hammer-1")[PINK] == 1, "through the cavern where only the champion stands"


# Reinforcements with few trolls left.

THREE = ancestry("reinforce", "reinforce", "reinforce", "empty")
COVER_THREE = (PINK, CoverReinforce((TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT)))


def test_who_adds_fewer_than_the_reserve_has_calls_nobody() -> None:
    state = after(
        war(PINK, {"den-d1": {PINK: 20}}, mine=THREE), COVER_THREE, (PINK, Spare()), (PINK, Reinforce(("den-d2",)))
    )
    assert (reserve(state, PINK), state.turn) == (3, GREEN)


def test_each_strength_beyond_the_reserve_calls_one_troll() -> None:
    state = war(PINK, {"den-d1": {PINK: 23}, "mud-3": {PINK: 1}}, mine=THREE)
    state = after(state, COVER_THREE, (PINK, Reinforce(("den-d2",))))
    assert state.pending == (CallsIn("den-d2", 2),)
    state = after(state, (PINK, CallIn("mud-3")))
    assert state.pending == (CallsIn("den-d2", 1),)
    state = after(state, (PINK, CallIn("den-d1")))
    assert state.trolls == {"den-d1": (0, 0, 22, 0), "den-d2": (0, 0, 3, 0)}
    assert state.pending == ()


# Lights.


def test_lights_show_whose_action_it_is_with_the_supplies_left_and_an_alarm_in_a_breach() -> None:
    state = with_supplies(war(PINK), 1, 2, 5, 3)
    said = FALL.lights(state)
    assert (said.mood, said.left) == ("turn", 5)
    assert said.colour == FALL.lights(changed(state, now=Tallies())).colour
    assert FALL.lights(changed(state, now=EndsWave())) == Lights("wave")
