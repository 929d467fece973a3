"""What every registered game owes the table, the phones and the players; registering a game enrols it here."""

import string
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.games import GAMES
from companion.rules import BadSetup, Boulders, Form, Game, Hit, Illegal, Move, Seat, Text
from tests.companion.games.secrets import SECRETS, none
from tests.players import KEEN, PEOPLE, at_random, at_the_corners, dealt, filled, play

SEED = 2018
MOVES = 300
TABLES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES.values() for seats in game.seats]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


class Walk(NamedTuple):
    setup: Any
    states: list[Any]
    """The first one, and the one after each move."""
    moves: list[tuple[int, Move]]


@cache
def walk(name: str, seats: int) -> Walk:
    """One random game, or its first few hundred moves."""
    game, chance = GAMES[name], Random(SEED + seats)
    print(f"seed {SEED + seats}")
    setup = dealt(game, seats, chance)
    states, moves = [game.new(setup)], []
    for seat, move, state in play(game, states[0], chance, MOVES, KEEN):
        states.append(state)
        moves.append((seat, move))
    return Walk(setup, states, moves)


def refused(game: Game[Any], state: Any, seat: int | None, move: Move) -> Illegal:
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        game.apply(state, seat, move)
    assert refusal.value.code.isidentifier()
    assert str(refusal.value.text)
    assert msgspec.json.encode(state) == before
    return refusal.value


def offered(game: Game[Any], state: Any, seat: int | None, move: Move) -> bool:
    return any(seat in prompt.seats and prompt.offers(move) for prompt in game.prompts(state))


def texts(thing: Any) -> Iterator[Text]:
    """Every text within a value, however deep."""
    match thing:
        case Text():
            yield thing
            yield from texts(tuple(thing.facts.values()))
        case msgspec.Struct():
            yield from texts(tuple(getattr(thing, field) for field in thing.__struct_fields__))
        case tuple() | list():
            for part in thing:
                yield from texts(part)
        case dict():
            yield from texts(tuple(thing.values()))


@every_table
def test_every_choice_applies_for_every_seat_it_is_put_to(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        for prompt in game.prompts(state):
            assert prompt.seats
            assert prompt.choices or prompt.forms
            for choice in prompt.choices:
                for seat in prompt.seats:
                    game.apply(state, seat, choice.move)


@every_table
def test_every_form_applies_at_its_corners_and_between(game: Game[Any], seats: int) -> None:
    chance = Random(SEED)
    for state in walk(game.name, seats).states:
        for prompt in game.prompts(state):
            for form in prompt.forms:
                for values in (*at_the_corners(form), at_random(form, chance), at_random(form, chance)):
                    move = filled(game, form, values)
                    assert form.takes(move)
                    game.apply(state, prompt.seats[0], move)


@every_table
def test_what_is_not_offered_is_refused_in_words(game: Game[Any], seats: int) -> None:
    chance = Random(SEED)
    moves = [move for _, move in walk(game.name, seats).moves]
    tried = 0
    for state in walk(game.name, seats).states:
        for move in chance.sample(moves, min(12, len(moves))):
            seat = chance.randrange(seats)
            if not offered(game, state, seat, move):
                refused(game, state, seat, move)
                tried += 1
    assert tried > len(moves)


@every_table
def test_nobody_plays_for_another(game: Game[Any], seats: int) -> None:
    states, moves = walk(game.name, seats).states, walk(game.name, seats).moves
    for state, (_, move) in zip(states, moves, strict=False):
        for seat in (None, -1, seats, *range(seats)):
            if not offered(game, state, seat, move):
                refused(game, state, seat, move)


@every_table
def test_set_up_state_and_moves_survive_writing_down(game: Game[Any], seats: int) -> None:
    setup, states, moves = walk(game.name, seats)
    assert msgspec.json.decode(msgspec.json.encode(setup), type=game.setup) == setup
    for state in states:
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.state) == state
    for _, move in moves:
        assert msgspec.json.decode(msgspec.json.encode(move), type=game.moves) == move


@every_table
def test_replaying_what_was_written_down_gives_the_same_states(game: Game[Any], seats: int) -> None:
    setup, states, moves = walk(game.name, seats)
    written = msgspec.json.encode((setup, moves))
    setup, moves = msgspec.json.decode(written, type=tuple[game.setup, list[tuple[int, game.moves]]])  # type: ignore[name-defined]
    state = game.new(setup)
    for (seat, move), after in zip(moves, states[1:], strict=True):
        state = game.apply(state, seat, move)
        assert state == after


@every_table
def test_a_state_is_a_value(game: Game[Any], seats: int) -> None:
    """Playing from a state leaves it as it was, and playing twice comes to the same."""
    _, states, moves = walk(game.name, seats)
    for state, (seat, move) in zip(states, moves, strict=False):
        before = msgspec.json.encode(state)
        assert game.apply(state, seat, move) == game.apply(state, seat, move)
        assert msgspec.json.encode(state) == before


