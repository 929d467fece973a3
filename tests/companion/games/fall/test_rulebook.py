"""The worked examples of the rulebook, named by their place in it, on the example mountain: it has what they need."""

from random import Random

import pytest

from companion.games.fall import FALL
from companion.games.fall.ancestry import START
from companion.games.fall.holdings import can_come, controller, counts, dominated
from companion.games.fall.invading import breach_size
from companion.games.fall.moves import (
    NOBODY,
    Advance,
    Boost,
    Console,
    CoverAdvance,
    CoverGnome,
    CoverInfluence,
    CoverReinforce,
    DrawFallen,
    Enough,
    Enter,
    Influence,
    MoveRally,
    PickFallen,
    Reinforce,
    Retreat,
    Reveal,
    Scout,
    SeeGate,
    SeeGnome,
    Send,
    Shelter,
    Stop,
    TurnGate,
    TurnWheel,
    Use,
)
from companion.games.fall.numbers import VoteTile
from companion.games.fall.score import ancients_worth, clan_scored, domains_scored, outcome, shares
from companion.games.fall.state import (
    EndsWave,
    Fights,
    Follower,
    Gate,
    Gnome,
    Invades,
    Over,
    Reinforces,
    Reveals,
    Rewards,
    State,
    Supplies,
    TurnsGate,
    changed,
    ranked,
    votes_of,
)
from companion.games.fall.turn import settle
from companion.games.fall.waves import supplied
from companion.rules import Cell, Illegal
from tests.companion.games.fall.positions import (
    BLUE,
    GREEN,
    PINK,
    YELLOW,
    after,
    ancestry,
    invaded,
    war,
    with_player,
)
from tests.players import shuffled

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT = START, Cell(START.column + 1, START.row), Cell(START.column, START.row + 1)


def honour(state: State) -> list[int]:
    return [player.honour for player in state.players]


def ways(state: State) -> list[tuple[str, ...]]:
    return [arrival.way for arrival in state.trail]


def asked(state: State) -> tuple[tuple[int, ...], list[str]]:
    """Of whom, and between what."""
    prompt = next(prompt for prompt in FALL.prompts(state) if not prompt.aside)
    return prompt.seats, [str(choice.text) for choice in prompt.choices]


# Development: supplies, p. 6.


def test_supplies_six_and_one_symbol_make_seven_and_one_despair() -> None:
    state = war(BLUE, mine=ancestry("advance", "supplies", "wild", "gnome"))
    state = settle(changed(supplied(state), now=Supplies((YELLOW, PINK, GREEN))))
    assert (state.players[BLUE].supplies, state.players[BLUE].despair) == (7, 1)
    assert isinstance(state.now, Fights), "one wild symbol is no pair: nobody is asked"


# Battle: weak actions and despair, p. 7.


def test_two_weak_gnome_actions_the_second_with_despair() -> None:
    state = with_player(war(PINK, mine=ancestry("gnome", "advance", "gnome", "empty")), PINK, despair=1)
    state = after(state, (PINK, CoverGnome((TOP_LEFT,))))
    assert asked(state) == ((PINK,), ["1 space: Reinforcements", "Despair: strength 2"])
    state = after(state, (PINK, TurnWheel(1)), (PINK, Scout()), (PINK, Reinforce(("den-d1",))))
    assert state.now == Fights(second=True)
    state = after(state, (PINK, CoverGnome((BOTTOM_LEFT,))), (PINK, Boost()))
    assert asked(state)[1] == ["1 space: Influence", "2 spaces: Move trolls"], "strength 2, and no token is left"
    assert state.players[PINK].supplies == 3, "the second action costs no supply"


# Actions: advance, p. 9 and 10.


