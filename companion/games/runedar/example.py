"""What stands in for the box until its owner records it: made up so that it honours all that the rulebook says."""

from companion.games.runedar.faces import (
    Card,
    Cards,
    Enemies,
    GoblinTile,
    Prices,
    SiegeCard,
    SiegeDeck,
    TrollTile,
)
from companion.games.runedar.fortress import Fortress, Tower, Wall
from companion.games.runedar.goods import Goods

EXAMPLE = "Example"

WOOD, LEATHER, METAL = Goods(wood=1), Goods(leather=1), Goods(metal=1)

FORTRESS = Fortress(
    EXAMPLE,
    walls=(Wall("joinery"), Wall("joinery"), Wall("tannery"), Wall("foundry")),
    towers=(Tower((1, 2), tunnel=True), Tower((2, 3)), Tower((3, 4))),
)

START = (
    Card("Rusty pickaxe", "start", 3, digs=1, melee=1),
    Card("Blunt hatchet", "start", 2, makes=WOOD, melee=1),
    Card("Old crossbow", "start", 2, makes=LEATHER, ranged=1),
    Card("Worn hammer", "start", 2, makes=METAL, melee=1),
    Card("Worn awl", "start", 1, makes=LEATHER, digs=1),
)
YELLOW = (
    Card("Pickaxe", "yellow", 3, digs=2, melee=1, needs=Goods(wood=1, metal=1)),
    Card("Saw", "yellow", 2, makes=Goods(wood=2), melee=1, needs=Goods(wood=1, metal=1)),
    Card("Awl", "yellow", 2, makes=Goods(leather=2), ranged=1, needs=Goods(wood=1, leather=1)),
    Card("Tongs", "yellow", 2, makes=Goods(metal=2), melee=1, needs=Goods(leather=1, metal=1)),
    Card("Axe", "yellow", 2, makes=WOOD, melee=2, needs=Goods(wood=1, metal=1)),
    Card("Crossbow", "yellow", 2, makes=LEATHER, ranged=2, needs=Goods(wood=1, leather=1)),
    Card("Toolbox", "yellow", 2, makes_any=1, digs=1, ranged=1, needs=Goods(wood=1, leather=1)),
)
GREY = (
    Card("Steel pickaxe", "grey", 3, digs=3, melee=2, needs=Goods(wood=1, metal=2)),
    Card("Battle axe", "grey", 3, makes=Goods(wood=2), melee=3, needs=Goods(wood=1, leather=1, metal=1)),
    Card("Heavy crossbow", "grey", 2, makes=Goods(leather=2), ranged=3, needs=Goods(wood=2, leather=1)),
    Card("Full toolbox", "grey", 2, makes_any=2, digs=2, ranged=1, needs=Goods(wood=1, leather=1, metal=1)),
    Card("War hammer", "grey", 2, makes=Goods(metal=2), blows=1, digs=1, needs=Goods(leather=1, metal=2)),
)
RED = (
    Card("Rune pickaxe", "red", 2, digs=4, melee=2, magic=True, needs=Goods(wood=2, metal=2)),
    Card("Rune axe", "red", 2, makes_any=2, melee=4, magic=True, needs=Goods(wood=2, leather=1, metal=2)),
    Card("Rune crossbow", "red", 2, makes_any=2, ranged=4, magic=True, needs=Goods(wood=2, leather=2, metal=1)),
    Card("Rune hammer", "red", 2, makes_any=3, blows=2, digs=2, magic=True, needs=Goods(leather=2, metal=3)),
)

FREE = Goods()
CARDS = Cards(
    EXAMPLE,
    cards=(*START, *YELLOW, *GREY, *RED),
    one=(FREE, FREE, FREE, FREE, FREE),
    two=(FREE, FREE, FREE, FREE, WOOD),
    three=(FREE, FREE, FREE, LEATHER, WOOD),
    four=(FREE, FREE, METAL, LEATHER, WOOD),
)


def siege_pile(pile: int) -> tuple[SiegeCard, ...]:
    """Ten cards: seven orcs, three times all of them move, and both engines."""
    return (
        SiegeCard(pile, 1, orcs=(1,)),
        SiegeCard(pile, 1, orcs=(2,)),
        SiegeCard(pile, 1, orcs=(3,)),
        SiegeCard(pile, 1, orcs=(4,)),
        SiegeCard(pile, 1, orcs=(1 + pile % 4,), arrow=True),
        SiegeCard(pile, 1, orcs=(1 + (pile + 2) % 4,), arrow=True),
        SiegeCard(pile, 1, orcs=(1 + (pile + 1) % 4,), engine="catapult"),
        SiegeCard(pile, 1, engine="tower"),
        SiegeCard(pile, 2, arrow=True),
    )


SIEGE = SiegeDeck(EXAMPLE, tuple(card for pile in range(1, 6) for card in siege_pile(pile)))

ENEMIES = Enemies(
    EXAMPLE,
    goblins=(
        GoblinTile(1, goods=Goods(wood=2)),
        GoblinTile(1, any_goods=3),
        GoblinTile(1, rubble=2),
        GoblinTile(1, circles=(1, 1)),
        GoblinTile(2, goods=Goods(leather=2)),
        GoblinTile(2, goods=Goods(metal=2)),
        GoblinTile(2, rubble=3),
        GoblinTile(2, circles=(2, 2)),
        GoblinTile(3, goods=Goods(wood=1, leather=1, metal=1)),
        GoblinTile(3, any_goods=4),
        GoblinTile(3, rubble=3),
        GoblinTile(3, circles=(2, 2)),
        GoblinTile(4, goods=Goods(wood=2, metal=2)),
        GoblinTile(4, any_goods=5),
        GoblinTile(4, rubble=4),
        GoblinTile(4, circles=(3, 3)),
        GoblinTile(5, circles=(2, 2, 2)),
        GoblinTile(5, circles=(3, 3)),
        GoblinTile(5, circles=(3, 3, 3)),
        GoblinTile(5, circles=(4, 4)),
    ),
    trolls=(
        TrollTile((1, 1)),
        TrollTile((2, 2)),
        TrollTile((2, 2, 2)),
        TrollTile((3, 3)),
        TrollTile((3, 3, 3)),
    ),
    prices=Prices(workshops=2, troll=2, goblin=2, catapult=1, siege=1),
    die=("one", "one", "two", "three", "crossbow", "crossbow"),
)
