"""Where a game in the Hall stands; a value, of which every move makes a new one."""

from typing import Annotated, Literal, TypeVar

import msgspec

from companion.games.hall.diggings import Diggings, WorkshopName
from companion.games.hall.ground import Ground, survey
from companion.games.hall.moot import Gain, Moot, Starter, Troll
from companion.games.hall.mountain import Mountain
from companion.games.hall.purse import Purse
from companion.games.hall.resources import CLANS, Clan, Goods
from companion.games.hall.spells import Spell
from companion.games.hall.tiles import GreatHall, HonourChart, Tunnel
from companion.rules import Cell, Drawing, Seat, Secret, Text

T = TypeVar("T")

TIERS = 5
UNTOLD = -1
"""A token of the pedestal track whose value is told when somebody takes it."""
HORDE = (5, 4, 3)
"""Trolls in each row, from the bottom."""
LAST_TURNS = 2
STATUES_EACH = 7

Way = Literal["everything", "mapless", "honour"]
"""How much is kept here: all of it, all but what lies on the mountain, or nothing but honour."""
Tier = Annotated[int, msgspec.Meta(ge=1, le=TIERS)]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of the box is played with."""

    mountain: Mountain
    tunnels: tuple[Tunnel, ...]
    halls: tuple[GreatHall, ...]
    chart: HonourChart
    trolls: tuple[Troll, ...]
    starters: tuple[Starter, ...]
    spells: tuple[Spell, ...]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]
    """Clockwise."""
    box: Box
    first: int = 0
    teams: bool = False
    """The first and the last in turn order play together against the two between them."""
    horde: tuple[str, ...] = ()
    """The trolls of the three rows, from the bottom left; none where the table tells what is turned over."""
    pedestals: tuple[Clan, ...] = ()
    """On the trolls of level 2, from the left."""
    spellbook: tuple[str, ...] = ()
    workshops: tuple[WorkshopName, ...] = ()
    """Those that were revealed."""
    statues: tuple[Clan, ...] = ()
    """The three clans in the order they stand in, clockwise, again and again."""
    tokens: Secret[tuple[int, ...]] = ()
    """The pedestal track, tier after tier from the outside, for each Fire, Ice and Moon; face up until it is taken."""
    drawing: Drawing | None = None
    way: Way = "everything"


class Waiting(msgspec.Struct, frozen=True):
    """A troll in the horde."""

    troll: Troll
    bribes: Goods = Goods()
    pedestal: Clan | None = None


class Deck(msgspec.Struct, frozen=True):
    """Cards that nobody has seen, and below them those that were put back, the first of them on top."""

    unseen: int
    bottom: tuple[str, ...] = ()


class OnShow(msgspec.Struct, frozen=True):
    """A spell in the spellbook."""

    name: str
    runes: int = 0


class Raised(msgspec.Struct, frozen=True):
    """A pedestal on a mountain that is kept by hand."""

    clan: Clan
    tier: Tier


class Counted(msgspec.Struct, frozen=True):
    """A statue that scores."""

    tier: Tier
    on_pedestal: bool

    @property
    def honour(self) -> int:
        return 2 * self.tier * (1 + self.on_pedestal)


class Told(msgspec.Struct, frozen=True):
    """What a side has on a mountain that is kept by hand, as far as somebody has said it."""

    squares: int = 0
    """Of tunnels that no hall covers."""
    statues: tuple[Clan, ...] = ()
    """Unearthed."""
    pedestals: tuple[Raised, ...] = ()
    halls: tuple[str, ...] = ()
    altars: tuple[str, ...] = ()
    """Halls with a statue on the altar, told at the end."""
    counted: tuple[Counted, ...] = ()
    """At the end."""
    left: Goods = Goods()
    """At the end, where resources are kept by hand too."""


class Side(msgspec.Struct, frozen=True):
    """A player, or a team: what they score and store together."""

    seats: tuple[int, ...]
    storage: Goods = Goods()
    pedestals: tuple[Clan, ...] = ()
    honour: int = 0
    """For tunnels."""
    tokens: tuple[int, ...] = ()
    """Pedestal point tokens, face down: nobody else's business until the end."""
    told: Told = Told()


