"""Where a siege of Runedar stands; a value, of which every move makes a new one."""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec

from companion.games.runedar.faces import (
    FIRST_CARD,
    Card,
    Enemies,
    EngineName,
    GoblinTile,
    Pile,
    Row,
    SiegeCard,
    TrollTile,
)
from companion.games.runedar.fortress import CHAMBER, Fortress
from companion.games.runedar.goods import EACH, FOUND_IN, NOTHING, Good, Goods
from companion.games.runedar.moves import MERCENARIES, Mercenary
from companion.rules import Seat, Text

T = TypeVar("T")

ORC = -1
"""The orc cards of a deck; every other card is the number of its face."""
ORCS_IN_DECK = 2
HAND = 5
ORCS = 10
GOLD = 20
CATAPULT_CARDS = 5
MOST_DICE = 5

Deck = tuple[int, ...]
Loss = Literal["siege", "catapult", "trolls", "orcs", "gold"]
LOSSES: tuple[Loss, ...] = ("siege", "catapult", "trolls", "orcs", "gold")


class Kit(msgspec.Struct, frozen=True):
    """What of the box is played with: the faces of all that is turned over."""

    fortress: Fortress
    cards: tuple[Card, ...]
    board: Row
    siege: tuple[SiegeCard, ...]
    enemies: Enemies

    def face(self, card: int) -> Card:
        return self.cards[card - FIRST_CARD]

    @property
    def goblins(self) -> tuple[GoblinTile, ...]:
        return self.enemies.goblins

    @property
    def trolls(self) -> tuple[TrollTile, ...]:
        return self.enemies.trolls


class Space(msgspec.Struct, frozen=True):
    """One of five on the upgrade board."""

    card: int | None = None
    goods: Goods = NOTHING
    blocked: bool = False
    """By a catapult card, for the rest of the game."""


class Goblin(msgspec.Struct, frozen=True):
    """One that blocks the way in the courtyard."""

    tile: GoblinTile
    goods: Goods = NOTHING
    """What it was given so far."""
    rubble: int = 0
    """What is still to be cleared away for it."""
    circles: tuple[int, ...] = ()
    """The damage that it still takes."""


class Troll(msgspec.Struct, frozen=True):
    circles: tuple[int, ...]


class Shown(msgspec.Struct, frozen=True):
    """What a siege card brings."""

    orcs: tuple[int, ...] = ()
    """The wall that each of them arrives at."""
    engines: tuple[EngineName, ...] = ()
    arrow: bool = False


class Machine(msgspec.Struct, frozen=True):
    """The siege tower or the catapult, in somebody's area."""

    seat: int
    lying: bool = False
    """It is set upright before it does anything: only where one dwarf is alone."""


Untold = Literal["prices", "tools", "spaces"]
"""What a table tells first, where the box holds examples only."""
Due = Untold | Literal["board", "hand", "tower", "catapult", "siege", "resolve", "arrow", "orcs", "goblin"]
"""What comes before the dwarf whose turn it is decides anything, in its order."""


class Plays(msgspec.Struct, frozen=True, tag="plays"):
    """The cards of the hand, one after the other."""

    magic: int | None = None
    """The card that has just brought its dwarf here, and does something else now."""


class Goes(msgspec.Struct, frozen=True, tag="goes"):
    """With which card?"""

    to: str


class Arms(msgspec.Struct, frozen=True, tag="arms"):
    """With which cards?"""

    target: str
    magic: int | None = None


class Throws(msgspec.Struct, frozen=True, tag="throws"):
    target: str
    dice: int
    hits: int = 0
    """Those that need no dice."""


class Hurts(msgspec.Struct, frozen=True, tag="hurts"):
    """Which enemy in the courtyard?"""

    hits: int = 0
    bolts: int = 0


class Stores(msgspec.Struct, frozen=True, tag="stores"):
    """Where do they go?"""

    good: Good
    left: int


Interrupted = Plays | Throws | Hurts | Stores
"""What goes on after an upgrade that was taken in the middle of it."""


class Improves(msgspec.Struct, frozen=True, tag="improves"):
    """Which card goes for it?"""

    space: int
    then: Interrupted = Plays()


class Refills(msgspec.Struct, frozen=True, tag="refills"):
    """At the end of a turn in the chamber."""

    filling: bool = False
    """A card has come already: none is taken away any more."""


class Fills(msgspec.Struct, frozen=True, tag="fills"):
    """Which card came from the pile?"""

    space: int
    pile: Pile


class Over(msgspec.Struct, frozen=True, tag="over"):
    lost: Loss | None = None
    """Why; won without."""


