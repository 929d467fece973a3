"""Everything people can do in the Hall, and what the host may set right; a move knows no state."""

from typing import Annotated, Literal

import msgspec

from companion.games.hall.diggings import WorkshopName
from companion.games.hall.moot import Symbols, TrollClan
from companion.games.hall.purse import Wanted
from companion.games.hall.resources import Clan, Mineral, Resource
from companion.rules import Cell, Laid, Move, Secret

Worth = Annotated[int, msgspec.Meta(ge=0, le=9)]
Spent = tuple[Resource, ...]
Tier = Annotated[int, msgspec.Meta(ge=1, le=5)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Find = Resource | Literal["fire_statue", "ice_statue", "moon_statue"]
"""What lies buried."""


class PlaceGate(Move, frozen=True, tag="gate"):
    at: tuple[Cell, ...]
    """One start point."""


class Draft(Move, frozen=True, tag="draft"):
    """The starting trolls from the left, and the one that stayed in the hand, where that matters."""

    first: str
    second: str
    third: str
    fourth: str
    hand: str = ""


class Cast(Move, frozen=True, tag="cast"):
    """One rune onto a spell; of one that brings resources, which lot."""

    spell: str
    lot: int = 0


class Work(Move, frozen=True, tag="work"):
    """Use a workshop once."""

    workshop: WorkshopName
    spend: Wanted
    gain: Resource


class ForgeHammer(Move, frozen=True, tag="pickforge"):
    spent: Spent


class BuildCart(Move, frozen=True, tag="wheeljack"):
    spent: Spent


class Fetch(Move, frozen=True, tag="quartermaster"):
    """What lies on a troll goes into the storage."""

    token: int


class Recruit(Move, frozen=True, tag="recruit"):
    """A troll of the horde, where it stands if there is a choice, and with what it was bribed if not with coins."""

    troll: str
    place: int = -1
    bribes: Spent = ()


class Dig(Move, frozen=True, tag="dig"):
    mineral: Mineral
    tunnel: Laid


class Neither(Move, frozen=True, tag="neither"):
    """No troll can be recruited and no tunnel dug; or, after a spell, no tunnel is wanted."""


class AddPedestal(Move, frozen=True, tag="pedestal"):
    clan: Clan
    at: Cell


class NoPedestal(Move, frozen=True, tag="no_pedestal"):
    pass


class TurnToken(Move, frozen=True, tag="token"):
    """What the token is worth that was taken from the track."""

    worth: Secret[Worth]


class Establish(Move, frozen=True, tag="establish"):
    workshop: WorkshopName
    at: Cell | None = None


class LeaveSite(Move, frozen=True, tag="leave_site"):
    at: Cell | None = None


class Dedicate(Move, frozen=True, tag="hall"):
    hall: str
    place: Laid
    altar: tuple[Cell, ...] = ()
    """Where the altar is, if that could be in several squares."""


class Carry(Move, frozen=True, tag="carry"):
    """One cart for one statue, which stands in this square."""

    statue: str
    to: tuple[Cell, ...]


class EndTurn(Move, frozen=True, tag="end_turn"):
    pass


class Exchange(Move, frozen=True, tag="exchange"):
    """Four for one, with the supply."""

    spent: Spent
    gain: Resource


class Keep(Move, frozen=True, tag="keep"):
    """These tokens on trolls are spent last, for the rest of the turn."""

    tokens: tuple[int, ...]


class Reveal(Move, frozen=True, tag="reveal"):
    """The troll that was turned over: a card that is known, or one that is told now."""

    troll: str
    clan: TrollClan = "mud"
    symbols: Symbols = ()


class RevealSpell(Move, frozen=True, tag="reveal_spell"):
    """A spell that is known, or the name of one that is not."""

    spell: str
    name: str = ""


class TellStarter(Move, frozen=True, tag="tell_starter"):
    """A starting troll that is not known yet: what it makes, and what it brings once."""

    symbols: Symbols
    once: Spent


class DrawPedestal(Move, frozen=True, tag="draw_pedestal"):
    clan: Clan


class TakePedestal(Move, frozen=True, tag="take_pedestal"):
    clan: Clan


class Ascend(Move, frozen=True, tag="ascend"):
    """This troll of one's own gives way to that one of the horde."""

    place: int
    troll: str


class Report(Move, frozen=True, tag="report"):
    """What a spell brought that the table carried out."""

    gained: Spent


class LayOut(Move, frozen=True, tag="lay_out"):
    """The workshops that were revealed."""

    workshops: tuple[WorkshopName, ...]


class SetStatues(Move, frozen=True, tag="set_statues"):
    """The clans of the first two statue spots."""

    first: Clan
    second: Clan


# Where the mountain is kept by hand.


class DigByHand(Move, frozen=True, tag="dig_by_hand"):
    """What only the table sees is told: rubble under the tunnel, what lay buried there, empty sites beside it."""

    mineral: Mineral
    tunnel: str
    rubble: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    found: tuple[Find, ...] = ()
    sites: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0


class RaisePedestal(Move, frozen=True, tag="raise_pedestal"):
    clan: Clan
    tier: Tier


class Enter(Move, frozen=True, tag="enter"):
    """A workshop that one's network touches, with so many open entrances."""

    workshop: WorkshopName
    entrances: Annotated[int, msgspec.Meta(ge=1, le=4)]


class DedicateByHand(Move, frozen=True, tag="hall_by_hand"):
    hall: str


class CarryByHand(Move, frozen=True, tag="carry_by_hand"):
    """One cart for a statue of this clan."""

    clan: Clan


class TellAltars(Move, frozen=True, tag="altars"):
    """The great halls with a statue on the altar."""

    halls: tuple[str, ...]


class CountStatue(Move, frozen=True, tag="count_statue"):
    tier: Tier
    on_pedestal: bool


class AllCounted(Move, frozen=True, tag="all_counted"):
    pass


# Where nothing but honour is kept.


class RecruitLevel(Move, frozen=True, tag="recruit_level"):
    level: Annotated[int, msgspec.Meta(ge=1, le=3)]


class DigSize(Move, frozen=True, tag="dig_size"):
    mineral: Mineral
    size: Annotated[int, msgspec.Meta(ge=2, le=5)]


class TellLeft(Move, frozen=True, tag="left"):
    """All that is left, on trolls and in the storage."""

    stone: Count
    iron: Count
    heartstone: Count
    cart: Count
    hammer: Count
    rune: Count
    coin: Count


class SetStorage(Move, frozen=True, tag="set_storage"):
    player: int
    resource: Resource
    amount: Annotated[int, msgspec.Meta(ge=0, le=99)]


class SetHonour(Move, frozen=True, tag="set_honour"):
    """What the tunnels of this player, or team, have earned."""

    player: int
    honour: Annotated[int, msgspec.Meta(ge=0, le=400)]


class SetHeld(Move, frozen=True, tag="set_held"):
    """Something lies on this symbol of a player's troll, or no longer does: whichever it was not."""

    player: int
    token: int


class SetTurn(Move, frozen=True, tag="set_turn"):
    """Whose turn it is, from its beginning."""

    player: int


class SetPedestals(Move, frozen=True, tag="set_pedestals"):
    """So many of this clan are in the storage; the others are in the bag."""

    player: int
    clan: Clan
    amount: Annotated[int, msgspec.Meta(ge=0, le=6)]


class GiveToken(Move, frozen=True, tag="give_token"):
    """A pedestal point token that nobody entered."""

    player: int
    worth: Secret[Worth]


class DropToken(Move, frozen=True, tag="drop_token"):
    """The last one that this player took; what it was worth stays a secret."""

    player: int


class SetTroll(Move, frozen=True, tag="set_troll"):
    """Who stands in this place of a player's pyramid; nobody where no troll is named."""

    player: int
    place: Annotated[int, msgspec.Meta(ge=4, le=9)]
    troll: str


class SetHorde(Move, frozen=True, tag="set_horde"):
    space: Annotated[int, msgspec.Meta(ge=0, le=11)]
    troll: str


class SetBribes(Move, frozen=True, tag="set_bribes"):
    troll: str
    resource: Resource
    amount: Annotated[int, msgspec.Meta(ge=0, le=3)]


class SetSpell(Move, frozen=True, tag="set_spell"):
    """This spell of the book, or another one in its place, with so many runes."""

    spell: str
    shown: str
    runes: Annotated[int, msgspec.Meta(ge=0, le=2)]


class SetStatue(Move, frozen=True, tag="set_statue"):
    statue: str
    to: tuple[Cell, ...]


class SetTunnel(Move, frozen=True, tag="set_tunnel"):
    """A tunnel that somebody dug and nobody entered: it costs and scores nothing more."""

    player: int
    tunnel: Laid


class TakeUp(Move, frozen=True, tag="take_up"):
    """A tunnel that was never dug: the one over this square."""

    at: str


class SetWorkshop(Move, frozen=True, tag="set_workshop"):
    """What stands at a site; nothing where none is named."""

    at: str
    workshop: str


class EndGame(Move, frozen=True, tag="end"):
    """The host ends the game before its end: it is scored as it stands."""


Correction = (
    SetStorage
    | SetHonour
    | SetHeld
    | SetTurn
    | SetPedestals
    | GiveToken
    | DropToken
    | SetTroll
    | SetHorde
    | SetBribes
    | SetSpell
    | SetStatue
    | SetTunnel
    | TakeUp
    | SetWorkshop
)
Moves = (
    PlaceGate
    | Draft
    | Cast
    | Work
    | ForgeHammer
    | BuildCart
    | Fetch
    | Recruit
    | Dig
    | Neither
    | AddPedestal
    | NoPedestal
    | TurnToken
    | Establish
    | LeaveSite
    | Dedicate
    | Carry
    | EndTurn
    | Exchange
    | Keep
    | Reveal
    | RevealSpell
    | TellStarter
    | DrawPedestal
    | TakePedestal
    | Ascend
    | Report
    | LayOut
    | SetStatues
    | DigByHand
    | RaisePedestal
    | Enter
    | DedicateByHand
    | CarryByHand
    | TellAltars
    | CountStatue
    | AllCounted
    | RecruitLevel
    | DigSize
    | TellLeft
    | EndGame
    | Correction
)
