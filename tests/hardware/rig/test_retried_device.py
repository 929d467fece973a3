from collections.abc import Callable
from random import Random
from threading import Event

import pytest

from companion.common.health import Health, fine
from hardware.camera.scene import Scene
from hardware.camera.sim import SimCamera
from hardware.devices import Blow, Camera, HitSensor
from hardware.rig.opening import RigSettings, open_rig
from hardware.rig.retried_device import RetriedCamera, RetriedHits
from tests.clock import Hand

MISSING = OSError("nothing there")


class Sensor:
    name = "gpio"

    def __init__(self) -> None:
        self.heard: Callable[[Blow], None] | None = None
        self.closed = 0

    def start(self, heard: Callable[[Blow], None]) -> None:
        self.heard = heard

    def health(self) -> Health:
        return fine("Here.")

    def close(self) -> None:
        self.closed += 1


class Drawer:
    """Where the device lies until a test finds it."""

    def __init__(self) -> None:
        self.device: Sensor | None = None
        self.tries = 0

    def __call__(self) -> HitSensor:
        self.tries += 1
        if self.device is None:
            raise ImportError("no module named lgpio")
        return self.device


@pytest.fixture
def clock() -> Hand:
    return Hand()


def _no_thread(retried: RetriedHits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retried._worker, "start", lambda: None)


def test_a_missing_sensor_is_tried_ever_less_often_and_says_why(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    retried = RetriedHits("gpio", Drawer(), MISSING, clock)
    _no_thread(retried, monkeypatch)
    retried.start(lambda _blow: None)
    assert [retried.attempt() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    clock.now += 200
    assert "“gpio” has been missing for 3 min (no module named lgpio)" in str(retried.health())


def test_a_sensor_that_turns_up_is_listened_to_from_then_on(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    drawer, heard = Drawer(), list[Blow]()
    retried = RetriedHits("gpio", drawer, MISSING, clock)
    _no_thread(retried, monkeypatch)
    retried.start(heard.append)
    retried.attempt()
    drawer.device = Sensor()
    assert retried.attempt() is None
    assert retried.attempt() is None
    assert drawer.tries == 2
    assert retried.health().fine
    assert drawer.device.heard is not None
    drawer.device.heard(Blow(1.0, 0.5, 0.1))
    assert len(heard) == 1
    retried.close()
    assert drawer.device.closed == 1


def test_a_sensor_that_turns_up_and_does_not_start_is_let_go_before_the_next_try(
    clock: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left open, its pin would be in use for ever."""
    drawer, sensor = Drawer(), Sensor()
    retried = RetriedHits("gpio", drawer, MISSING, clock)
    _no_thread(retried, monkeypatch)
    retried.start(lambda _blow: None)
    drawer.device = sensor
    with monkeypatch.context() as patch:
        patch.setattr(sensor, "start", lambda _heard: 1 // 0)
        retried.attempt()
    assert sensor.closed == 1
    assert not retried.health().fine
    assert retried.attempt() is None
    assert retried.health().fine


def test_a_sensor_that_turns_up_after_the_end_is_closed_at_once(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    drawer = Drawer()
    retried = RetriedHits("gpio", drawer, MISSING, clock)
    _no_thread(retried, monkeypatch)
    retried.start(lambda _blow: None)
    retried.close()
    drawer.device = Sensor()
    retried.attempt()
    assert (drawer.device.heard, drawer.device.closed) == (None, 1)
    assert not retried.health().fine


def test_a_camera_that_turns_up_gives_pictures_by_itself(clock: Hand) -> None:
    there, tried = Event(), Event()

    def open_it() -> Camera:
        tried.set()
        if not there.is_set():
            raise OSError("no such device")
        return SimCamera(lambda _now: Scene(), clock)

    retried = RetriedCamera("usb", open_it, MISSING, clock)
    assert tried.wait(5)
    assert retried.newest() is None
    assert not retried.health().fine
    there.set()
    retried.attempt()
    assert retried.newest() is not None
    assert retried.health().fine
    retried.close()
    retried.close()


def test_a_camera_that_never_came_is_not_tried_any_more_once_it_is_closed(clock: Hand) -> None:
    tried = Event()

    def open_it() -> Camera:
        tried.set()
        raise OSError("no such device")

    retried = RetriedCamera("usb", open_it, MISSING, clock)
    assert tried.wait(5)
    retried.close()
    assert not retried._worker.alive


def test_a_rig_opens_though_its_sensor_and_camera_are_missing(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_chosen: object) -> HitSensor:
        raise OSError("nothing there")

    monkeypatch.setattr("hardware.rig.opening.open_sensor", missing)
    monkeypatch.setattr("hardware.rig.opening.CAMERAS", {"usb": missing})
    with open_rig(RigSettings(hits="gpio", camera="usb"), clock, Random(1)) as rig:
        assert (rig.hits.name, rig.camera.name) == ("gpio", "usb")
        health = rig.health()
        assert "nothing there" in str(health["hits"])
        assert not health["hits"].fine
        assert not health["camera"].fine
        assert health["lights"].fine
