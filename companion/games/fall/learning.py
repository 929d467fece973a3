"""What a game was told about its box, cards and champions that were not written down; it keeps nothing itself."""

import msgspec

from companion.games.fall.cards import BLANK, Card
from companion.games.fall.state import Box, State


def told_cards(state: State) -> tuple[Card, ...]:
    """Each once, as they lie open."""
    laid = (each.card for player in state.players for each in player.ancestry.laid[1:])
    return tuple(dict.fromkeys(card for card in laid if card not in state.box.cards))


def told_starters(state: State) -> tuple[Card, ...]:
    laid = (player.ancestry.laid[0].card for player in state.players)
    return tuple(dict.fromkeys(card for card in laid if card not in (*state.box.starters, BLANK)))


def grown(state: State) -> Box:
    """The box with all that was told, for another game with it."""
    box = state.box
    known: Box = msgspec.structs.replace(
        box,
        cards=(*box.cards, *told_cards(state)),
        starters=(*box.starters, *told_starters(state)),
        champions=(*box.champions, *state.met),
    )
    return known
