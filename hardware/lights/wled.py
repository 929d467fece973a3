"""Lamps on a WLED in the house's network: each picture is one datagram of its UDP realtime protocol, DRGB.

WLED answers nothing: whether the lamps are lit cannot be known here. Their colour order is WLED's own affair.
"""

import socket
from collections.abc import Sequence
from itertools import chain

from companion.common.health import Health, fine
from companion.common.text import say
from hardware.devices import Clock, Pixel
from hardware.lights.layout import Layout
from hardware.lights.wired_strip import Lamps, Unlit, WiredStrip

PORT = 21324
DRGB = 2
HOLD = 5
"""Seconds after the last datagram until WLED goes back to what it shows by itself."""


class WledStrip(WiredStrip):
    lasts = 1.0

    def __init__(self, layout: Layout, clock: Clock) -> None:
        super().__init__("wled", layout, _open, clock)

    def health(self) -> Health:
        told = super().health()
        if not told.fine:
            return told
        return fine(
            "{count} lamps are sent to WLED at {address}, which does not tell whether they are lit.",
            count=self.layout.count,
            address=self.layout.address,
        )


class WledLamps:
    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._levels: Sequence[Pixel] = ()

    def __setitem__(self, _where: slice, levels: Sequence[Pixel]) -> None:
        self._levels = levels

    def show(self) -> None:
        self._line.send(bytes((DRGB, HOLD, *chain.from_iterable(self._levels))))

    def deinit(self) -> None:
        try:
            self._levels = [(0, 0, 0)] * len(self._levels)
            self.show()
        finally:
            self._line.close()


def _open(layout: Layout) -> Lamps:
    if not layout.address:
        raise Unlit(say("The lights “wled” need an address: write it into the settings, under [lights]."))
    return WledLamps(open_line(layout.address))


def open_line(address: str) -> socket.socket:
    line = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
    try:
        line.settimeout(1.0)
        line.connect((address, PORT))
    except OSError:
        line.close()
        raise
    return line
