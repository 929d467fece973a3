"""No camera: never has a picture, and says so; it never pretends to see."""

from hardware.devices import Frame
from hardware.health import Health, fine


class NoCamera:
    name = "none"

    def newest(self) -> Frame | None:
        return None

    def health(self) -> Health:
        return fine("No camera is set up: count by hand.")

    def close(self) -> None: ...
