"""What is true of every siege, however it is played: by random players, and by a careful team."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.games.runedar import RUNEDAR
from companion.games.runedar.goods import EACH, GOODS
from companion.games.runedar.moves import Hire, LeaveOut, SetGold, SetOrcs, TakeHand
from companion.games.runedar.state import CATAPULT_CARDS, GOLD, HAND, ORC, ORCS, Over, State
from companion.rules import Illegal, Move
from tests.companion.games.runedar.careful import careful_game
from tests.players import dealt, play

SEED = 1807
TEAMS = [pytest.param(players, id=f"{players} dwarves") for players in RUNEDAR.seats]


@cache
def at_random(players: int) -> list[tuple[Move, State, State]]:
    """Moves with the state before and after each, of two whole games."""
    return [step for seed in range(SEED, SEED + 2) for step in random_game(players, seed)]


def random_game(players: int, seed: int) -> Iterator[tuple[Move, State, State]]:
    print(f"seed {seed}")
    chance = Random(seed)
    state = RUNEDAR.new(dealt(RUNEDAR, players, chance))
    for _, move, after in play(RUNEDAR, state, chance):
        yield move, state, after
        state = after


@pytest.mark.parametrize("players", TEAMS)
def test_a_game_ends_and_people_who_do_anything_lose(players: int) -> None:
    endings = [after.now for _, _, after in at_random(players) if after.over]
    assert len(endings) == 2
    assert all(isinstance(now, Over) and now.lost for now in endings)


@pytest.mark.parametrize("players", TEAMS)
def test_gold_only_goes_and_is_paid_stolen_or_shot_away(players: int) -> None:
    for move, before, after in at_random(players):
        gone = before.gold - after.gold
        assert 0 <= gone <= GOLD
        if isinstance(move, Hire):
            assert gone >= getattr(before.kit.enemies.prices, move.who)


@pytest.mark.parametrize("players", TEAMS)
def test_nothing_gets_lost_or_comes_from_nowhere(players: int) -> None:
    for _, _, state in at_random(players):
        for good in GOODS:
            assert 0 <= state.stored(good) <= EACH
        assert 0 <= state.orcs_left <= ORCS
        assert all(count > 0 for count in state.orcs.values())
        assert len(state.catapult_cards) + sum(space.blocked for space in state.spaces) == CATAPULT_CARDS
        assert min(*state.siege, *state.troll_tiles, *state.goblin_tiles, *state.upgrades) >= 0
        assert len(state.goblins) <= 2
        assert len(state.trolls) + sum(state.troll_tiles) <= 5


@pytest.mark.parametrize("players", TEAMS)
def test_every_deck_is_ten_tools_and_two_orcs_and_every_turn_plays_five_cards(players: int) -> None:
    for _, _, state in at_random(players):
        for seat, deck in enumerate(state.decks):
            assert (len(deck), deck.count(ORC)) == (12, 2)
            assert len(state.used[seat]) in (0, HAND)
            hand = state.hands[seat]
            laid = state.laid if seat == state.turn else ()
            held = Counter([*state.used[seat], *(hand or ()), *laid])
            assert hand is None or len(hand) + len(laid) == HAND
            assert not held - Counter(deck)


@pytest.mark.parametrize("players", TEAMS)
def test_no_loss_is_told_late_and_none_too_early(players: int) -> None:
    for _, _, state in at_random(players):
        spent = {
            "siege": not sum(state.siege),
            "catapult": not state.catapult_cards,
            "trolls": not sum(state.troll_tiles),
            "orcs": not state.orcs_left,
            "gold": not state.gold,
        }
        lost = state.now.lost if isinstance(state.now, Over) else None
        assert lost in [why for why, gone in spent.items() if gone] or (lost is None and not any(spent.values()))
        view = RUNEDAR.view(state, None)
        assert {danger.loss: not danger.left for danger in view.dangers} == spent  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", TEAMS)
def test_a_hand_is_known_to_its_player_alone(players: int) -> None:
    for move, _, _ in at_random(players):
        if isinstance(move, TakeHand | LeaveOut):
            assert [move.known_to(reader, 0) for reader in (None, 0, 1)] == [False, True, False]


@pytest.mark.parametrize("players", [1, 4])
def test_a_careful_team_wins_at_the_easy_level(players: int) -> None:
    """Every second of its games or so: `make bench BENCH=runedar` plays more of them."""
    for seed in range(SEED, SEED + 12):
        print(f"seed {seed}")
        *_, (_, _, end) = careful_game(players, Random(seed))
        if isinstance(end.now, Over) and end.now.lost is None:
            return
    pytest.fail("not one of twelve")


def test_a_correction_never_ends_the_game() -> None:
    state = RUNEDAR.new(dealt(RUNEDAR, 2, Random(SEED)))
    assert RUNEDAR.apply(state, None, SetGold(3)).gold == 3
    assert RUNEDAR.apply(state, None, SetOrcs("wall 1", 9)).orcs_left == 1
    full = RUNEDAR.apply(state, None, SetOrcs("wall 1", 5))
    for move in (SetGold(0), SetOrcs("wall 2", 5), SetOrcs("chamber", 1)):
        with pytest.raises(Illegal):
            RUNEDAR.apply(full, None, move)
