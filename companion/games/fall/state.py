"""Where a war for the mountain stands; a value, of which every move makes a new one."""

from typing import Any, Literal, TypeVar

import msgspec

from companion.games.fall.ancestry import Ancestry
from companion.games.fall.cards import Action, Card
from companion.games.fall.champions import Champion
from companion.games.fall.mountain import Clan, Mountain
from companion.games.fall.moves import LayCard
from companion.games.fall.numbers import Numbers, VoteTile
from companion.rules import Drawing, Sealed, Seat, Secret, Text

T = TypeVar("T")

Discs = tuple[tuple[int, int], ...]
"""On a track: seat and value; on the same space, whoever came first stands first."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of the box is played with."""

    mountain: Mountain
    numbers: Numbers
    cards: tuple[Card, ...]
    starters: tuple[Card, ...]
    champions: tuple[Champion, ...]


Depth = Literal["scoring", "everything"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]
    """Clockwise."""
    box: Box
    way: Depth = "everything"
    first: int = 0
    deck: Secret[tuple[str, ...]] = ()
    """The ancestry cards, shuffled: hands are dealt from its front. None where the table deals its own."""
    starts: tuple[str, ...] = ()
    """The starting card of each seat; none where they are told."""
    halls: tuple[int, ...] = ()
    """The values of the great halls in the order of the board; none where they are told."""
    votes: tuple[VoteTile, ...] = ()
    """The vote tiles down the clan board."""
    doors: tuple[str, ...] = ()
    """The caverns with a gnome at the beginning."""
    rally: Clan | None = None
    offer: tuple[str, ...] = ()
    packs: Secret[tuple[str, ...]] = ()
    """All champions, shuffled: those of later waves are turned over from its front. None where the table tells them."""
    drawing: Drawing | None = None


# What lies on the table.


class Gnome(msgspec.Struct, frozen=True):
    """A token on the mountain, face down."""

    seen: tuple[tuple[int, int], ...] = ()
    """Who has looked at it, and which strength they told: nobody else's business."""

    def strength_for(self, seat: int) -> int | None:
        return dict(self.seen).get(seat)


class Gate(msgspec.Struct, frozen=True):
    """A card of the row, face down until its invasion."""

    clan: Clan | None = None
    """Once it is turned over."""
    seen: tuple[tuple[int, Clan], ...] = ()

    def clan_for(self, seat: int) -> Clan | None:
        return dict(self.seen).get(seat)


class Token(msgspec.Struct, frozen=True):
    """A champion that stands on the mountain."""

    champion: str
    seat: int
    place: str


class Arrival(msgspec.Struct, frozen=True):
    """An invader that came in."""

    way: tuple[str, ...]
    """Cavern by cavern, from the door on."""
    why: Text


class Offered(msgspec.Struct, frozen=True):
    """A champion in the offer, and the discs on its track: on the same space, whoever came first leads."""

    champion: str
    discs: Discs = ()


class Follower(msgspec.Struct, frozen=True):
    """A champion that somebody has gained."""

    champion: str
    used: int = 0
    """Claws that are covered in this wave."""


Source = Literal[
    "gnomes",
    "fallen",
    "wheel",
    "consolation",
    "abilities",
    "domains",
    "halls",
    "ancients",
    "votes",
    "told",
    "corrected",
]


class Gain(msgspec.Struct, frozen=True):
    """Honour, by what it came from and when."""

    source: Source
    wave: int
    honour: int


class Player(msgspec.Struct, frozen=True):
    ancestry: Ancestry
    dens: tuple[str, ...] = ()
    supplies: int = 0
    despair: int = 0
    boost: int = 0
    """How far along the boost track."""
    followers: tuple[Follower, ...] = ()
    gains: tuple[Gain, ...] = ()

    @property
    def honour(self) -> int:
        return sum(gain.honour for gain in self.gains)


# What the table waits for before it goes on.


class TellsHall(msgspec.Struct, frozen=True, tag="tells_hall"):
    hall: int


class TellsVotes(msgspec.Struct, frozen=True, tag="tells_votes"):
    clan: Clan


class TellsDoor(msgspec.Struct, frozen=True, tag="tells_door"):
    """The cavern of a first gnome."""

    number: int


class TellsRally(msgspec.Struct, frozen=True, tag="tells_rally"):
    pass


class TellsStart(msgspec.Struct, frozen=True, tag="tells_start"):
    """The starting card of a seat."""

    seat: int


class TellsOffer(msgspec.Struct, frozen=True, tag="tells_offer"):
    number: int


class Advances(msgspec.Struct, frozen=True, tag="advances"):
    power: int


class Reinforces(msgspec.Struct, frozen=True, tag="reinforces"):
    power: int


