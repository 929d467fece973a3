"""Pairs of games that differ in nothing but what some seats alone may know, for every game that has secrets.

They are found by changing or swapping secret values in a game that was played and playing on.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.rules import BadSetup, Game, Illegal, Move, secret_fields
from tests.companion.games.enrolled import ENROLLED, its_own
from tests.players import KEEN, dealt, play

LONGEST = 1000

Split = Callable[[Any, frozenset[int]], tuple[Any, list[Any]]]
"""A state in two parts: what everyone may know, and what nobody but these seats may know."""


SECRETS: dict[str, Split] = {
    name: own.state_apart for name in ENROLLED if (own := its_own(name, "secrets")) is not None
}
"""From `secrets.py` in the folder of a game's own tests; without one a game has no field that is declared secret."""


class History(NamedTuple):
    """A game as it was played."""

    setup: Any
    moves: list[tuple[int, Move]]
    states: list[Any]
    """The first one, and the one after each move."""

    def first(self, count: int) -> "History":
        return History(self.setup, self.moves[:count], self.states[: count + 1])


def unfinished_game(game: Game[Any], seats: int, chance: Random) -> History:
    """Played by random players as long as things are secret."""
    setup = dealt(game, seats, chance)
    history = History(setup, [], [game.new(setup)])
    for seat, move, state in play(game, history.states[0], chance, LONGEST, KEEN):
        if not game.prompts(state):
            break
        history.moves.append((seat, move))
        history.states.append(state)
    return history


class Twins(NamedTuple):
    """Two games that only the keepers can tell apart, once `since` moves were played."""

    one: History
    other: History
    keepers: frozenset[int]
    since: int

    def first(self, count: int) -> "Twins":
        return self._replace(one=self.one.first(count), other=self.other.first(count))

    @property
    def readers(self) -> list[int | None]:
        return [None, *(seat for seat in range(len(self.one.setup.seats)) if seat not in self.keepers)]


def twins(game: Game[Any], history: History, chance: Random) -> Iterator[Twins]:
    """Found by trying, in any order."""
    split, everyone = SECRETS[game.name], frozenset(range(len(history.setup.seats)))
    kept = set(leaves(split(history.states[-1], everyone)[1]))
    tries = [*other_setups(game, history, kept), *other_moves(game, history, kept)]
    for change in chance.sample(tries, len(tries)):
        other = played_anew(game, history, change)
        if other and (found := kept_apart(split, history, other)):
            yield found


class Change(NamedTuple):
    place: int
    """How many moves stay as they are."""
    setup: Any
    move: Move | None
    """The next one, if the set-up stays as it is."""


def other_setups(game: Game[Any], history: History, kept: set[Any]) -> Iterator[Change]:
    """With another value where that can be; else, as in a deck that must be whole, with two of them swapped."""
    others = list(changed_secrets(history.setup, game.setup, kept, secrets_in(history)))
    lawful = [setup for setup in others if is_lawful(game, setup)]
    for setup in lawful or swapped_secrets(history.setup, game.setup, kept):
        yield Change(0, setup, None)


def is_lawful(game: Game[Any], setup: Any) -> bool:
    try:
        game.new(setup)
    except BadSetup:
        return False
    return True


def other_moves(game: Game[Any], history: History, kept: set[Any]) -> Iterator[Change]:
    values = secrets_in(history)
    for place, (_, move) in enumerate(history.moves):
        for other in changed_secrets(move, game.moves, kept, values):
            yield Change(place, history.setup, other)


def secrets_in(history: History) -> set[Any]:
    """Every value that was secret in this game."""
    things: list[msgspec.Struct] = [history.setup, *(move for _, move in history.moves)]
    return {value for thing in things for name in secret_fields(type(thing)) for value in leaves(plain(thing)[name])}


def changed_secrets(thing: msgspec.Struct, kind: Any, kept: set[Any], values: set[Any]) -> Iterator[Any]:
    """The same with one of its secret values that somebody still keeps replaced by another one."""
    for name, place, leaf in secrets_of(thing, kept):
        for value in sorted(value for value in values - {leaf} if type(value) is type(leaf)):
            with suppress(msgspec.ValidationError):  # another kind of secret
                yield with_leaves(thing, kind, name, {place: value})


def swapped_secrets(thing: msgspec.Struct, kind: Any, kept: set[Any]) -> Iterator[Any]:
    for name, place, leaf in secrets_of(thing, kept):
        for at, other in enumerate(leaves(plain(thing)[name])):
            if other != leaf:
                yield with_leaves(thing, kind, name, {place: other, at: leaf})


def secrets_of(thing: msgspec.Struct, kept: set[Any]) -> Iterator[tuple[str, int, Any]]:
    for name in secret_fields(type(thing)):
        for place, leaf in enumerate(leaves(plain(thing)[name])):
            if leaf in kept:
                yield name, place, leaf


def with_leaves(thing: msgspec.Struct, kind: Any, name: str, instead: dict[int, Any]) -> Any:
    whole = plain(thing)
    replacing = iter([instead.get(place) for place in range(len(leaves(whole[name])))])
    return msgspec.convert({**whole, name: with_leaf(whole[name], replacing)}, kind)


def plain(thing: msgspec.Struct) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(thing)
    return values


def leaves(value: Any) -> list[Any]:
    match value:
        case dict():
            return [leaf for part in value.values() for leaf in leaves(part)]
        case list() | tuple():
            return [leaf for part in value for leaf in leaves(part)]
    return [value]


def with_leaf(value: Any, replacing: Iterator[Any]) -> Any:
    """The same with its leaves replaced where there is something to replace them with."""
    match value:
        case dict():
            return {name: with_leaf(part, replacing) for name, part in value.items()}
        case list() | tuple():
            return [with_leaf(part, replacing) for part in value]
    instead = next(replacing, None)
    return value if instead is None else instead


def played_anew(game: Game[Any], history: History, change: Change) -> History | None:
    """The game with this one thing changed; None if it could not have been played on like that."""
    place, setup, changed = change
    moves, states = list(history.moves), history.states[: place + 1]
    if changed is not None:
        moves[place] = (moves[place][0], changed)
    try:
        if changed is None:
            states = [game.new(setup)]
        for seat, move in moves[place:]:
            states.append(game.apply(states[-1], seat, move))
    except (BadSetup, Illegal):
        return None
    return History(setup, moves, states)


def kept_apart(split: Split, one: History, other: History) -> Twins | None:
    """Those two games as twins, if in the end only one seat, or two who share it, can tell them apart."""
    if one.states[-1] == other.states[-1]:
        return None
    seats = range(len(one.setup.seats))
    for keepers in (frozenset(some) for count in (1, 2) for some in combinations(seats, count)):
        since = len(one.states)
        while since and split(one.states[since - 1], keepers)[0] == split(other.states[since - 1], keepers)[0]:
            since -= 1
        if since < len(one.states):
            return Twins(one, other, keepers, since)
    return None