def test_a_weak_advance_from_a_den_through_three_inhabited_caverns() -> None:
    on_the_way = {"granite-3": {GREEN: 1}, "moon-3": {GREEN: 1}, "ice-3": {GREEN: 1}}
    state = war(GREEN, {"den-a2": {GREEN: 3}, **on_the_way})
    state = after(state, (GREEN, CoverAdvance((TOP_LEFT,))), (GREEN, Advance(("ice-1",), ("den-a2",))))
    assert counts(state, "ice-1")[GREEN] == 1
    assert state.trolls["den-a2"][GREEN] == 2
    broken = war(GREEN, {"den-a2": {GREEN: 3}, "granite-3": {GREEN: 1}, "ice-3": {GREEN: 1}})
    assert "den-a2" not in can_come(broken, GREEN, "ice-1"), "where moon-3 is not inhabited nobody comes through"


def test_a_strong_advance_of_three_takes_a_fire_cavern_and_a_vote() -> None:
    mine = ancestry("advance", "advance", "advance", "empty")
    trolls = {"fire-4": {YELLOW: 2}, "moss-4": {PINK: 1}, "fire-3": {PINK: 1}, "den-d2": {PINK: 3}}
    state = after(war(PINK, trolls, mine=mine), (PINK, CoverAdvance((TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT))))
    state = after(state, (PINK, Advance(("fire-4",), ("moss-4", "den-d2", "den-d2"))))
    assert counts(state, "fire-4") == (0, 2, 3, 0)
    assert controller(state, "fire-4") == PINK
    assert votes_of(state, PINK, "fire") == 1
    assert state.turn == GREEN, "a strong action is the whole turn"


def test_no_vote_for_a_cavern_that_was_empty_when_the_action_began() -> None:
    state = war(PINK, {"den-d2": {PINK: 3}})
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Advance(("fire-3",))))
    assert controller(state, "fire-3") == PINK
    assert state.votes == {}


def attack(strengths: tuple[int, ...], count: int) -> State:
    """Two trolls advance to a mud cavern with gnomes; two beaten ones lie beside the wheel already."""
    mine = ancestry("advance", "advance", "empty", "gnome")
    state = war(PINK, {"den-d2": {PINK: 3}, "fire-3": {PINK: 1}}, {"mud-3": count}, mine=mine, beside_wheel=(1, 3))
    state = after(state, (PINK, CoverAdvance((TOP_LEFT, TOP_RIGHT))))
    return after(state, (PINK, Advance(("mud-3",), ("den-d2", "den-d2"))), (PINK, Reveal(strengths)))


def test_an_attack_with_two_trolls_on_a_gnome_of_strength_two() -> None:
    state = attack((2,), 1)
    assert honour(state) == [0, 0, 2, 0]
    assert votes_of(state, PINK, "mud") == 1, "one vote, not one for the victory and one for control"
    assert state.beside_wheel == (1, 3, 2)
    assert state.wheel == 1
    assert "mud-3" not in state.gnomes


def test_who_is_driven_back_goes_to_a_den_and_a_lone_gnome_digs_in() -> None:
    state = after(attack((3,), 1), (PINK, Retreat("den-d1")))
    assert state.trolls["den-d1"][PINK] == 2
    assert len(state.gnomes["mud-3"]) == 2
    two = after(attack((1, 2), 2), (PINK, Retreat("den-d2")))
    assert len(two.gnomes["mud-3"]) == 2, "never a third one"
    assert honour(two) == [0, 0, 0, 0]


def test_gnomes_that_were_turned_over_in_vain_are_known_to_everyone() -> None:
    state = after(attack((3,), 1), (PINK, Retreat("den-d1")))
    assert [[gnome.strength_for(seat) for gnome in state.gnomes["mud-3"]] for seat in (PINK, BLUE)] == [[3, None]] * 2
    again = changed(state, turn=PINK, now=Fights(), pending=(Reveals("mud-3"),))
    for seed in range(5):
        drawn = FALL.chance(again, PINK, shuffled(Random(seed)))
        assert isinstance(drawn, Reveal)
        assert 3 in drawn.strengths, "a token does not change its strength"


def test_what_a_scout_told_decides_no_attack() -> None:
    """A scout may have mistaken a token: what it shows when it is turned over is what counts."""
    state = war(PINK, {"fire-3": {PINK: 1}}, {"mud-3": 1}, mine=ancestry("advance", "gnome", "empty", "empty"))
    state = changed(state, gnomes={"mud-3": (Gnome(((PINK, 1),)),)})
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Advance(("mud-3",))))
    assert asked(state) == ((PINK,), ["Strength 1", "Strength 2", "Strength 3"])
    assert honour(after(state, (PINK, Reveal((1,))))) == [0, 0, 1, 0]


