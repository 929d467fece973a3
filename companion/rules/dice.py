"""A game that is played with dice says what is on them; it never says what was thrown."""

from typing import Protocol, runtime_checkable

from companion.rules.fields import Option


@runtime_checkable
class HasDice(Protocol):
    """Games whose forms have `Dice` in them name their faces, so that a camera can be shown them beforehand."""

    dice: tuple[Option, ...]
    """Each face once, however often it is on a die."""


def faces_of(game: object) -> tuple[Option, ...]:
    """None where it is played without dice, or nobody can tell from it what is on them."""
    return game.dice if isinstance(game, HasDice) else ()
