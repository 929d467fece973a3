"""What people do in the war for the mountain; small values that know no state."""

from typing import ClassVar, Literal

from companion.games.fall.cards import Action
from companion.games.fall.champions import Banner
from companion.games.fall.mountain import Clan, ToldClan
from companion.games.fall.numbers import ToldStrength
from companion.rules import Cell, Move, Secret

NEW = "?"
"""A champion or a card that the box does not know."""
NOBODY = -1


# The set-up, as far as the table tells it.


class TellHall(Move, frozen=True, tag="tell_hall"):
    worth: int


class TellVotes(Move, frozen=True, tag="tell_votes"):
    tile: int
    """Which of those in the box."""


class TellDoor(Move, frozen=True, tag="tell_door"):
    cavern: tuple[str, ...]


class TellRally(Move, frozen=True, tag="tell_rally"):
    clan: Clan


class TellStart(Move, frozen=True, tag="tell_start"):
    """One's starting card. One that the box does not know is told by what it shows."""

    card: str = NEW
    top_left: str = ""
    top_right: str = ""
    bottom_left: str = ""
    bottom_right: str = ""


class TellChampion(Move, frozen=True, tag="tell_champion"):
    """Turned over into the offer. One that the box does not know is told as its card shows it."""

    champion: str = NEW
    name: str = ""
    clan: Banner = "renegade"
    votes: int = 0
    token: Literal["yes", "no"] = "no"
    lines: tuple[int, ...] = ()
    """The spaces right behind the yellow lines of its track."""
    when: Literal["always", "claws", "at_once", "each_wave", "symbol"] = "always"
    claws: int = 0
    symbol: str = ""
    ability: str = ""


class DrawChampions(Move, frozen=True, tag="draw_champions"):
    champions: tuple[str, ...]


class KeepChampion(Move, frozen=True, tag="keep_champion"):
    champion: str


class Settle(Move, frozen=True, tag="settle"):
    """Two dens, two caverns beside them, and in which of the two the champion stands."""

    glyph: str
    caverns: tuple[str, ...]
    champion_at: str = ""


# Development and supplies.


class LayCard(Move, frozen=True, tag="lay_card"):
    """A card of the ancestry, unseen until everyone has laid one."""

    card: Secret[str] = NEW
    at: Secret[tuple[Cell, ...]] = ()
    """The place of its top left quadrant; none where no card can lie any more."""
    top_left: Secret[str] = ""
    """What it shows, where the box does not know it."""
    top_right: Secret[str] = ""
    bottom_left: Secret[str] = ""
    bottom_right: Secret[str] = ""


class CoverPair(Move, frozen=True, tag="cover_pair"):
    """Two wild symbols for a supply."""

    cells: tuple[Cell, ...]


class EnoughSupplies(Move, frozen=True, tag="enough_supplies"):
    pass


# Battle.


class Cover(Move, frozen=True):
    """Symbols of one's own ancestry for an action."""

    cells: tuple[Cell, ...]

    action: ClassVar[Action]


class CoverAdvance(Cover, frozen=True, tag="cover_advance"):
    action: ClassVar[Action] = "advance"


class CoverReinforce(Cover, frozen=True, tag="cover_reinforce"):
    action: ClassVar[Action] = "reinforce"


class CoverInfluence(Cover, frozen=True, tag="cover_influence"):
    action: ClassVar[Action] = "influence"


class CoverGnome(Cover, frozen=True, tag="cover_gnome"):
    action: ClassVar[Action] = "gnome"


class Stop(Move, frozen=True, tag="stop"):
    """No second weak action."""


class Boost(Move, frozen=True, tag="boost"):
    """A despair token for a weak action, a supply for a strong one."""


class Advance(Move, frozen=True, tag="advance"):
    to: tuple[str, ...]
    trolls: tuple[str, ...] = ()
    """Where each comes from, or which champion it is; none where all that can come stand in one place."""
    count: int = 0
    """Then how many of them; one, where nobody says."""


class Reinforce(Move, frozen=True, tag="reinforce"):
    """As many trolls as the strength and the reserve allow."""

    to: tuple[str, ...]


class Spare(Move, frozen=True, tag="spare"):
    """One troll fewer is added."""


class CallIn(Move, frozen=True, tag="call_in"):
    """A troll from anywhere, when the reserve is empty."""

    troll: str


class Enough(Move, frozen=True, tag="enough"):
    """What is left of the strength is forgone."""


class Influence(Move, frozen=True, tag="influence"):
    champion: str


class TurnWheel(Move, frozen=True, tag="turn_wheel"):
    spaces: int


class Scout(Move, frozen=True, tag="scout"):
    """A gate card of the row and a gnome token on the mountain."""

    gate: int = NOBODY
    gnome: tuple[str, ...] = ()
    """Its cavern, if any."""


class SeeGate(Move, frozen=True, tag="see_gate"):
    clan: Secret[ToldClan]


