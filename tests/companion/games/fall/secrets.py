"""What is secret in the Fall: hands of ancestry cards, cards laid before all are in, and what scouts have seen."""

from typing import Any

import msgspec

from companion.games.fall.numbers import TOLD_STRENGTHS
from companion.games.fall.state import Develops, State, changed


def state_apart(state: State, keepers: frozenset[int]) -> tuple[Any, list[Any]]:
    """What everyone may know, and what nobody but these seats may know. What comes next in the deck nobody knows."""
    if state.over:
        return state, []
    kept: list[Any] = []

    def apart(seen: tuple[tuple[int, Any], ...]) -> tuple[tuple[int, Any], ...]:
        kept.extend(TOLD_STRENGTHS.get(what, what) for seat, what in seen if seat in keepers)
        return tuple((seat, None if seat in keepers else what) for seat, what in seen)

    hands = []
    for seat, hand in enumerate(state.hands):
        kept.extend(hand if seat in keepers else ())
        hands.append(len(hand) if seat in keepers else hand)
    now: Any = state.now
    if isinstance(now, Develops):
        answers = []
        for seat, laid in now.laying.answers:
            kept.extend([laid.card] if seat in keepers else [])
            answers.append((seat, None if seat in keepers else laid))
        now = (now.card, answers)
    public = changed(
        state,
        hands=tuple(hands),
        deck=sorted(state.deck),
        packs=sorted(state.packs),
        now=now,
        row=tuple(msgspec.structs.replace(gate, seen=apart(gate.seen)) for gate in state.row),
        gnomes={
            cavern: tuple(msgspec.structs.replace(gnome, seen=apart(gnome.seen)) for gnome in gnomes)
            for cavern, gnomes in state.gnomes.items()
        },
    )
    return public, kept
