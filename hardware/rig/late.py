"""A device that could not be opened: says why, tries again with back-off, and is that device once it is there.

So a sensor or camera that is missing when the companion starts never keeps the game from being played.
"""

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from hardware.devices import Blow, Camera, Clock, Device, Frame, HitSensor
from hardware.health import Health, failing
from hardware.rig.backoff import BackOff
from hardware.worker import Worker

log = logging.getLogger(__name__)

D = TypeVar("D", bound=Device)


class Late(Generic[D]):
    """`failure` is what kept it from being opened at first."""

    sentence: str

    def __init__(self, name: str, open_device: Callable[[], D], failure: Exception, clock: Clock) -> None:
        self.name = name
        self._open = open_device
        self._clock = clock
        self._since = clock()
        self._why = _words(failure)
        self._back_off = BackOff(first=1.0, most=30.0)
        self._worker = Worker(f"opening {name}", self.attempt, clock)
        self.device: D | None = None
        """What it is once it has come."""

    def attempt(self) -> float | None:
        """Try to open it; says in how many seconds to try again, None once it is open."""
        if self.device is not None:
            return None
        try:
            device = self._open()
            try:
                self._arrived(device)
            except Exception:
                device.close()
                raise
        except Exception as failure:  # each device's library has its own kinds of failure
            self._why = _words(failure)
            log.warning("%s cannot be opened: %s", self.name, self._why)
            return self._back_off.failed()
        self.device = device
        return None

    def health(self) -> Health:
        if self.device is not None:
            return self.device.health()
        minutes = int(self._clock() - self._since) // 60
        return failing(self.sentence, name=self.name, why=self._why, minutes=minutes)

    def close(self) -> None:
        self._worker.close()
        if self.device is not None:
            self.device.close()

    def _arrived(self, device: D) -> None: ...


def there(device: D) -> D:
    """The device itself: the one that came late, once it has come."""
    if isinstance(device, Late) and device.device is not None:
        come: D = device.device
        return come
    return device


def _words(failure: Exception) -> str:
    return str(failure) or type(failure).__name__


class LateHits(Late[HitSensor]):
    sentence = (
        "The hit sensor “{name}” has been missing for {minutes} min ({why}). Enter hits by hand; it is tried again by "
        "itself, and “companion doctor” knows more."
    )

    def start(self, heard: Callable[[Blow], None]) -> None:
        self._heard = heard
        self._worker.start()

    def _arrived(self, device: HitSensor) -> None:
        device.start(self._heard)


class LateCamera(Late[Camera]):
    sentence = (
        "The camera “{name}” has been missing for {minutes} min ({why}). Count by hand; it is tried again by itself, "
        "and “companion doctor” knows more."
    )

    def __init__(self, name: str, open_device: Callable[[], Camera], failure: Exception, clock: Clock) -> None:
        super().__init__(name, open_device, failure, clock)
        self._worker.start()

    def newest(self) -> Frame | None:
        return None if self.device is None else self.device.newest()
