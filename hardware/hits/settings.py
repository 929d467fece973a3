"""What a hit sensor can be told; it never says which sensor there is."""

import msgspec

from hardware.hits.detector import GAP_MS
from hardware.hits.resting import Rests

SHORTEST_GAP, LONGEST_GAP = (milliseconds / 1000 for milliseconds in GAP_MS)


class HitSettings(msgspec.Struct, frozen=True):
    gap: float = 0.2  # seconds between two hits: nobody swings a hammer twice within 150 ms
    threshold: float = 0.0  # 0 to 1 of full scale, from the calibration; 0: only the noise floor decides
    pin: int = 17  # gpio: the BCM number of the pin
    rests: Rests = ""  # gpio: the level between hits, low or high; empty: found out, and some modules rest either way
    port: str = ""  # pico: its serial port; empty: found by its USB number
    file: str = ""  # wav: the recording

    def __post_init__(self) -> None:
        if not SHORTEST_GAP <= self.gap <= LONGEST_GAP:
            raise ValueError(
                f"The gap between two hits is {SHORTEST_GAP:g} to {LONGEST_GAP:g} seconds, not {self.gap}."
            )
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"The threshold is 0 to 1 of full scale, not {self.threshold}.")
        if not 0 <= self.pin <= 27:
            raise ValueError(f"The pins of a Pi are 0 to 27, not {self.pin}.")
