"""How each game names its secrets for the tests: states that differ in nothing but what one seat alone may know."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.trollfjord.state import Over, State, changed
from companion.games.trollfjord.treasures import face_down

Twins = Callable[[Any, int], Iterator[Any]]
"""From a state and the seat that holds the secret: the same state with another secret in its place."""


def none(state: Any, seat: int) -> Iterator[Any]:  # noqa: ARG001
    """Nothing in this game is hidden from anyone."""
    return iter(())


def patched_sack(state: State, seat: int) -> Iterator[Any]:
    """Another treasure in the sack, of which as of the true one there is more than this one copy face down."""
    if isinstance(state.now, Over):
        return
    pile = face_down(state.seen_treasures())
    for index, value in enumerate(state.sacks[seat]):
        for other in sorted(pile):
            if other != value and pile[value] and pile[other] > 1:
                sack = (*state.sacks[seat][:index], other, *state.sacks[seat][index + 1 :])
                yield changed(state, sacks=(*state.sacks[:seat], sack, *state.sacks[seat + 1 :]))


SECRETS: dict[str, Twins] = {"tower": none, "trollfjord": patched_sack}
