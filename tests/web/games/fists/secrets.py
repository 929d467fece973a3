"""What of a state of fists everyone may know, and what only those who closed theirs."""

from typing import Any

import msgspec

from tests.web.games.fists.game import State


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """That somebody has closed a fist is for all to see."""
    closed = [hold.stones for seat, hold in state.fists.answers if seat in keepers]
    answers = [(seat, None if seat in keepers else hold) for seat, hold in state.fists.answers]
    return msgspec.structs.replace(state, fists=answers), closed
