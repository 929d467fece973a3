"""A device that was missing at the start and came later can all that it can: its signal is seen, its light settled."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli.desks.camera import CameraDesk
from companion.cli.desks.hits import HitsDesk
from companion.cli.desks.taught import TaughtCounter
from companion.cli.settings import FILE, opened
from hardware.boulders.watcher import Watcher
from hardware.camera.scene import Scene
from hardware.camera.sim import SimCamera
from hardware.hits import HitSettings, open_sensor
from hardware.rig.eyes import Eyes
from hardware.rig.late import LateCamera, LateHits
from hardware.worker import Worker
from tests.hardware.rig.clock import Hand

MISSING = OSError("nothing there")


@pytest.fixture(autouse=True)
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself says when a device is tried again."""
    monkeypatch.setattr(Worker, "start", lambda _: None)


def test_a_hit_sensor_that_came_late_shows_its_signal(tmp_path: Path) -> None:
    clock = Hand()
    late = LateHits("gpio", lambda: open_sensor("sim", HitSettings(), clock, Random(1)), MISSING, clock)
    desk = HitsDesk(late, opened(tmp_path / FILE), lambda: False, clock)
    late.start(lambda _: None)
    assert not desk.watched
    late.attempt()
    assert desk.watched
    assert desk.listen(0).threshold == HitSettings().threshold
    late.close()


class Settling(SimCamera):
    settled = 0

    def settle_again(self) -> None:
        self.settled += 1


def test_a_camera_that_came_late_finds_its_exposure_anew(tmp_path: Path) -> None:
    clock, counter = Hand(), TaughtCounter(tmp_path)
    camera = Settling(lambda _: Scene(), clock)
    late = LateCamera("usb", lambda: camera, MISSING, clock)
    eyes = Eyes(late, Watcher(counter), seen, clock)
    desk = CameraDesk(late, eyes, counter, clock)
    assert not desk.now().settles
    late.attempt()
    assert desk.now().settles
    desk.settle()
    eyes._rebalance()
    assert camera.settled == 2
    late.close()


def seen(*_: Any) -> None:
    """Nobody plays."""
