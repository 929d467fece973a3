"""What happens at the table of Runedar: what is turned over, and what the dwarves do. Moves know no state."""

from typing import Literal

from companion.games.runedar.faces import DieFace, EngineName, Pile
from companion.games.runedar.goods import Good
from companion.rules import Move, Secret

Mercenary = Literal["workshops", "troll", "goblin", "catapult", "siege"]
MERCENARIES: tuple[Mercenary, ...] = ("workshops", "troll", "goblin", "catapult", "siege")


Shows = Literal["wood", "leather", "metal", "any", "melee", "blows", "ranged", "digs", "magic"]


class TellPrices(Move, frozen=True, tag="prices"):
    """What each mercenary of the box takes."""

    workshops: int
    troll: int
    goblin: int
    catapult: int
    siege: int


class TellTool(Move, frozen=True, tag="tool"):
    """What every dwarf begins with: what it shows, how much of each, and how many of it."""

    name: str
    shows: tuple[Shows, ...]
    wood: int = 0
    leather: int = 0
    metal: int = 0
    any: int = 0
    melee: int = 0
    blows: int = 0
    ranged: int = 0
    digs: int = 0
    copies: int = 1


class TellSpaces(Move, frozen=True, tag="spaces"):
    """What the spaces of the upgrade board take, beside what their cards do."""

    first: tuple[Good, ...]
    second: tuple[Good, ...]
    third: tuple[Good, ...]
    fourth: tuple[Good, ...]
    fifth: tuple[Good, ...]


class TakeHand(Move, frozen=True, tag="hand"):
    """The five cards that were drawn, in their order in the deck."""

    cards: Secret[tuple[int, ...]]


class LeaveOut(Move, frozen=True, tag="left_out"):
    """The two of the last seven that were not drawn: the others are the hand."""

    cards: Secret[tuple[int, ...]]


class TurnTroll(Move, frozen=True, tag="troll"):
    """The siege tower brings a troll."""

    tile: int


class TurnCatapult(Move, frozen=True, tag="catapult"):
    """The catapult hits this space of the upgrade board."""

    space: int


class TurnSiege(Move, frozen=True, tag="siege"):
    """The top card of the siege deck."""

    card: int


class TurnOther(Move, frozen=True, tag="other_siege"):
    """A siege card that is not on the list."""

    orcs: tuple[int, ...]
    shows: tuple[Literal["tower", "catapult", "arrow"], ...]


class TurnOtherTroll(Move, frozen=True, tag="other_troll"):
    """A troll tile that is not on the list."""

    circles: int
    hits: int


class TurnOtherGoblin(Move, frozen=True, tag="other_goblin"):
    """A goblin tile that is not on the list; what it does not want is left out."""

    wants: Literal["goods", "any", "rubble", "fight"]
    wood: int = 0
    leather: int = 0
    metal: int = 0
    count: int = 0
    """Of any resources, rubble, or damage."""
    hits: int = 0
    """For each damage."""


class TurnOtherUpgrade(Move, frozen=True, tag="other_upgrade"):
    """An upgrade card that is not on the list: what it shows, how much of each, and what it takes."""

    name: str
    shows: tuple[Shows, ...]
    wood: int = 0
    leather: int = 0
    metal: int = 0
    any: int = 0
    melee: int = 0
    blows: int = 0
    ranged: int = 0
    digs: int = 0
    takes_wood: int = 0
    takes_leather: int = 0
    takes_metal: int = 0


class TurnGoblin(Move, frozen=True, tag="goblin"):
    """One of two that wait behind a tunnel section."""

    tile: int


class TurnUpgrade(Move, frozen=True, tag="upgrade"):
    """A new card on the upgrade board."""

    card: int


class Resolve(Move, frozen=True, tag="resolve"):
    """What the siege card shows happens."""


class Hire(Move, frozen=True, tag="hire"):
    """A mercenary, for gold."""

    who: Mercenary
    enemy: int = 0
    """Which troll or goblin, counted from 1 as they stand in the courtyard."""


class Go(Move, frozen=True, tag="go"):
    to: str


class Lay(Move, frozen=True, tag="lay"):
    """The card that pays for what was said before."""

    card: int


class Back(Move, frozen=True, tag="back"):
    """Something else after all."""


class Work(Move, frozen=True, tag="work"):
    """Use the resources of the workshop."""

    card: int


class Put(Move, frozen=True, tag="put"):
    """One resource onto a space of the upgrade board, or to a goblin."""

    on: Literal["space", "goblin"]
    number: int


class Enough(Move, frozen=True, tag="enough"):
    """No more of it."""


class Attack(Move, frozen=True, tag="attack"):
    """A space, or an engine that is shot at."""

    target: str
    cards: tuple[int, ...] = ()
    """All that can be used for it; none where that is asked next."""


class Arm(Move, frozen=True, tag="arm"):
    """The cards of one attack, in their order in the deck."""

    cards: tuple[int, ...]


class Throw(Move, frozen=True, tag="throw"):
    """What the dice show, in the order of their faces."""

    dice: tuple[DieFace, ...]


Enemy = Literal["troll", "goblin"]


class Hurt(Move, frozen=True, tag="hurt"):
    """One damage to an enemy in the courtyard."""

    enemy: Enemy
    number: int
    circle: int = 0
    """The hits that the circle takes, where they differ; else hits cover the one that takes fewest."""


class Dig(Move, frozen=True, tag="dig"):
    card: int
    goblin: int = 0
    """Whose rubble it is; 0 is that of the tunnel."""


class Improve(Move, frozen=True, tag="improve"):
    """Take a card that is ready from this space of the upgrade board."""

    space: int


class Refill(Move, frozen=True, tag="refill"):
    """A card from this pile onto this space of the upgrade board."""

    space: int
    pile: Pile


class Clear(Move, frozen=True, tag="clear"):
    """Take a card off the upgrade board, and out of the game."""

    space: int


class EndTurn(Move, frozen=True, tag="end_turn"):
    """What is still in the hand is laid down without doing anything."""


class SetGold(Move, frozen=True, tag="set_gold"):
    gold: int


class SetOrcs(Move, frozen=True, tag="set_orcs"):
    place: str
    orcs: int


class SetRubble(Move, frozen=True, tag="set_rubble"):
    rubble: int


class SetDwarf(Move, frozen=True, tag="set_dwarf"):
    player: int
    place: str


class SetEngine(Move, frozen=True, tag="set_engine"):
    """In whose area it is; nobody's is the reserve."""

    engine: EngineName
    player: int


Correction = SetGold | SetOrcs | SetRubble | SetDwarf | SetEngine

Moves = (
    TellPrices
    | TellTool
    | TellSpaces
    | TakeHand
    | LeaveOut
    | TurnTroll
    | TurnCatapult
    | TurnSiege
    | TurnOther
    | TurnOtherTroll
    | TurnOtherGoblin
    | TurnOtherUpgrade
    | TurnGoblin
    | TurnUpgrade
    | Resolve
    | Hire
    | Go
    | Lay
    | Back
    | Work
    | Put
    | Enough
    | Attack
    | Arm
    | Throw
    | Hurt
    | Dig
    | Improve
    | Refill
    | Clear
    | EndTurn
    | Correction
)
