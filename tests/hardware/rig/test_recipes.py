"""Every recipe for the hardware runs as it stands; what no test machine has is stood in for."""

import os
import re
import socket
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from hardware.camera.scene import Cube, Scene
from hardware.camera.sim import SimCamera
from hardware.hits import HitSettings
from hardware.lights.layout import Layout
from hardware.rig.opening import RigSettings
from tests.hardware.lights import spidev
from tests.hardware.lights.board import Board
from tests.needs import missing

README = Path(__file__).parents[3] / "hardware" / "README.md"
COOKBOOK = README.with_name("recipes.md")
CAPTURED = Path(__file__).parents[1] / "hits" / "captured_pico.txt"


def examples() -> dict[str, str]:
    """The Python of each recipe, by its heading."""
    found = {}
    for section in COOKBOOK.read_text().split("\n## ")[1:]:
        heading, body = section.split("\n", 1)
        code = re.search(r"```python\n(.*?)```", body, re.DOTALL)
        assert code, f"the recipe “{heading}” has no example"
        found[heading] = code[1]
    return found


class Table:
    """What stands in for the physical side while an example runs: it may also do something while the example waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch = monkeypatch
        self.folder = folder
        self.worked: Callable[[], bool] = lambda: True
        self.meanwhile: Callable[[], None] = lambda: None
        monkeypatch.setattr(time, "sleep", lambda _seconds: self.meanwhile())
        monkeypatch.chdir(folder)

    def spi(self) -> None:
        bus = spidev.install(self.patch)
        self.worked = lambda: len(bus.sent) == 26 and bus.closed == 1

    def board(self) -> None:
        board = Board(self.patch)
        self.worked = lambda: len(board.sent) == 3 and board.released == 1

    def wled(self) -> None:
        """The real driver, and a socket that keeps the datagrams."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.patch.setattr("hardware.lights.wled.open_line", lambda _address: ours)

        def worked() -> bool:
            with theirs:
                return [len(theirs.recv(2000)) for _ in range(3)] == [74, 74, 74]

        self.worked = worked

    def pin(self) -> None:
        """The real driver on gpiozero's mock pins: the pin rings while the example waits."""
        try:
            from gpiozero.pins.mock import MockFactory
        except ImportError:
            missing("gpiozero")
        factory = MockFactory()
        self.patch.setattr("hardware.hits.gpio.pi_factory", lambda: factory)
        self.meanwhile = lambda: self._ring(factory.pin(17))

    def pico(self) -> None:
        """The real driver on a pseudo terminal: what a Pico once said arrives while the example waits."""
        master, slave = os.openpty()
        self.patch.setattr("hardware.hits.pico.find_pico", lambda: os.ttyname(slave))
        self.meanwhile = lambda: self._say(master, CAPTURED.read_bytes())

    def camera(self) -> None:
        """The simulated twin under the real one's name, above a mat with three boulders."""
        cubes = (Cube("red", 90, 80), Cube("red", 130, 120, 30), Cube("blue", 170, 80, 60))
        twin = SimCamera(lambda _now: Scene(cubes), time.monotonic)
        self.patch.setattr("hardware.rig.opening.CAMERAS", dict.fromkeys(("usb", "csi"), lambda *_chosen: twin))

    def counting_camera(self) -> None:
        self.camera()
        self.worked = lambda: (self.folder / "counted.png").stat().st_size > 10_000

    def simulated(self) -> None:
        self.meanwhile = lambda: self._wait(0.5)

    def _ring(self, pin: Any) -> None:
        for _ in range(5):
            pin.drive_high()
            pin.drive_low()
        self._wait(0.5)

    def _say(self, port: int, words: bytes) -> None:
        self._wait(0.5)
        os.write(port, words[:4000])
        self._wait(1.0)

    def _wait(self, seconds: float) -> None:
        Event().wait(seconds)


RECIPES: dict[str, tuple[Callable[[Table], None], str]] = {
    "Hit sensor `gpio`": (Table.pin, "a hit, strength 100%"),
    "Hit sensor `pico`": (Table.pico, "a hit, strength"),
    "Camera `usb`": (Table.counting_camera, "{'red': 2, 'blue': 1, 'yellow': 0, 'white': 0}"),
    "Camera `csi`": (Table.camera, "a picture of 1280 × 720"),
    "Lights `spi`": (Table.spi, "24 lamps"),
    "Lights `neopixel`": (Table.board, "24 lamps"),
    "Lights `wled`": (Table.wled, "24 lamps are sent to WLED at 192.168.1.50"),
    "What the lights say": (lambda _table: None, "\x1b[48;2;"),
    "No devices at all": (Table.simulated, "heard a blow"),
}


def test_every_recipe_is_tried() -> None:
    assert list(examples()) == list(RECIPES)


@pytest.mark.parametrize("heading", list(RECIPES))
def test_the_example_of_each_recipe_runs(
    heading: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare, words = RECIPES[heading]
    table = Table(monkeypatch, tmp_path)
    prepare(table)
    exec(compile(examples()[heading], heading, "exec"), {"__name__": "example"})
    assert words in capsys.readouterr().out
    assert table.worked()


def test_the_settings_of_the_example_are_understood() -> None:
    example = re.search(r"```toml\n(.*?)```", README.read_text(), re.DOTALL)
    assert example
    written = tomllib.loads(example[1])
    assert msgspec.convert(written["lights"], Layout).shape == "ring"
    assert msgspec.convert(written["hits"], HitSettings).gap == 0.2
    assert written["rig"].keys() <= set(RigSettings.__struct_fields__)
