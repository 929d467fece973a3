"""The simulated tower: blows are heard by the real detector, faults are seen."""

import random
import time
from queue import Queue

import pytest

from hardware.devices import Blow
from hardware.hits import SENSORS, HitSettings, open_sensor
from hardware.hits.sim import SimHits


@pytest.fixture
def heard() -> list[Blow]:
    return []


@pytest.fixture
def tower(heard: list[Blow]) -> SimHits:
    tower = SimHits(lambda: 100.0, random.Random(7))
    tower.listen(heard.append)
    tower.advance(1.0)
    return tower


def test_every_blow_from_soft_to_hard_is_heard_once_and_at_its_time(tower: SimHits, heard: list[Blow]) -> None:
    strengths = [0.9, 0.3, 0.1, 0.03] * 10
    for strength in strengths:
        tower.strike(strength)
        tower.advance(0.5)
    assert [round(blow.time - 101, 2) for blow in heard] == [round(0.5 * i, 2) for i in range(40)]
    for blow, strength in zip(heard, strengths, strict=True):
        assert 0.5 * strength < blow.strength < 1.5 * strength
        assert 0.005 < blow.length < 0.2


def test_silence_is_no_blow(tower: SimHits, heard: list[Blow]) -> None:
    tower.advance(20)
    assert heard == []
    assert tower.health().fine


def test_noise_is_reported_and_goes_away(tower: SimHits) -> None:
    tower.noise = True
    tower.advance(1.0)
    assert not tower.health().fine
    assert "noise" in str(tower.health())
    tower.noise = False
    tower.advance(1.0)
    assert tower.health().fine


def test_an_unplugged_sensor_hears_nothing_and_says_so(tower: SimHits, heard: list[Blow]) -> None:
    tower.unplugged = True
    tower.strike(0.9)
    tower.advance(2.0)
    assert heard == []
    assert "no signal" in str(tower.health())
    tower.unplugged = False
    tower.strike(0.9)
    tower.advance(1.0)
    assert len(heard) == 1
    assert tower.health().fine


def test_the_thread_hears_in_real_time_and_closes_twice() -> None:
    blows: Queue[Blow] = Queue()
    tower = SimHits(time.monotonic, random.Random(3))
    try:
        tower.start(blows.put)
        struck = time.monotonic()
        tower.strike(0.5)
        blow = blows.get(timeout=5)
        assert abs(blow.time - struck) < 0.3
    finally:
        tower.close()
        tower.close()


@pytest.mark.parametrize("name", ["sim", "none"])
def test_a_sensor_is_opened_by_its_name(name: str) -> None:
    sensor = open_sensor(name, HitSettings(), lambda: 0.0, random.Random(1))
    assert sensor.name == name
    assert name in SENSORS
    assert sensor.health().fine
    sensor.close()
    sensor.close()


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no hit sensor called 'lidar'.*sim"):
        open_sensor("lidar", HitSettings(), lambda: 0.0, random.Random(1))