def test_an_advance_may_move_nobody_and_the_symbol_is_a_bridge_all_the_same() -> None:
    state = after(war(PINK, {"den-d2": {PINK: 3}}), (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Enough()))
    assert state.trolls == {"den-d2": (0, 0, 3, 0)}
    assert state.players[PINK].ancestry.covered == (TOP_LEFT,)
    assert state.now == Fights(second=True)


def test_reinforcements_only_where_nobody_else_has_trolls() -> None:
    mine = ancestry("reinforce", "reinforce", "reinforce", "empty")
    state = war(PINK, {"fire-3": {PINK: 1}, "moss-3": {PINK: 3, YELLOW: 1}}, mine=mine)
    assert set(dominated(state, PINK)) == {"fire-3", "den-d1", "den-d2"}
    state = after(state, (PINK, CoverReinforce((TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT))))
    with pytest.raises(Illegal):
        after(state, (PINK, Reinforce(("moss-3",))))
    assert after(state, (PINK, Reinforce(("fire-3",)))).trolls["fire-3"][PINK] == 4


def test_with_an_empty_reserve_trolls_are_called_from_anywhere() -> None:
    mine = ancestry("reinforce", "reinforce", "reinforce", "empty")
    state = war(PINK, {"den-d1": {PINK: 24}}, mine=mine)
    state = after(state, (PINK, CoverReinforce((TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT))), (PINK, Reinforce(("den-d2",))))
    assert asked(state) == ((PINK,), ["A troll from Den D 1", "None"]), "one came from the reserve, which is empty now"


def test_an_influence_of_two_with_the_first_bonus_and_a_disc_overtaken() -> None:
    offer = {"Okkag": (), "Crym": (), "Sigddan": ((PINK, 1), (YELLOW, 2)), "Imbolg": ((BLUE, 4),)}
    mine = ancestry("influence", "influence", "empty", "empty")
    state = after(war(PINK, offer=offer, mine=mine), (PINK, CoverInfluence((TOP_LEFT, TOP_RIGHT))))
    assert asked(state)[1][:4] == [
        "Okkag: influence 3",
        "Crym: influence 3",
        "Sigddan: influence 3",
        "Imbolg: influence 2",
    ]
    sigddan = after(state, (PINK, Influence("Sigddan"))).offer[2]
    assert ranked(sigddan.discs) == [(PINK, 3), (YELLOW, 2)]


def test_whoever_came_first_on_a_space_leads() -> None:
    state = war(
        PINK, offer={"Okkag": ((YELLOW, 3), (BLUE, 2))}, mine=ancestry("influence 3", "empty", "empty", "gnome")
    )
    state = after(state, (PINK, CoverInfluence((TOP_LEFT,))), (PINK, Influence("Okkag")))
    assert ranked(state.offer[0].discs) == [(YELLOW, 3), (PINK, 3), (BLUE, 2)]


# The gnome wheel, p. 11.


def test_a_gnome_action_of_three_with_a_breach_of_four_and_reinforcements() -> None:
    mine = ancestry("gnome 3", "empty", "empty", "advance")
    state = war(PINK, gnomes={"ice-1": 1}, mine=mine, beside_wheel=(1, 2, 3), wheel=6, rally="mud")
    assert breach_size(state) == 4
    state = after(state, (PINK, CoverGnome((TOP_LEFT,))), (PINK, TurnWheel(3)), (PINK, Scout(1, ("ice-1",))))
    state = after(state, (PINK, SeeGate("moss...")), (PINK, SeeGnome("strong")))
    assert [FALL.view(state, seat).row[1].clan for seat in (PINK, BLUE)] == ["moss", None]  # type: ignore[attr-defined]
    assert asked(state)[1] == ["Mud: it stays", "Hammer", "Fire", "Granite", "Moss"], "up to two points either way"
    state = after(state, (PINK, MoveRally("granite")))
    while isinstance(state.pending[0], Invades):
        assert FALL.prompts(state)[0].seats == (PINK,), "in a breach whoever's turn it is decides"
        state = after(state, (PINK, FALL.prompts(state)[0].choices[0].move))
    assert sum(map(len, state.gnomes.values())) == 1 + 4
    assert state.beside_wheel == ()
    assert state.pending == (Reinforces(3),)


