"""Every example of the hardware README runs as it stands; what no test machine has is stood in for."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from xml.etree import ElementTree

import pytest

from hardware.camera.scene import Cube, Scene
from hardware.camera.sim import SimCamera
from hardware.hits.sim import SimHits
from hardware.lights.strip import FEWEST, MOST
from tests.hardware.lights import spidev
from tests.hardware.lights.board import Board

README = Path(__file__).parents[3] / "hardware" / "README.md"


def examples() -> dict[str, str]:
    """The Python of each recipe, by its heading."""
    recipes = README.read_text().split("\n## Recipes\n")[1]
    found = {}
    for section in recipes.split("\n### ")[1:]:
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

    def sensor(self) -> None:
        """The simulated twin under the real one's name: it is hit while the example waits."""
        twin = SimHits(time.monotonic, Random(1))
        self.patch.setattr("hardware.rig.opening.open_sensor", lambda *_chosen: twin)
        self.meanwhile = lambda: self._hit(twin)

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

    def _hit(self, twin: SimHits) -> None:
        self._wait(0.3)
        twin.strike(0.6)
        self._wait(0.7)

    def _wait(self, seconds: float) -> None:
        Event().wait(seconds)


RECIPES: dict[str, tuple[Callable[[Table], None], str]] = {
    "Hit sensor `gpio`": (Table.sensor, "a hit, strength"),
    "Hit sensor `pico`": (Table.sensor, "a hit, strength"),
    "Camera `usb`": (Table.counting_camera, "{'red': 2, 'blue': 1, 'yellow': 0, 'white': 0}"),
    "Camera `csi`": (Table.camera, "a picture of 1280 × 720"),
    "Lights `spi`": (Table.spi, "24 lamps"),
    "Lights `neopixel`": (Table.board, "24 lamps"),
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


def test_the_drawing_shows_every_part_that_the_recipes_wire() -> None:
    drawing = ElementTree.parse(README.with_name("wiring.svg"))
    words = " ".join("".join(element.itertext()) for element in drawing.iter("{http://www.w3.org/2000/svg}text"))
    for part in (
        "74AHCT125",
        "330 Ω",
        "10 kΩ",
        "1 MΩ",
        "1000 µF",
        "GPIO10",
        "GPIO17",
        "GP26",
        "BAT85",
        "pin 9",
        "pin 19",
    ):
        assert part in words
        assert part in README.read_text()
    assert f"{FEWEST} to {MOST}" in words
