"""The simulated strip: the real one down to the pixel buffer, whose bytes are kept, not sent; it fails when told to."""

from time import monotonic

from adafruit_pixelbuf import PixelBuf

from companion.common.health import Health, failing
from hardware.devices import Clock
from hardware.lights.layout import Layout
from hardware.lights.wired_strip import Lamps, WiredStrip

FAILURE = "The simulated lights were told to fail."


class SimStrip(WiredStrip):
    """`sent` is what the lamps last got, lamp by lamp in the strip's colour order; `frames` counts the pictures."""

    def __init__(self, layout: Layout | None = None, clock: Clock = monotonic) -> None:
        self.failing = False
        self.sent = b""
        self.frames = 0
        super().__init__("sim", layout or Layout(), self._plug_in, clock)

    def health(self) -> Health:
        if self.failing and self._failure is None:
            return failing("The lights do not answer.")
        return super().health()

    def _plug_in(self, layout: Layout) -> Lamps:
        lamps: Lamps = _SimLamps(self, layout)
        return lamps


class _SimLamps(PixelBuf):  # type: ignore[misc]  # the package has no types
    def __init__(self, strip: SimStrip, layout: Layout) -> None:
        self._strip = strip
        super().__init__(layout.count, byteorder=layout.order, auto_write=False)

    def deinit(self) -> None:
        self.fill(0)
        self.show()

    def _transmit(self, buffer: bytearray) -> None:
        if self._strip.failing:
            raise OSError(FAILURE)
        self._strip.sent = bytes(buffer)
        self._strip.frames += 1
