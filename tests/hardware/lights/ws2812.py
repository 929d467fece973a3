"""A chain of WS2812 lamps at the end of a data line: reads pulses as the data sheets say, and refuses any other pulse.

It knows times, not volts: what a level shifter does to an edge, only a scope can tell.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

Pulse = tuple[bool, float]
"""High or low, and for how many nanoseconds."""

FOR_EVER = 1e9


class Window(NamedTuple):
    shortest: float
    longest: float

    def __contains__(self, time: object) -> bool:
        return isinstance(time, float) and self.shortest <= time <= self.longest


class Chip(NamedTuple):
    """One data sheet, in nanoseconds: how long the line is high and then low for a 0 and for a 1."""

    name: str
    zero: tuple[Window, Window]
    one: tuple[Window, Window]
    latch: float
    """Low for longer than this: the colours are taken over, and what comes next is for the first lamp."""


WS2812B_V5 = Chip(
    "WS2812B-V5",
    zero=(Window(220, 380), Window(580, 1000)),
    one=(Window(580, 1000), Window(580, 1000)),
    latch=280_000,
)
SK6812 = Chip(
    "SK6812",
    zero=(Window(150, 450), Window(750, 1050)),
    one=(Window(450, 750), Window(450, 750)),
    latch=80_000,
)
CHIPS = (WS2812B_V5, SK6812)
"""What is sold today. The windows of the first are those of Microchip's note on the NeoPixel stick for the WS2812B-V5.
The SK6812's are 300 and 900 ns for a zero, 600 and 600 for a one, and 80 µs for the latch, as drivers' notes repeat
them; its tolerance of 150 ns is assumed, as the first WS2812B has it. That one had 400 and 850, 800 and 450, and 50 µs:
its shortest one is 10 ns more than ours.
"""


class OutOfSpec(AssertionError):
    """A pulse that the data sheet does not promise to be read."""


class Chain:
    """So many lamps in a row. `shown` is what each shows: three bytes, in the order in which they came."""

    def __init__(self, lamps: int, chip: Chip) -> None:
        self.shown = [bytes(3)] * lamps
        self._chip = chip
        self._bits: list[bool] = []

    def hear(self, line: Iterable[Pulse]) -> None:
        """What the line does, from one change to the next."""
        high = 0.0
        for is_high, time in line:
            if is_high:
                high = time
                continue
            latched = time > self._chip.latch
            if high:
                self._bits.append(self._bit(high, time, latched))
            if latched:
                self._take_over()
            high = 0.0

    def _bit(self, high: float, low: float, latched: bool) -> bool:
        if high >= FOR_EVER:
            # A line that rested high and falls: the chip cannot know that this was meant to be nothing.
            return True
        for value, (highs, lows) in ((False, self._chip.zero), (True, self._chip.one)):
            if high in highs:
                if not latched and low not in lows:
                    raise OutOfSpec(f"{self._chip.name}: after a {value:d} the line was low for {low:.0f} ns.")
                return value
        raise OutOfSpec(f"{self._chip.name}: the line was high for {high:.0f} ns.")

    def _take_over(self) -> None:
        """Each lamp keeps the first 24 bits that reach it and hands on the rest; one that got fewer stays as it was."""
        for lamp in range(min(len(self.shown), len(self._bits) // 24)):
            bits = self._bits[24 * lamp : 24 * lamp + 24]
            self.shown[lamp] = sum(bit << 23 - place for place, bit in enumerate(bits)).to_bytes(3)
        self._bits = []


def waveform(sent: Iterable[bytes], clock: float, rests_high: bool) -> list[Pulse]:
    """What an SPI data line does at so many hertz, transfer after transfer, with a rest before and after each."""
    rest = (rests_high, FOR_EVER)
    line = [rest]
    for transfer in sent:
        bits = (bool(byte >> bit & 1) for byte in transfer for bit in range(7, -1, -1))
        line += [*((high, len(list(run)) / clock * 1e9) for high, run in groupby(bits)), rest]
    return [(high, sum(time for _, time in run)) for high, run in groupby(line, lambda pulse: pulse[0])]
