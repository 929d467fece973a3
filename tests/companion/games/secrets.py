"""How each game names its secrets for the tests: states that differ in nothing but what one seat alone may know."""

from collections.abc import Callable, Iterator
from typing import Any

Twins = Callable[[Any, int], Iterator[Any]]
"""From a state and the seat that holds the secret: the same state with another secret in its place."""


def none(state: Any, seat: int) -> Iterator[Any]:  # noqa: ARG001
    """Nothing in this game is hidden from anyone."""
    return iter(())


SECRETS: dict[str, Twins] = {"tower": none}
