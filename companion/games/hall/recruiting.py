"""Step 2 of a turn, the trolls: bribes, the horde and its decks, the cascade, and the coronation."""

from collections.abc import Sequence
from itertools import chain
from string import ascii_lowercase

import msgspec

from companion.games.hall.magic import spend
from companion.games.hall.moot import TROLLS, Troll, cascade, joined, open_places, recruit, size
from companion.games.hall.moves import Recruit, Reveal
from companion.games.hall.purse import can_spend, owned
from companion.games.hall.resources import Clan, goods
from companion.games.hall.state import (
    LAST_TURNS,
    Acts,
    Cascade,
    Crowned,
    Deck,
    DrawsPedestal,
    Finishes,
    Pending,
    Reveals,
    State,
    TakesPedestal,
    Waiting,
    changed,
    less,
    replaced,
    space_row,
    spaces_beneath,
    stored,
    waits_for,
    with_news,
    with_side,
)
from companion.games.hall.words import amounts, gained_in_words
from companion.rules import say

RETIRING = 4
"""A troll with so many bribes retires."""
BAG_LEVEL, CHOICE_LEVEL = 2, 3
"""Fresh trolls of the one level get a pedestal from the bag; for the other, the recruiter chooses one."""


def price(space: int) -> int:
    return len(spaces_beneath(space))


def recruitable(state: State, acts: Acts) -> list[int]:
    """Spaces of the horde whose troll can be had now."""
    seat = state.turn
    if not open_places(state.moots[seat]):
        return []
    purse = state.purse(seat)
    coins = owned(purse).total if acts.masked else can_spend(purse, "coin")
    return [space for space, waiting in enumerate(state.horde) if waiting and price(space) <= coins]


def space_of(state: State, troll: str) -> int:
    return next(space for space, waiting in enumerate(state.horde) if waiting and waiting.troll.name == troll)


def recruited(state: State, move: Recruit) -> State:
    seat, space = state.turn, space_of(state, move.troll)
    beneath = spaces_beneath(space)
    bribes = move.bribes or ("coin",) * len(beneath)
    state = bribed(spend(state, seat, bribes), beneath, bribes)
    waiting = state.horde[space]
    assert waiting
    state = stored(state, seat, waiting.bribes)
    if waiting.bribes.total:
        state = with_news(state, say("{name} collects {goods}.", name=state.name(seat), goods=amounts(waiting.bribes)))
    if waiting.pedestal:
        state = with_side(state, seat, pedestals=(*state.side(seat).pedestals, waiting.pedestal))
    state = changed(state, horde=replaced(state.horde, space, None), now=Finishes())
    place = move.place if move.place >= 0 else open_places(state.moots[seat])[0]
    state, retired = with_retired(risen(state, seat, place, waiting.troll))
    asked: list[Pending] = [TakesPedestal()] if waiting.troll.level == CHOICE_LEVEL and state.bag else []
    return waits_for(state, *asked, Reveals(space), *(Reveals(each) for each in retired))


def bribed(state: State, beneath: tuple[int, ...], bribes: Sequence[str]) -> State:
    """One onto each troll beneath; an empty space takes none, and its bribe goes to the supply."""
    horde = state.horde
    for space, bribe in zip(beneath, bribes, strict=True):
        if waiting := horde[space]:
            more = Waiting(waiting.troll, waiting.bribes + goods([bribe]), waiting.pedestal)
            horde = replaced(horde, space, more)
    return changed(state, horde=horde)


def risen(state: State, seat: int, place: int, troll: Troll) -> State:
    """The troll joins the moot, and the cascade runs down from it."""
    moot, gains = cascade(joined(state.moots[seat], place, recruit(troll)), place)
    state = changed(state, moots=replaced(state.moots, seat, moot), cascade=Cascade(seat, gains))
    told = [
        say("{troll} gains {goods}.", troll=gain.name, goods=gained_in_words(gain.symbols))
        for gain in gains
        if gain.symbols
    ]
    return crowned(with_news(state, *told), seat)


