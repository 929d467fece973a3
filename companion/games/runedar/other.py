"""Cards and tiles that the box does not list: told by what they show, when they are turned over."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.games.runedar.faces import LONGEST_NAME, Card, GoblinTile, Pile
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import TurnOther, TurnOtherGoblin, TurnOtherUpgrade
from companion.games.runedar.state import Shown, State
from companion.games.runedar.words import WALLS, wall_name
from companion.rules import Amount, Field, Form, Option, Pick, Several, Steps, Text, Words, say

MOST_ORCS = 4
ON_ONE_WALL = 2
MOST = 6


def makes_room(listed: Sequence[int], face: Callable[[int], object], examples: Collection[object]) -> int:
    """Which of those that may still come is taken off the list instead: an example rather than one of the owner's."""
    return next((number for number in listed if face(number) in examples), listed[0])


def siege_form(state: State) -> Form:
    fortress = state.kit.fortress
    walls = [number for number in range(1, len(fortress.walls) + 1) for _ in range(ON_ONE_WALL)]
    orcs = tuple(Option(number, wall_name(fortress, WALLS, number)) for number in walls)
    shows = (
        Option("tower", say("Siege tower")),
        Option("catapult", say("Catapult")),
        Option("arrow", say("all orcs move")),
    )
    fields = (
        Several("orcs", say("The wall of each orc"), orcs, 0, MOST_ORCS),
        Several("shows", say("And besides"), shows, 0, len(shows)),
    )
    return Form("other_siege", say("A card that is not listed"), fields)


def shown_on_other(told: TurnOther) -> Shown:
    return Shown(told.orcs, tuple(each for each in told.shows if each != "arrow"), "arrow" in told.shows)


def troll_form() -> Form:
    circles = Amount("circles", say("Circles on the tile"), 1, MOST)
    return Form("other_troll", say("A tile that is not listed"), (circles, hits_each()))


def hits_each() -> Amount:
    return Amount("hits", say("Hits for each damage"), 1, 5)


class Wants(Steps, frozen=True):
    """What a goblin wants decides what is asked next."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        match filled["wants"], [name for name in filled if name != "wants"]:
            case "goods", []:
                return Amount("wood", say("Wood"), 0, MOST)
            case "goods", ["wood"]:
                return Amount("leather", say("Leather"), 0, MOST)
            case "goods", ["wood", "leather"]:
                return Amount("metal", say("Metal"), 0 if filled["wood"] or filled["leather"] else 1, MOST)
            case (("any" | "rubble" | "fight"), []):
                return Amount("count", say("How many"), 1, MOST)
            case "fight", ["count"]:
                return hits_each()
        return None


def goblin_form() -> Form:
    wants = (
        Option("goods", say("These resources")),
        Option("any", say("Any resources")),
        Option("rubble", say("Rubble to clear")),
        Option("fight", say("A fight")),
    )
    asked = Pick("wants", say("What it wants"), wants)
    return Form("other_goblin", say("A tile that is not listed"), (asked,), Wants())


def other_goblin(section: int, told: TurnOtherGoblin) -> GoblinTile:
    match told.wants:
        case "goods":
            return GoblinTile(section, goods=Goods(told.wood, told.leather, told.metal))
        case "any":
            return GoblinTile(section, any_goods=told.count)
        case "rubble":
            return GoblinTile(section, rubble=told.count)
        case "fight":
            return GoblinTile(section, circles=(told.hits,) * told.count)


SHOWN: dict[str, Text] = {
    "wood": say("Wood"),
    "leather": say("Leather"),
    "metal": say("Metal"),
    "any": say("Any resource"),
    "melee": say("Combat dice"),
    "blows": say("Two sure hits"),
    "ranged": say("Crossbow dice"),
    "digs": say("Dig"),
    "magic": say("First go anywhere"),
}
TAKES: dict[str, Text] = {
    "takes_wood": say("Wood that it takes"),
    "takes_leather": say("Leather that it takes"),
    "takes_metal": say("Metal that it takes"),
}


class Strengths(Steps, frozen=True):
    """How much of each that the card shows, and then what it takes."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if strength := next_strength(filled):
            return strength
        return next((Amount(takes, text, 0, MOST) for takes, text in TAKES.items() if takes not in filled), None)


def next_strength(filled: Mapping[str, Any]) -> Amount | None:
    """How much of what a card shows is asked next."""
    shown = (each for each in filled["shows"] if each != "magic" and each not in filled)
    return next((Amount(each, SHOWN[each], 1, MOST) for each in shown), None)


def upgrade_form() -> Form:
    shows = tuple(Option(value, text) for value, text in SHOWN.items())
    fields = (
        Words("name", say("Name of the card"), LONGEST_NAME),
        Several("shows", say("What it shows"), shows, 0, len(shows)),
    )
    return Form("other_upgrade", say("A card that is not listed"), fields, Strengths())


def other_upgrade(pile: Pile, told: TurnOtherUpgrade) -> Card:
    return Card(
        told.name,
        pile,
        makes=Goods(told.wood, told.leather, told.metal),
        makes_any=told.any,
        melee=told.melee,
        blows=told.blows,
        ranged=told.ranged,
        digs=told.digs,
        magic="magic" in told.shows,
        needs=Goods(told.takes_wood, told.takes_leather, told.takes_metal),
    )
