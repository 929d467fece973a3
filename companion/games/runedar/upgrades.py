"""Section C, improving cards, and section D, filling the upgrade board again."""

from itertools import chain, count

import msgspec

from companion.games.runedar.engines import emptied
from companion.games.runedar.example import CARDS
from companion.games.runedar.faces import FIRST_CARD, LONGEST_NAME, MOST_CARDS, PILES, Card, Pile
from companion.games.runedar.fortress import CHAMBER
from companion.games.runedar.goods import GOODS
from companion.games.runedar.other import makes_room
from companion.games.runedar.state import (
    ORC,
    Fills,
    Improves,
    Interrupted,
    Plays,
    Refills,
    Space,
    State,
    changed,
    one_less,
    replaced,
    with_news,
    without,
)
from companion.games.runedar.words import card_name
from companion.games.runedar.working import needed
from companion.rules import say


def ready(state: State) -> list[int]:
    """The spaces whose card has all that it takes on it."""
    return [
        number
        for number, each in enumerate(state.spaces, 1)
        if each.card is not None and not any(needed(state, number, each, good) for good in GOODS)
    ]


def in_exchange(state: State) -> list[int]:
    """The cards of the hand, each kind once, that can go for an upgrade: never an orc."""
    return [card for card in dict.fromkeys(state.hand) if card != ORC]


def at_any_time(state: State) -> list[int]:
    """The spaces whose card may be taken now, beside what is asked: before an engine acts, or inside an action."""
    asked_anyway = state.now == Plays() and not state.due
    if asked_anyway or not isinstance(state.now, Interrupted) or not in_exchange(state):
        return []
    return ready(state)


def choose(state: State, space: int) -> State:
    assert isinstance(state.now, Interrupted)
    return changed(state, now=Improves(space, state.now))


def improve(state: State, improves: Improves, card: int) -> State:
    """A card of the hand goes for it, out of the game; the new one is in the hand, and played in this turn."""
    space = improves.space
    new = state.spaces[space - 1].card
    assert new is not None
    seat = state.turn
    words = say(
        "{name} takes {new} for {old}.",
        name=state.name(seat),
        new=card_name(state.face(new)),
        old=card_name(state.face(card)),
    )
    return with_news(
        changed(
            state,
            hands=replaced(state.hands, seat, tuple(sorted((*without(state.hand, [card]), new)))),
            decks=replaced(state.decks, seat, tuple(sorted((*without(state.decks[seat], [card]), new)))),
            spaces=replaced(state.spaces, space - 1, Space()),
            now=improves.then,
        ),
        words,
    )


def in_pile(state: State, pile: Pile) -> list[int]:
    """The cards, each as often as it is there."""
    return [
        number
        for number, (card, count) in enumerate(zip(state.kit.cards, state.upgrades, strict=True), FIRST_CARD)
        for _ in range(count)
        if card.pile == pile
    ]


def piles(state: State) -> list[Pile]:
    """Those that are not empty."""
    return [pile for pile in PILES if in_pile(state, pile)]


def empty_spaces(state: State) -> list[int]:
    return [number for number, each in enumerate(state.spaces, 1) if each.card is None and not each.blocked]


def next_on_board(state: State) -> Fills:
    """What is told next of a board that its owner has laid out: five yellow cards."""
    return Fills(empty_spaces(state)[0], "yellow")


def may_refill(state: State) -> bool:
    """Whether the end of this turn leaves anything to do on the board."""
    if state.place != CHAMBER or not piles(state):
        return False
    return any(not each.blocked for each in state.spaces)


def clear(state: State, space: int) -> State:
    spaces = replaced(state.spaces, space - 1, emptied(state.spaces[space - 1]))
    return changed(state, spaces=spaces)


def fill(state: State, fills: Fills, card: int) -> State:
    spaces = replaced(state.spaces, fills.space - 1, Space(card))
    return changed(
        state, spaces=spaces, upgrades=one_less(state.upgrades, card - FIRST_CARD), now=Refills(filling=True)
    )


def fill_other(state: State, fills: Fills, told: Card) -> State:
    """A card that the box does not list takes the place of one in its pile that it does."""
    pile = in_pile(state, fills.pile)
    state, number = with_face(state, as_named(state, told))
    if number not in pile:
        taken = one_less(state.upgrades, makes_room(pile, state.face, CARDS.cards) - FIRST_CARD)
        state = changed(state, upgrades=replaced(taken, number - FIRST_CARD, taken[number - FIRST_CARD] + 1))
    return fill(state, fills, number)


def with_face(state: State, face: Card) -> tuple[State, int]:
    """With this card on the list, and its number there."""
    faces = [plain(each) for each in state.kit.cards]
    if face not in faces:
        kit = msgspec.structs.replace(state.kit, cards=(*state.kit.cards, face))
        state, faces = changed(state, kit=kit, upgrades=(*state.upgrades, 0)), [*faces, face]
    return state, FIRST_CARD + faces.index(face)


def as_named(state: State, told: Card) -> Card:
    """Under its own name, or with a number behind it where another card is called so."""
    known = {card.name: plain(card) for card in state.kit.cards}
    numbered = (f"{told.name[: LONGEST_NAME - 3]} {number}" for number in count(2))
    named = (msgspec.structs.replace(told, name=name) for name in chain([told.name], numbered))
    return next(card for card in named if known.get(card.name, card) == card)


def plain(card: Card) -> Card:
    """One of it."""
    return msgspec.structs.replace(card, copies=1)


def has_room(state: State) -> bool:
    """For one more kind of card."""
    return len(state.kit.cards) < MOST_CARDS
