"""The simulated strip: the real pixel buffer whose transmission is kept instead of sent; it can be made to fail."""

from collections.abc import Sequence

from adafruit_pixelbuf import PixelBuf

from hardware.devices import Pixel
from hardware.health import Health, failing, fine
from hardware.lights.layout import Layout


class SimStrip(PixelBuf):  # type: ignore[misc]  # the package has no types
    name = "sim"

    def __init__(self, layout: Layout | None = None) -> None:
        self.layout = layout or Layout()
        self.failing = False
        self.sent = b""
        self.frames = 0
        super().__init__(self.layout.count, byteorder=self.layout.order, auto_write=False)
        self._transmit(self._post_brightness_buffer)

    def show(self, pixels: Sequence[Pixel]) -> None:
        self[:] = self.layout.levels(pixels)
        super().show()

    def health(self) -> Health:
        if self.failing:
            return failing("The lights do not answer. Play on without them; they come back by themselves.")
        return fine("{count} simulated lamps, {frames} pictures shown", count=len(self), frames=self.frames)

    def close(self) -> None:
        self.failing = False
        self.fill(0)
        super().show()

    def _transmit(self, buffer: bytearray) -> None:
        if self.failing:
            raise OSError("The simulated lights were told to fail.")
        self.sent = bytes(buffer)
        self.frames += 1
