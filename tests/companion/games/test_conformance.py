"""What every registered game owes the table, the phones and the players; registering a game enrols it here."""

import re
import string
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from companion import discretion
from companion.games import GAMES
from companion.journal import Began, Entry, Played
from companion.rules import (
    BadSetup,
    Boulders,
    Form,
    Game,
    Hit,
    Illegal,
    Move,
    Outcome,
    Prompt,
    Seat,
    Standing,
    Text,
    chronicles_of,
    has_secrets,
    secret_fields,
)
from companion.table import followed
from tests.companion.games.enrolled import ENROLLED
from tests.companion.games.secrets import SECRETS, twins, unfinished_game
from tests.players import KEEN, answer, at_random, at_the_corners, dealt, filled, people, play, shuffled

SEED = 2018
READABLE = 4.5
"""The contrast that letters need, says WCAG."""
MOVES = 300
LONGEST_KEY = 80
"""As a phone may send it back."""
TABLES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in ENROLLED.values() for seats in game.seats]
every_game = pytest.mark.parametrize("game", ENROLLED.values(), ids=ENROLLED)
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)


class Walk(NamedTuple):
    setup: Any
    states: list[Any]
    """The first one, and the one after each move."""
    moves: list[tuple[int, Move]]


@cache
def walk(name: str, seats: int) -> Walk:
    """One random game, or its first few hundred moves."""
    game, chance = ENROLLED[name], Random(SEED + seats)
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
def test_a_question_has_a_key_of_its_own(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        keys = [prompt.key for prompt in game.prompts(state)]
        assert len(keys) == len(set(keys)), keys
        assert all(0 < len(key) <= LONGEST_KEY for key in keys), keys


@every_table
def test_a_question_is_put_anew_when_it_is_answered_or_another_and_never_by_what_happens_elsewhere(
    game: Game[Any], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, game.name, game)
    setup, _, moves = walk(game.name, seats)
    position = followed(None, Entry(1, Began(game.name, msgspec.to_builtins(setup)), "host", 0.0))
    for number, (seat, move) in enumerate(moves, 2):
        before = position
        position = followed(before, Entry(number, Played(seat, msgspec.to_builtins(move)), "phone", 0.0))
        for prompt in position.prompts:
            earlier = next((each for each in before.prompts if each.key == prompt.key), None)
            answered = earlier is not None and seat in earlier.seats and earlier.offers(move)
            if earlier is None or not prompt.asks_the_same(earlier) or (answered and not prompt.sealed):
                assert position.since[prompt.key] == number
            elif not answered:
                assert position.since[prompt.key] == before.since[prompt.key]


@every_table
def test_a_sealed_answer_is_replaced_until_all_are_in_and_keeps_the_others_asked(game: Game[Any], seats: int) -> None:
    chance = Random(SEED)
    for state in walk(game.name, seats).states:
        sealed = [prompt for prompt in game.prompts(state) if prompt.sealed]
        waiting = [prompt for prompt in sealed if prompt.given is None]
        assert not sealed or waiting, "all are in, so they are opened"
        for prompt in sealed:
            (seat,) = prompt.seats
            assert not prompt.aside
            assert (seat in game.view(state, None).acting) == (prompt.given is None)
            after = state
            for _ in range(2) if waiting != [prompt] else ():
                move = answer(game, prompt, chance)
                assert secret_fields(type(move)) == set(move.__struct_fields__), "all that it says is sealed"
                after = game.apply(after, seat, move)
                for other in sealed:
                    given = move if other is prompt else other.given
                    assert prompt_of(game, after, other.key) == msgspec.structs.replace(other, given=given)


@every_table
def test_who_has_answered_a_sealed_question_is_told_and_what_is_not(game: Game[Any], seats: int) -> None:
    """Two answers of one seat look the same to everyone else until all are in."""
    chance = Random(SEED)
    for state in walk(game.name, seats).states:
        waiting = [prompt for prompt in game.prompts(state) if prompt.sealed and prompt.given is None]
        for prompt in waiting if len(waiting) > 1 else ():
            (seat,) = prompt.seats
            one, other = (game.apply(state, seat, answer(game, prompt, chance)) for _ in range(2))
            for reader in (None, *(each for each in range(seats) if each != seat)):
                assert shown_to(game, one, reader) == shown_to(game, other, reader)


@every_table
def test_an_aside_is_in_nobodys_way(game: Game[Any], seats: int) -> None:
    """There is always a question besides, which goes on after it."""
    chance = Random(SEED)
    for state in walk(game.name, seats).states:
        prompts = game.prompts(state)
        questions = {prompt.key for prompt in prompts if not prompt.aside}
        assert bool(questions) == bool(prompts)
        for aside in (prompt for prompt in prompts if prompt.aside):
            assert not aside.sealed
            for seat in aside.seats:
                after = game.apply(state, seat, answer(game, aside, chance))
                assert {prompt.key for prompt in game.prompts(after) if not prompt.aside} == questions
                assert game.view(after, None).acting == game.view(state, None).acting
                assert game.view(after, None).headline == game.view(state, None).headline


def prompt_of(game: Game[Any], state: Any, key: str) -> Prompt:
    (found,) = (prompt for prompt in game.prompts(state) if prompt.key == key)
    return found


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
            seat = chance.choice((None, *range(seats)))
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
    setup, moves = msgspec.json.decode(written, type=tuple[game.setup, list[tuple[int, game.moves]]])  # type: ignore[name-defined]  # a game's types are values
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
        shown += [game.explain(state, seat) for seat in range(seats)] + [game.outcome(state)]
        for text in texts(shown):
            for sentence in filter(None, (text.sentence, text.plural)):
                gaps = {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
                assert gaps <= set(text.facts), text
                assert "!" not in sentence
            assert str(text).strip()


@every_game
def test_a_game_has_secrets_exactly_if_it_names_them_for_these_tests(game: Game[Any]) -> None:
    assert has_secrets(game.moves, game.setup) == (game.name in SECRETS)


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in SECRETS for seats in ENROLLED[name].seats])
def test_nobody_is_shown_the_secret_of_another(name: str, seats: int) -> None:
    game, compared = ENROLLED[name], 0
    for seed in range(SEED, SEED + 3):
        print(f"seed {seed}")
        chance = Random(seed)
        for pair in islice(twins(game, unfinished_game(game, seats, chance), chance), 3):
            for one, other in list(zip(pair.one.states, pair.other.states, strict=True))[pair.since :: 4]:
                for reader in pair.readers:
                    assert shown_to(game, one, reader) == shown_to(game, other, reader)
                    compared += 1
    assert compared > 20


