"""Section C, using resources: from the workshop onto cards of the upgrade board, or to goblins that want them."""

import msgspec

from companion.games.runedar.courtyard import given, missing
from companion.games.runedar.goods import Good
from companion.games.runedar.moves import Put
from companion.games.runedar.state import Plays, Space, State, Stores, changed, lay_down, replaced


def workable(state: State) -> Good | None:
    """What the dwarf may use here now: nothing beside an orc, and nothing that nobody needs."""
    good = state.in_workshop()
    if good is None or state.orcs_at(state.place) or not state.stored(good) or not takers(state, good):
        return None
    return good


def yields(state: State, card: int, good: Good) -> int:
    face = state.face(card)
    return max(face.makes.of(good), face.makes_any)


def tools(state: State, cards: tuple[int, ...]) -> list[int]:
    """Those of these cards, each kind once, that can be used in this workshop."""
    good = workable(state)
    return [card for card in dict.fromkeys(cards) if good and yields(state, card, good)]


def takers(state: State, good: Good) -> list[Put]:
    """Where one more of this resource can go."""
    spaces = [Put("space", number) for number, each in enumerate(state.spaces, 1) if needed(state, number, each, good)]
    goblins = [Put("goblin", number) for number, each in enumerate(state.goblins, 1) if missing(each, good)]
    return [*spaces, *goblins]


def needed(state: State, number: int, space: Space, good: Good) -> int:
    """How many of this resource the card on this space still takes."""
    if space.card is None:
        return 0
    whole = state.face(space.card).needs.of(good) + state.kit.board[number - 1].of(good)
    return max(0, whole - space.goods.of(good))


def work(state: State, card: int, magic: bool) -> State:
    good = workable(state)
    assert good is not None
    state = state if magic else lay_down(state, card)
    return changed(state, now=Stores(good, min(yields(state, card, good), state.stored(good))))


def put(state: State, stores: Stores, on: Put) -> State:
    state = changed(state, now=Stores(stores.good, stores.left - 1))
    if on.on == "goblin":
        return given(state, on.number, stores.good)
    space = state.spaces[on.number - 1]
    space = msgspec.structs.replace(space, goods=space.goods.one_more(stores.good))
    return changed(state, spaces=replaced(state.spaces, on.number - 1, space))


def passed(state: State, stores: Stores) -> State | None:
    """All are used, nobody needs more, or there is one place for them all."""
    wanted = takers(state, stores.good)
    if not stores.left or not wanted:
        return changed(state, now=Plays())
    return put(state, stores, wanted[0]) if len(wanted) == 1 else None