class SeeGnome(Move, frozen=True, tag="see_gnome"):
    strength: Secret[ToldStrength]


class Reveal(Move, frozen=True, tag="reveal"):
    """The strengths of the gnomes, weakest first."""

    strengths: tuple[int, ...]


class Retreat(Move, frozen=True, tag="retreat"):
    den: str


class MoveRally(Move, frozen=True, tag="move_rally"):
    clan: Clan


class MoveTroll(Move, frozen=True, tag="move_troll"):
    """By the wheel, one after the other."""

    troll: str
    """A seat, or a champion."""
    to: tuple[str, ...]
    cavern: tuple[str, ...] = ()
    """For the first of them."""


# Invasions.


class TurnGate(Move, frozen=True, tag="turn_gate"):
    clan: Clan


class Send(Move, frozen=True, tag="send"):
    """An invader, where the way of least resistance leaves a choice."""

    cavern: str


class DrawFallen(Move, frozen=True, tag="draw_fallen"):
    player: int


class PickFallen(Move, frozen=True, tag="pick_fallen"):
    champion: str
    """Empty for a troll."""


class Shelter(Move, frozen=True, tag="shelter"):
    den: str


# Champions.


class Console(Move, frozen=True, tag="console"):
    prize: Literal["vote", "honour"]


class Vote(Move, frozen=True, tag="vote"):
    clan: Clan


class Enter(Move, frozen=True, tag="enter"):
    place: tuple[str, ...]


class Use(Move, frozen=True, tag="use"):
    """What an ability brought: a checked entry."""

    champion: str = ""
    """Where several could be meant."""
    brings: Literal["honour", "votes", "troll", "trolls", "nothing"] = "nothing"
    """One troll moves, or two; nothing that is kept here, where only a claw is covered."""
    honour: int = 0
    clan: Clan | None = None
    votes: int = 0
    start: tuple[str, ...] = ()
    troll: str = ""
    """A seat, or a champion."""
    to: tuple[str, ...] = ()
    second_start: tuple[str, ...] = ()
    second_troll: str = ""
    second_to: tuple[str, ...] = ()


# Where only scores are kept.


class TellHonour(Move, frozen=True, tag="tell_honour"):
    player: int
    honour: int


class TellVote(Move, frozen=True, tag="tell_vote"):
    player: int
    clan: Clan
    votes: int


class EndWave(Move, frozen=True, tag="end_wave"):
    pass


class CountDomain(Move, frozen=True, tag="count_domain"):
    held: tuple[int, ...]
    """A seat for each cavern that it controls."""
    invaded: int


class CountHall(Move, frozen=True, tag="count_hall"):
    worth: int
    held: tuple[int, ...]
    """A seat for each cavern around it, or -1 for the gnomes."""


class NoMoreHalls(Move, frozen=True, tag="no_more_halls"):
    pass


class CountAncients(Move, frozen=True, tag="count_ancients"):
    ancients: int


# The host's own.


class SetHonour(Move, frozen=True, tag="set_honour"):
    player: int
    honour: int


class SetVotes(Move, frozen=True, tag="set_votes"):
    player: int
    clan: Clan
    votes: int


class SetTrolls(Move, frozen=True, tag="set_trolls"):
    player: int
    place: str
    trolls: int


class SetGnomes(Move, frozen=True, tag="set_gnomes"):
    cavern: str
    gnomes: int


class SetSupplies(Move, frozen=True, tag="set_supplies"):
    player: int
    supplies: int
    despair: int


class SetInfluence(Move, frozen=True, tag="set_influence"):
    player: int
    champion: str
    influence: int


class SetChampion(Move, frozen=True, tag="set_champion"):
    """Where the token of a champion stands."""

    champion: str
    place: str


class SetWheel(Move, frozen=True, tag="set_wheel"):
    space: int


class EndGame(Move, frozen=True, tag="end"):
    pass


Correction = SetHonour | SetVotes | SetTrolls | SetGnomes | SetSupplies | SetInfluence | SetChampion | SetWheel

Moves = (
    TellHall
    | TellVotes
    | TellDoor
    | TellRally
    | TellStart
    | TellChampion
    | DrawChampions
    | KeepChampion
    | Settle
    | LayCard
    | CoverPair
    | EnoughSupplies
    | CoverAdvance
    | CoverReinforce
    | CoverInfluence
    | CoverGnome
    | Stop
    | Boost
    | Advance
    | Reinforce
    | Spare
    | CallIn
    | Enough
    | Influence
    | TurnWheel
    | Scout
    | SeeGate
    | SeeGnome
    | Reveal
    | Retreat
    | MoveRally
    | MoveTroll
    | TurnGate
    | Send
    | DrawFallen
    | PickFallen
    | Shelter
    | Console
    | Vote
    | Enter
    | Use
    | TellHonour
    | TellVote
    | EndWave
    | CountDomain
    | CountHall
    | NoMoreHalls
    | CountAncients
    | Correction
    | EndGame
)
