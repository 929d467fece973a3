"""The strip's driver on a recorder in place of spidev, and lamps that read its waveform by their data sheets."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

from hardware.lights.layout import Layout
from hardware.lights.spi import SPEED, spi_strip
from tests.clock import Hand
from tests.hardware.lights.spidev import FakeSpi
from tests.hardware.lights.ws2812 import CHIPS, Chain, waveform
from tests.pi import part

LAMPS = 60
PICTURES = 20


@part(
    "strip",
    proves="every pulse that the lights' driver sends is one that today's data sheets promise to read, on a line that "
    "rests low or high, and the lamps end up showing each picture and then nothing",
    cannot="tell volts: edges behind the level shifter, a ground that is not one, whether the core clock stays still",
    short=True,
)
def lamps_read_what_the_driver_sends(_folder: Path) -> str:
    rng, bus = Random(16), FakeSpi()
    module = ModuleType("spidev")
    module.__dict__["SpiDev"] = lambda: bus
    layout = Layout(count=LAMPS, order="RGB", brightness=1.0, limit_ma=LAMPS * 60.0)
    with patch.dict(sys.modules, spidev=module):
        strip = spi_strip(layout, Hand())
        pictures = [[_colour(rng) for _ in range(LAMPS)] for _ in range(PICTURES)]
        for picture in pictures:
            strip.show(picture)
        strip.close()
    wanted = [[(0, 0, 0)] * LAMPS, *map(layout.levels, pictures), [(0, 0, 0)] * LAMPS]
    for chip in CHIPS:
        for rests_high in (False, True):
            chain = Chain(LAMPS, chip)
            for transfer, levels in zip(bus.sent, wanted, strict=True):
                chain.hear(waveform([transfer], SPEED, rests_high))
                assert chain.shown == [bytes(level) for level in levels], f"{chip.name} shows another picture"
    names = " and ".join(chip.name for chip in CHIPS)
    return f"{len(bus.sent)} transfers at {SPEED / 1e6} MHz read back by {LAMPS} lamps, as {names} do"


def _colour(rng: Random) -> tuple[int, int, int]:
    red, green, blue = rng.randbytes(3)
    return red, green, blue
