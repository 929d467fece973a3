"""Everything people can do in Trollfjord, and what the host may set right; a move knows no state."""

from typing import Annotated, Literal

import msgspec

from companion.rules import Boulders, Hit, Move

Steps = Annotated[int, msgspec.Meta(ge=1, le=3)]
Trolls = Annotated[int, msgspec.Meta(ge=0, le=10)]


class MoveLord(Move, frozen=True, tag="lord"):
    """The troll lord goes to the first, second or third free space of one kind."""

    to: Literal["place", "wander"]
    free: Steps


class Place(Move, frozen=True, tag="place"):
    """So many trolls from in front of the player into one region."""

    region: str
    trolls: Steps


class Lift(Move, frozen=True, tag="lift"):
    """A troll of this region is about to wander."""

    region: str


class PutDown(Move, frozen=True, tag="put_down"):
    """The lifted troll stays after all; another may wander."""


class Wander(Move, frozen=True, tag="wander"):
    """The lifted troll steps into this neighbouring region."""

    region: str


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


class Stop(Move, frozen=True, tag="stop"):
    """The hammerer ends the hammering."""


class KeepOn(Move, frozen=True, tag="keep_on"):
    """Hammer on alone after the other one stopped, and collect later."""


class Give(Move, frozen=True, tag="give"):
    """Offer one gift to the angry spirit; it is flipped only if enough come together."""

    gift: int


class GiveNoMore(Move, frozen=True, tag="give_no_more"):
    """No further gift from this player."""


class Collect(Move, frozen=True, tag="collect"):
    """Take the treasure of this region."""

    region: str


class LeaveEmpty(Move, frozen=True, tag="leave_empty"):
    """Neither a treasure nor the hammer."""


class Clear(Move, frozen=True, tag="clear"):
    """Take all own trolls back from this region."""

    region: str


class Draw(Move, frozen=True, tag="draw"):
    """The treasure turned over in the region that has none."""

    treasure: int


class SetTrolls(Move, frozen=True, tag="set_trolls"):
    """So many trolls of this player stand in the region; the others are in front of the player."""

    player: int
    region: str
    trolls: Trolls


class SetLord(Move, frozen=True, tag="set_lord"):
    """The troll lord of this player stands on this space, counted from the corner."""

    player: int
    space: int


class SetTreasure(Move, frozen=True, tag="set_treasure"):
    """The treasure in this region has this value."""

    region: str
    treasure: int


class SetBelt(Move, frozen=True, tag="set_belt"):
    """The treasure on a space of this player's belt has this value; the crown follows."""

    player: int
    space: Literal["I", "II", "III", "+"]
    treasure: int


class SetSack(Move, frozen=True, tag="set_sack"):
    """A treasure in this player's sack has this value; which one: counted in the order they went in."""

    player: int
    place: int
    treasure: int


class SwapFortresses(Move, frozen=True, tag="swap_fortresses"):
    """The numbers of these two fortresses change places."""

    one: str
    other: str


class SetHit(Move, frozen=True, tag="set_hit"):
    """What fell with the last hit."""

    boulders: Boulders


Correction = SetTrolls | SetLord | SetTreasure | SetBelt | SetSack | SwapFortresses | SetHit
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
    | GiveNoMore
    | Collect
    | LeaveEmpty
    | Clear
    | Draw
    | Correction
)