def test_a_breach_brings_no_honour_for_the_fallen() -> None:
    state = war(PINK, {"granite-1": {BLUE: 1}}, {})
    state = settle(changed(state, pending=(Invades("granite", 1, breach=True),)))
    assert counts(state, "granite-1") == (0, 0, 0, 0)
    assert honour(state) == [0, 0, 0, 0]


# Invasions, p. 12 and 13.


def test_the_mud_invasion_of_wave_two() -> None:
    state = war(BLUE, {"mud-1": {PINK: 1}, "mud-2": {YELLOW: 1}}, votes={"mud": ((YELLOW, 1), (PINK, 3))}, wave=2)
    state = invaded(state, "mud", 3)
    assert asked(state) == ((PINK,), ["Mud 1: 1 troll", "Mud 2: 1 troll"])
    state = after(state, (PINK, Send("mud-1")))
    assert honour(state) == [0, 0, 4, 0]
    assert len(state.gnomes["mud-1"]) == 1, "the second gnome stops where the troll was"
    assert asked(state) == ((PINK,), ["Hammer 2: empty", "Mud 3: empty"])
    state = after(state, (PINK, Send("hammer-2")))
    assert ways(state) == [("mud-1",), ("mud-1",), ("mud-1", "hammer-2")], "all three are still shown"
    assert str(state.trail[2].why) == (
        "A gnome comes to Hammer 2 through 1 invaded cavern: the nearest empty cavern. Astrid decided among equals."
    )


def test_invasion_a_an_empty_cavern_far_away_then_the_nearest_troll() -> None:
    crowded = {"granite-1": {YELLOW: 2}, "ice-3": {GREEN: 2}, "granite-3": {YELLOW: 2}}
    far = {"ice-4": {GREEN: 2}, "granite-4": {PINK: 2}}
    state = war(PINK, {"moon-1": {BLUE: 1}, **crowded, **far}, {"moon-2": 1, "moon-3": 2})
    state = invaded(state, "moon", 2)
    assert ways(state) == [("moon-2", "moon-3", "moon-4"), ("moon-1",)]
    assert [str(each.why) for each in state.trail] == [
        "A gnome comes to Moon 4 through 2 invaded caverns: the nearest empty cavern.",
        "A gnome comes to Moon 1, right behind the door: "
        "none within reach is empty, and it is the nearest with 1 troll.",
    ]
    assert honour(state) == [state.numbers.first_fallen[0], 0, 0, 0]
    assert counts(state, "moon-1") == (0, 0, 0, 0)


def test_invasion_b_the_leader_chooses_a_cube_is_drawn_and_a_champion_falls() -> None:
    trolls = {"ice-1": {BLUE: 3}, "ice-2": {GREEN: 1, PINK: 1}}
    votes = {"ice": ((PINK, 2), (GREEN, 3))}
    state = invaded(war(BLUE, trolls, tokens={"Imbolg": (PINK, "ice-2")}, votes=votes), "ice", 2)
    assert asked(state) == ((GREEN,), ["Ice 1: 3 trolls", "Ice 2: 3 trolls"])
    state = after(state, (GREEN, Send("ice-2")))
    assert asked(state)[1] == ["Astrid (2 cubes)", "Olaf (1 cube)"]
    state = after(state, (BLUE, DrawFallen(GREEN)))
    assert honour(state) == [0, 0, 0, state.numbers.first_fallen[0]]
    assert asked(state)[0] == (PINK,), "the second gnome has no choice, and pink decides who falls"
    state = after(state, (PINK, PickFallen("Imbolg")), (PINK, Shelter("den-d1")))
    assert state.tokens[0].place == "den-d1"
    assert honour(state)[PINK] == 2
    assert counts(state, "ice-2") == (0, 0, 1, 0)


