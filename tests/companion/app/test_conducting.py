"""The conductor step by step, without its threads and with a clock that only the test moves."""

import logging
from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.app.conductor import Conductor
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.common.health import failing
from companion.referee import PATIENCE, Sight
from companion.rules import Boulders, Lights
from hardware.boulders.troubles import DARK
from hardware.boulders.watcher import Sighting
from hardware.rig.opening import RigSettings, open_rig
from hardware.rig.sim import SimRig
from tests.clock import Hand
from tests.companion.conftest import TowerTable

SIMULATED = RigSettings(hits="sim", camera="sim", lights="sim")


class Conducted:
    def __init__(self, tower: TowerTable, rig: RigSettings = SIMULATED) -> None:
        self.clock = Hand()
        self.rig = open_rig(rig, self.clock, Random(5))
        settings = open_settings(tower.path.with_name(FILE))
        counter = TableCounter(tower.path.parent)
        self.conductor = Conductor(tower.table, tower.changes, self.rig, settings, counter, self.clock)

    def step(self, event: Callable[[], Boulders | None] = lambda: None) -> None:
        self.conductor._step(event)

    def hears(self) -> None:
        self.step(lambda: self.conductor._referee.heard(self.clock.now))

    def looks(self, sighting: Sighting) -> None:
        self.step(lambda: self.conductor._look(1, sighting))

    @property
    def doing(self) -> str:
        return self.conductor.status.doing

    @property
    def words(self) -> str:
        return str(self.conductor.status.text)

    @property
    def lights(self) -> object:
        return self.conductor._light_player._now


@pytest.fixture
def conducted(tower: TowerTable) -> Iterator[Conducted]:
    tower.gather(trolls=9)
    conducted = Conducted(tower)
    conducted.step()
    yield conducted
    conducted.rig.close()


def test_a_game_that_ends_while_somebody_hammers_leaves_the_tower_asleep_and_dark(
    conducted: Conducted, tower: TowerTable
) -> None:
    assert conducted.doing == "armed"
    assert conducted.lights != Lights()
    tower.table.end(tower.table.version)
    conducted.step()
    assert conducted.doing == "asleep"
    assert conducted.lights == Lights()


def test_a_change_is_announced_only_when_there_is_something_new(conducted: Conducted, tower: TowerTable) -> None:
    announced = tower.changes.count
    conducted.step()
    assert tower.changes.count == announced
    conducted.hears()
    assert tower.changes.count == announced + 1


def test_the_lights_are_still_while_boulders_are_counted(conducted: Conducted) -> None:
    conducted.hears()
    assert isinstance(conducted.lights, Lights)
    assert conducted.lights.mood == "counting"


def test_an_event_that_fails_does_not_silence_the_rig(conducted: Conducted, caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise RuntimeError("a fault of ours")

    conducted.conductor._enqueue(fails)
    conducted.conductor._enqueue(lambda: conducted.conductor._referee.heard(conducted.clock.now))
    with caplog.at_level(logging.CRITICAL):
        conducted.conductor._conduct()
    conducted.conductor._conduct()
    assert conducted.doing == "settling"


def test_patience_ends_by_the_clock(conducted: Conducted) -> None:
    conducted.hears()
    conducted.clock.now += PATIENCE
    conducted.step()
    assert conducted.doing == "asking"


def test_a_table_without_a_hit_sensor_asks_about_new_boulders(tower: TowerTable) -> None:
    tower.gather(trolls=9)
    conducted = Conducted(tower, RigSettings())
    conducted.step()
    assert conducted.words == "The hit sensor is silent: hit, and confirm what fell."
    sight = Sight(Boulders(red=1), sure=True, picture=1)
    conducted.step(lambda: conducted.conductor._referee.saw(sight, conducted.clock.now))
    assert conducted.doing == "asking"
    conducted.rig.close()


def test_a_picture_that_cannot_be_counted_is_waited_out_and_a_lost_camera_is_not(conducted: Conducted) -> None:
    assert isinstance(conducted.rig, SimRig)
    conducted.looks(Sighting("trouble", conducted.clock.now, None, DARK))
    assert conducted.words == str(DARK)
    conducted.hears()
    assert conducted.doing == "settling"
    conducted.rig.fault("camera_unplugged", on=True)
    conducted.looks(Sighting("trouble", conducted.clock.now, None, conducted.rig.camera.health()))
    assert conducted.doing == "asking"


def test_in_play_a_dark_picture_is_the_cameras_trouble_but_a_hand_is_not(
    conducted: Conducted, tower: TowerTable
) -> None:
    camera_loop = conducted.conductor._camera_loop
    camera_loop.sighting = Sighting("hand", conducted.clock.now, None, failing("A hand is in the picture."))
    assert conducted.conductor.health()["camera"].fine
    camera_loop.sighting = Sighting("trouble", conducted.clock.now, None, DARK)
    assert conducted.conductor.health()["camera"] == DARK
    tower.table.end(tower.table.version)
    conducted.step()
    assert conducted.conductor.health()["camera"].fine


def test_the_camera_loop_looks_often_while_somebody_hammers_or_looks_at_its_page(
    conducted: Conducted, tower: TowerTable
) -> None:
    assert conducted.conductor._camera_loop.armed
    tower.table.end(tower.table.version)
    conducted.step()
    assert not conducted.conductor._camera_loop.armed
    conducted.conductor.camera_setup.now()
    conducted.step()
    assert conducted.conductor._camera_loop.armed
