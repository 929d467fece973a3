"""What people can do at the tower besides hitting it; a move knows no bout."""

from companion.rules import Boulders, Move


class Stop(Move, frozen=True, tag="stop"):
    """The hammerer ends the hammering."""


class KeepOn(Move, frozen=True, tag="keep_on"):
    """Hammer on alone after the other one stopped, and collect later."""


class SetHit(Move, frozen=True, tag="set_hit"):
    """The host sets right what fell with the last hit."""

    boulders: Boulders
