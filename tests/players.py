"""Players for tests: they answer prompts and fill forms by a passed-in chance, and know no game's rules."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import (
    COLOURS,
    Amount,
    Boulders,
    Cell,
    Cells,
    Dice,
    Fallen,
    Field,
    Form,
    Game,
    Laid,
    Move,
    Pick,
    Places,
    Prompt,
    Seat,
    Several,
    Spots,
    Together,
    Words,
)
from tests.companion.games.enrolled import ENROLLED, its_own

NAMES = ("Sigrun", "Sven", "Astrid", "Olaf", "Ylva", "Leif", "Runa", "Torvald")


def people(game: Game[Any], seats: int) -> tuple[Seat, ...]:
    """The first few of them, in the game's own colours."""
    return tuple(Seat(name, colour.name) for name, colour in zip(NAMES[:seats], game.colours, strict=False))


PEOPLE = tuple(Seat(name, colour.name) for name, colour in zip(NAMES, PLAYER_COLOURS, strict=False))
"""The four of the rulebook's examples, in the colours of the games with the Rock Tower."""

HANDFUL, FEW = Boulders(red=2, blue=2, yellow=2, white=4), Boulders(red=1, blue=1, yellow=1, white=4)
"""What a blow frees at most, most of the time."""

RELUCTANCE = 4
ON_WITH_IT = 0.7
"""How often somebody who could do something beside the question rather answers that."""

KEEN = frozenset(tag for name in ENROLLED if (own := its_own(name, "players")) for tag in own.KEEN)
"""What a player who wants to get on with a game rather does not do, as the game's own tests say."""


def shuffled(chance: Random) -> Any:
    """A game's `Shuffle`, drawn from this chance."""
    return lambda things: chance.sample(list(things), len(things))


def dealt(game: Game[Any], seats: int, chance: Random) -> Any:
    """A set-up for the first few people."""
    return game.deal(people(game, seats), shuffled(chance))


def filled(game: Game[Any], form: Form, values: dict[str, Any]) -> Move:
    """The move that a phone would send with the form filled like this."""
    move: Move = msgspec.convert({"do": form.do, **values}, game.moves)
    return move


def at_random(form: Form, chance: Random) -> dict[str, Any]:
    """Values within the form's bounds, step by step, as a page sends them."""
    values: dict[str, Any] = {}
    for field in form.asked(values):
        values[field.name] = any_value(field, chance)
    return as_sent(values)


def as_sent(values: dict[str, Any]) -> dict[str, Any]:
    return {name: msgspec.to_builtins(value) for name, value in values.items()}


def any_value(field: Field, chance: Random) -> Any:
    """A value that the field takes; boulders in believable handfuls, now and then any number."""
    match field:
        case Amount():
            return chance.randint(field.least, field.most)
        case Pick():
            return chance.choice(field.options).value
        case Several():
            places = chance.sample(range(len(field.options)), chance.randint(field.least, field.most))
            return tuple(field.options[place].value for place in sorted(places))
        case Dice():
            places = chance.choices(range(len(field.faces)), k=field.count)
            return tuple(field.faces[place].value for place in sorted(places))
        case Cells():
            cells = list(field.grid.cells(field.legal))
            if field.together:
                return any_group(field, field.together, chance)
            places = chance.sample(range(len(cells)), chance.randint(field.least, min(field.most, len(cells))))
            return tuple(cells[place] for place in sorted(places))
        case Places():
            return chance.choice([*all_places(field)])
        case Spots():
            spots = legal_spots(field)
            places = chance.sample(range(len(spots)), chance.randint(field.least, min(field.most, len(spots))))
            return tuple(spots[place] for place in sorted(places))
        case Words():
            return typed(chance.choice(TYPED), field.least, chance.randint(max(1, field.least), field.most))
        case Fallen():
            return handful(field.most, chance)


def any_group(field: Cells, together: Together, chance: Random) -> tuple[Cell, ...]:
    """Cells that hang together, grown one by one from any."""
    legal = list(field.grid.cells(field.legal))
    found = [chance.choice(legal)]
    for _ in range(chance.randint(field.least, min(field.most, len(legal))) - 1):
        reached = [cell for cell in legal if cell not in found]
        near = [cell for cell in reached if len(together.reached(field.grid, cell, [*found, cell])) > len(found)]
        found += [chance.choice(near)] if near else []
    return tuple(sorted(found, key=lambda cell: cell[::-1]))


def all_places(field: Places) -> Iterator[Laid]:
    for shape in field.shapes:
        for lying in shape.lying:
            for cell in field.grid.cells(lying.legal):
                yield Laid(shape.value, cell, lying.turn, lying.flipped)


def legal_spots(field: Spots) -> list[int | str]:
    return [spot.value for spot in field.chart.spots if spot.value in field.legal]


TYPED = ("Grimbart der Ältere", "<b>bold</b>", "{name} & {count:x}", "“” '\" \\ %s", "ᚠᚢᚦ 🪓", "a")
"""What people type, and what somebody types who wants to break a page."""


def typed(line: str, least: int, most: int) -> str:
    """The line, again and again until it is long enough, and cut where it is too long."""
    return (line * (least // len(line) + 1))[:most].strip().ljust(least, "x")


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
    """Every field at its least and its most, in every combination, and each step that this leads to."""
    yield from map(as_sent, cornered(form, {}))


def cornered(form: Form, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    field = next((field for field in form.asked(values) if field.name not in values), None)
    if field is None:
        yield values
        return
    for value in corners(field):
        yield from cornered(form, {**values, field.name: value})


def corners(field: Field) -> list[Any]:
    """The least and the most that the field takes, the first and the last."""
    match field:
        case Amount():
            return [field.least, field.most]
        case Pick():
            return [field.options[0].value, field.options[-1].value]
        case Several():
            return some_of([option.value for option in field.options], field)
        case Dice():
            first, last = field.faces[0].value, field.faces[-1].value
            mixed = (first, *[last] * (field.count - 1)) if field.count else ()
            return [(first,) * field.count, (last,) * field.count, mixed]
        case Cells(together=Together() as together):
            cells = list(field.grid.cells(field.legal))
            groups = [together.reached(field.grid, cell, cells) for cell in (cells[0], cells[-1])]
            return [tuple(cells[: field.least]), *(tuple(sorted(group, key=cells.index)) for group in groups)]
        case Cells():
            return some_of(list(field.grid.cells(field.legal)), field)
        case Places():
            every = list(all_places(field))
            return [every[0], every[-1]]
        case Spots():
            return some_of(legal_spots(field), field)
        case Words():
            return [typed(line, field.least, length) for line in TYPED[1:3] for length in (field.least, field.most)]
        case Fallen():
            singles = [Boulders(**{colour: field.most.of(colour)}) for colour in COLOURS]
            return [Boulders(), *singles, field.most]


def some_of(things: Sequence[Any], field: Several | Cells | Spots) -> list[Any]:
    """As few of them as may be, and as many, from the beginning and from the end."""
    most = min(field.most, len(things))
    return [tuple(things[: field.least]), tuple(things[:most]), tuple(things[len(things) - most :])]


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
            if prompt.aside and chance.random() < ON_WITH_IT:
                prompt = chance.choice([question for question in prompts if not question.aside])
            move = answer(game, prompt, chance)
            if move.__struct_config__.tag not in reluctant:
                break
        seat = chance.choice(prompt.seats)
        state = game.apply(state, seat, move)
        yield seat, move, state
