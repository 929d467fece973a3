"""WS2812 lamps through Adafruit's own NeoPixel package, for pins that SPI cannot serve; it encodes nothing itself."""

from collections.abc import Sequence

from companion.common.text import say
from hardware.devices import Clock, Pixel
from hardware.lights.layout import Layout
from hardware.lights.wired_strip import Lamps, Unlit, WiredStrip


class NeoLamps:
    """The package tells its failures as RuntimeError (no root, for one); here a device that fails is an OSError."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps

    def __setitem__(self, where: slice, levels: Sequence[Pixel]) -> None:
        self._lamps[where] = levels

    def show(self) -> None:
        try:
            self._lamps.show()
        except RuntimeError as failure:
            raise OSError(str(failure)) from failure

    def deinit(self) -> None:
        try:
            self._lamps.deinit()
        except RuntimeError as failure:
            raise OSError(str(failure)) from failure


def neopixel_strip(layout: Layout, clock: Clock) -> WiredStrip:
    return WiredStrip("neopixel", layout, _open, clock)


def _open(layout: Layout) -> Lamps:
    try:
        # Both ask the board for its pins as they are imported, and fail where there are none.
        import board
        from neopixel import NeoPixel
    except (ImportError, NotImplementedError) as missing:
        raise Unlit(
            say("This board cannot drive NeoPixels ({why}): choose the lights “spi”.", why=str(missing))
        ) from missing
    pin = getattr(board, layout.pin, None)
    if pin is None:
        raise Unlit(say("This board has no pin {pin}.", pin=layout.pin))
    try:
        return NeoLamps(NeoPixel(pin, layout.count, auto_write=False, pixel_order=layout.order))
    except Exception as failure:  # each board's library has its own kinds of failure
        raise OSError(str(failure) or type(failure).__name__) from failure
