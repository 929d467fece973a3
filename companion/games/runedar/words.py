"""What things in Runedar are called: spaces, cards, enemies, engines, mercenaries."""

from functools import cache

from companion.games.runedar.faces import CROSSBOW, ONE, THREE, TWO, Card, EngineName, Pile
from companion.games.runedar.fortress import WORKSHOP_NAMES, Fortress, Workshop
from companion.games.runedar.goods import GOODS, Goods, counted, goods_parts
from companion.games.runedar.moves import Mercenary
from companion.games.runedar.state import Goblin, Kit, Shown, Troll
from companion.rules import Option, Text, listed, say, say_many

ROOMS: dict[str, Text] = {
    "chamber": say("Central chamber"),
    "courtyard": say("Tunnel courtyard"),
    **WORKSHOP_NAMES,
}
WALLS: dict[Workshop, Text] = {
    "joinery": say("Joinery wall"),
    "tannery": say("Tannery wall"),
    "foundry": say("Foundry wall"),
}
OUTSIDES: dict[Workshop, Text] = {
    "joinery": say("Outside the joinery wall"),
    "tannery": say("Outside the tannery wall"),
    "foundry": say("Outside the foundry wall"),
}
ENGINES: dict[str, Text] = {"tower": say("the siege tower"), "catapult": say("the catapult")}

PILE_NAMES: dict[Pile, Text] = {
    "start": say("starting card"),
    "yellow": say("yellow"),
    "grey": say("grey"),
    "red": say("red"),
}

EXAMPLE_CARDS: dict[str, Text] = {
    "Rusty pickaxe": say("Rusty pickaxe"),
    "Blunt hatchet": say("Blunt hatchet"),
    "Old crossbow": say("Old crossbow"),
    "Worn hammer": say("Worn hammer"),
    "Worn awl": say("Worn awl"),
    "Pickaxe": say("Pickaxe"),
    "Saw": say("Saw"),
    "Awl": say("Awl"),
    "Tongs": say("Tongs"),
    "Axe": say("Axe"),
    "Crossbow": say("Crossbow"),
    "Toolbox": say("Toolbox"),
    "Steel pickaxe": say("Steel pickaxe"),
    "Battle axe": say("Battle axe"),
    "Heavy crossbow": say("Heavy crossbow"),
    "Full toolbox": say("Full toolbox"),
    "War hammer": say("War hammer"),
    "Rune pickaxe": say("Rune pickaxe"),
    "Rune axe": say("Rune axe"),
    "Rune crossbow": say("Rune crossbow"),
    "Rune hammer": say("Rune hammer"),
}
"""Those that come with the companion; what an owner records is called as they write it."""

ORC_CARD = say("Orc")

FACES = (
    Option(ONE, say("1 hit")),
    Option(TWO, say("2 hits")),
    Option(THREE, say("3 hits")),
    Option(CROSSBOW, say("Bolt")),
)


@cache
def place_name(fortress: Fortress, place: str) -> Text:
    kind, _, number = place.partition(" ")
    match kind:
        case "wall" | "outside":
            return wall_name(fortress, WALLS if kind == "wall" else OUTSIDES, int(number))
        case "tower":
            return tower_name(fortress, int(number))
    return ROOMS[place]


def wall_name(fortress: Fortress, names: dict[Workshop, Text], number: int) -> Text:
    """With a number where its workshop has several."""
    workshop = fortress.walls[number - 1].workshop
    same = [place for place, wall in enumerate(fortress.walls, 1) if wall.workshop == workshop]
    if len(same) == 1:
        return names[workshop]
    return say("{wall} {number}", wall=names[workshop], number=1 + same.index(number))


def tower_name(fortress: Fortress, number: int) -> Text:
    if fortress.towers[number - 1].tunnel:
        return say("Tunnel tower")
    return say("Tower {number}", number=number)


def card_name(card: Card) -> Text:
    return EXAMPLE_CARDS.get(card.name) or say("{name}", name=card.name)


