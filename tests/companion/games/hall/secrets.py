"""What is secret in the Hall: the pedestal point tokens that somebody has taken."""

from typing import Any

import msgspec

from companion.games.hall.state import Over, State, changed


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """A team shares its tokens: it keeps them apart only from those who are on no side of its own."""
    if isinstance(state.now, Over):
        return state, []
    sides = [
        msgspec.structs.replace(side, tokens=(len(side.tokens),)) if keepers & set(side.seats) else side
        for side in state.sides
    ]
    return changed(state, sides=tuple(sides)), [side.tokens for side in state.sides if keepers & set(side.seats)]
