"""The eleven workshops: what each turns into what; whether somebody may use one is not decided here."""

from typing import NamedTuple

from companion.games.hall.diggings import WorkshopName
from companion.games.hall.purse import Wanted
from companion.games.hall.resources import Resource

EACH = 2
"""How many there are of each."""


class Trade(NamedTuple):
    spend: Wanted
    gain: Resource
    spent: int = 1
    gained: int = 1


def both_ways(one: Wanted, other: Resource) -> tuple[Trade, Trade]:
    assert one != "wild_cart"
    return Trade(one, other), Trade(other, one)  # type: ignore[arg-type]  # no clan's cart is made anywhere


TRADES: dict[WorkshopName, tuple[Trade, ...]] = {
    "cartwright": (Trade("heartstone", "cart"), Trade("wild_cart", "heartstone")),
    "charmcrafter": both_ways("coin", "rune"),
    "coinpress": (*both_ways("iron", "coin"), *both_ways("heartstone", "coin")),
    "metalworks": both_ways("heartstone", "iron"),
    "pickforge": (),
    "quartermaster": (),
    "runesmithy": (*both_ways("stone", "rune"), *both_ways("iron", "rune")),
    "stonegrinder": (Trade("heartstone", "stone", gained=2), Trade("stone", "heartstone", spent=2)),
    "stonemill": both_ways("stone", "iron"),
    "toolforge": both_ways("heartstone", "hammer"),
    "wheeljack": (),
}
"""Pickforge and Wheeljack take any two resources, and the Quartermaster only moves one."""

ANY = 2
"""So many resources of any kind make a hammer at a Pickforge, and a cart at a Wheeljack."""

WORKSHOPS: tuple[WorkshopName, ...] = tuple(TRADES)