class Crowned(msgspec.Struct, frozen=True):
    """Who took a coronation token."""

    seat: int
    worth: int


class Cascade(msgspec.Struct, frozen=True):
    """What ran down somebody's pyramid, from the top."""

    seat: int
    gains: tuple[Gain, ...]


# What the table waits for before the turn goes on.


class Reveals(msgspec.Struct, frozen=True, tag="reveals"):
    """The troll that is turned over into this space of the horde."""

    space: int


class DrawsPedestal(msgspec.Struct, frozen=True, tag="draws_pedestal"):
    """What comes out of the bag for the fresh troll in this space."""

    space: int


class TakesPedestal(msgspec.Struct, frozen=True, tag="takes_pedestal"):
    """A pedestal of choice for a recruited troll of level 3."""


class AddsPedestal(msgspec.Struct, frozen=True, tag="adds_pedestal"):
    """On the anchor of the tunnel just dug, which may be in one of these squares."""

    anchors: tuple[Cell, ...]


class RaisesPedestal(msgspec.Struct, frozen=True, tag="raises_pedestal"):
    """On the anchor of the tunnel just dug, on a mountain that is kept by hand."""


class MayTakeToken(msgspec.Struct, frozen=True, tag="may_take_token"):
    """With a tunnel that has an anchor, where nothing but honour is kept."""


class TurnsToken(msgspec.Struct, frozen=True, tag="turns_token"):
    """The value of the token just taken."""


class Establishes(msgspec.Struct, frozen=True, tag="establishes"):
    """A workshop at this site, or at one that only the table sees."""

    at: Cell | None = None


class RevealsSpell(msgspec.Struct, frozen=True, tag="reveals_spell"):
    space: int


class TellsStarter(msgspec.Struct, frozen=True, tag="tells_starter"):
    """A starting troll that the box does not know."""


class DigsBySpell(msgspec.Struct, frozen=True, tag="digs_by_spell"):
    pass


class Ascends(msgspec.Struct, frozen=True, tag="ascends"):
    pass


class Reports(msgspec.Struct, frozen=True, tag="reports"):
    """What came of a spell that the table carried out."""

    spell: str


class LaysOutWorkshops(msgspec.Struct, frozen=True, tag="lays_out_workshops"):
    pass


class SetsStatues(msgspec.Struct, frozen=True, tag="sets_statues"):
    pass


Pending = (
    Reveals
    | DrawsPedestal
    | TakesPedestal
    | AddsPedestal
    | RaisesPedestal
    | MayTakeToken
    | TurnsToken
    | Establishes
    | RevealsSpell
    | TellsStarter
    | DigsBySpell
    | Ascends
    | Reports
    | LaysOutWorkshops
    | SetsStatues
)


class PlacesGate(msgspec.Struct, frozen=True, tag="places_gate"):
    """Whose turn it is puts the gate on a start point."""


class Drafts(msgspec.Struct, frozen=True, tag="drafts"):
    """Everyone tells their starting trolls."""


class Acts(msgspec.Struct, frozen=True, tag="acts"):
    """Steps 1 and 2: a spell and a workshop if one likes, then recruit or dig."""

    cast: bool = False
    masked: bool = False
    """Anything is good for a bribe."""
    workshop: WorkshopName | None = None
    uses: int = 0
    """How often the workshop can still be used."""


class Finishes(msgspec.Struct, frozen=True, tag="finishes"):
    """Steps 3 and 4: a great hall, then statues."""

    dedicated: bool = False


class Counts(msgspec.Struct, frozen=True, tag="counts"):
    """After the last turn: what this side has where it is kept by hand."""

    side: int = 0
    asked: Literal["left", "altars", "statues"] = "left"


class Over(msgspec.Struct, frozen=True, tag="over"):
    pass


