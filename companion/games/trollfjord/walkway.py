"""The walkway: an endless loop on which the last lord moves and those ahead feel the wind. It moves nobody itself."""

from companion.games.trollfjord.board import WANDER
from companion.games.trollfjord.state import State

REACH = 3
"""A lord may choose among the next three free spaces of a kind."""


def farthest_back(state: State) -> int:
    """Whose turn it is: the last of the standing lords."""
    return min(state.standing, key=state.lords.__getitem__)


def next_ahead(state: State, seat: int) -> int | None:
    """The nearest standing lord in front of this one."""
    here = state.lords[seat]
    ahead = [other for other in state.standing if state.lords[other] > here]
    return min(ahead, key=state.lords.__getitem__, default=None)


def occupied(state: State) -> set[int]:
    """Spaces of the loop with a lord on them, standing or lying."""
    length = len(state.land.walkway)
    return {lord % length for lord in state.lords if lord >= 0}


def next_free(state: State, seat: int) -> tuple[list[int], list[int]]:
    """The next three free placement spaces and wander spaces; the other kind and occupied ones are not counted."""
    walkway, taken = state.land.walkway, occupied(state)
    placing: list[int] = []
    wandering: list[int] = []
    space = max(state.lords[seat], -1)
    while len(placing) < REACH or len(wandering) < REACH:
        space += 1
        here = space % len(walkway)
        kind = wandering if walkway[here] == WANDER else placing
        if len(kind) < REACH and here not in taken:
            kind.append(space)
    return placing, wandering


def landscape(state: State, space: int) -> str:
    walkway = state.land.walkway
    return walkway[space % len(walkway)]
