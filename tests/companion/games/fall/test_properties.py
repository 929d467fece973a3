"""What holds in every war for the mountain, whoever plays and however the table was laid."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fall import FALL
from companion.games.fall.holdings import controller, counts, gnomes_in_reserve, reserve
from companion.games.fall.numbers import GNOMES, TROLLS
from companion.games.fall.score import shares
from companion.games.fall.state import Over, Retreats, Reveals, Setup, State
from tests.companion.games.fall.players import KEEN
from tests.players import dealt, play

SEED = 2022
TOLD: dict[str, Any] = {
    "deck": (),
    "starts": (),
    "halls": (),
    "votes": (),
    "doors": (),
    "rally": None,
    "offer": (),
    "packs": (),
}


def laid_out(seats: int, chance: Random, told: bool) -> Setup:
    setup: Setup = msgspec.structs.replace(dealt(FALL, seats, chance), **(TOLD if told else {}))
    return setup


@pytest.mark.parametrize(("seats", "told"), [(2, True), (3, False), (4, True), (5, False)])
def test_nothing_is_lost_and_nobody_is_stuck(seats: int, told: bool) -> None:
    print(f"seed {SEED + seats}")
    chance = Random(SEED + seats)
    setup = laid_out(seats, chance, told)
    state: State = FALL.new(setup)
    for number, (_, _, after) in enumerate(play(FALL, state, chance, 3000, KEEN)):
        state = after
        if number % 5 == 0:
            whole(state, setup)
    assert isinstance(state.now, Over)
    assert state.wave == 3


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seats=st.sampled_from(FALL.seats), told=st.booleans(), seed=st.integers(0, 2**32))
def test_nothing_is_lost_after_any_move_of_a_war_that_begins(seats: int, told: bool, seed: int) -> None:
    chance = Random(seed)
    setup = laid_out(seats, chance, told)
    state: State = FALL.new(setup)
    whole(state, setup)
    for _, _, after in islice(play(FALL, state, chance, 3000, KEEN), 150):
        whole(after, setup)


def whole(state: State, setup: Setup) -> None:
    for seat, player in enumerate(state.players):
        on_board = sum(each[seat] for each in state.trolls.values())
        assert 0 <= reserve(state, seat) == TROLLS - on_board
        assert player.honour == sum(gain.honour for gain in player.gains) == FALL.standings(state, None)[seat].score
        assert player.honour == sum(part for _, part in FALL.standings(state, None)[seat].parts)
        assert min(player.supplies, player.despair) >= 0
        assert sum(token.seat == seat for token in state.tokens) <= 5
    on_mountain = sum(map(len, state.gnomes.values()))
    assert 0 <= gnomes_in_reserve(state) == GNOMES - on_mountain - len(state.beside_wheel)
    assert max(map(len, state.gnomes.values()), default=0) <= 2
    for cavern in (cavern.id for cavern in state.mountain.caverns):
        standing = counts(state, cavern)
        attacked = any(isinstance(each, Reveals | Retreats) for each in state.pending)
        assert attacked or not (cavern in state.gnomes and any(standing)), "trolls and gnomes never share a cavern"
        held = controller(state, cavern)
        assert held is None or all(standing[held] > other for seat, other in enumerate(standing) if seat != held)
    if setup.deck:
        seen = [card for hand in state.hands for card in hand] + list(state.deck)
        seen += [laid.card.name for player in state.players for laid in player.ancestry.laid[1:]]
        assert max(Counter(seen).values()) == 1, "no card is there twice"
        assert set(seen) <= set(setup.deck)
    champions = [each.champion for player in state.players for each in player.followers]
    champions += [*state.gone, *(each.champion for each in state.offer)]
    assert max(Counter(champions).values(), default=1) == 1


@settings(max_examples=200, deadline=None)
@given(worth=st.integers(0, 60), held=st.lists(st.integers(-1, 4), max_size=8))
def test_a_hall_never_brings_more_than_it_is_worth_and_all_who_share_get_the_same(worth: int, held: list[int]) -> None:
    shared = shares(worth, held)
    assert sum(shared.values()) <= worth
    assert len(set(shared.values())) <= 1
    assert all(held.count(seat) == max(map(held.count, held)) for seat in shared)
