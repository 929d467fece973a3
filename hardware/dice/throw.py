"""What was read of one throw: plain values, the same for pages and tests; they never change."""

import msgspec

from companion.common.health import Health
from hardware.boulders.count import Point
from hardware.dice.faces import Face


class Read(msgspec.Struct, frozen=True):
    """One die: the face on top of it, whether that is clear, and the outline of its top as shares of the picture."""

    face: Face
    clear: bool
    outline: tuple[Point, ...]


class Throw(msgspec.Struct, frozen=True):
    """`doubt` says why it is not sure; nobody needs to be asked where there is none."""

    dice: tuple[Read, ...]
    doubt: Health | None

    @property
    def sure(self) -> bool:
        return self.doubt is None

    @property
    def faces(self) -> tuple[Face, ...]:
        return tuple(die.face for die in self.dice)