def test_invasion_c_an_empty_door_then_two_caverns_as_near() -> None:
    full = {"moon-2": {GREEN: 2}}
    state = invaded(war(PINK, full, votes={"moon": ((BLUE, 2),)}), "moon", 2)
    assert ways(state) == [("moon-1",)]
    assert asked(state) == ((BLUE,), ["Ice 2: empty", "Moon 3: empty"])
    state = after(state, (BLUE, Send("moon-3")))
    assert set(state.gnomes) == {"moon-1", "moon-3"}


def test_invasion_d_two_single_trolls_as_near_and_blue_spares_its_own() -> None:
    crowded = {"hammer-4": {PINK: 2}, "granite-3": {PINK: 2}, "mud-3": {GREEN: 2}}
    single = {"granite-2": {BLUE: 1}, "mud-1": {YELLOW: 1}}
    state = war(PINK, {**crowded, **single}, {"hammer-2": 1, "hammer-3": 1}, votes={"hammer": ((BLUE, 1),)})
    state = invaded(state, "hammer", 2)
    assert ways(state) == [("hammer-1",)]
    assert asked(state) == ((BLUE,), ["Granite 2: 1 troll", "Mud 1: 1 troll"])
    state = after(state, (BLUE, Send("mud-1")))
    assert honour(state) == [0, state.numbers.first_fallen[0], 0, 0]
    assert counts(state, "granite-2")[BLUE] == 1


def test_without_votes_of_the_clan_the_next_one_down_decides() -> None:
    state = war(PINK, votes={"fire": ((GREEN, 1),), "moss": ((YELLOW, 5),)})
    assert asked(invaded(state, "hammer", 1))[0] == (GREEN,)
    assert asked(invaded(changed(state, votes={"moss": ((YELLOW, 5),)}), "hammer", 1))[0] == (YELLOW,)


def test_what_a_scout_told_of_a_gate_card_turns_none_over() -> None:
    state = war(PINK, row=(Gate(seen=((BLUE, "mud"),)), Gate()), now=EndsWave("invasions"), pending=(TurnsGate(0),))
    assert asked(settle(state))[0] == (BLUE, YELLOW, PINK, GREEN)
    assert len(asked(state)[1]) == 7
    for seed in range(5):
        drawn = FALL.chance(state, PINK, shuffled(Random(seed)))
        assert drawn == TurnGate("mud"), "who lets it be drawn gets what the scout was shown"


def test_invaders_that_find_only_invaded_caverns_go_back() -> None:
    caverns = [cavern.id for cavern in war().mountain.caverns]
    state = invaded(war(PINK, gnomes=dict.fromkeys(caverns[:20], 1), trolls={}), "moss", 1)
    assert state.trail, "the domains beyond are open"
    full = invaded(war(PINK, gnomes=dict.fromkeys(caverns, 1)), "moss", 2)
    assert full.trail == ()
    assert [str(text) for text in full.news] == ["All that they can reach is invaded: the other gnomes go back."]


# Champions, p. 14.


def test_imbolg_rewards_pink_with_three_votes_and_consoles_blue() -> None:
    state = war(PINK, {"fire-3": {PINK: 1}}, offer={"Imbolg": ((BLUE, 4), (PINK, 5))})
    state = settle(changed(state, now=EndsWave("champions"), pending=(Rewards(),)))
    assert votes_of(state, PINK, "ice") == 3
    assert asked(state) == ((BLUE,), ["A vote of Ice", "2 honour"])
    consoled = after(state, (BLUE, Console("honour")))
    assert honour(consoled) == [2, 0, 0, 0]
    assert votes_of(after(state, (BLUE, Console("vote"))), BLUE, "ice") == 1
    entered = FALL.apply(consoled, PINK, Enter(("fire-3",)))
    assert [token.place for token in entered.tokens if token.champion == "Imbolg"] == ["fire-3"]


