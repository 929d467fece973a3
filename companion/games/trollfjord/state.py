"""Where a game of Trollfjord stands; a value, of which every move makes a new one."""

from typing import TypeVar

import msgspec

from companion.games.trollfjord.land import Land
from companion.hammering.bout import Bout
from companion.rules import Seat, Text

T = TypeVar("T")

TROLLS = 10
GIFTS = (4, 8, 16)
BELT_SPACES = 4


class Belted(msgspec.Struct, frozen=True):
    """A treasure on a belt."""

    seat: int
    space: int
    """0 to 3: I, II, III, +."""
    value: int


class Gift(msgspec.Struct, frozen=True):
    seat: int
    value: int


class Site(msgspec.Struct, frozen=True):
    """A fortress that is hammered at in this turn."""

    spot: int
    comrade: int | None
    """Who joined the player whose turn it is, whatever roles they have now."""
    bout: Bout
    cleared: tuple[int, ...] = ()
    """Who has taken trolls back already."""
    appeased: bool = False
    """The spirit was angry, and gifts have calmed it."""


class MovesLord(msgspec.Struct, frozen=True, tag="moves_lord"):
    """A1: the lord of the player whose turn it is goes forward."""


class Places(msgspec.Struct, frozen=True, tag="places"):
    """A2 or A3: trolls into one region of the landscape where this seat's lord stands."""

    seat: int
    most: int


class Wanders(msgspec.Struct, frozen=True, tag="wanders"):
    """A2 or A3: so many steps are left to this seat's trolls."""

    seat: int
    left: int
    lifted: int | None = None
    """The region whose troll is about to step."""


class ChoosesFortress(msgspec.Struct, frozen=True, tag="chooses_fortress"):
    """B1."""


class AsksComrades(msgspec.Struct, frozen=True, tag="asks_comrades"):
    """B2: opponents answer one after the other."""

    spot: int
    declined: tuple[int, ...] = ()


class Decides(msgspec.Struct, frozen=True, tag="decides"):
    """B2: hammer or not, now that it is known with whom."""

    spot: int
    comrade: int | None


class Hammers(msgspec.Struct, frozen=True, tag="hammers"):
    """B4."""

    site: Site


class Gives(msgspec.Struct, frozen=True, tag="gives"):
    """B3: the spirit is angry and waits for gifts; none is flipped before there are enough."""

    site: Site
    given: tuple[Gift, ...] = ()
    closed: tuple[int, ...] = ()
    """Who gives no more, as things stand."""


class Collects(msgspec.Struct, frozen=True, tag="collects"):
    """C1: this seat takes a treasure, or keeps hammering where that is allowed."""

    site: Site
    seat: int


class Clears(msgspec.Struct, frozen=True, tag="clears"):
    """C3: whoever has not yet taken trolls back."""

    site: Site


class Draws(msgspec.Struct, frozen=True, tag="draws"):
    """C3: new treasures into the empty regions."""

    site: Site


class Gathers(msgspec.Struct, frozen=True, tag="gathers"):
    """With a board that is kept by hand: who hammers, with how many trolls, and with whom, told one by one."""

    hammerer: int | None = None
    trolls: int | None = None
    comrade: int | None = None


class Tied(msgspec.Struct, frozen=True, tag="tied"):
    """With a board that is kept by hand: these have the most, and only the table knows whose lord is farther back."""

    seats: tuple[int, ...]


class Over(msgspec.Struct, frozen=True, tag="over"):
    """Everyone has had their last turn."""


Now = (
    MovesLord
    | Places
    | Wanders
    | ChoosesFortress
    | AsksComrades
    | Decides
    | Hammers
    | Gives
    | Collects
    | Clears
    | Draws
    | Gathers
    | Tied
    | Over
)


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    land: Land
    lords: tuple[int, ...]
    """For each seat how far its lord has come: 0 is the first space of the walkway, below is the starting plank."""
    trolls: tuple[tuple[int, ...], ...]
    """For each seat, its trolls in each region; the rest of the ten stand in front of the player."""
    treasures: tuple[int | None, ...]
    """What lies in each region."""
    gifts: tuple[tuple[int, ...], ...]
    """For each seat its unflipped gifts."""
    sacks: tuple[tuple[int, ...], ...]
    """For each seat what is in its patched sack: nobody else's business until the end."""
    turn: int
    now: Now = MovesLord()
    belted: tuple[Belted, ...] = ()
    """Every treasure on a belt, in the order they came there: ties for a crown go to the later one."""
    lying: tuple[int, ...] = ()
    """Seats that have finished, in the order they did."""
    news: tuple[Text, ...] = ()
    """What came of the last move, in words that everyone may read."""

    @property
    def by_hand(self) -> bool:
        """Only tower and treasures are kept here; where trolls and lords stand, the table knows."""
        return not self.land.regions

    @property
    def standing(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat not in self.lying]

    @property
    def site(self) -> Site | None:
        """The fortress being hammered at, from the first hit to the end of the turn."""
        match self.now:
            case Hammers(site) | Gives(site) | Collects(site) | Clears(site) | Draws(site):
                return site
        return None

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def supply(self, seat: int) -> int:
        return TROLLS - sum(self.trolls[seat])

    def belt(self, seat: int) -> list[int]:
        """Values from the left."""
        return [belted.value for belted in self.belted if belted.seat == seat]

    def trolls_around(self, seat: int, spot: int) -> int:
        trolls = self.trolls[seat]
        return sum(trolls[region] for region in self.land.around[spot])

    def regions_held(self, seat: int, spot: int) -> list[int]:
        """The regions of this fortress where the seat has trolls."""
        trolls = self.trolls[seat]
        return [region for region in self.land.around[spot] if trolls[region]]

    def seen_treasures(self) -> list[int]:
        """Every treasure that is not face down beside the board."""
        return [
            *(value for value in self.treasures if value is not None),
            *(belted.value for belted in self.belted),
            *(value for sack in self.sacks for value in sack),
        ]


def changed(state: State, **fields: object) -> State:
    after: State = msgspec.structs.replace(state, **fields)
    return after


def with_news(state: State, *news: Text) -> State:
    """With more to tell everyone about the last move."""
    return changed(state, news=(*state.news, *news))


def marched(state: State, seat: int, trolls: dict[int, int]) -> State:
    """With so many more or fewer trolls of this seat in these regions."""
    mine = list(state.trolls[seat])
    for region, change in trolls.items():
        mine[region] += change
    return changed(state, trolls=replaced(state.trolls, seat, tuple(mine)))


def replaced(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
