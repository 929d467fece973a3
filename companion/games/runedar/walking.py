"""Section C, going from space to space: two steps with any card, anywhere with a magic one."""

from companion.games.runedar.fortress import places, within
from companion.games.runedar.state import Plays, State, changed, lay_down, replaced

STEPS = 2


def is_near(state: State, to: str) -> bool:
    return to in within(state.kit.fortress, state.place, STEPS)


def goals(state: State) -> tuple[str, ...]:
    """Where the cards in the hand can bring the dwarf."""
    if not state.hand:
        return ()
    if any(state.face(card).magic for card in state.hand):
        return tuple(place for place in places(state.kit.fortress) if place != state.place)
    return within(state.kit.fortress, state.place, STEPS)


def carriers(state: State, to: str) -> list[int]:
    """The cards, each kind once, that bring the dwarf there."""
    near = is_near(state, to)
    return [card for card in dict.fromkeys(state.hand) if near or state.face(card).magic]


def go(state: State, to: str, card: int) -> State:
    """A magic card does one more thing; any other has done its own."""
    magic = card if state.face(card).magic else None
    state = lay_down(state, card)
    return changed(state, dwarves=replaced(state.dwarves, state.turn, to), now=Plays(magic))