class CallsIn(msgspec.Struct, frozen=True, tag="calls_in"):
    """With an empty reserve, trolls come from anywhere."""

    place: str
    left: int


class Influences(msgspec.Struct, frozen=True, tag="influences"):
    power: int


class TurnsWheel(msgspec.Struct, frozen=True, tag="turns_wheel"):
    power: int


class Scouts(msgspec.Struct, frozen=True, tag="scouts"):
    pass


class SeesGate(msgspec.Struct, frozen=True, tag="sees_gate"):
    number: int


class SeesGnome(msgspec.Struct, frozen=True, tag="sees_gnome"):
    cavern: str
    number: int


class Boosts(msgspec.Struct, frozen=True, tag="boosts"):
    """The wire of the boost was crossed."""


class Breaches(msgspec.Struct, frozen=True, tag="breaches"):
    """The wire of the breach was crossed: the rally token may be moved first."""


class Takes(msgspec.Struct, frozen=True, tag="takes"):
    """The effect of the space of the wheel."""

    spaces: int


class MovesTrolls(msgspec.Struct, frozen=True, tag="moves_trolls"):
    """By the wheel: out of one cavern."""

    left: int
    cavern: str | None = None


class Reveals(msgspec.Struct, frozen=True, tag="reveals"):
    """The gnomes of a cavern are turned over for an attack."""

    cavern: str


class Retreats(msgspec.Struct, frozen=True, tag="retreats"):
    cavern: str


class TurnsGate(msgspec.Struct, frozen=True, tag="turns_gate"):
    number: int


class Invades(msgspec.Struct, frozen=True, tag="invades"):
    """So many gnomes are still to come in from a rally point."""

    clan: Clan
    left: int
    breach: bool = False
    fallen: int = 0


class DrawsFallen(msgspec.Struct, frozen=True, tag="draws_fallen"):
    """Trolls of several players stand where a gnome comes in: a cube is drawn."""

    cavern: str


class PicksFallen(msgspec.Struct, frozen=True, tag="picks_fallen"):
    """A champion or a troll?"""

    cavern: str
    seat: int


class Shelters(msgspec.Struct, frozen=True, tag="shelters"):
    """A beaten champion goes back to a den."""

    champion: str


class Consoles(msgspec.Struct, frozen=True, tag="consoles"):
    """Somebody who is not first with a champion: a vote, or honour."""

    champion: str
    seat: int
    honour: int


class Votes(msgspec.Struct, frozen=True, tag="votes"):
    """Votes of a clan; a renegade's, one by one for any."""

    seat: int
    left: int
    clan: Clan | None = None


class Enters(msgspec.Struct, frozen=True, tag="enters"):
    """The token of a champion enters a cavern that its player dominates."""

    champion: str
    seat: int


class Uses(msgspec.Struct, frozen=True, tag="uses"):
    """An ability that is resolved now: told by whoever has the champion."""

    champion: str
    seat: int


class Rewards(msgspec.Struct, frozen=True, tag="rewards"):
    """The first champion of the offer is resolved."""


class Counts(msgspec.Struct, frozen=True, tag="counts"):
    """Where only scores are kept: who holds what, told by the table."""

    what: Literal["domain", "hall", "ancients", "votes"]
    number: int = 0


Pending = (
    TellsHall
    | TellsVotes
    | TellsDoor
    | TellsRally
    | TellsStart
    | TellsOffer
    | Advances
    | Reinforces
    | CallsIn
    | Influences
    | TurnsWheel
    | Scouts
    | SeesGate
    | SeesGnome
    | Boosts
    | Breaches
    | Takes
    | MovesTrolls
    | Reveals
    | Retreats
    | TurnsGate
    | Invades
    | DrawsFallen
    | PicksFallen
    | Shelters
    | Consoles
    | Votes
    | Enters
    | Uses
    | Rewards
    | Counts
)


class Gathers(msgspec.Struct, frozen=True, tag="gathers"):
    """Everyone draws two champions and keeps one."""

    drawn: tuple[tuple[str, ...], ...]


class Settles(msgspec.Struct, frozen=True, tag="settles"):
    """Whose turn it is takes dens, then places two trolls."""


class Develops(msgspec.Struct, frozen=True, tag="develops"):
    """Everyone adds a card at the same time."""

    card: int
    laying: Sealed[LayCard]


class Supplies(msgspec.Struct, frozen=True, tag="supplies"):
    """Whose turn it is may cover pairs of wild symbols."""

    left: tuple[int, ...]
    """Who is asked after that."""


class Fights(msgspec.Struct, frozen=True, tag="fights"):
    """Whose turn it is covers symbols."""

    second: bool = False
    """A weak action was taken already."""


class EndsWave(msgspec.Struct, frozen=True, tag="ends_wave"):
    """What is pending of it comes one after the other."""

    stage: Literal["invasions", "champions", "abilities", "scoring"] = "invasions"


