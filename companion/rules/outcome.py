"""How a game ended: who played on which side, which sides won, and why; it decides nothing."""

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from companion.common.text import Text, listed, say, say_many


class Side(msgspec.Struct, frozen=True):
    """Those who win or lose together: a player, a team, or the whole table."""

    seats: tuple[int, ...]
    won: bool
    score: int | None = None
    """What they reached, where sides are compared by it."""


class Chronicle(msgspec.Struct, frozen=True):
    """How a game is remembered among others of its kind."""

    about: Text
    """What it was played with, such as how hard it was: what the list of past games says besides who won."""
    rank: tuple[int, ...]
    """The higher, the better; of two equal games the earlier was the better one."""


class Outcome(msgspec.Struct, frozen=True):
    """Every seat is on one side. Several sides may have won, or none."""

    sides: tuple[Side, ...]
    why: Text
    chronicle: Chronicle | None = None
    """None in a game that has no `chronicles`."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for side in self.sides if side.won for seat in side.seats)


@runtime_checkable
class HasChronicles(Protocol):
    """Games that are compared with each other: each of their outcomes has a `chronicle`."""

    chronicles: Text
    """What the list of the best is called."""


def chronicles_of(game: object) -> Text | None:
    return game.chronicles if isinstance(game, HasChronicles) else None


def called(seats: Iterable[int], names: Sequence[str]) -> Text:
    return listed([say("{name}", name=names[seat]) for seat in seats])


def ending_in_words(outcome: Outcome, names: Sequence[str]) -> tuple[Text, ...]:
    """Who won or lost, and why, if that was not said yet."""
    told = outcome_in_words(outcome, names)
    return (told,) if outcome.why in told.facts.values() else (told, outcome.why)


def outcome_in_words(outcome: Outcome, names: Sequence[str]) -> Text:
    """Who won, and with how much or why; where nobody did, why they lost."""
    winners, why = outcome.winners, outcome.why
    if not winners:
        alone = len(names) == 1
        return say("{who} lost: {why}", who=names[0], why=why) if alone else say("Everyone lost: {why}", why=why)
    who = called(winners, names)
    best = next(side.score for side in outcome.sides if side.won)
    if best is not None:
        return say_many("{who} won with {best}", "{who} won together with {best}", len(winners), who=who, best=best)
    if 1 < len(winners) == len(names):
        return say("Everyone won: {why}", why=why)
    return say_many("{who} won: {why}", "{who} won together: {why}", len(winners), who=who, why=why)
