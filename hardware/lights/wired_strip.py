"""A strip on a wire: opened when first needed, blanked, and opened again after it was lost; it decides no picture."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from companion.common.health import Health, failing, fine
from companion.common.text import Text
from hardware.devices import Clock, Pixel
from hardware.lights.layout import Layout


class Lamps(Protocol):
    """What a pixel buffer on a wire offers; Adafruit's NeoPixel is one."""

    def __setitem__(self, where: slice, levels: Sequence[Pixel]) -> None: ...

    def show(self) -> None: ...

    def deinit(self) -> None: ...


class Unlit(OSError):
    """Lamps that cannot be lit; the text says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class WiredStrip:
    """`open_lamps` may fail and may be asked again at any later picture; how often is up to whoever shows."""

    lasts = math.inf
    """Seconds a picture stays before it has to be shown again."""

    def __init__(self, name: str, layout: Layout, open_lamps: Callable[[Layout], Lamps], clock: Clock) -> None:
        self.name = name
        self.layout = layout
        self._open = open_lamps
        self._clock = clock
        self._lamps: Lamps | None = None
        self._failure: OSError | None = None
        self._since = 0.0
        self._closed = False
        with suppress(OSError):  # health() tells it, and every picture tries again
            self.show([(0, 0, 0)] * layout.count)

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Light the lamps; an OSError says why they stay dark."""
        levels = self.layout.levels(pixels)
        if self._closed:
            raise OSError("These lights are closed.")
        try:
            if self._lamps is None:
                self._lamps = self._open(self.layout)
            self._lamps[:] = levels
            self._lamps.show()
        except OSError as failure:
            self._lost(failure)
            raise
        self._failure = None

    def arrange(self, layout: Layout) -> None:
        """Go on with another layout; the lamps go dark and are opened anew with the next picture."""
        self._let_go()
        self.layout = layout

    def health(self) -> Health:
        if self._failure is None:
            return fine("{count} lamps are lit as asked.", count=self.layout.count)
        # Whole minutes: a health that changed every second would be sent to every phone every second.
        minutes = int(self._clock() - self._since) // 60
        if isinstance(self._failure, Unlit):
            return failing("{why} Dark for {minutes} min.", why=self._failure.text, minutes=minutes)
        return failing(
            "The lights have failed for {minutes} min ({why}). Check their plug; they are tried again by themselves.",
            minutes=minutes,
            why=str(self._failure),
        )

    def close(self) -> None:
        """Leave the lamps dark."""
        self._closed = True
        self._let_go()

    def _lost(self, failure: OSError) -> None:
        if self._failure is None:
            self._since = self._clock()
        self._failure = failure
        self._let_go()

    def _let_go(self) -> None:
        lamps, self._lamps = self._lamps, None
        if lamps is not None:
            # A broken device may also refuse to be let go; there is nothing left to do about that.
            with suppress(OSError):
                lamps.deinit()