@cache
def card_in_full(card: Card) -> Text:
    """Its name and what it does besides walking."""
    return say("{card}: {does}", card=card_name(card), does=listed(does(card)))


def does(card: Card) -> list[Text]:
    parts = goods_parts(card.makes)
    if card.makes_any:
        parts.append(say_many("{count} of any resource", "{count} of any resource", card.makes_any))
    if card.melee:
        parts.append(say_many("{count} combat die", "{count} combat dice", card.melee))
    if card.blows:
        parts.append(say("{hits} sure hits", hits=2 * card.blows))
    if card.ranged:
        parts.append(say_many("{count} crossbow die", "{count} crossbow dice", card.ranged))
    if card.digs:
        parts.append(say("dig {count}", count=card.digs))
    if card.magic:
        parts.append(say("first go anywhere"))
    return parts or [say("walk")]


def held(kit: Kit, card: int) -> Text:
    """A card of a deck, orcs too."""
    return ORC_CARD if card < 0 else card_in_full(kit.face(card))


def siege_card_text(kit: Kit, card: Shown) -> Text:
    parts = [orcs_arrive(kit, number, card.orcs.count(number)) for number in dict.fromkeys(sorted(card.orcs))]
    if "tower" in card.engines:
        parts.append(say("Siege tower"))
    if "catapult" in card.engines:
        parts.append(say("Catapult"))
    if card.arrow:
        parts.append(say("all orcs move"))
    return listed(parts or [say("nothing")])


def orcs_arrive(kit: Kit, number: int, count: int) -> Text:
    return say_many("{count} orc: {wall}", "{count} orcs: {wall}", count, wall=wall_name(kit.fortress, WALLS, number))


def circles_text(circles: tuple[int, ...]) -> Text:
    """How much damage is left, and what one takes."""
    if len(set(circles)) == 1:
        each = hits(circles[0])
        return say_many("{count} damage of {hits}", "{count} damage of {hits} each", len(circles), hits=each)
    return say("damage of {hits} hits", hits=listed([say("{value}", value=circle) for circle in circles]))


def hits(count: int) -> Text:
    return say_many("{count} hit", "{count} hits", count)


def troll_text(troll: Troll) -> Text:
    return say("Troll, {damage}", damage=circles_text(troll.circles))


def goblin_text(goblin: Goblin) -> Text:
    return say("Goblin, {wants}", wants=wants(goblin))


def wants(goblin: Goblin) -> Text:
    """What is still missing."""
    tile = goblin.tile
    if goblin.circles:
        return circles_text(goblin.circles)
    if tile.rubble:
        return say_many("{count} rubble to clear", "{count} rubble to clear", goblin.rubble)
    if tile.any_goods:
        left = tile.any_goods - goblin.goods.total
        return say_many("wants {count} resource of any kind", "wants {count} resources of any kind", left)
    return say("wants {goods}", goods=listed(goods_parts(tile.goods.less(goblin.goods))))


def goods_text(goods: Goods) -> Text:
    return listed(goods_parts(goods) or [counted(GOODS[0], 0)])


HIRED: dict[Mercenary, Text] = {
    "workshops": say("No orcs in the workshops"),
    "troll": say("A troll less"),
    "goblin": say("A goblin less"),
    "catapult": say("The catapult does not fire"),
    "siege": say("The siege card does nothing"),
}


def hire_text(who: Mercenary, price: int) -> Text:
    return say("{deed}, {price} gold", deed=HIRED[who], price=price)


def engine_text(engine: EngineName, name: str, lying: bool) -> Text:
    """In whose area it is."""
    match engine, lying:
        case "tower", False:
            return say("Siege tower at {name}'s", name=name)
        case "tower", True:
            return say("Siege tower lying at {name}'s", name=name)
        case "catapult", False:
            return say("Catapult at {name}'s", name=name)
    return say("Catapult lying at {name}'s", name=name)