class Tallies(msgspec.Struct, frozen=True, tag="tallies"):
    """Where only scores are kept: a wave is played, and honour and votes are told."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    pass


Now = Gathers | Settles | Develops | Supplies | Fights | EndsWave | Tallies | Over


class Acting(msgspec.Struct, frozen=True):
    """The action that is being resolved."""

    action: Action
    weak: bool
    takeable: tuple[str, ...]
    """Caverns that held somebody and were not one's own when it began."""
    boosted: int = 0


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    box: Box
    way: Depth
    players: tuple[Player, ...]
    first: int
    turn: int
    wave: int = 1
    now: Now = Over()
    pending: tuple[Pending, ...] = ()
    acting: Acting | None = None
    acted: int | None = None
    """Whose turn has just ended: an ability that comes after the action is still theirs."""
    hands: tuple[tuple[str, ...], ...] = ()
    """Ancestry cards that each seat chooses from: its secret. None where the table deals its own."""
    deck: tuple[str, ...] = ()
    trolls: dict[str, tuple[int, ...]] = {}
    """By place, for each seat; the others are in the reserve, and champions are counted by themselves."""
    tokens: tuple[Token, ...] = ()
    gnomes: dict[str, tuple[Gnome, ...]] = {}
    beside_wheel: tuple[int, ...] = ()
    """The strengths of beaten gnomes."""
    wheel: int = 0
    rally: Clan = "moss"
    row: tuple[Gate, ...] = ()
    offer: tuple[Offered, ...] = ()
    packs: tuple[str, ...] = ()
    """Champions in the order in which they are turned over, where the companion deals them."""
    gone: tuple[str, ...] = ()
    """Champions that are out of the game."""
    votes: dict[str, Discs] = {}
    """By clan, seat and votes; on the same space, whoever came first is in front."""
    halls: tuple[int, ...] = ()
    tiles: tuple[VoteTile, ...] = ()
    """In the order of the clan board."""
    met: tuple[Champion, ...] = ()
    """Champions that the box does not know, as they were told."""
    news: tuple[Text, ...] = ()
    """What came of the last move, in words that everyone may read."""
    trail: tuple[Arrival, ...] = ()
    """The invaders of the invasion that is going on, or that the last move brought."""

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    @property
    def everyone(self) -> tuple[int, ...]:
        return tuple(range(len(self.seats)))

    @property
    def clockwise(self) -> tuple[int, ...]:
        """From the first player on."""
        return (*self.everyone[self.first :], *self.everyone[: self.first])

    @property
    def numbers(self) -> Numbers:
        return self.box.numbers

    @property
    def mountain(self) -> Mountain:
        return self.box.mountain

    def champion(self, name: str) -> Champion:
        return next(each for each in (*self.met, *self.box.champions) if each.name == name)

    @property
    def over(self) -> bool:
        return isinstance(self.now, Over)


def changed(state: State, **fields: Any) -> State:
    after: State = msgspec.structs.replace(state, **fields)
    return after


def with_player(state: State, seat: int, **fields: Any) -> State:
    player: Player = msgspec.structs.replace(state.players[seat], **fields)
    return changed(state, players=replaced(state.players, seat, player))


def with_news(state: State, *news: Text) -> State:
    """With more to tell everyone about the last move."""
    return changed(state, news=(*state.news, *news))


def waits_for(state: State, *pending: Pending) -> State:
    """With these asked before all that was to be asked already."""
    return changed(state, pending=(*pending, *state.pending))


def replaced(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def gained(state: State, seat: int, source: Source, honour: int) -> State:
    """Honour, added to what came from the same source in this wave."""
    if not honour:
        return state
    gains = state.players[seat].gains
    place = next((at for at, each in enumerate(gains) if (each.source, each.wave) == (source, state.wave)), len(gains))
    before = gains[place].honour if place < len(gains) else 0
    return with_player(state, seat, gains=replaced(gains, place, Gain(source, state.wave, before + honour)))


def moved_up(discs: Discs, seat: int, by: int) -> Discs:
    """The discs on a track, the last to arrive last."""
    had = dict(discs).get(seat, 0)
    return (*(disc for disc in discs if disc[0] != seat), (seat, had + by))


def ranked(discs: Discs) -> list[tuple[int, int]]:
    """From the first to the last: on the same space, whoever came there first is in front."""
    return sorted(discs, key=lambda disc: -disc[1])


def voted(state: State, seat: int, clan: Clan, votes: int = 1) -> State:
    if not votes:
        return state
    return changed(state, votes={**state.votes, clan: moved_up(state.votes.get(clan, ()), seat, votes)})


def votes_of(state: State, seat: int, clan: Clan) -> int:
    return dict(state.votes.get(clan, ())).get(seat, 0)
