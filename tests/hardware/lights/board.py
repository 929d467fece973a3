"""A board for Adafruit's NeoPixel package where there is none; all else is the package itself."""

import importlib.util
import sys
from types import ModuleType, SimpleNamespace

import pytest

from tests.needs import missing


class Board:
    """The three modules that the package asks for a board; what they are asked to write is kept in `sent`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        if importlib.util.find_spec("neopixel") is None:
            missing("adafruit-circuitpython-neopixel")
        self.sent: list[bytes] = []
        self.failure: Exception | None = None
        self.refusal: Exception | None = None
        self.released = 0
        modules: dict[str, dict[str, object]] = {
            "board": {"D18": "pin 18"},
            "digitalio": {"DigitalInOut": self._pin, "Direction": SimpleNamespace(OUTPUT="out")},
            "neopixel_write": {"neopixel_write": self._write},
        }
        for name, members in modules.items():
            module = ModuleType(name)
            vars(module).update(members)
            monkeypatch.setitem(sys.modules, name, module)
        # Set first and then removed: so the package that was imported with this board is forgotten after the test.
        monkeypatch.setitem(sys.modules, "neopixel", ModuleType("neopixel"))
        del sys.modules["neopixel"]

    def _pin(self, name: str) -> SimpleNamespace:
        assert name == "pin 18"
        if self.refusal:
            raise self.refusal
        return SimpleNamespace(deinit=self._release)

    def _release(self) -> None:
        self.released += 1

    def _write(self, _pin: object, buffer: bytearray) -> None:
        if self.failure:
            raise self.failure
        self.sent.append(bytes(buffer))
