"""A hit sensor whose signal can be looked at and tuned; a mere switch is none."""

from typing import Protocol, runtime_checkable

from hardware.devices import HitSensor
from hardware.hits.settings import HitSettings
from hardware.hits.trace import Trace


@runtime_checkable
class Tunable(HitSensor, Protocol):
    @property
    def trace(self) -> Trace: ...

    def watch(self) -> None:
        """Keep the trace running for the next ten seconds."""

    def tune(self, settings: HitSettings) -> None:
        """Take another threshold and gap at once."""
