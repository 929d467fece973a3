"""What was learned about one table's boulders: their colours and their size; it never reads a picture."""

import msgspec

from hardware.boulders.colours import BOULDER_COLOURS
from hardware.boulders.mat import CUBE_SIZE


def not_learned_yet() -> dict[str, tuple[str, ...]]:
    return {name: colour.samples for name, colour in BOULDER_COLOURS.items()}


class Calibration(msgspec.Struct, frozen=True):
    """`colours` are samples as they look beside white paper in white light, written #rrggbb."""

    colours: dict[str, tuple[str, ...]] = msgspec.field(default_factory=not_learned_yet)
    size_mm: float = CUBE_SIZE
