"""What the lights show before the first word of a game: that the companion has power and is starting."""

from hardware.devices import Pixel
from hardware.lights.effects import DARK, EMBER

STEP = 0.25
"""Seconds a lamp glows before the next one does."""


def starting(count: int, time: float) -> list[Pixel]:
    """One ember that wanders to the last lamp and begins anew."""
    row = [DARK] * count
    row[int(time / STEP) % count] = EMBER
    return row
