"""Section B: orc cards, the siege cards they turn over, and the orcs' way to the gold."""

from companion.games.runedar.engines import engine_shown, lose_gold, stolen
from companion.games.runedar.faces import SiegeCard
from companion.games.runedar.fortress import CHAMBER, inwards, outside
from companion.games.runedar.state import (
    ORC,
    Shown,
    State,
    changed,
    lay_down,
    lose,
    one_less,
    with_news,
    with_orcs,
)
from companion.games.runedar.words import siege_card_text
from companion.rules import say


def top_pile(state: State) -> int | None:
    """The number on the back of the card on top of the deck."""
    left = zip(state.kit.siege, state.siege, strict=True)
    return min((card.pile for card, count in left if count), default=None)


def on_top(state: State) -> list[int]:
    """The siege cards that may be on top."""
    pile = top_pile(state)
    return [
        number
        for number, (card, count) in enumerate(zip(state.kit.siege, state.siege, strict=True))
        if count and card.pile == pile
    ]


def play_orc(state: State) -> State | None:
    """The next orc card of the hand, if there is one."""
    if ORC not in state.hand:
        return None
    return changed(lay_down(state, ORC), due=("siege", *state.due))


def shown_on(card: SiegeCard) -> Shown:
    return Shown(card.orcs, () if card.engine == "none" else (card.engine,), card.arrow)


def turn_siege(state: State, number: int, card: Shown) -> State:
    """One card less; the last one loses the game before anything on it happens."""
    siege = one_less(state.siege, number)
    text = siege_card_text(state.kit, card)
    state = with_news(changed(state, siege=siege), say("Siege card: {card}.", card=text))
    if not sum(siege):
        return lose(state, "siege")
    return changed(state, siege_card=card, due=("resolve", *state.due[1:]))


def resolve(state: State) -> State:
    """Orcs arrive, then the engine comes or acts, and only then all orcs move."""
    card = state.siege_card
    assert card is not None
    due = state.due[1:]
    state = changed(state, siege_card=None, due=("arrow", *due) if card.arrow else due)
    for number in card.orcs:
        state = with_orcs(state, outside(number), 1)
        if not state.orcs_left:
            return lose(state, "orcs")
    for engine in card.engines:
        state = engine_shown(state, engine)
    return state


def without_effect(state: State) -> State:
    return changed(state, siege_card=None, due=state.due[1:])


def all_move(state: State) -> State:
    """The nearest first, each one space; in the chamber each steals a piece of gold and is gone."""
    thieves = 0
    for here, there in inwards(state.kit.fortress):
        count = state.orcs_at(here)
        if count:
            state = with_orcs(state, here, -count)
            if there == CHAMBER:
                thieves += count
            else:
                state = with_orcs(state, there, count)
    state = changed(state, due=state.due[1:], stolen=state.stolen + thieves)
    if not thieves:
        return state
    return lose_gold(with_news(state, stolen(thieves)), thieves)
