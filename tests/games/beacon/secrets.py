"""What is secret in Beacon: the hands, cards that lie face down, and the deck, which nobody knows."""

from typing import Any

from msgspec.structs import replace

from tests.games.beacon.rules.state import Laying, Over, State


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """What everyone may know, and what nobody but these seats may know."""
    if isinstance(state.now, Over):
        return state, []
    answers = state.now.cards.answers if isinstance(state.now, Laying) else ()
    hands = [len(hand) if seat in keepers else hand for seat, hand in enumerate(state.hands)]
    laid = [(seat, None if seat in keepers else card) for seat, card in answers]
    kept = [state.hands[seat] for seat in sorted(keepers)]
    return replace(state, hands=hands, deck=len(state.deck), now=(type(state.now), laid)), kept
