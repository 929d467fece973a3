"""The gnome wheel: its wires, its spaces, and the trolls that it moves."""

import pytest

from companion.games.fall import FALL
from companion.games.fall.ancestry import START
from companion.games.fall.battle import wheel_pushed, wires_crossed
from companion.games.fall.holdings import counts
from companion.games.fall.moves import (
    CoverGnome,
    Enough,
    MoveRally,
    MoveTroll,
    Reinforce,
    Scout,
    SeeGate,
    SeeGnome,
    TurnWheel,
)
from companion.games.fall.state import (
    Boosts,
    Breaches,
    Gate,
    Influences,
    MovesTrolls,
    Reinforces,
    Scouts,
    State,
    votes_of,
)
from companion.rules import Illegal
from tests.companion.games.fall.positions import BLUE, PINK, YELLOW, after, ancestry, war, with_player

STRONG = ancestry("gnome 4", "empty", "empty", "advance")
"""Strong enough for a few spaces."""


def turned(state: State, spaces: int) -> State:
    return after(state, (PINK, CoverGnome((START,))), (PINK, TurnWheel(spaces)))


def wires(state: State, spaces: int) -> list[str]:
    return ["boost" if isinstance(wire, Boosts) else "breach" for wire in wires_crossed(state, spaces)]


@pytest.mark.parametrize(
    ("space", "spaces", "crossed"),
    [
        (2, 1, []),
        (2, 2, ["boost"]),
        (3, 1, ["boost"]),
        (4, 3, []),
        (6, 1, []),
        (7, 1, ["breach"]),
        (3, 8, ["boost", "breach"]),
        (7, 8, ["breach", "boost"]),
    ],
)
def test_a_wire_is_crossed_by_leaving_the_space_before_it(space: int, spaces: int, crossed: list[str]) -> None:
    state = war(PINK, wheel=space)
    assert (state.numbers.boost_wire, state.numbers.breach_wire, len(state.numbers.wheel)) == (4, 8, 8)
    assert wires(state, spaces) == crossed


def test_never_more_than_once_round() -> None:
    state = war(PINK, mine=ancestry("gnome 4", "gnome 4", "gnome 4", "empty"))
    state = with_player(state, PINK, supplies=8)
    far = after(state, (PINK, CoverGnome(tuple(state.players[PINK].ancestry.open)[:3])))
    offered = [choice.move for choice in FALL.prompts(far)[0].choices if isinstance(choice.move, TurnWheel)]
    assert offered == [TurnWheel(spaces) for spaces in range(1, 9)]


def test_scouting_comes_first_then_the_wires_in_their_order_then_the_space() -> None:
    state = turned(war(PINK, gnomes={"ice-1": 1}, mine=STRONG, wheel=7, rally="mud"), 4)
    assert isinstance(state.pending[0], Scouts)
    assert [type(each) for each in state.pending[1:-1]] == [Breaches]
    state = turned(war(PINK, gnomes={"ice-1": 1}, mine=STRONG, wheel=3), 2)
    assert [type(each) for each in state.pending[1:-1]] == [Boosts]


def test_the_honour_of_the_wheel_comes_with_a_boost_that_was_just_crossed() -> None:
    state = after(turned(war(PINK, mine=STRONG, wheel=2), 2), (PINK, Scout()))
    assert state.players[PINK].boost == 1
    assert state.players[PINK].honour == 2 + state.numbers.boosts[1]
    last = len(state.numbers.boosts) - 1
    far = with_player(war(PINK, mine=STRONG, wheel=2), PINK, boost=last)
    far = after(turned(far, 2), (PINK, Scout()))
    assert (far.players[PINK].boost, far.players[PINK].honour) == (last, 2 + state.numbers.boosts[last])


@pytest.mark.parametrize(("space", "effect"), [(0, Reinforces(1)), (1, Influences(1)), (2, MovesTrolls(1))])
def test_each_space_has_its_effect_with_the_strength_of_the_spaces_turned(space: int, effect: object) -> None:
    state = war(PINK, {"moss-3": {YELLOW: 1}}, mine=STRONG, wheel=space, offer={"Okkag": ()})
    state = after(turned(with_player(state, PINK, despair=3), 1), (PINK, Scout()))
    assert state.pending == (effect,)
    texts = [str(choice.text) for choice in FALL.prompts(state)[0].choices]
    assert not any("strength" in text for text in texts), "nothing adds to what the wheel brings"


def test_beaten_gnomes_push_the_wheel_over_the_boost_wire_for_nothing_but_into_a_breach() -> None:
    state = wheel_pushed(war(PINK, wheel=3), 2)
    assert (state.wheel, state.pending) == (5, ())
    assert wheel_pushed(war(PINK, wheel=7), 1).pending == (Breaches(),)


