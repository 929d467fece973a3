"""How a boulder of each colour looks: to the camera, outlined in its picture, and in simulation; it finds none."""

from collections.abc import Mapping
from typing import NamedTuple

from hardware.boulders import BLUE, RED, WHITE, YELLOW


class BoulderColour(NamedTuple):
    samples: tuple[str, ...]
    """As it looks beside white paper in white light, written #rrggbb, before any calibration."""
    outline: tuple[int, int, int]
    """Drawn around it in a picture: blue, green, red."""
    paint: tuple[float, float, float]
    """What the simulated one reflects: linear red, green, blue."""


BOULDER_COLOURS: Mapping[str, BoulderColour] = {
    RED: BoulderColour(samples=("#b3262e", "#8f1d22"), outline=(60, 60, 255), paint=(0.42, 0.035, 0.04)),
    BLUE: BoulderColour(samples=("#22539c", "#2f6fc0"), outline=(255, 150, 60), paint=(0.03, 0.10, 0.33)),
    YELLOW: BoulderColour(samples=("#e3b32a", "#d9a520"), outline=(60, 220, 255), paint=(0.72, 0.46, 0.04)),
    WHITE: BoulderColour(samples=("#e6e2d8", "#d8cdb8"), outline=(255, 255, 255), paint=(0.74, 0.72, 0.66)),
}
