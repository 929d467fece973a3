"""A device that could not be opened: says why, is tried again, and is that device once it is there.

So a sensor or camera that is missing when the companion starts never keeps the game from being played.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from companion.common.back_off import BackOff
from companion.common.health import Health, failing
from companion.common.text import Fact
from hardware.devices import Blow, Camera, Clock, Device, Frame, HitSensor
from hardware.rig.awaited import Awaited, reason

D = TypeVar("D", bound=Device)


class RetriedDevice(Awaited[D]):
    """`failure` is what kept it from being opened at first."""

    def __init__(self, name: str, open_device: Callable[[], D], failure: Exception, clock: Clock) -> None:
        super().__init__(name, partial(iter, open_device, None), BackOff(first=1.0, most=30.0), clock, reason(failure))
        self._clock = clock
        self._since = clock()

    def health(self) -> Health:
        if self.found is not None:
            return self.found.health()
        return self._missing(name=self.name, why=self.why, minutes=int(self._clock() - self._since) // 60)

    def _missing(self, **facts: Fact) -> Health:
        raise NotImplementedError


def there(device: D) -> D:
    """The device itself: the one that came late, once it has come."""
    found: D | None = device.found if isinstance(device, RetriedDevice) else None
    return device if found is None else found


class RetriedHits(RetriedDevice[HitSensor]):
    def start(self, heard: Callable[[Blow], None]) -> None:
        self._heard = heard
        self.begin()

    def _arrived(self, found: HitSensor) -> None:
        found.start(self._heard)

    def _missing(self, **facts: Fact) -> Health:
        return failing(
            "The hit sensor “{name}” has been missing for {minutes} min ({why}). Enter hits by hand; it is tried again "
            "by itself, and “companion doctor” knows more.",
            **facts,
        )


class RetriedCamera(RetriedDevice[Camera]):
    def __init__(self, name: str, open_device: Callable[[], Camera], failure: Exception, clock: Clock) -> None:
        super().__init__(name, open_device, failure, clock)
        self.begin()

    def newest(self) -> Frame | None:
        return None if self.found is None else self.found.newest()

    def _missing(self, **facts: Fact) -> Health:
        return failing(
            "The camera “{name}” has been missing for {minutes} min ({why}). Count by hand; it is tried again by "
            "itself, and “companion doctor” knows more.",
            **facts,
        )
