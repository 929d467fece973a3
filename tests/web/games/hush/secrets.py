"""What is secret in Hush: the hands, and what lies face down."""

from typing import Any

import msgspec

from tests.web.games.hush.game import State


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    if state.over:
        return state, []
    hands = [len(hand) if seat in keepers else hand for seat, hand in enumerate(state.hands)]
    hidden = [laid for laid in state.laid if laid.seat in keepers and not laid.openly]
    laid = [msgspec.structs.replace(each, card=0) if each in hidden else each for each in state.laid]
    public = msgspec.structs.replace(state, hands=hands, laid=laid)
    return public, [*(state.hands[seat] for seat in sorted(keepers)), *(each.card for each in hidden)]