Now = PlacesGate | Drafts | Acts | Finishes | Counts | Over


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    box: Box
    sides: tuple[Side, ...]
    moots: tuple[Moot, ...]
    first: int
    turn: int
    horde: tuple[Waiting | None, ...]
    decks: tuple[Deck, ...]
    """Of the trolls, by level."""
    spellbook: tuple[OnShow | None, ...]
    spell_deck: Deck
    bag: tuple[Clan, ...]
    track: tuple[int | None, ...]
    """The values of the tokens, or None where one was taken."""
    tunnels: tuple[int, ...]
    """How many are left of each shape."""
    halls: tuple[str, ...]
    """Those that nobody has dedicated."""
    workshops: tuple[WorkshopName, ...]
    """Those that nobody has established."""
    coronations: tuple[int, ...]
    """What the tokens that are left are worth."""
    way: Way = "everything"
    diggings: Diggings = Diggings()
    established: tuple[WorkshopName, ...] = ()
    """Workshops on a mountain that is kept by hand."""
    now: Now = PlacesGate()
    pending: tuple[Pending, ...] = ()
    kept: tuple[int, ...] = ()
    """Tokens on trolls that whoever's turn it is would rather not spend."""
    crowned: tuple[Crowned, ...] = ()
    turns_left: int | None = None
    """Once the last coronation token is taken: how many turns are still played after this one."""
    news: tuple[Text, ...] = ()
    """What came of the last move, in words that everyone may read."""
    cascade: Cascade | None = None
    """That of the last move."""

    @property
    def ground(self) -> Ground:
        return survey(self.box.mountain)

    @property
    def all_seats(self) -> tuple[int, ...]:
        return tuple(range(len(self.seats)))

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def side_index(self, seat: int) -> int:
        return next(index for index, side in enumerate(self.sides) if seat in side.seats)

    def side(self, seat: int) -> Side:
        return self.sides[self.side_index(seat)]

    def opponents(self, seat: int) -> tuple[int, ...]:
        mine = self.side(seat).seats
        return tuple(other for other in self.all_seats if other not in mine)

    def purse(self, seat: int) -> Purse:
        return Purse(self.moots[seat], self.side(seat).storage, self.kept)

    def network(self, seat: int) -> int:
        """With a partner's, where the two are joined."""
        return self.diggings.network(self.ground, (seat,))

    def place_in_order(self, seat: int) -> int:
        return (seat - self.first) % len(self.seats)


def changed(state: State, **fields: object) -> State:
    after: State = msgspec.structs.replace(state, **fields)
    return after


def with_side(state: State, seat: int, **fields: object) -> State:
    index = state.side_index(seat)
    side: Side = msgspec.structs.replace(state.sides[index], **fields)
    return changed(state, sides=replaced(state.sides, index, side))


def with_told(state: State, index: int, **fields: object) -> State:
    """With more that was said of what a side has on the mountain."""
    side = state.sides[index]
    told: Told = msgspec.structs.replace(side.told, **fields)
    return changed(state, sides=replaced(state.sides, index, msgspec.structs.replace(side, told=told)))


def stored(state: State, seat: int, gained: Goods) -> State:
    return with_side(state, seat, storage=state.side(seat).storage + gained)


def with_purse(state: State, seat: int, purse: Purse) -> State:
    state = with_side(state, seat, storage=purse.storage)
    return changed(state, moots=replaced(state.moots, seat, purse.moot), kept=purse.kept)


def with_news(state: State, *news: Text) -> State:
    """With more to tell everyone about the last move."""
    return changed(state, news=(*state.news, *news))


def waits_for(state: State, *pending: Pending) -> State:
    """With these asked before all that was to be asked already."""
    return changed(state, pending=(*pending, *state.pending))


def replaced(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def less(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    place = things.index(thing)
    return (*things[:place], *things[place + 1 :])


def track_space(clan: Clan, tier: int) -> int:
    return (tier - 1) * len(CLANS) + CLANS.index(clan)


def space_row(space: int) -> int:
    """The row of a space in the horde, 0 at the bottom."""
    return 0 if space < HORDE[0] else 1 if space < HORDE[0] + HORDE[1] else 2


def spaces_beneath(space: int) -> tuple[int, ...]:
    """Every space that must be bribed for this one."""
    row = space_row(space)
    column = space - sum(HORDE[:row])
    lowest = tuple(range(column, column + row + 1)) if row else ()
    middle = (HORDE[0] + column, HORDE[0] + column + 1) if row > 1 else ()
    return (*middle, *lowest)
