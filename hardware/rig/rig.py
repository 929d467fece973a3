"""A hit sensor, a camera and lights as one thing that can be asked how it is and closed; it opens nothing."""

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from companion.common.health import Health
from companion.common.worker import Driven, Worker
from hardware.devices import Camera, Device, HitSensor, Strip
from hardware.rig.retried_device import there


class Rig:
    def __init__(self, hits: HitSensor, camera: Camera, lights: Strip) -> None:
        self.hits = hits
        self.camera = camera
        self.lights = lights

    def health(self) -> dict[str, Health]:
        return {kind: device.health() for kind, device in self._devices().items()}

    def workers(self) -> list[Worker]:
        """The devices' own threads; those of a device that comes late, once it has come."""
        devices = map(there, self._devices().values())
        return [device.worker for device in devices if isinstance(device, Driven)]

    def close(self) -> None:
        """Close every device, even if one of them objects; its objection is raised at the end."""
        with ExitStack() as closing:
            for device in self._devices().values():
                closing.callback(device.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _devices(self) -> dict[str, Device]:
        return {"hits": self.hits, "camera": self.camera, "lights": self.lights}
