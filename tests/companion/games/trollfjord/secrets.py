"""What is secret in Trollfjord: the treasures in a patched sack."""

from typing import Any

from companion.games.trollfjord.state import Over, State, changed
from companion.games.trollfjord.treasures import face_down


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """That the last treasure of a value is gone is for everyone to know, also if it went into a sack."""
    if isinstance(state.now, Over):
        return state, []
    sacks = [len(sack) if seat in keepers else sack for seat, sack in enumerate(state.sacks)]
    public = changed(state, sacks=sacks), set(face_down(state.seen_treasures()))
    return public, [state.sacks[seat] for seat in sorted(keepers)]
