"""Section C, digging: the rubble of the tunnel while no enemy is in the courtyard, or that of a goblin at any time."""

import msgspec

from companion.games.runedar.courtyard import with_goblin
from companion.games.runedar.fortress import COURTYARD
from companion.games.runedar.state import Due, Plays, State, changed, lay_down, with_news
from companion.rules import say

TUNNEL = 0


def rubble_at(state: State) -> list[int]:
    """Where the dwarf can dig: the tunnel, or goblins by their number."""
    if state.place != COURTYARD:
        return []
    if state.goblins or state.trolls:
        return [number for number, goblin in enumerate(state.goblins, 1) if goblin.rubble]
    return [TUNNEL] if state.rubble else []


def spades(state: State, cards: tuple[int, ...]) -> list[int]:
    """Those of these cards, each kind once, that dig."""
    return [card for card in dict.fromkeys(cards) if state.face(card).digs]


def dig(state: State, card: int, goblin: int, magic: bool) -> State:
    strength = state.face(card).digs
    state = changed(state if magic else lay_down(state, card), now=Plays())
    if goblin != TUNNEL:
        return clear_goblin(state, goblin, strength)
    state = changed(state, rubble=max(0, state.rubble - strength))
    return state if state.rubble else section_cleared(state)


def clear_goblin(state: State, number: int, strength: int) -> State:
    """What is left of the card's strength goes on at the other goblin's rubble."""
    goblin = state.goblins[number - 1]
    cleared = min(strength, goblin.rubble)
    two = len(state.goblins) == 2
    state = with_goblin(state, number, msgspec.structs.replace(goblin, rubble=goblin.rubble - cleared))
    rest = strength - cleared
    if rest and two and len(state.goblins) == 1 and state.goblins[0].rubble:
        return clear_goblin(state, 1, rest)
    return state


def section_cleared(state: State) -> State:
    """The nearest section is taken away, and two goblins come out from behind it."""
    behind: tuple[Due, ...] = ("goblin", "goblin")
    state = changed(state, sections=state.sections - 1, due=(*behind, *state.due))
    return with_news(state, say("A tunnel section is cleared. Two goblins wait behind it."))