def crowned(state: State, seat: int) -> State:
    """The tenth troll earns a coronation token while there is one; the last one brings on the end."""
    if size(state.moots[seat]) < TROLLS or not state.coronations:
        return state
    worth, *left = state.coronations
    state = changed(state, coronations=tuple(left), crowned=(*state.crowned, Crowned(seat, worth)))
    state = with_news(state, say("{name} earns the coronation token of {worth}.", name=state.name(seat), worth=worth))
    if left:
        return state
    players = len(state.seats)
    turns = players - 1 - state.place_in_order(seat) + LAST_TURNS * players
    return with_news(changed(state, turns_left=turns), say("After this round everyone has two more turns."))


def with_retired(state: State) -> tuple[State, list[int]]:
    """Without the trolls that hold four bribes, and their spaces; their pedestals go back into the bag."""
    spaces = [space for space, each in enumerate(state.horde) if each and each.bribes.total >= RETIRING]
    for space in spaces:
        waiting = state.horde[space]
        assert waiting
        level = waiting.troll.level - 1
        deck = Deck(state.decks[level].unseen, (*state.decks[level].bottom, waiting.troll.name))
        bag = (*state.bag, waiting.pedestal) if waiting.pedestal else state.bag
        state = changed(
            state,
            horde=replaced(state.horde, space, None),
            decks=replaced(state.decks, level, deck),
            bag=tuple(sorted(bag)),
        )
        state = with_news(state, say("{troll} retires.", troll=waiting.troll.name))
    return state, spaces


def level_drawn(state: State, space: int) -> int | None:
    """From which deck a space is filled: its own, else the next higher that is not empty, else the next lower."""
    own, levels = space_row(space) + 1, len(state.decks)
    order = [*range(own, levels + 1), *range(own - 1, 0, -1)]
    return next((level for level in order if state.decks[level - 1].unseen or state.decks[level - 1].bottom), None)


def unseen(state: State, level: int) -> list[Troll]:
    """Known cards that may be turned over next from this deck."""
    seen = {waiting.troll.name for waiting in state.horde if waiting}
    seen |= {member.name for moot in state.moots for member in moot if member}
    seen |= {name for deck in state.decks for name in deck.bottom}
    return [troll for troll in state.box.trolls if troll.level == level and troll.name not in seen]


def turned_up(state: State, space: int, troll: Troll, level: int) -> State:
    """A fresh troll in the horde; one of level 2 gets a pedestal out of the bag."""
    deck = state.decks[level - 1]
    rest = Deck(deck.unseen - 1, deck.bottom) if deck.unseen else Deck(0, deck.bottom[1:])
    state = changed(
        state, horde=replaced(state.horde, space, Waiting(troll)), decks=replaced(state.decks, level - 1, rest)
    )
    return waits_for(state, DrawsPedestal(space)) if troll.level == BAG_LEVEL else state


def free_name(level: int, names: Sequence[str]) -> str:
    """Cards have no name: they are called by their level and a letter or two."""
    one = (f"{level}{letter}" for letter in ascii_lowercase)
    two = (f"{level}{first}{second}" for first in ascii_lowercase for second in ascii_lowercase)
    return next(name for name in chain(one, two) if name not in names)


def told_troll(state: State, move: Reveal, level: int) -> State:
    """A card that the box does not know joins what this game is played with."""
    name = free_name(level, [troll.name for troll in state.box.trolls])
    troll = Troll(name, level, move.clan, move.symbols)
    return changed(state, box=msgspec.structs.replace(state.box, trolls=(*state.box.trolls, troll)))


def revealed(state: State, space: int, move: Reveal) -> State:
    level = level_drawn(state, space)
    assert level is not None
    if not move.troll:
        state = told_troll(state, move, level)
    name = move.troll or state.box.trolls[-1].name
    troll = next(troll for troll in state.box.trolls if troll.name == name)
    return turned_up(state, space, troll, level)


def pedestal_drawn(state: State, space: int, clan: Clan) -> State:
    waiting = state.horde[space]
    assert waiting
    horde = replaced(state.horde, space, Waiting(waiting.troll, waiting.bribes, clan))
    return changed(state, horde=horde, bag=less(state.bag, clan))


def pedestal_taken(state: State, clan: Clan) -> State:
    state = changed(state, bag=less(state.bag, clan))
    return with_side(state, state.turn, pedestals=(*state.side(state.turn).pedestals, clan))
