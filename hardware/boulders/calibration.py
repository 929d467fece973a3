"""What was learned about one table's boulders: their colours and their size; it never reads a picture."""

import msgspec

from hardware.boulders.mat import CUBE_SIZE

DEFAULT_COLOURS = {
    "red": ("#b3262e", "#8f1d22"),
    "blue": ("#22539c", "#2f6fc0"),
    "yellow": ("#e3b32a", "#d9a520"),
    "white": ("#e6e2d8", "#d8cdb8"),
}


class Calibration(msgspec.Struct, frozen=True):
    """`colours` are samples as they look beside white paper in white light, written #rrggbb."""

    colours: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: dict(DEFAULT_COLOURS))
    size_mm: float = CUBE_SIZE
