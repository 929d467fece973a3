"""Paying: what somebody can spend, and what is taken; from trolls first, so that they can make it again.

Somebody who wants it otherwise says what to keep: that is spent last, after the storage. So every split can be had.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from companion.games.hall.moot import BUSIEST, Moot, joined
from companion.games.hall.resources import Goods, Resource, Symbol, goods, resource_of

Wanted = Resource | Literal["fire_cart", "ice_cart", "moon_cart", "wild_cart"]
"""A resource of any kind; for a statue, a cart that may move one of its clan; a cart that is wild."""

TENS = 10
"""A token is told as one number: ten times its place in the moot, and which symbol of the troll it lies on."""


class Purse(NamedTuple):
    """All that somebody may spend."""

    moot: Moot
    storage: Goods
    kept: tuple[int, ...] = ()
    """Tokens that are spent only when nothing else is left."""


class Paid(NamedTuple):
    """What is left after a payment, and what was taken: from trolls, by token, and from the storage."""

    purse: Purse
    tokens: tuple[int, ...]
    stored: Goods


@lru_cache(maxsize=256)
def tokens(moot: Moot) -> tuple[tuple[int, Symbol], ...]:
    """What lies on trolls: those in the most cascades first."""
    found = [
        (place * TENS + index, symbol)
        for place in BUSIEST
        if (member := moot[place]) is not None
        for index, symbol in enumerate(member.symbols)
        if member.held[index]
    ]
    # A cart that serves one clan only is given before a wild one.
    return tuple(sorted(found, key=lambda token: token[1] == "cart"))


def serves(symbol: Symbol, wanted: Wanted) -> bool:
    match wanted:
        case "wild_cart":
            return symbol == "cart"
        case "fire_cart" | "ice_cart" | "moon_cart":
            return symbol in (wanted, "cart")
    return resource_of(symbol) == wanted


def stored_as(wanted: Wanted) -> Resource:
    """Every cart in a storage is wild."""
    match wanted:
        case "wild_cart" | "fire_cart" | "ice_cart" | "moon_cart":
            return "cart"
    return wanted


@lru_cache(maxsize=256)
def on_trolls(moot: Moot) -> Goods:
    return goods(resource_of(symbol) for _, symbol in tokens(moot))


def owned(purse: Purse) -> Goods:
    return purse.storage + on_trolls(purse.moot)


def can_spend(purse: Purse, wanted: Wanted) -> int:
    """How many of it."""
    on_trolls = sum(serves(symbol, wanted) for _, symbol in tokens(purse.moot))
    return on_trolls + purse.storage.of(stored_as(wanted))


def pay(purse: Purse, wanted: Iterable[Wanted]) -> Paid | None:
    """One after the other, from trolls, from the storage, from what was to be kept; None if it does not suffice."""
    taken: list[int] = []
    stored: list[Resource] = []
    lying = tokens(purse.moot)
    for each in wanted:
        fitting = [token for token, symbol in lying if token not in taken and serves(symbol, each)]
        freely = [token for token in fitting if token not in purse.kept]
        resource = stored_as(each)
        if freely:
            taken.append(freely[0])
        elif purse.storage.of(resource) > stored.count(resource):
            stored.append(resource)
        elif fitting:
            taken.append(fitting[0])
        else:
            return None
    spent = goods(stored)
    left = Purse(lifted(purse.moot, taken), purse.storage - spent, tuple(t for t in purse.kept if t not in taken))
    return Paid(left, tuple(sorted(taken)), spent)


def lifted(moot: Moot, taken: Iterable[int]) -> Moot:
    """Without these tokens."""
    for token in taken:
        place, index = divmod(token, TENS)
        member = moot[place]
        assert member is not None
        held = (*member.held[:index], False, *member.held[index + 1 :])
        moot = joined(moot, place, msgspec.structs.replace(member, held=held))
    return moot


def symbol_at(moot: Moot, token: int) -> Symbol:
    place, index = divmod(token, TENS)
    member = moot[place]
    assert member is not None
    return member.symbols[index]
