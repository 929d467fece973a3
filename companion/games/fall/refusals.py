"""Why a card cannot be laid or told as somebody says, in better words than that it is not offered."""

from companion.games.fall.ancestry import refusal
from companion.games.fall.cards import PRINTABLE, Card, card_faults
from companion.games.fall.moves import NEW, LayCard, TellStart
from companion.games.fall.state import Develops, State
from companion.games.fall.waves import card_of
from companion.rules import Illegal, Move


def refused(state: State, seat: int | None, move: Move) -> Illegal | None:
    """Secret, for a card that is laid is nobody else's business before all have laid one."""
    match move:
        case LayCard() if isinstance(state.now, Develops) and not state.pending and seat in state.everyone:
            if why := impossible(move, state.box.cards):
                return why
            return refusal(state.players[seat].ancestry, move.at[0]) if move.at else None
        case TellStart():
            return impossible(move, state.box.starters)
    return None


def impossible(move: LayCard | TellStart, cards: tuple[Card, ...]) -> Illegal | None:
    """What no card shows."""
    corners = (move.top_left, move.top_right, move.bottom_left, move.bottom_right)
    if move.card != NEW or not all(corner in PRINTABLE for corner in corners):
        return None
    faults = card_faults(card_of(move, cards))
    return Illegal("impossible_card", faults[0], secret=True) if faults else None
