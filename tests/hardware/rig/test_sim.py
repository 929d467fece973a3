from random import Random

import pytest

from hardware.boulders.counter import Counter
from hardware.devices import Blow
from hardware.lights.none import NoStrip
from hardware.rig.sim import SimRig
from hardware.rig.tower import FALL_TIME, SPREAD_TIME
from tests.clock import Hand

FAULTS = [
    ("sensor_noise", "hits"),
    ("sensor_dead", "hits"),
    ("camera_unplugged", "camera"),
    ("lights_failing", "lights"),
]


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def rig(clock: Hand) -> SimRig:
    return SimRig(clock, Random(4))


def test_a_hit_is_heard_by_the_sensor_and_seen_by_the_camera(rig: SimRig, clock: Hand) -> None:
    heard: list[Blow] = []
    rig.hits.listen(heard.append)
    rig.hits.advance(1.0)
    freed = rig.hit(0.8)
    rig.hits.advance(0.6)
    clock.now += FALL_TIME + SPREAD_TIME + 0.1
    frame = rig.camera.newest()
    assert frame is not None
    assert sum(freed.values()) > 0
    assert len(heard) == 1
    assert Counter().count(frame.image).colours == freed


def test_boulders_that_spill_are_seen_but_not_heard(rig: SimRig, clock: Hand) -> None:
    heard: list[Blow] = []
    rig.hits.listen(heard.append)
    freed = rig.spill(3)
    rig.hits.advance(1.0)
    clock.now += 1
    assert heard == []
    assert sum(freed.values()) == 3
    assert len(rig.tower.scene(clock.now).cubes) == 3


def test_boulders_put_back_leave_the_mat(rig: SimRig, clock: Hand) -> None:
    rig.spill(3)
    rig.put_back()
    assert rig.tower.scene(clock.now + 1).cubes == ()


def test_no_fault_is_on_at_first(rig: SimRig) -> None:
    assert set(rig.faults.values()) == {False}
    assert all(device.fine for device in rig.health().values())


@pytest.mark.parametrize(("fault", "device"), FAULTS)
def test_a_fault_shows_in_the_health_of_its_device_alone_and_goes_away(rig: SimRig, fault: str, device: str) -> None:
    rig.hits.listen(lambda _blow: None)
    rig.fault(fault, on=True)
    rig.hits.advance(3.0)
    assert [name for name, on in rig.faults.items() if on] == [fault]
    assert [kind for kind, health in rig.health().items() if not health.fine] == [device]
    rig.fault(fault, on=False)
    rig.hits.advance(10.0)
    assert all(health.fine for health in rig.health().values())


@pytest.mark.parametrize("fault", ["picture_dark", "hand_in_picture"])
def test_a_fault_before_the_lens_changes_the_picture(rig: SimRig, clock: Hand, fault: str) -> None:
    before = rig.camera.newest()
    rig.fault(fault, on=True)
    clock.now += 1
    after = rig.camera.newest()
    assert before is not None
    assert after is not None
    assert abs(before.image.astype(int) - after.image.astype(int)).mean() > 3


def test_an_unknown_fault_is_refused_with_the_choices(rig: SimRig) -> None:
    with pytest.raises(ValueError, match=r"'gremlins'.*sensor_noise.*lights_failing"):
        rig.fault("gremlins", on=True)


def test_only_simulated_lights_can_be_made_to_fail(clock: Hand) -> None:
    assert "lights_failing" not in SimRig(clock, Random(1), NoStrip()).faults


def test_the_same_seed_is_the_same_tower(clock: Hand) -> None:
    one, other = SimRig(clock, Random(9)), SimRig(clock, Random(9))
    assert [one.hit() for _ in range(5)] == [other.hit() for _ in range(5)]
