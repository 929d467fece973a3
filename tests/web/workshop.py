"""Real desks over simulated devices whose time passes only when the test says so."""

from pathlib import Path
from random import Random
from typing import Any

from companion.cli.desks.camera import CameraDesk
from companion.cli.desks.hits import HitsDesk
from companion.cli.desks.lights import LightsDesk
from companion.cli.desks.taught import TaughtCounter
from companion.cli.settings import FILE, opened
from hardware.boulders.watcher import Sighting, Watcher
from hardware.devices import Blow, HitSensor
from hardware.hits.sim import SimHits
from hardware.lights.sim import SimStrip
from hardware.rig.eyes import Eyes
from hardware.rig.show import Show
from hardware.rig.sim import SimRig
from tests.web.fakes import Answer, Clock, FakeRig, Phone

SEED = 11
FOUND = """# The rig of the blue table.
[hits]
threshold = 0.02  # from the first evening

[lights]
brightness = 0.5  # the hall is dark
"""


class Workshop(FakeRig):
    """Every device and its desk, without a thread."""

    def __init__(self, folder: Path, clock: Clock, sensor: HitSensor | None = None) -> None:
        super().__init__()
        (folder / FILE).write_text(FOUND, encoding="utf-8")
        self.clock = clock
        self.settings = opened(folder / FILE)
        self.in_play = False
        self.blows: list[Blow] = []
        self.sensor = SimHits(clock, Random(SEED), self.settings.values.hits)
        self.sensor.listen(self._heard)
        self.strip = SimStrip(self.settings.values.lights, clock)
        self.show = Show(self.strip, self.settings.values.lights.count, clock)
        self.hits_desk = HitsDesk(sensor or self.sensor, self.settings, lambda: self.in_play, clock)
        self.lights_desk = LightsDesk(self.strip, self.show, self.settings, clock)

    def strike(self, strength: float) -> None:
        self.sensor.advance(0.5)
        self.sensor.strike(strength)
        self.sensor.advance(0.5)

    def shine(self) -> None:
        self.clock.now += 0.1
        self.show.step()

    def _heard(self, blow: Blow) -> None:
        if not self.hits_desk.takes(blow):
            self.blows.append(blow)


class Studio(FakeRig):
    """A tower, the camera that looks at it and its desk, without a thread."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.sim = SimRig(clock, Random(SEED))
        counter = TaughtCounter(folder)
        self.eyes = Eyes(self.sim.camera, Watcher(counter), self._seen, clock)
        self.camera_desk = CameraDesk(self.sim.camera, self.eyes, counter, clock)

    def picture(self) -> bytes | None:
        return self.eyes.picture()

    def spill(self, number: int) -> None:
        """Boulders fall and come to rest."""
        self.sim.spill(number)
        self.clock.now += 5
        self.look()

    def look(self, seconds: float = 2.0) -> None:
        for _ in range(round(10 * seconds)):
            self.clock.now += 0.1
            self.eyes.look()

    def _seen(self, number: int, sighting: Sighting) -> None:
        self.camera_desk.seen(number, sighting)


def stored(rig: Workshop) -> str:
    return rig.settings.path.read_text(encoding="utf-8")


def ok(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.body


def seen(watching: Phone) -> Any:
    return watching.get("/api/host/camera").get_json()
