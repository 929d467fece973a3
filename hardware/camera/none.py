"""No camera at all, by choice: the boulders are entered by hand; it never has a frame."""

from companion.common.health import Health, fine
from hardware.devices import Frame


class NoCamera:
    name = "none"

    def newest(self) -> Frame | None:
        return None

    def health(self) -> Health:
        return fine("No camera is used: boulders are entered by hand.")

    def close(self) -> None:
        pass
