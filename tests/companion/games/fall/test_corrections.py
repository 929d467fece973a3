"""What the host sets right in the Fall: it keeps the war lawful, or says why not."""

import pytest

from companion.games.fall import FALL
from companion.games.fall.moves import (
    SetChampion,
    SetGnomes,
    SetHonour,
    SetInfluence,
    SetSupplies,
    SetTrolls,
    SetVotes,
    SetWheel,
)
from companion.games.fall.state import Develops, Gain, State, changed, ranked
from companion.rules import Illegal, Move, Sealed
from tests.companion.games.fall.positions import BLUE, GREEN, PINK, YELLOW, war


def corrected(state: State, move: Move) -> State:
    return FALL.apply(state, None, move)


def test_a_disc_that_is_set_comes_on_top_of_the_stack_and_one_that_stays_keeps_its_place() -> None:
    votes = {"moss": ((YELLOW, 3), (BLUE, 3))}
    state = war(PINK, votes=votes, offer={"Okkag": ((YELLOW, 2), (BLUE, 2))})
    assert corrected(state, SetVotes(YELLOW, "moss", 3)).votes == votes
    moved = corrected(state, SetVotes(PINK, "moss", 3))
    assert ranked(moved.votes["moss"]) == [(YELLOW, 3), (BLUE, 3), (PINK, 3)]
    assert corrected(war(PINK, votes={"moss": ((BLUE, 1),)}), SetVotes(BLUE, "moss", 0)).votes == {}
    influence = corrected(state, SetInfluence(YELLOW, "Okkag", 1))
    assert ranked(influence.offer[0].discs) == [(BLUE, 2), (YELLOW, 1)]
    assert corrected(state, SetInfluence(YELLOW, "Okkag", 0)).offer[0].discs == ((BLUE, 2),)


def test_honour_is_corrected_by_an_entry_of_its_own() -> None:
    state = corrected(war(PINK), SetHonour(GREEN, 7))
    assert state.players[GREEN].gains == (Gain("corrected", 1, 7),)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (SetTrolls(PINK, "ice-1", 2), "gnomes_there"),
        (SetTrolls(PINK, "den-a1", 1), "not_their_den"),
        (SetTrolls(PINK, "moss-1", 20), "too_many_trolls"),
        (SetGnomes("mud-1", 1), "trolls_there"),
        (SetChampion("Imbolg", "ice-1"), "gnomes_there"),
        (SetChampion("Imbolg", "den-a1"), "not_their_den"),
        (SetSupplies(PINK, 0, 0), "needs_a_supply"),
        (SetTrolls(PINK, "nowhere", 1), "no_such_thing"),
    ],
)
def test_what_cannot_be_is_refused_in_words(move: Move, code: str) -> None:
    trolls = {"den-d1": {PINK: 10}, "mud-1": {BLUE: 1}}
    state = war(PINK, trolls, {"ice-1": 1}, tokens={"Imbolg": (PINK, "moss-1")})
    with pytest.raises(Illegal) as refusal:
        corrected(state, move)
    assert refusal.value.code == code


def test_pieces_are_set_in_battle_and_between_waves() -> None:
    state = war(PINK, {"mud-1": {BLUE: 1}}, {"ice-1": 1}, tokens={"Imbolg": (PINK, "moss-1")})
    between = changed(state, now=Develops(1, Sealed(state.everyone)))
    for each in (state, between):
        assert corrected(each, SetTrolls(BLUE, "mud-1", 3)).trolls["mud-1"][BLUE] == 3
        assert corrected(each, SetTrolls(BLUE, "mud-1", 0)).trolls == {}
        assert len(corrected(each, SetGnomes("ice-1", 2)).gnomes["ice-1"]) == 2
        assert corrected(each, SetGnomes("ice-1", 0)).gnomes == {}
        assert corrected(each, SetChampion("Imbolg", "moss-2")).tokens[0].place == "moss-2"
        assert corrected(each, SetWheel(3)).wheel == 2
    assert corrected(state, SetSupplies(PINK, 2, 1)).players[PINK].despair == 1
    with pytest.raises(Illegal):
        corrected(between, SetSupplies(PINK, 2, 1))
