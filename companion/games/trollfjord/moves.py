"""Everything people can do in Trollfjord, and what the host may set right; a move knows no state."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import astuple

from companion.hammering.moves import KeepOn, SetHit, Stop
from companion.rules import Hit, Move, Secret

Steps = Annotated[int, msgspec.Meta(ge=1, le=3)]
Trolls = Annotated[int, msgspec.Meta(ge=0, le=10)]


class Told(Move, frozen=True):
    """A move that tells where it happened, so that it still means the same after an earlier one is amended.

    Earlier versions left that out: what only one of two moves tells makes no difference between them.
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told) or type(other) is not type(self):
            return NotImplemented
        both = zip(astuple(self), astuple(other), strict=True)
        return all(mine == theirs or None in (mine, theirs) for mine, theirs in both)

    def __hash__(self) -> int:
        return hash(type(self))


class MoveLord(Told, frozen=True, tag="lord"):
    """The troll lord goes to the first, second or third free space of one kind.

    Where the space is told it alone says which move this is: how many are free up to there may change.
    """

    to: Literal["place", "wander"]
    free: Steps
    space: int | None = None
    """Counted from the corner."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MoveLord) and self.space and other.space:
            return self.space == other.space
        return super().__eq__(other)

    __hash__ = Told.__hash__


class Place(Move, frozen=True, tag="place"):
    """So many trolls from in front of the player into one region."""

    region: str
    trolls: Steps


class Lift(Move, frozen=True, tag="lift"):
    """A troll of this region is about to wander."""

    region: str


class PutDown(Move, frozen=True, tag="put_down"):
    """The lifted troll stays after all; another may wander."""


class Wander(Told, frozen=True, tag="wander"):
    """The lifted troll steps into this neighbouring region."""

    region: str
    start: str | None = None
    """The region it comes from."""


class Forgo(Move, frozen=True, tag="forgo"):
    """No more placing or wandering."""


class Declare(Move, frozen=True, tag="fortress"):
    """Name the fortress to hammer at."""

    fortress: str


class Rest(Move, frozen=True, tag="rest"):
    """No hammering this turn."""


class Join(Move, frozen=True, tag="join"):
    """Be the comrade, wanted or not."""


class StayOut(Move, frozen=True, tag="stay_out"):
    """Do not be the comrade."""


class TakeHammer(Move, frozen=True, tag="hammer"):
    """Hammer after all, now that it is known with whom."""


class Give(Move, frozen=True, tag="give"):
    """Offer one gift to the angry spirit; it is flipped only if enough come together."""

    gift: int


class TakeGiftBack(Move, frozen=True, tag="take_gift_back"):
    """A gift that was offered is offered no longer."""

    offered: int


class HoldBack(Move, frozen=True, tag="hold_back"):
    """No further gift from this player, unless they think again before the other one agrees."""


class GiveNoMore(Move, frozen=True, tag="give_no_more"):
    """As earlier versions wrote it down: final, even if the other one had too few then. It is not offered any more."""


class Collect(Move, frozen=True, tag="collect"):
    """Take the treasure of this region."""

    region: str


class LeaveEmpty(Move, frozen=True, tag="leave_empty"):
    """Neither a treasure nor the hammer."""


class Clear(Move, frozen=True, tag="clear"):
    """Take all own trolls back from this region."""

    region: str


class Draw(Told, frozen=True, tag="draw"):
    """The treasure turned over in the region that has none."""

    treasure: Secret[int]
    """It may be in a patched sack by now."""
    into: str | None = None
    """That region."""

    def known_to(self, reader: int | None, seat: int | None) -> bool:  # noqa: ARG002
        """Everyone saw it, and nobody is reminded."""
        return False


class StepUp(Move, frozen=True, tag="step_up"):
    """With a board that is kept by hand: it is this seat's turn, and they hammer."""

    seat: int


class BringTrolls(Move, frozen=True, tag="bring"):
    """So many trolls of the one just named stand at the fortress."""

    trolls: Trolls


class AskComrade(Move, frozen=True, tag="comrade"):
    """This seat hammers along."""

    seat: int


class GoAlone(Move, frozen=True, tag="alone"):
    """Nobody joins."""


class CarryOff(Move, frozen=True, tag="carry_off"):
    """A treasure of this value is collected from the board."""

    treasure: Secret[int]
    """On a belt everyone sees it; in a patched sack only its owner."""


class Finish(Move, frozen=True, tag="finish"):
    """The last turns have been played."""


class FartherBack(Move, frozen=True, tag="farther_back"):
    """Of those who tie, this one's troll lord is farther back."""

    seat: int


class SetTrolls(Move, frozen=True, tag="set_trolls"):
    """So many trolls of this player stand in the region; the others are in front of the player."""

    player: int
    region: str
    trolls: Trolls


class MoveTrolls(Move, frozen=True, tag="move_trolls"):
    """So many trolls of this player stand in the other region instead."""

    player: int
    region: str
    to: str
    trolls: Trolls


class SetGift(Move, frozen=True, tag="set_gift"):
    """This gift of the player is flipped, or is not."""

    player: int
    gift: int
    side: Literal["unflipped", "flipped"]


class SetLord(Move, frozen=True, tag="set_lord"):
    """The troll lord of this player stands on this space, counted from the corner; -1 to -4 on the starting plank."""

    player: int
    space: int


class SetTreasure(Move, frozen=True, tag="set_treasure"):
    """The treasure in this region has this value."""

    region: str
    treasure: Secret[int]


class SetBelt(Move, frozen=True, tag="set_belt"):
    """The treasure on a space of this player's belt has this value; the crown follows."""

    player: int
    space: Literal["I", "II", "III", "+"]
    treasure: int


class SetSack(Move, frozen=True, tag="set_sack"):
    """A treasure in this player's sack has this value; which one: counted in the order they went in."""

    player: int
    place: int
    treasure: Secret[int]


class SwapFortresses(Move, frozen=True, tag="swap_fortresses"):
    """The numbers of these two fortresses change places."""

    one: str
    other: str


class EndGame(Move, frozen=True, tag="end"):
    """The host ends the game before its end: it is scored as it stands."""


Correction = SetTrolls | MoveTrolls | SetLord | SetTreasure | SetBelt | SetSack | SetGift | SwapFortresses | SetHit
Moves = (
    MoveLord
    | Place
    | Lift
    | PutDown
    | Wander
    | Forgo
    | Declare
    | Rest
    | Join
    | StayOut
    | TakeHammer
    | Hit
    | Stop
    | KeepOn
    | Give
    | TakeGiftBack
    | HoldBack
    | GiveNoMore
    | Collect
    | LeaveEmpty
    | Clear
    | Draw
    | StepUp
    | BringTrolls
    | AskComrade
    | GoAlone
    | CarryOff
    | Finish
    | FartherBack
    | EndGame
    | Correction
)
