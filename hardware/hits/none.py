"""No sensor: every hit is entered by hand; it never hears anything."""

from collections.abc import Callable

from companion.common.health import Health, fine
from hardware.devices import Blow


class NoHits:
    name = "none"

    def start(self, heard: Callable[[Blow], None]) -> None:
        del heard

    def health(self) -> Health:
        return fine("There is no hit sensor: hits are entered by hand.")

    def close(self) -> None:
        pass
