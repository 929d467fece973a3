"""Real set-ups of simulated devices whose time passes only when the test says so."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.app.device_setup.camera import CameraSetup
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.counted_pictures import CountedPictures
from companion.app.device_setup.dice import DiceSetup
from companion.app.device_setup.hits import HitsSetup
from companion.app.device_setup.learned_dice import LearnedDice
from companion.app.device_setup.lights import LightsSetup
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.rules import Option
from hardware.boulders.watcher import Sighting, Watcher
from hardware.devices import Blow, HitSensor
from hardware.hits.sim import SimHits
from hardware.lights.sim import SimStrip
from hardware.rig.camera_loop import CameraLoop
from hardware.rig.light_player import LightPlayer
from hardware.rig.sim import SimRig
from tests.clock import Hand
from tests.web.fakes import Answer, FakeRig, Phone

SEED = 11
FOUND = """# The rig of the blue table.
[hits]
threshold = 0.02  # from the first evening

[lights]
brightness = 0.5  # the hall is dark
"""


class Workshop(FakeRig):
    """Every device and its set-up, without a thread."""

    hits_setup: HitsSetup
    lights_setup: LightsSetup

    def __init__(self, folder: Path, clock: Hand, sensor: HitSensor | None = None) -> None:
        super().__init__()
        (folder / FILE).write_text(FOUND, encoding="utf-8")
        self.clock = clock
        self.settings = open_settings(folder / FILE)
        self.in_play = False
        self.passed_on: list[Blow] = []
        self.sensor = SimHits(clock, Random(SEED), self.settings.values.hits)
        self.sensor.listen(self._heard)
        self.strip = SimStrip(self.settings.values.lights, clock)
        self.light_player = LightPlayer(self.strip, self.settings.values.lights.count, clock)
        self.hits_setup = HitsSetup(sensor or self.sensor, self.settings, lambda: self.in_play, clock)
        self.lights_setup = LightsSetup(self.strip, self.light_player, self.settings, clock)

    def strike(self, strength: float) -> None:
        self.sensor.advance(0.5)
        self.sensor.strike(strength)
        self.sensor.advance(0.5)

    def shine(self) -> None:
        self.clock.now += 0.1
        self.light_player.step()

    def _heard(self, blow: Blow) -> None:
        if not self.hits_setup.takes(blow):
            self.passed_on.append(blow)


class Studio(FakeRig):
    """A tower, the camera that looks at it and its set-up, without a thread."""

    camera_setup: CameraSetup
    dice_setup: DiceSetup

    def __init__(self, folder: Path, clock: Hand) -> None:
        super().__init__()
        self.clock = clock
        self.sim = SimRig(clock, Random(SEED))
        counter = TableCounter(folder)
        self.camera_loop = CameraLoop(self.sim.camera, Watcher(counter), self._seen, clock)
        corrected = CorrectedPictures(folder)
        self.camera_setup = CameraSetup(self.sim.camera, self.camera_loop, counter, corrected, clock)
        self.pictures = CountedPictures(self.camera_loop, counter, corrected, open_settings(folder / FILE))
        self.dice_setup = DiceSetup(self.sim.camera, LearnedDice(folder), lambda: None)

    def picture(self) -> bytes | None:
        return self.camera_loop.picture()

    def reads_dice(self, game: str, faces: Sequence[Option]) -> bool:
        return self.dice_setup.reads(game, faces)

    def spill(self, number: int) -> None:
        """Boulders fall and come to rest."""
        self.sim.spill(number)
        self.clock.now += 5
        self.look()

    def look(self, seconds: float = 2.0) -> None:
        for _ in range(round(10 * seconds)):
            self.clock.now += 0.1
            self.camera_loop.look()

    def _seen(self, number: int, sighting: Sighting) -> None:
        self.camera_setup.seen(number, sighting)


def stored(rig: Workshop) -> str:
    return rig.settings.path.read_text(encoding="utf-8")


def ok(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.body


def seen(watching: Phone) -> Any:
    return watching.get("/api/host/camera").get_json()
