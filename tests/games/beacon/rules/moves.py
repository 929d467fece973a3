"""What the keepers of the beacon do, and what the storm does to them."""

from companion.rules import Move, Secret


class Lay(Move, frozen=True, tag="lay"):
    """A card, face down until everyone has laid one."""

    card: Secret[int]


class PourOil(Move, frozen=True, tag="oil"):
    """The one jar, by anyone, at any time."""


class Face(Move, frozen=True, tag="face"):
    """The keepers have talked enough."""


class ThrowDice(Move, frozen=True, tag="storm"):
    """What the storm dice show, in the order of their faces."""

    dice: tuple[str, ...]


class SetFire(Move, frozen=True, tag="set_fire"):
    """The host sets right how high the fire is."""

    height: int


Moves = Lay | PourOil | Face | ThrowDice | SetFire
