"""A device that was missing at the start and came later can all that it can: its signal is seen, its light settled."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.device_setup.camera import CameraSetup
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.hits import HitsSetup
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.common.worker import Worker
from hardware.boulders.watcher import Watcher
from hardware.camera.scene import Scene
from hardware.camera.sim import SimCamera
from hardware.hits import HitSettings, open_sensor
from hardware.rig.camera_loop import CameraLoop
from hardware.rig.retried_device import RetriedCamera, RetriedHits
from tests.clock import Hand

MISSING = OSError("nothing there")


@pytest.fixture(autouse=True)
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself says when a device is tried again."""
    monkeypatch.setattr(Worker, "start", lambda _: None)


def test_a_hit_sensor_that_came_late_shows_its_signal(tmp_path: Path) -> None:
    clock = Hand()
    retried = RetriedHits("gpio", lambda: open_sensor("sim", HitSettings(), clock, Random(1)), MISSING, clock)
    setup = HitsSetup(retried, open_settings(tmp_path / FILE), lambda: False, clock)
    retried.start(lambda _: None)
    assert not setup.watched
    retried.attempt()
    assert setup.watched
    assert setup.listen(0).threshold == HitSettings().threshold
    retried.close()


class Settling(SimCamera):
    settled = 0

    def settle_again(self) -> None:
        self.settled += 1


def test_a_camera_that_came_late_finds_its_exposure_anew(tmp_path: Path) -> None:
    clock, counter = Hand(), TableCounter(tmp_path)
    camera = Settling(lambda _: Scene(), clock)
    retried = RetriedCamera("usb", lambda: camera, MISSING, clock)
    camera_loop = CameraLoop(retried, Watcher(counter), seen, clock)
    setup = CameraSetup(retried, camera_loop, counter, CorrectedPictures(tmp_path), clock)
    assert not setup.now().settles
    retried.attempt()
    assert setup.now().settles
    setup.settle()
    camera_loop._rebalance()
    assert camera.settled == 2
    retried.close()


def seen(*_: Any) -> None:
    """Nobody plays."""
