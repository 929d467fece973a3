"""Players for tests: they answer prompts and fill forms by a passed-in chance, and know no game's rules."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.rules import COLOURS, Amount, Boulders, Fallen, Form, Game, Move, Pick, Prompt, Seat

PEOPLE = (Seat("Sigrun", "white"), Seat("Sven", "orange"), Seat("Astrid", "brown"), Seat("Olaf", "black"))
"""The four of the rulebook's examples."""

HANDFUL, FEW = Boulders(red=2, blue=2, yellow=2, white=4), Boulders(red=1, blue=1, yellow=1, white=4)
"""What a blow frees at most, most of the time."""

RELUCTANCE = 4

KEEN = frozenset({"forgo", "put_down", "stay_out", "stop", "give_no_more"})
"""What a player who wants to get on with Trollfjord rather does not do."""


def shuffled(chance: Random) -> Any:
    """A game's `Shuffle`, drawn from this chance."""
    return lambda things: chance.sample(list(things), len(things))


def dealt(game: Game[Any], seats: int, chance: Random) -> Any:
    """A set-up for the first few of the rulebook's people."""
    return game.deal(PEOPLE[:seats], shuffled(chance))


def filled(game: Game[Any], form: Form, values: dict[str, Any]) -> Move:
    """The move that a phone would send with the form filled like this."""
    move: Move = msgspec.convert({"do": form.do, **values}, game.moves)
    return move


def at_random(form: Form, chance: Random) -> dict[str, Any]:
    """Values within the form's bounds; boulders in believable handfuls, now and then any number."""
    values: dict[str, Any] = {}
    for field in form.fields:
        match field:
            case Amount(_, _, least, most):
                values[field.name] = chance.randint(least, most)
            case Pick(_, _, options):
                values[field.name] = chance.choice(options).value
            case Fallen(_, _, most):
                values[field.name] = msgspec.to_builtins(handful(most, chance))
    return values


def handful(most: Boulders, chance: Random) -> Boulders:
    """Now and then nothing, any number, or every white one, so that treasures change hands."""
    luck = chance.random()
    if luck < 0.1:
        return Boulders()
    if luck < 0.25:
        return Boulders(white=most.white)
    reach = most if luck > 0.97 else chance.choice((HANDFUL, FEW))
    return Boulders(**{colour: chance.randint(0, min(reach.of(colour), most.of(colour))) for colour in COLOURS})


def at_the_corners(form: Form) -> Iterator[dict[str, Any]]:
    """Every field at its least and its most, in every combination."""
    ends: list[list[Any]] = []
    for field in form.fields:
        match field:
            case Amount(_, _, least, most):
                ends.append([least, most])
            case Pick(_, _, options):
                ends.append([options[0].value, options[-1].value])
            case Fallen(_, _, most):
                singles = [Boulders(**{colour: most.of(colour)}) for colour in COLOURS]
                ends.append([msgspec.to_builtins(boulders) for boulders in (Boulders(), *singles, most)])
    for combination in itertools.product(*ends):
        yield dict(zip([field.name for field in form.fields], combination, strict=True))


def answer(game: Game[Any], prompt: Prompt, chance: Random) -> Move:
    """One of the prompt's choices, or one of its forms filled."""
    picked = chance.randrange(len(prompt.choices) + len(prompt.forms))
    if picked < len(prompt.choices):
        return prompt.choices[picked].move
    form = prompt.forms[picked - len(prompt.choices)]
    return filled(game, form, at_random(form, chance))


def play(
    game: Game[Any], state: Any, chance: Random, most: int = 100_000, reluctant: frozenset[str] = frozenset()
) -> Iterator[tuple[int, Move, Any]]:
    """Seat, move and the state after it, until the game is over or `most` moves are played.

    Moves with a reluctant tag are thought over again most of the time, so that a game gets somewhere.
    """
    for _ in range(most):
        prompts = game.prompts(state)
        if not prompts:
            return
        for _ in range(RELUCTANCE):
            prompt = chance.choice(prompts)
            move = answer(game, prompt, chance)
            if move.__struct_config__.tag not in reluctant:
                break
        seat = chance.choice(prompt.seats)
        state = game.apply(state, seat, move)
        yield seat, move, state
