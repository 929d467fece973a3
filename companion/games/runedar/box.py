"""What of Runedar's box its owner records: what the rulebook shows in pictures only. An example stands in for each."""

from companion.games.runedar.example import CARDS, ENEMIES, FORTRESS, SIEGE
from companion.games.runedar.example import EXAMPLE as EXAMPLE_NAME
from companion.games.runedar.faces import Cards, Enemies, SiegeDeck, cards_faults, enemies_faults, siege_faults
from companion.games.runedar.fortress import WORKSHOP_NAMES, Fortress, fortress_faults
from companion.games.runedar.words import PILE_NAMES
from companion.rules import BoxKind, Shipped, Text, say

EXAMPLE = say("Comes with the companion. Yours is in your box: copy this one and write down what it says.")

GOODS: dict[str, Text] = {"wood": say("wood"), "leather": say("leather"), "metal": say("metal")}
COPIES: dict[str, Text] = {"copies": say("How often")}
NAMED: dict[str, Text] = {EXAMPLE_NAME: say("Example")}

FORTRESSES: BoxKind[Fortress] = BoxKind(
    name="fortresses",
    title=say("Fortresses"),
    thing=Fortress,
    shipped=lambda: [Shipped(FORTRESS, EXAMPLE)],
    faults=fortress_faults,
    labels={
        "walls": say("Walls"),
        "towers": say("Towers"),
        "workshop": say("Workshop"),
        "tunnel": say("Tunnel tower"),
        "beside_courtyard": say("Workshops beside the courtyard"),
        **WORKSHOP_NAMES,
        **NAMED,
    },
    picked=say("Fortress"),
)
CARD_SETS: BoxKind[Cards] = BoxKind(
    name="cards",
    title=say("Cards of the dwarves"),
    thing=Cards,
    shipped=lambda: [Shipped(CARDS, EXAMPLE)],
    faults=cards_faults,
    labels={
        "name": say("Name"),
        "cards": say("Cards"),
        "pile": say("Pile"),
        "makes": say("Resources"),
        "makes_any": say("Any resource"),
        "melee": say("Combat dice"),
        "blows": say("Two sure hits"),
        "ranged": say("Crossbow dice"),
        "digs": say("Dig"),
        "magic": say("First go anywhere"),
        "needs": say("Takes"),
        "one": say("Upgrade board, 1 dwarf"),
        "two": say("Upgrade board, 2 dwarves"),
        "three": say("Upgrade board, 3 dwarves"),
        "four": say("Upgrade board, 4 dwarves"),
        **{str(pile): text for pile, text in PILE_NAMES.items()},
        **GOODS,
        **COPIES,
        **NAMED,
    },
    picked=say("Cards of the dwarves"),
)
SIEGES: BoxKind[SiegeDeck] = BoxKind(
    name="sieges",
    title=say("Siege decks"),
    thing=SiegeDeck,
    shipped=lambda: [Shipped(SIEGE, EXAMPLE)],
    faults=siege_faults,
    labels={
        "cards": say("Cards"),
        "pile": say("Number on the back"),
        "orcs": say("Orcs, by the number of their wall"),
        "engine": say("Engine"),
        "none": say("none"),
        "tower": say("Siege tower"),
        "catapult": say("Catapult"),
        "arrow": say("All orcs move"),
        **COPIES,
        **NAMED,
    },
    picked=say("Siege deck"),
)
FOES: BoxKind[Enemies] = BoxKind(
    name="enemies",
    title=say("Enemies, mercenaries and dice"),
    thing=Enemies,
    shipped=lambda: [Shipped(ENEMIES, EXAMPLE)],
    faults=enemies_faults,
    labels={
        "goblins": say("Goblin tiles"),
        "trolls": say("Troll tiles"),
        "section": say("Number on the back"),
        "goods": say("Wants these resources"),
        "any_goods": say("Wants any resources"),
        "rubble": say("Rubble"),
        "circles": say("Circles: hits for each damage"),
        "prices": say("Prices of the mercenaries"),
        "workshops": say("Orcs in the workshops"),
        "troll": say("A troll"),
        "goblin": say("A goblin"),
        "catapult": say("The catapult"),
        "siege": say("The siege card"),
        "die": say("The six faces of a die"),
        "one": say("1 hit"),
        "two": say("2 hits"),
        "three": say("3 hits"),
        "crossbow": say("Bolt"),
        **GOODS,
        **COPIES,
        **NAMED,
    },
    picked=say("Enemies"),
)