Now = Plays | Goes | Arms | Throws | Hurts | Stores | Improves | Refills | Fills | Over


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    kit: Kit
    rubble_each: int
    """A tunnel section's, by difficulty."""
    rubble: int
    dwarves: tuple[str, ...]
    decks: tuple[tuple[int, ...], ...]
    """For each seat all twelve cards."""
    hands: tuple[tuple[int, ...] | None, ...]
    """None until the cards that were drawn are told. Each is its player's secret."""
    used: tuple[tuple[int, ...], ...]
    """For each seat the cards played before this hand, since its deck was shuffled."""
    siege: tuple[int, ...]
    """How many of each siege card have not been turned over."""
    troll_tiles: tuple[int, ...]
    goblin_tiles: tuple[int, ...]
    upgrades: tuple[int, ...]
    """How many of each card are in the piles beside the upgrade board."""
    spaces: tuple[Space, ...]
    turn: int = 0
    now: Now = Plays()
    due: tuple[Due, ...] = ()
    laid: tuple[int, ...] = ()
    """The cards that were played in this turn."""
    siege_card: Shown | None = None
    """The one that was turned over and is not resolved yet."""
    orcs: dict[str, int] = {}
    """Where they are; the others are in the reserve."""
    gold: int = GOLD
    goblins: tuple[Goblin, ...] = ()
    trolls: tuple[Troll, ...] = ()
    sections: int = 5
    """Tunnel sections that are still there."""
    beaten: int = 0
    """Goblins, for the chronicles."""
    catapult_cards: tuple[int, ...] = (1, 2, 3, 4, 5)
    """The spaces that they hit: those that have not been turned over."""
    tower: Machine | None = None
    """None in the reserve."""
    catapult: Machine | None = None
    mercenaries: tuple[Mercenary, ...] = MERCENARIES
    stolen: int = 0
    """Pieces of gold that orcs took in the last move."""
    news: tuple[Text, ...] = ()
    """What came of the last move, in words that everyone may read."""

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    @property
    def alone(self) -> bool:
        return len(self.seats) == 1

    @property
    def place(self) -> str:
        """Where the dwarf is whose turn it is."""
        return self.dwarves[self.turn]

    @property
    def hand(self) -> tuple[int, ...]:
        return self.hands[self.turn] or ()

    def face(self, card: int) -> Card:
        return self.kit.face(card)

    def orcs_at(self, place: str) -> int:
        return self.orcs.get(place, 0)

    @property
    def orcs_left(self) -> int:
        """In the reserve."""
        return ORCS - sum(self.orcs.values())

    def stored(self, good: Good) -> int:
        """What is left of it in its workshop."""
        away = sum(each.goods.of(good) for each in self.spaces) + sum(each.goods.of(good) for each in self.goblins)
        return EACH - away

    def in_workshop(self) -> Good | None:
        return FOUND_IN.get(self.place)

    @property
    def turns_over(self) -> bool:
        """What is due comes next; an upgrade may be taken before it."""
        return bool(self.due) and not isinstance(self.now, Improves)

    @property
    def over(self) -> bool:
        return isinstance(self.now, Over)


def changed(state: State, **fields: Any) -> State:
    after: State = msgspec.structs.replace(state, **fields)
    return after


def with_news(state: State, *news: Text) -> State:
    """With more to tell everyone about the last move."""
    return changed(state, news=(*state.news, *news))


def replaced(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def removed(things: tuple[T, ...], index: int) -> tuple[T, ...]:
    return (*things[:index], *things[index + 1 :])


def without(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """What is left of cards or circles, in its order."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def in_deck(state: State, seat: int) -> tuple[int, ...]:
    """What this seat may draw: twelve cards, or the seven that it has not seen since it shuffled."""
    return without(state.decks[seat], state.used[seat])


def one_less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return replaced(counts, index, counts[index] - 1)


def with_orcs(state: State, place: str, change: int) -> State:
    orcs = {**state.orcs, place: state.orcs_at(place) + change}
    return changed(state, orcs={where: count for where, count in orcs.items() if count})


def lay_down(state: State, *cards: int) -> State:
    """From the hand of the dwarf whose turn it is into their area."""
    hands = replaced(state.hands, state.turn, without(state.hand, cards))
    return changed(state, hands=hands, laid=(*state.laid, *cards))


def lose(state: State, why: Loss) -> State:
    return changed(state, now=Over(why), due=())


def start_places(seats: int) -> tuple[str, ...]:
    return (CHAMBER,) * seats
