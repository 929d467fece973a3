"""Everything people can do in the Hall, and what the host may set right; a move knows no state."""

from typing import Annotated

import msgspec

from companion.games.hall.diggings import WorkshopName
from companion.games.hall.moot import Symbols, TrollClan
from companion.games.hall.purse import Wanted
from companion.games.hall.resources import Clan, Mineral, Resource
from companion.rules import Cell, Laid, Move, Secret

Worth = Annotated[int, msgspec.Meta(ge=0, le=9)]
Spent = tuple[Resource, ...]


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
    at: Cell


class LeaveSite(Move, frozen=True, tag="leave_site"):
    at: Cell


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
    name: str = ""
    clan: TrollClan = "mud"
    symbols: Symbols = ()


class RevealSpell(Move, frozen=True, tag="reveal_spell"):
    spell: str


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


class EndGame(Move, frozen=True, tag="end"):
    """The host ends the game before its end: it is scored as it stands."""


Correction = SetStorage | SetHonour | SetHeld
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
    | DrawPedestal
    | TakePedestal
    | Ascend
    | Report
    | LayOut
    | SetStatues
    | EndGame
    | Correction
)
