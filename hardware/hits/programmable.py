"""A hit sensor with a program of its own that can be put on it from here; it never does so by itself."""

from typing import Literal, Protocol, runtime_checkable

import msgspec

from companion.common.health import Health
from hardware.devices import HitSensor

Offer = Literal["", "old", "silent", "boot_loader"]
"""Nothing; an older program runs there; what is there says nothing; a Pico waits for its first program."""


class Program(msgspec.Struct, frozen=True):
    """What can be done about the sensor's program, and what came of it."""

    offer: Offer = ""
    written: float | None = None
    """The share that has arrived, while it is being written."""
    outcome: Health | None = None
    """How the last writing ended."""


@runtime_checkable
class Programmable(HitSensor, Protocol):
    def program(self) -> Program: ...

    def flash(self) -> None:
        """Begin to put the program there; how far it is, `program` says."""
