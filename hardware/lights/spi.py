"""WS2812 lamps on the Pi's SPI data line: colours become bits, bits become pulses; needs no root and no sound chip.

Each bit of colour is one byte on the line that starts high and ends low, so a pause between two bytes only makes the
low part longer, which the lamps do not mind.
"""

from typing import Protocol

from adafruit_pixelbuf import PixelBuf

from companion.common.text import say
from hardware.devices import Clock
from hardware.lights.layout import Layout
from hardware.lights.wired_strip import Lamps, Unlit, WiredStrip

SPEED = 6_250_000
"""Hertz: a byte takes 1.28 µs. Every Pi can make just this of its clock; 6.0 to 6.9 MHz keep to today's data sheets."""

ZERO, ONE = 0b11000000, 0b11110000
"""High for 0.32 µs, and for 0.64 µs."""

LATCH = bytes(SPEED // 8 * 320 // 1_000_000)
"""Low for 320 µs: newer lamps take a picture over after 280 µs, older ones after 50.

One comes first, too. Some Pis leave the line high when idle, which lamps take for the first bit of a colour: only a
whole latch makes them forget it.
"""

BYTES = tuple(bytes(ONE if value & bit else ZERO for bit in (128, 64, 32, 16, 8, 4, 2, 1)) for value in range(256))


def encode(colours: bytes | bytearray) -> bytes:
    """What goes over the line for the lamps' colour bytes."""
    return b"".join((LATCH, *map(BYTES.__getitem__, colours), LATCH))


class Spi(Protocol):
    def writebytes2(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class SpiLamps(PixelBuf):  # type: ignore[misc]  # the package has no types
    def __init__(self, layout: Layout, spi: Spi) -> None:
        self._spi = spi
        super().__init__(layout.count, byteorder=layout.order, auto_write=False)

    def deinit(self) -> None:
        try:
            self.fill(0)
            self.show()
        finally:
            self._spi.close()

    def _transmit(self, buffer: bytearray) -> None:
        self._spi.writebytes2(encode(buffer))


def spi_strip(layout: Layout, clock: Clock) -> WiredStrip:
    return WiredStrip("spi", layout, _open_lamps, clock)


def _open_lamps(layout: Layout) -> Lamps:
    lamps: Lamps = SpiLamps(layout, open_spi(layout.spi))
    return lamps


def open_spi(path: str) -> Spi:
    """Open `/dev/spidev<bus>.<device>`, or say what is in the way."""
    try:
        from spidev import SpiDev  # only a Pi has it
    except ImportError:
        raise Unlit(say("The lights need the package spidev: install the companion with its extra “pi”.")) from None
    line = SpiDev()
    try:
        line.open_path(path)
        line.max_speed_hz = SPEED
        line.mode = 0
    except FileNotFoundError:
        raise Unlit(
            say("There is no {path}: switch SPI on with “sudo raspi-config nonint do_spi 0” and restart.", path=path)
        ) from None
    except PermissionError:
        raise Unlit(
            say(
                "{path} may not be opened: join its group with “sudo usermod -aG spi $USER” and log in again.",
                path=path,
            )
        ) from None
    spi: Spi = line
    return spi
