"""The simulated rig: a tower and dice, a sensor that hears, a camera that sees; faults come only when asked for."""

from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from hardware.camera.scene import Scene
from hardware.camera.sim import SimCamera
from hardware.devices import Clock, Strip
from hardware.hits import HitSettings
from hardware.hits.sim import SimHits
from hardware.lights.sim import SimStrip
from hardware.rig.dice_cup import DiceCup
from hardware.rig.rig import Rig
from hardware.rig.tower import RockTower


class Fault(NamedTuple):
    device: object
    switch: str


class SimRig(Rig):
    """Whatever lights are given are lit; only simulated ones can be made to fail."""

    hits: SimHits
    camera: SimCamera

    def __init__(
        self, clock: Clock, rng: Random, lights: Strip | None = None, settings: HitSettings | None = None
    ) -> None:
        self.tower = RockTower(Random(rng.random()), clock)
        hits = SimHits(clock, Random(rng.random()), settings or HitSettings())
        camera = SimCamera(self._scene, clock, seed=rng.randrange(2**31))
        self.dice_cup = DiceCup(Random(rng.random()))
        super().__init__(hits, camera, lights or SimStrip(clock=clock))
        self._faults = {
            "sensor_noise": Fault(hits, "noise"),
            "sensor_dead": Fault(hits, "unplugged"),
            "sensor_old_program": Fault(hits, "old_program"),
            "camera_unplugged": Fault(camera, "unplugged"),
            "picture_dark": Fault(camera, "dark"),
            "hand_in_picture": Fault(camera, "hand"),
        }
        if isinstance(self.lights, SimStrip):
            self._faults["lights_failing"] = Fault(self.lights, "failing")

    def _scene(self, time: float) -> Scene:
        return replace(self.tower.scene(time), dice=self.dice_cup.lying)

    def hit(self, strength: float = 0.7) -> dict[str, int]:
        """Hit the tower: the sensor hears it, boulders fall; says how many of each colour."""
        freed = self.tower.blow(strength)
        self.hits.strike(strength)
        return freed

    def spill(self, number: int = 1) -> dict[str, int]:
        """Boulders fall though nobody hit."""
        return self.tower.spill(number)

    def put_back(self) -> None:
        """The boulders into the tower, the dice off the mat."""
        self.tower.put_back()
        self.dice_cup.take_away()

    @property
    def faults(self) -> dict[str, bool]:
        return {name: bool(getattr(fault.device, fault.switch)) for name, fault in self._faults.items()}

    def fault(self, name: str, on: bool) -> None:
        if name not in self._faults:
            raise ValueError(f"There is no fault called {name!r}: choose one of {', '.join(self._faults)}.")
        fault = self._faults[name]
        setattr(fault.device, fault.switch, on)
