"""What each move makes of the night, whoever plays it; it refuses nothing."""

from msgspec.structs import replace

from companion.rules import Sealed
from tests.games.beacon.rules.moves import Lay
from tests.games.beacon.rules.pieces import HOURS, OIL, WIND, highest_fire
from tests.games.beacon.rules.state import Facing, Laying, Over, State, Storm


def lay(state: State, laying: Laying, seat: int, card: Lay) -> State:
    """The last card turns them all over."""
    cards = laying.cards.answered(seat, card)
    if cards.missing:
        return replace(state, now=Laying(cards))
    turned = tuple(laid.card for _, laid in cards.answers)
    hands = tuple(less(hand, card) for hand, card in zip(state.hands, turned, strict=True))
    burnt = tuple(before + card for before, card in zip(state.burnt, turned, strict=True))
    fire = state.fire + sum(turned)
    now = Over("ablaze") if fire > highest_fire(len(state.seats)) else Facing()
    return replace(state, hands=hands, turned=turned, burnt=burnt, fire=fire, now=now)


def less(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def pour_oil(state: State) -> State:
    """Oil that the tower cannot bear runs off."""
    return replace(state, oil=False, fire=min(state.fire + OIL, highest_fire(len(state.seats))))


def face(state: State) -> State:
    return replace(state, now=Storm())


def storm(state: State, dice: tuple[str, ...]) -> State:
    fire = max(0, state.fire - sum(WIND[face] for face in dice))
    after = replace(state, fire=fire)
    if not fire:
        return replace(after, now=Over("out"))
    return replace(after, now=Over("home")) if state.hour == HOURS else next_hour(after)


def next_hour(state: State) -> State:
    """Everyone draws a card."""
    count = len(state.seats)
    hands = tuple((*hand, card) for hand, card in zip(state.hands, state.deck, strict=False))
    return replace(state, hour=state.hour + 1, hands=hands, deck=state.deck[count:], now=all_lay(count))


def all_lay(count: int) -> Laying:
    return Laying(Sealed(tuple(range(count))))
