"""The seven resources, counted; nothing here knows who owns them. No rule ends the supply, so it has no end."""

from collections.abc import Iterable
from operator import add, sub
from typing import Annotated, Literal

import msgspec
from msgspec.structs import astuple

Resource = Literal["stone", "iron", "heartstone", "cart", "hammer", "rune", "coin"]
RESOURCES: tuple[Resource, ...] = ("stone", "iron", "heartstone", "cart", "hammer", "rune", "coin")
Mineral = Literal["stone", "iron", "heartstone"]
MINERALS: tuple[Mineral, ...] = ("stone", "iron", "heartstone")

Clan = Literal["fire", "ice", "moon"]
CLANS: tuple[Clan, ...] = ("fire", "ice", "moon")

Symbol = Literal["stone", "iron", "heartstone", "cart", "hammer", "rune", "coin", "fire_cart", "ice_cart", "moon_cart"]
"""What is printed on a troll: a cart of a clan moves that clan's statues only, a `cart` is wild."""
SYMBOLS: tuple[Symbol, ...] = (*RESOURCES, "fire_cart", "ice_cart", "moon_cart")

Count = Annotated[int, msgspec.Meta(ge=0)]


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A field for each of RESOURCES, in their order."""

    stone: Count = 0
    iron: Count = 0
    heartstone: Count = 0
    cart: Count = 0
    hammer: Count = 0
    rune: Count = 0
    coin: Count = 0

    def of(self, resource: str) -> int:
        count: int = getattr(self, resource)
        return count

    @property
    def total(self) -> int:
        return sum(astuple(self))

    def each(self) -> list[Resource]:
        """Every single one, in the order of RESOURCES."""
        return [resource for resource in RESOURCES for _ in range(self.of(resource))]

    def __add__(self, other: "Goods") -> "Goods":
        return Goods(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: "Goods") -> "Goods":
        return Goods(*map(sub, astuple(self), astuple(other)))


def goods(resources: Iterable[str]) -> Goods:
    counts = dict.fromkeys(RESOURCES, 0)
    for resource in resources:
        counts[resource] += 1  # type: ignore[index]  # a name that is none of them is a KeyError
    return Goods(**counts)


def resource_of(symbol: Symbol) -> Resource:
    """What a symbol on a troll makes: every cart is a cart once it has left it."""
    match symbol:
        case "fire_cart" | "ice_cart" | "moon_cart":
            return "cart"
    return symbol
