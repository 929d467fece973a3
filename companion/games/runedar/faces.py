"""What is printed on cards and tiles, as the owner of the box records it; a face is not a card that somebody holds."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from companion.games.runedar.goods import Goods
from companion.rules import Text, fault_at, say

Small = Annotated[int, msgspec.Meta(ge=0, le=9)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=20)]
Fifth = Annotated[int, msgspec.Meta(ge=1, le=5)]
WallNumber = Annotated[int, msgspec.Meta(ge=1, le=8)]
Circles = Annotated[tuple[Fifth, ...], msgspec.Meta(max_length=6)]
"""The circles of an enemy: how many hits each damage takes in hand-to-hand combat."""

Pile = Literal["start", "yellow", "grey", "red"]
PILES: tuple[Pile, ...] = ("yellow", "grey", "red")
"""The upgrades, the weakest first."""

EngineName = Literal["tower", "catapult"]
Engine = Literal["none", "tower", "catapult"]

ONE, TWO, THREE, CROSSBOW = "one", "two", "three", "crossbow"
DieFace = Literal["one", "two", "three", "crossbow"]
HITS: dict[str, int] = {ONE: 1, TWO: 2, THREE: 3, CROSSBOW: 0}

FIRST_CARD = 10
"""Cards are numbered from here, and an orc is -1: all equally long, so that the length of a record tells nothing."""
MOST_CARDS = 90
LONGEST_NAME = 30
STARTING = 10
"""The weapons and tools that a dwarf begins with, beside two orcs."""
SPACES = 5
SECTIONS = 5
TROLL_TILES = 5
GOBLINS_EACH = 2


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon or a tool: any moves its dwarf two spaces, or does one of these."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    pile: Pile
    copies: Copies = 1
    makes: Goods = Goods()
    makes_any: Small = 0
    """Of whatever the workshop holds."""
    melee: Small = 0
    """Dice in hand-to-hand combat."""
    blows: Small = 0
    """Two hits each in hand-to-hand combat, without dice."""
    ranged: Small = 0
    digs: Small = 0
    magic: bool = False
    """It brings its dwarf to any space before it does something else."""
    needs: Goods = Goods()
    """What an upgrade takes, beside what its space on the board takes."""


Row = tuple[Goods, Goods, Goods, Goods, Goods]


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of the dwarves, and what the spaces of the upgrade board take for one to four of them."""

    name: str
    cards: tuple[Card, ...]
    one: Row
    two: Row
    three: Row
    four: Row

    def row(self, players: int) -> Row:
        return (self.one, self.two, self.three, self.four)[players - 1]


class SiegeCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pile: Fifth
    """The number on its back: 1 lies on top."""
    copies: Copies = 1
    orcs: Annotated[tuple[WallNumber, ...], msgspec.Meta(max_length=4)] = ()
    """The wall that each of them arrives at."""
    engine: Engine = "none"
    arrow: bool = False
    """All orcs move."""


class SiegeDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cards: tuple[SiegeCard, ...]


class GoblinTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes it leave: goods, rubble that is cleared away, or damage."""

    section: Fifth
    """The number on its back."""
    copies: Copies = 1
    goods: Goods = Goods()
    any_goods: Small = 0
    rubble: Small = 0
    circles: Circles = ()


class TrollTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    circles: Circles
    copies: Copies = 1


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each mercenary takes, in gold."""

    workshops: Small
    troll: Small
    goblin: Small
    catapult: Small
    siege: Small


class Enemies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles, mercenaries, and the six faces of a die."""

    name: str
    goblins: tuple[GoblinTile, ...]
    trolls: tuple[TrollTile, ...]
    prices: Prices
    die: tuple[DieFace, DieFace, DieFace, DieFace, DieFace, DieFace]


def cards_faults(cards: Cards) -> list[Text]:
    faults = [
        fault_at("cards", say("Two cards are called {name}.", name=name))
        for name in twice(each.name for each in cards.cards)
    ]
    if len(cards.cards) > MOST_CARDS:
        faults.append(fault_at("cards", say("There are {most} kinds of cards at most.", most=MOST_CARDS)))
    start = sum(each.copies for each in cards.cards if each.pile == "start")
    if start != STARTING:
        words = say("A dwarf begins with {count} weapons and tools; here are {there}.", count=STARTING, there=start)
        faults.append(fault_at("cards", words))
    yellow = sum(each.copies for each in cards.cards if each.pile == "yellow")
    if yellow < SPACES:
        faults.append(fault_at("cards", say("The yellow pile has at least {count} cards.", count=SPACES)))
    return faults


def siege_faults(deck: SiegeDeck) -> list[Text]:
    plain = [msgspec.structs.replace(each, copies=1) for each in deck.cards]
    faults = []
    if len(set(plain)) != len(plain):
        faults.append(fault_at("cards", say("Two lines say the same. Write it once, with more copies.")))
    for number, each in enumerate(deck.cards, 1):
        if not each.orcs and each.engine == "none" and not each.arrow:
            faults.append(fault_at(f"cards {number}", say("A siege card shows something.")))
    if len(deck.cards) < 1 or sum(each.copies for each in deck.cards) < SHORTEST_SIEGE:
        faults.append(fault_at("cards", say("A siege has at least {count} cards.", count=SHORTEST_SIEGE)))
    return faults


SHORTEST_SIEGE = 10


def enemies_faults(enemies: Enemies) -> list[Text]:
    faults = []
    for section in range(1, SECTIONS + 1):
        if sum(each.copies for each in enemies.goblins if each.section == section) < GOBLINS_EACH:
            words = say("Section {section} needs at least {count} goblins.", section=section, count=GOBLINS_EACH)
            faults.append(fault_at("goblins", words))
    for number, each in enumerate(enemies.goblins, 1):
        wants = [each.goods.total, each.any_goods, each.rubble, len(each.circles)]
        if sum(map(bool, wants)) != 1:
            words = say("A goblin wants goods of its choice, any goods, rubble cleared, or a fight: one of them.")
            faults.append(fault_at(f"goblins {number}", words))
    plain = [msgspec.structs.replace(each, copies=1) for each in enemies.goblins]
    if len(set(plain)) != len(plain):
        faults.append(fault_at("goblins", say("Two lines say the same. Write it once, with more copies.")))
    trolls = [tuple(sorted(each.circles)) for each in enemies.trolls]
    if len(set(trolls)) != len(trolls):
        faults.append(fault_at("trolls", say("Two lines say the same. Write it once, with more copies.")))
    if not all(trolls):
        faults.append(fault_at("trolls", say("A troll has at least one circle.")))
    if sum(each.copies for each in enemies.trolls) != TROLL_TILES:
        faults.append(fault_at("trolls", say("There are {count} troll tiles.", count=TROLL_TILES)))
    return faults


def twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]