def shown_to(game: Game[Any], state: Any, reader: int | None) -> Any:
    prompts = [discretion.shown_to(prompt, reader) for prompt in game.prompts(state)]
    reasons = () if reader is None else game.explain(state, reader)
    return (
        game.view(state, reader),
        game.standings(state, reader),
        prompts,
        reasons,
        game.lights(state),
        game.armed(state),
        game.outcome(state),
        game.corrections(state) if reader is None else None,
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
def test_a_blow_outside_the_hammering_can_mean_one_thing_at_most(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        meant = [choice for prompt in game.prompts(state) for choice in prompt.choices if choice.by_blow]
        assert len(meant) <= (0 if game.armed(state) else 1)


@every_table
def test_everyone_asked_is_named_as_acting_by_the_view(game: Game[Any], seats: int) -> None:
    for state in walk(game.name, seats).states:
        asked = {seat for prompt in game.prompts(state) if not prompt.aside for seat in prompt.seats}
        assert set(game.view(state, None).acting) <= asked


@every_table
def test_another_game_like_it_begins_with_the_same_people(game: Game[Any], seats: int) -> None:
    setup = walk(game.name, seats).setup
    if game.preparation is None:
        return
    again = game.preparation.again(setup, shuffled(Random(SEED)))
    assert game.prompts(game.new(again))
    assert sorted(seat.name for seat in again.seats) == sorted(seat.name for seat in setup.seats)


@every_table
def test_a_draw_that_is_due_is_one_of_the_moves_on_offer(game: Game[Any], seats: int) -> None:
    shuffle = shuffled(Random(SEED))
    for state in walk(game.name, seats).states:
        for seat in range(seats):
            for drawn in (game.chance(state, seat, list), game.chance(state, seat, shuffle)):
                own = [prompt for prompt in game.prompts(state) if seat in prompt.seats]
                assert drawn is None or not own or any(prompt.offers(drawn) for prompt in own)


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
    # A hit that is set right has the consequences it would have had, also where they end the game.
    ended_by_hit = form.do == "set_hit" and game.outcome(after) is not None
    assert ended_by_hit or bool(game.prompts(after)) == bool(game.prompts(state))
    for prompt in game.prompts(after):
        for choice in prompt.choices:
            game.apply(after, prompt.seats[0], choice.move)


@every_table
def test_dealt_set_ups_can_be_played(game: Game[Any], seats: int) -> None:
    for seed in range(20):
        assert game.prompts(game.new(dealt(game, seats, Random(seed))))


@every_game
def test_there_is_a_colour_for_every_seat_and_a_letter_is_read_on_it(game: Game[Any]) -> None:
    assert len({colour.name for colour in game.colours}) == len(game.colours) >= game.seats[-1]
    assert len({str(colour.text) for colour in game.colours}) == len(game.colours)
    for colour in game.colours:
        rings = (colour.ring.dark, colour.ring.light) if colour.ring else ()
        for shade in (colour.rgb, colour.ink, colour.lamp or colour.rgb, *rings):
            assert re.fullmatch("#[0-9a-f]{6}", shade), shade
        assert contrast(colour.rgb, colour.ink) >= READABLE, colour.name


def contrast(one: str, other: str) -> float:
    """By how much one is lighter than the other, as WCAG counts it."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(shade: str) -> float:
    parts = [value / 255 for value in bytes.fromhex(shade.removeprefix("#"))]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@every_game
def test_a_wrong_seating_lists_all_its_faults(game: Game[Any]) -> None:
    everyone = people(game, game.seats[-1])
    crowd = (*everyone, everyone[0], Seat("", "nothing"))
    setup = msgspec.structs.replace(dealt(game, game.seats[0], Random(SEED)), seats=crowd)
    with pytest.raises(BadSetup) as bad:
        game.new(setup)
    said = str(bad.value)
    for words in (
        "players",
        "needs a name",
        f"called {everyone[0].name}",
        "pieces in nothing",
        f"taken {game.colours[0].text}",
    ):
        assert words in said


@every_table
def test_whole_random_games_never_get_stuck(game: Game[Any], seats: int) -> None:
    for seed in range(SEED, SEED + 3):
        print(f"seed {seed}")
        chance = Random(seed)
        state = game.new(dealt(game, seats, chance))
        for _, _, after in play(game, state, chance, 3000, KEEN):
            assert game.outcome(state) is None, "nobody has won or lost while the game goes on"
            state = after
        standings = game.standings(state, None)
        assert [standing.seat for standing in standings] == list(range(seats))
        outcome = game.outcome(state)
        assert (outcome is None) == bool(game.prompts(state))
        if outcome:
            fair(outcome, standings)
            assert (outcome.chronicle is None) == (chronicles_of(game) is None)


def fair(outcome: Outcome, standings: tuple[Standing, ...]) -> None:
    """Everyone is on one side; where sides are compared, a player's is by what the standings say, and the best won."""
    assert sorted(seat for side in outcome.sides for seat in side.seats) == list(range(len(standings)))
    compared = [side for side in outcome.sides if side.score is not None]
    if compared:
        assert len(compared) == len(outcome.sides)
        assert all(side.score == standings[side.seats[0]].score for side in compared if len(side.seats) == 1)
        assert {side.score for side in compared if side.won} == {max(side.score or 0 for side in compared)}