@every_table
def test_no_two_buttons_of_a_seat_say_the_same(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        for seat in range(seats):
            prompts = [prompt for prompt in game.prompts(state) if seat in prompt.seats]
            words = [str(choice.text) for prompt in prompts for choice in prompt.choices]
            words += [str(form.text) for prompt in prompts for form in prompt.forms]
            assert len(words) == len(set(words)), words


@every_table
def test_every_text_fills_its_gaps_and_keeps_its_voice_down(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states[::4]:
        onlookers = (None, *range(seats))
        shown = [game.prompts(state), game.corrections(state), game.title]
        shown += [game.view(state, seat) for seat in onlookers] + [game.standings(state, seat) for seat in onlookers]
        shown += [game.explain(state, seat) for seat in range(seats)]
        for text in texts(shown):
            for sentence in filter(None, (text.sentence, text.plural)):
                gaps = {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
                assert gaps <= set(text.facts), text
                assert "!" not in sentence
            assert str(text).strip()


@every_table
def test_nobody_is_shown_the_secret_of_another(game: Game[Any], seats: int) -> None:
    twins, compared = SECRETS[game.name], 0
    for seed in range(SEED, SEED + 4):
        print(f"seed {seed}")
        chance = Random(seed)
        steps = play(game, game.new(dealt(game, seats, chance)), chance, 1000, KEEN)
        for _, _, state in islice(steps, 0, None, 5):
            for keeper in range(seats):
                for twin in islice(twins(state, keeper), 2):
                    assert twin != state
                    for seat in (None, *(seat for seat in range(seats) if seat != keeper)):
                        assert shown_to(game, state, seat) == shown_to(game, twin, seat)
                        compared += 1
    assert compared or twins is none


def shown_to(game: Game[Any], state: Any, seat: int | None) -> Any:
    prompts = [prompt for prompt in game.prompts(state) if seat in prompt.seats]
    reasons = () if seat is None else game.explain(state, seat)
    return (
        game.view(state, seat),
        game.standings(state, seat),
        prompts,
        reasons,
        game.lights(state),
        game.armed(state),
    )


@every_table
def test_the_tower_is_armed_exactly_while_a_hit_is_taken(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        armed = game.armed(state)
        if armed:
            game.apply(state, armed.hammerer, Hit(Boulders()))
            assert game.lights(state).hit_limit == armed.hit_limit
        else:
            refused(game, state, 0, Hit(Boulders()))


@every_table
def test_everyone_asked_is_named_as_acting_by_the_view(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        asked = {seat for prompt in game.prompts(state) for seat in prompt.seats}
        assert set(game.view(state, None).acting) <= asked


@every_table
def test_a_draw_that_is_due_is_one_of_the_moves_on_offer(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        for move in set(map(msgspec.json.encode, game.chance(state))):
            drawn = msgspec.json.decode(move, type=game.moves)
            assert any(prompt.offers(drawn) for prompt in game.prompts(state))


@every_table
def test_a_correction_leaves_a_playable_game_or_says_why_not(game: Game[Any], seats: int) -> None:
    chance = Random(SEED)
    for state in walk(game.name, seats).states[::5]:
        for form in game.corrections(state):
            for values in (*at_the_corners(form), *(at_random(form, chance) for _ in range(4))):
                corrected(game, state, filled(game, form, values), form)


def corrected(game: Game[Any], state: Any, move: Move, form: Form) -> None:
    assert form.takes(move)
    assert refused(game, state, 0, move).code == "host_only"
    try:
        after = game.apply(state, None, move)
    except Illegal:
        refused(game, state, None, move)
        return
    assert bool(game.prompts(after)) == bool(game.prompts(state))
    for prompt in game.prompts(after):
        for choice in prompt.choices:
            game.apply(after, prompt.seats[0], choice.move)


@every_table
def test_dealt_set_ups_can_be_played(game: Game[Any], seats: int) -> None:
    for seed in range(20):
        assert game.prompts(game.new(dealt(game, seats, Random(seed))))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_wrong_seating_lists_all_its_faults(game: Game[Any]) -> None:
    crowd = (*PEOPLE, Seat("Sven", "white"), Seat("", "mauve"))
    setup = msgspec.structs.replace(dealt(game, game.seats[0], Random(SEED)), seats=crowd)
    with pytest.raises(BadSetup) as bad:
        game.new(setup)
    said = str(bad.value)
    for words in ("players", "needs a name", "called Sven", "mauve", "taken white"):
        assert words in said


@every_table
def test_whole_random_games_never_get_stuck(game: Game[Any], seats: int) -> None:
    for seed in range(SEED, SEED + 3):
        print(f"seed {seed}")
        chance = Random(seed)
        state = game.new(dealt(game, seats, chance))
        for _, _, after in play(game, state, chance, 3000, KEEN):
            assert not game.winners(state), "nobody has won while the game goes on"
            state = after
        standings = game.standings(state, None)
        assert [standing.seat for standing in standings] == list(range(seats))
        best = max(standing.score for standing in standings)
        winners = game.winners(state)
        assert bool(winners) != bool(game.prompts(state))
        assert all(standings[seat].score == best for seat in winners)
