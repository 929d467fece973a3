"""The whole simulated rig with its threads, while devices are pulled out and put back."""

import time
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Event

from companion.common.lights import Lights
from companion.common.supervisor import Supervisor
from hardware.boulders.counter import Counter
from hardware.boulders.watcher import Sighting, Watcher
from hardware.devices import Blow
from hardware.lights.sim import SimStrip
from hardware.rig.camera_loop import CameraLoop
from hardware.rig.light_player import LightPlayer
from hardware.rig.sim import SimRig
from tests.hardware.lights.people import WHITE

PATIENCE = 20.0


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never happened"
        Event().wait(0.02)


def test_every_device_that_was_lost_comes_back_by_itself() -> None:
    heard: SimpleQueue[Blow] = SimpleQueue()
    last: list[Sighting] = []
    with SimRig(time.monotonic, Random(3)) as rig:
        camera_loop = CameraLoop(
            rig.camera, Watcher(Counter()), lambda _number, seen: last.append(seen), time.monotonic
        )
        light_player = LightPlayer(rig.lights, 24, time.monotonic)
        supervisor = Supervisor(lambda: [camera_loop.worker, light_player.worker], time.monotonic)
        rig.hits.start(heard.put)
        for part in (camera_loop, light_player, supervisor):
            part.start()
        camera_loop.armed = True
        light_player.say(Lights("ready", WHITE, 0, 5, {}, 5, 0))
        _until(lambda: bool(last) and last[-1].kind == "counted")

        for fault in ("sensor_dead", "camera_unplugged", "lights_failing"):
            rig.fault(fault, on=True)
        _until(lambda: not any(health.fine for health in rig.health().values()))
        _until(lambda: last[-1].kind == "trouble")
        assert supervisor.well, "a lost device is no dead thread"

        for fault in rig.faults:
            rig.fault(fault, on=False)
        _until(lambda: all(health.fine for health in rig.health().values()))
        freed = rig.hit(0.9)
        assert heard.get(timeout=PATIENCE).strength > 0
        _until(lambda: last[-1].count is not None and last[-1].count.colours == freed)

        for part in (supervisor, light_player, camera_loop):
            part.close()
    assert isinstance(rig.lights, SimStrip)
    assert rig.lights.sent == bytes(72)
