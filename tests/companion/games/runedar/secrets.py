"""What is secret in Runedar: the hands. The order of a deck is no secret of anybody: it is told card by card."""

from typing import Any

from companion.games.runedar.state import State, changed


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """What everyone may know, and what nobody but these seats may know."""
    if state.over:
        return state, []
    hands = [len(hand) if hand is not None and seat in keepers else hand for seat, hand in enumerate(state.hands)]
    return changed(state, hands=hands), [state.hands[seat] for seat in sorted(keepers)]
