"""What holds in every game of Trollfjord, whoever plays it."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.trollfjord.crowns import CROWNED, crowns
from companion.games.trollfjord.score import total
from companion.games.trollfjord.state import BELT_SPACES, TROLLS, Draws, Hammers, MovesLord, Over, State
from companion.games.trollfjord.treasures import TREASURES, face_down
from companion.hammering.bout import MOST
from companion.rules import ANGERING, EACH, Illegal
from tests.companion.games.trollfjord.positions import GAME
from tests.players import KEEN, at_random, dealt, filled, play

LONGEST = 500


def trolls_are_conserved(state: State) -> None:
    for seat in range(len(state.seats)):
        assert sum(state.trolls[seat]) + state.supply(seat) == TROLLS
        assert min(state.trolls[seat]) >= 0
        assert state.supply(seat) >= 0


def treasures_are_conserved(state: State) -> None:
    seen = Counter(state.seen_treasures())
    assert seen <= TREASURES
    assert seen.total() + face_down(seen.elements()).total() == 42
    for seat in range(len(state.seats)):
        assert len(state.belt(seat)) <= BELT_SPACES
        assert set(state.gifts[seat]) <= {4, 8, 16}


def a_belt_number_has_one_crown_at_most(state: State) -> None:
    held = [space for seat in range(len(state.seats)) for space in crowns(state.belted, seat)]
    assert len(held) == len(set(held)) <= CROWNED


def no_two_lords_share_a_space(state: State) -> None:
    length = len(state.land.walkway)
    assert len({lord if lord < 0 else lord % length for lord in state.lords}) == len(state.seats)


def the_last_lord_standing_moves(state: State) -> None:
    if isinstance(state.now, MovesLord):
        assert state.lords[state.turn] == min(state.lords[seat] for seat in state.standing)


def limits_are_never_passed_without_ending(state: State) -> None:
    if not state.site:
        return
    bout = state.site.bout
    assert 2 <= bout.limit <= MOST
    assert len(bout.hits) <= bout.limit
    assert all(count <= EACH for count in bout.boulders.by_colour().values())
    if isinstance(state.now, Hammers):
        assert bout.ending is None
        assert len(bout.hits) < bout.limit
        assert all(bout.boulders.of(colour) <= bout.limit for colour in ANGERING)


def every_question_has_an_answer(state: State) -> None:
    prompts = GAME.prompts(state)
    assert bool(prompts) != isinstance(state.now, Over)
    for prompt in prompts:
        assert prompt.choices or prompt.forms
        # Of treasures to turn over there may be one of each value.
        assert len(prompt.choices) <= (len(TREASURES) if isinstance(state.now, Draws) else 11)


def the_score_is_the_sum_of_its_parts(state: State) -> None:
    for seat in range(len(state.seats)):
        parts = sum(state.belt(seat)) + sum(state.sacks[seat]) + sum(state.gifts[seat])
        assert total(state, seat) == parts + 6 * len(crowns(state.belted, seat))
        for standing in GAME.standings(state, seat):
            assert standing.score == sum(score for _, score in standing.parts)
            assert standing.score <= total(state, standing.seat)


ALWAYS = (
    trolls_are_conserved,
    treasures_are_conserved,
    a_belt_number_has_one_crown_at_most,
    no_two_lords_share_a_space,
    the_last_lord_standing_moves,
    limits_are_never_passed_without_ending,
    every_question_has_an_answer,
    the_score_is_the_sum_of_its_parts,
)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seats=st.sampled_from(GAME.seats), seed=st.integers(0, 10**6), keen=st.sampled_from([KEEN, frozenset[str]()]))
def test_in_every_state_of_a_game_its_laws_hold_and_a_replay_comes_to_the_same(
    seats: int, seed: int, keen: frozenset[str]
) -> None:
    chance = Random(seed)
    setup = dealt(GAME, seats, chance)
    state = GAME.new(setup)
    moves = []
    for seat, move, after in play(GAME, state, chance, LONGEST, keen):
        for law in ALWAYS:
            law(after)
        moves.append((seat, msgspec.json.encode(move)))
        state = after
    again = GAME.new(setup)
    for seat, written in moves:
        again = GAME.apply(again, seat, msgspec.json.decode(written, type=GAME.moves))
    assert again == state


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seats=st.sampled_from(GAME.seats), seed=st.integers(0, 10**6))
def test_the_laws_hold_however_often_the_host_sets_something_right(seats: int, seed: int) -> None:
    chance = Random(seed)
    state = GAME.new(dealt(GAME, seats, chance))
    for _ in range(40):
        for _, _, after in play(GAME, state, chance, 6, KEEN):
            state = after
        for form in GAME.corrections(state):
            try:
                state = GAME.apply(state, None, filled(GAME, form, at_random(form, chance)))
            except Illegal:
                continue
            for law in ALWAYS:
                law(state)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_hundred_whole_random_games_all_end(seats: int) -> None:
    for seed in range(100, 200):
        chance = Random(seed)
        state = GAME.new(dealt(GAME, seats, chance))
        for _, _, after in play(GAME, state, chance, 50_000, KEEN):
            state = after
        assert isinstance(state.now, Over), f"seed {seed}"
        assert len(state.lying) == seats
        assert len(state.belt(state.lying[0])) == BELT_SPACES
