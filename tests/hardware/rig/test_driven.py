"""Each device's own thread is looked after: a reading that never returns, or ends in an error nobody thought of."""

from random import Random
from threading import Event

import numpy as np
import pytest

from companion.common.health import Health, fine
from companion.common.supervisor import STUCK, Supervisor
from companion.common.worker import Worker
from hardware.camera.live import Live
from hardware.camera.none import NoCamera
from hardware.devices import Image
from hardware.hits import HitSettings, open_sensor
from hardware.hits.none import NoHits
from hardware.lights.none import NoStrip
from hardware.rig.retried_device import RetriedCamera
from hardware.rig.rig import Rig
from tests.clock import Hand


class Kernel:
    """A camera whose driver may hang, or fail as no driver should."""

    def __init__(self) -> None:
        self.reading, self.release, self.failing = Event(), Event(), False

    def open(self) -> Health:
        return fine("Running.")

    def grab(self) -> None:
        self.reading.set()
        if self.failing:
            raise RuntimeError("bad file descriptor")
        self.release.wait(10)

    def unpack(self) -> Image:
        return np.zeros((4, 4, 3), np.uint8)

    def close(self) -> None:
        pass


@pytest.fixture
def clock() -> Hand:
    return Hand()


def watched(kernel: Kernel, clock: Hand) -> tuple[Live, Supervisor]:
    camera = Live("usb", kernel, clock)
    camera.start()
    assert kernel.reading.wait(5)
    return camera, Supervisor(Rig(NoHits(), camera, NoStrip()).workers, clock)


def test_a_camera_that_hangs_in_its_driver_starves_the_watchdog(clock: Hand) -> None:
    kernel = Kernel()
    camera, supervisor = watched(kernel, clock)
    assert supervisor.well
    clock.now += STUCK + 1
    assert not supervisor.well
    assert "camera usb" in str(supervisor.health()["camera usb"])
    kernel.release.set()
    camera.close()


def test_a_camera_that_comes_late_is_looked_after_from_then_on(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, there = Kernel(), Event()

    def open_it() -> Live:
        if not there.is_set():
            raise OSError("no such device")
        camera = Live("usb", kernel, clock)
        camera.start()
        return camera

    monkeypatch.setattr(Worker, "start", lambda _: None)
    retried = RetriedCamera("usb", open_it, OSError("no such device"), clock)
    monkeypatch.undo()
    supervisor = Supervisor(Rig(NoHits(), retried, NoStrip()).workers, clock)
    retried.attempt()
    assert supervisor.health() == {}
    there.set()
    retried.attempt()
    assert kernel.reading.wait(5)
    assert supervisor.health()["camera usb"].fine
    clock.now += STUCK + 1
    assert not supervisor.well
    kernel.release.set()
    retried.close()


def test_a_camera_whose_driver_fails_is_started_again(clock: Hand) -> None:
    kernel = Kernel()
    kernel.failing = True
    camera, supervisor = watched(kernel, clock)
    camera.worker.join(5)
    assert "bad file descriptor" in str(supervisor.health()["camera usb"])
    kernel.failing = False
    kernel.reading.clear()
    supervisor.check()
    clock.now += 1
    supervisor.check()
    assert kernel.reading.wait(5)
    kernel.release.set()
    camera.close()
    assert supervisor.well


@pytest.mark.parametrize("name", ["sim", "pico", "wav"])
def test_a_sensors_own_thread_is_looked_after(name: str, clock: Hand) -> None:
    sensor = open_sensor(name, HitSettings(), clock, Random(1))
    assert len(Rig(sensor, NoCamera(), NoStrip()).workers()) == 1
