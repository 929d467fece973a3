"""A hit sensor with a program of its own that can be put on it from here; it never does so by itself."""

from typing import Literal, Protocol, runtime_checkable

import msgspec

from companion.common.health import Health
from hardware.devices import Clock, HitSensor

TOLD = 60.0  # seconds for which an outcome is news

Offer = Literal["", "old", "silent", "boot_loader"]
"""Nothing; an older program runs there; what is there says nothing; a Pico waits for its first program."""


class Program(msgspec.Struct, frozen=True):
    """What can be done about the sensor's program, and what came of it."""

    offer: Offer = ""
    written: float | None = None
    """The share that has arrived, while it is being written."""
    outcome: Health | None = None
    """How the last writing ended."""


class Writing:
    """How far the writing of a program is."""

    def __init__(self, clock: Clock) -> None:
        self.share: float | None = None
        self._clock = clock
        self._outcome: Health | None = None
        self._ended = 0.0

    def begin(self) -> None:
        self.share, self._outcome = 0.0, None

    def arrived(self, share: float) -> None:
        self.share = share

    def end(self, outcome: Health) -> None:
        self.share, self._outcome, self._ended = None, outcome, self._clock()

    def told(self, offer: Offer) -> Program:
        return Program(offer, self.share, self._outcome if self._clock() - self._ended < TOLD else None)


@runtime_checkable
class Programmable(HitSensor, Protocol):
    def program(self) -> Program: ...

    def flash(self) -> None:
        """Begin to put the program there; how far it is, `program` says."""
