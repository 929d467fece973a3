"""No lights: takes every picture and shows nothing, and says so; it never pretends to be a strip."""

from collections.abc import Sequence

from companion.common.health import Health, fine
from hardware.devices import Pixel


class NoStrip:
    name = "none"

    def show(self, pixels: Sequence[Pixel]) -> None: ...

    def health(self) -> Health:
        return fine("No lights are set up.")

    def close(self) -> None: ...
