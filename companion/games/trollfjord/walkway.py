"""The walkway: an endless loop on which the last lord moves and those ahead feel the wind. It moves nobody itself."""

from collections.abc import Iterable

from companion.games.trollfjord.board import WANDER
from companion.games.trollfjord.moves import MoveLord
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


def occupied(lords: Iterable[int], length: int) -> set[int]:
    """Spaces of a loop of this length with one of these lords on them, standing or lying."""
    return {lord % length for lord in lords if lord >= 0}


def next_free(state: State, seat: int) -> tuple[list[int], list[int]]:
    """The next three free placement spaces and wander spaces; the other kind and occupied ones are not counted."""
    walkway = state.land.walkway
    taken = occupied(state.lords, len(walkway))
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


def goals(state: State) -> list[tuple[MoveLord, int]]:
    """Where the lord to move may go, and how far it will have come then."""
    placing, wandering = next_free(state, state.turn)
    length = len(state.land.walkway)
    places = [(MoveLord("place", free, space % length + 1), space) for free, space in enumerate(placing, 1)]
    wanders = [(MoveLord("wander", free, space % length + 1), space) for free, space in enumerate(wandering, 1)]
    return [*places, *wanders]


def landscape(state: State, space: int) -> str:
    walkway = state.land.walkway
    return walkway[space % len(walkway)]
