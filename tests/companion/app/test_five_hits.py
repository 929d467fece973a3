"""Five real waveforms right after the start reach the keys; in the hammering they are just hits."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.app.conductor import Conductor
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.app.start_plan import Wanted, make_plan
from companion.keys import Keys
from hardware.rig.sim import SimRig
from tests.companion.conftest import TowerTable

LONGEST = 20.0
APART = 0.3
"""Seconds: the detector takes nearer ones for one hit and its rattle."""


class Tower:
    def __init__(self, table: TowerTable) -> None:
        self.rig = SimRig(time.monotonic, Random(5))
        folder = table.path.parent
        self.keys = Keys(folder / "keys.json")
        self.keys.set_pin("471100")
        counter = TableCounter(folder)
        settings = open_settings(folder / FILE)
        self.conductor = Conductor(table.table, table.changes, self.rig, settings, counter, time.monotonic)
        self.conductor.on_five_hits(self.keys.offer)

    def hit(self, times: int) -> None:
        for _ in range(times):
            heard, deadline = self.conductor.blows, time.monotonic() + LONGEST
            Event().wait(APART)
            self.rig.hits.strike(0.8)
            while self.conductor.blows == heard:
                assert time.monotonic() < deadline, "the blow was not heard"
                Event().wait(0.02)

    def close(self) -> None:
        self.conductor.close()
        self.rig.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TowerTable]:
    table = TowerTable(tmp_path / "journal.sqlite")
    yield table
    table.journal.close()


@pytest.fixture
def tower(table: TowerTable) -> Iterator[Tower]:
    tower = Tower(table)
    yield tower
    tower.close()


def test_the_fifth_hit_after_the_start_and_not_the_fourth_offers_a_new_pin(tower: Tower) -> None:
    tower.conductor.start()
    tower.hit(4)
    assert not tower.keys.offered
    tower.hit(1)
    assert tower.keys.offered
    assert tower.keys.pin == "471100"


def test_five_hits_of_a_hammering_offer_nothing(table: TowerTable, tower: Tower) -> None:
    table.gather()
    tower.conductor.start()
    tower.hit(5)
    assert not tower.keys.offered


@pytest.mark.parametrize(
    ("rig", "asked_for", "counts"), [("sim", False, False), ("sim", True, True), ("none", False, True)]
)
def test_hits_that_anybody_can_give_from_afar_count_only_if_asked_for(
    tmp_path: Path, rig: str, asked_for: bool, counts: bool
) -> None:
    plan = make_plan(Wanted(tmp_path, rig, None, None, show_pin=False, seed=None, pin_by_hits=asked_for))
    assert plan.pin_by_hits is counts
