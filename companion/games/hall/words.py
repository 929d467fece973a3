"""What people call the things of the Hall."""

from collections.abc import Callable, Iterable
from functools import cache

from companion.games.hall.diggings import WorkshopName
from companion.games.hall.resources import RESOURCES, Clan, Goods, Resource, Symbol, goods, resource_of
from companion.rules import Text, listed, say, say_many

RESOURCE_NAMES: dict[str, Text] = {
    "stone": say("stone"),
    "iron": say("iron"),
    "heartstone": say("heartstone"),
    "cart": say("cart"),
    "hammer": say("hammer"),
    "rune": say("rune"),
    "coin": say("coin"),
    "wild_cart": say("wild cart"),
    "fire_cart": say("Fire cart"),
    "ice_cart": say("Ice cart"),
    "moon_cart": say("Moon cart"),
}
AMOUNTS: dict[Resource, Callable[[int], Text]] = {
    "stone": lambda count: say_many("{count} stone", "{count} stone", count),
    "iron": lambda count: say_many("{count} iron", "{count} iron", count),
    "heartstone": lambda count: say_many("{count} heartstone", "{count} heartstone", count),
    "cart": lambda count: say_many("{count} cart", "{count} carts", count),
    "hammer": lambda count: say_many("{count} hammer", "{count} hammers", count),
    "rune": lambda count: say_many("{count} rune", "{count} runes", count),
    "coin": lambda count: say_many("{count} coin", "{count} coins", count),
}
STATUE_NAMES: dict[Clan, Text] = {
    "fire": say("Fire statue"),
    "ice": say("Ice statue"),
    "moon": say("Moon statue"),
}
PEDESTAL_NAMES: dict[Clan, Text] = {
    "fire": say("Fire pedestal"),
    "ice": say("Ice pedestal"),
    "moon": say("Moon pedestal"),
}
CLAN_NAMES: dict[str, Text] = {
    "fire": say("Fire"),
    "ice": say("Ice"),
    "moon": say("Moon"),
    "mud": say("Mud"),
}
TIER_NAMES: tuple[Text, ...] = (
    say("dark gray tier"),
    say("gray tier"),
    say("brown tier"),
    say("orange tier"),
    say("yellow tier"),
)
WORKSHOP_NAMES: dict[WorkshopName, Text] = {
    "cartwright": say("Cartwright"),
    "charmcrafter": say("Charmcrafter"),
    "coinpress": say("Coinpress"),
    "metalworks": say("Metalworks"),
    "pickforge": say("Pickforge"),
    "quartermaster": say("Quartermaster"),
    "runesmithy": say("Runesmithy"),
    "stonegrinder": say("Stonegrinder"),
    "stonemill": say("Stonemill"),
    "toolforge": say("Toolforge"),
    "wheeljack": say("Wheeljack"),
}
KNOWN_NAMES: dict[str, Text] = {
    "The Trove": say("The Trove"),
    "Shaman's Chamber": say("Shaman's Chamber"),
    "Spring": say("Spring"),
    "Chasm": say("Chasm"),
    "Stonecutter": say("Stonecutter"),
    "Great Forge": say("Great Forge"),
    "Earth Ritual": say("Earth Ritual"),
    "Golden Mask": say("Golden Mask"),
    "Stone-eater's Call": say("Stone-eater's Call"),
    "Rite of Ascension": say("Rite of Ascension"),
}
"""Halls and spells that the rulebooks name; the owner's own are called as they wrote them."""


def called(name: str) -> Text:
    return KNOWN_NAMES.get(name) or say("{name}", name=name)


def amounts(counted: Goods) -> Text:
    """Like "2 iron, 1 hammer"."""
    parts = [AMOUNTS[resource](counted.of(resource)) for resource in RESOURCES if counted.of(resource)]
    return listed(parts) if parts else say("nothing")


@cache
def symbols_in_words(shown: tuple[Symbol, ...]) -> Text:
    """What is printed on a troll, with the clans of its carts."""
    parts = [
        AMOUNTS[resource](shown.count(resource)) for resource in RESOURCES if resource != "cart" and resource in shown
    ]
    carts: tuple[Symbol, ...] = ("cart", "fire_cart", "ice_cart", "moon_cart")
    parts += [
        RESOURCE_NAMES["wild_cart" if cart == "cart" else cart] for cart in carts for _ in range(shown.count(cart))
    ]
    return listed(parts) if parts else say("nothing")


def gained_in_words(symbols: Iterable[Symbol]) -> Text:
    return amounts(goods(resource_of(symbol) for symbol in symbols))
