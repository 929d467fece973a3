"""A stand-in for the package spidev, which only a Pi has: keeps what was sent, and fails when told to."""

import sys
from types import ModuleType

import pytest


class FakeSpi:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.path = ""
        self.max_speed_hz = 0
        self.mode = -1
        self.opened = 0
        self.closed = 0
        self.refusal: OSError | None = None
        self.failure: OSError | None = None

    def open_path(self, path: str) -> None:
        if self.refusal:
            raise self.refusal
        self.path = path
        self.opened += 1

    def writebytes2(self, data: bytes) -> None:
        if self.failure:
            raise self.failure
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.closed += 1


def install(monkeypatch: pytest.MonkeyPatch) -> FakeSpi:
    """Every `SpiDev()` from now on is the one that is returned."""
    bus = FakeSpi()
    module = ModuleType("spidev")
    module.__dict__["SpiDev"] = lambda: bus
    monkeypatch.setitem(sys.modules, "spidev", module)
    return bus