def using(seat: int) -> tuple[int, Use]:
    """Imbolg goes where yellow is alone, and sends that troll away."""
    moves = {"start": ("fire-3",), "troll": "*Imbolg", "to": ("mud-3",)}
    away = {"second_start": ("mud-3",), "second_troll": str(YELLOW), "second_to": ("mud-4",)}
    return seat, Use("Imbolg", "trolls", **moves, **away)  # type: ignore[arg-type]


def test_imbolg_takes_control_before_an_action_after_it_and_twice_a_wave() -> None:
    state = war(PINK, {"mud-3": {YELLOW: 1}, "den-d2": {PINK: 1}}, tokens={"Imbolg": (PINK, "fire-3")})
    state = with_player(state, PINK, followers=(Follower("Imbolg"),))
    before = after(state, using(PINK))
    assert (votes_of(before, PINK, "mud"), before.players[PINK].followers[0].used) == (1, 1)
    later = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Enough()), (PINK, Stop()))
    assert later.turn == GREEN
    assert votes_of(after(later, using(PINK)), PINK, "mud") == 1, "right after one's own action"
    others = after(later, (GREEN, CoverAdvance((TOP_LEFT,))), (GREEN, Stop()))
    assert votes_of(after(others, using(PINK)), PINK, "mud") == 0, "not in the turn of others"
    spent = with_player(state, PINK, followers=(Follower("Imbolg", used=2),))
    assert not any(prompt.aside for prompt in FALL.prompts(spent))


def test_after_the_last_action_of_a_wave_an_ability_can_still_be_used() -> None:
    state = war(PINK, {"mud-3": {YELLOW: 1}}, tokens={"Imbolg": (PINK, "fire-3")}, row=(Gate(),) * 4)
    state = with_player(state, PINK, followers=(Follower("Imbolg"),), supplies=1)
    for seat in (BLUE, YELLOW, GREEN):
        state = with_player(state, seat, supplies=0)
    state = after(state, (PINK, CoverAdvance((TOP_LEFT,))), (PINK, Enough()), (PINK, Stop()))
    assert isinstance(state.pending[0], TurnsGate)
    assert votes_of(after(state, using(PINK)), PINK, "mud") == 1


# Scoring, p. 15 and 16.


def test_the_hammer_domain_brings_blue_six_less_one_and_yellow_eight_less_one() -> None:
    trolls = {"hammer-1": {BLUE: 2, GREEN: 1}, "hammer-3": {YELLOW: 1}, "hammer-4": {YELLOW: 3, PINK: 1}}
    state = domains_scored(war(PINK, trolls, {"hammer-2": 2}))
    assert honour(state) == [6 - 1, 6 + 2 - 1, 0, 0]


def test_a_tie_controls_nothing() -> None:
    state = domains_scored(war(PINK, {"hammer-1": {BLUE: 2, GREEN: 2}}))
    assert honour(state) == [0, 0, 0, 0]


def test_great_halls_one_two_and_three() -> None:
    assert shares(4, [NOBODY, NOBODY, GREEN]) == {}, "the gnomes win it"
    assert shares(12, [PINK, PINK, GREEN]) == {PINK: 12}
    assert shares(8, [YELLOW, PINK, NOBODY]) == {YELLOW: 2, PINK: 2}, "shared by three, the rest is lost"


def test_seven_ancients_bring_seventeen() -> None:
    assert ancients_worth(7) == 17


def test_the_votes_of_moss_with_a_stack() -> None:
    state = war(PINK, votes={"moss": ((YELLOW, 3), (BLUE, 5), (PINK, 3))})
    assert honour(clan_scored(state, "moss", VoteTile(9, 5, 3))) == [9, 5, 3, 0]


def test_a_tie_is_broken_by_votes_of_all_clans() -> None:
    state = changed(war(PINK, votes={"moss": ((YELLOW, 3),), "mud": ((GREEN, 3), (YELLOW, 1))}), now=Over())
    assert outcome(state).winners == (YELLOW,)
    assert outcome(changed(state, votes={})).winners == (BLUE, YELLOW, PINK, GREEN)