def test_a_scout_sees_alone() -> None:
    state = war(PINK, gnomes={"ice-1": 2}, mine=STRONG)
    state = after(turned(state, 1), (PINK, Scout(2, ("ice-1",))))
    (prompt,) = FALL.prompts(state)
    assert (prompt.private, prompt.seats) == (True, (PINK,))
    state = after(state, (PINK, SeeGate("fire...")), (PINK, SeeGnome("medium")))
    seen = [FALL.view(state, seat) for seat in (PINK, BLUE, None)]
    assert [view.row[2].clan for view in seen] == ["fire", None, None]  # type: ignore[attr-defined]
    strengths = [next(each.gnomes for each in view.places if each.place == "ice-1") for view in seen]  # type: ignore[attr-defined]
    assert strengths == [(2, None), (None, None), (None, None)]


def test_nobody_is_offered_a_gate_card_that_they_have_seen() -> None:
    row = (Gate(seen=((PINK, "mud"),)), Gate(seen=((BLUE, "ice"),)), Gate("moss"), Gate())
    state = turned(war(PINK, gnomes={"ice-1": 1}, mine=STRONG, row=row), 1)
    for number, offered in enumerate((False, True, False, True)):
        form = FALL.prompts(state)[0].forms[0]
        assert form.takes(Scout(number)) == offered


# Moving trolls.


def moving(trolls: dict[str, dict[int, int]], gnomes: dict[str, int] | None = None) -> State:
    state = war(PINK, trolls, gnomes, mine=STRONG, wheel=0)
    return after(turned(state, 3), (PINK, Scout()))


def test_trolls_of_others_go_to_different_caverns_and_control_may_be_taken_so() -> None:
    state = moving({"moss-3": {YELLOW: 2, PINK: 1}, "moss-4": {PINK: 1, BLUE: 1}})
    out = ("moss-3",)
    state = after(state, (PINK, MoveTroll(str(YELLOW), ("moss-1",), out)), (PINK, MoveTroll(str(YELLOW), ("ice-3",))))
    assert state.pending == (MovesTrolls(1, "moss-3"),), "all out of the same cavern"
    state = after(state, (PINK, Enough()))
    assert (counts(state, "moss-1")[YELLOW], counts(state, "ice-3")[YELLOW]) == (1, 1)
    assert votes_of(state, PINK, "moss") == 1


def test_nobody_is_moved_to_gnomes_or_into_the_den_of_another() -> None:
    state = moving({"moss-3": {YELLOW: 1, PINK: 1}}, {"moss-4": 1})
    for place in ("moss-4", "den-d2", "granite-1"):
        with pytest.raises(Illegal):
            after(state, (PINK, MoveTroll(str(YELLOW), (place,), ("moss-3",))))
    home = after(state, (PINK, MoveTroll(str(PINK), ("den-d2",), ("moss-3",))))
    assert counts(home, "den-d2")[PINK] == 1


# A breach.


def test_a_breach_takes_the_token_two_points_at_most_and_its_mover_decides() -> None:
    state = war(PINK, mine=STRONG, wheel=7, rally="moss", beside_wheel=(1, 1))
    state = after(turned(state, 2), (PINK, Scout()))
    offered = [choice.move for choice in FALL.prompts(state)[0].choices]
    assert offered == [MoveRally(clan) for clan in ("moss", "fire", "ice", "mud", "moon")]
    assert FALL.lights(state).mood == "danger"
    state = after(state, (PINK, MoveRally("moon")))
    assert state.rally == "moon"
    assert FALL.prompts(state)[0].seats == (PINK,), "two doors, and nobody has votes"
    assert FALL.lights(state).mood == "danger"


def test_no_more_gnomes_come_than_the_reserve_has() -> None:
    caverns = [cavern.id for cavern in war().mountain.caverns]
    gnomes = {**dict.fromkeys(caverns[:14], 2), caverns[14]: 1}
    state = after(turned(war(PINK, gnomes=gnomes, mine=STRONG, wheel=7, rally="fire"), 1), (PINK, Scout()))
    state = after(state, (PINK, MoveRally("mud")))
    assert str(state.news[0]) == "Breach at Mud: 1 gnome."


def test_a_reinforcement_of_the_wheel_follows_the_rules_of_its_own() -> None:
    state = after(turned(war(PINK, {"moss-3": {YELLOW: 1, PINK: 1}}, mine=STRONG, wheel=0), 1), (PINK, Scout()))
    with pytest.raises(Illegal):
        after(state, (PINK, Reinforce(("moss-3",))))
    assert counts(after(state, (PINK, Reinforce(("den-d1",)))), "den-d1")[PINK] == 1
