"""Who stands at the device can choose a new PIN, with five hits right after the start; nobody does so by playing."""

from pathlib import Path

import pytest

from companion.five_hits import HITS, LATEST, WINDOW, FiveHits
from companion.keys import OFFERED, Keys
from tests.clock import Hand

BEGAN = 100.0


class Door:
    def __init__(self, ready: float | None = BEGAN + 2) -> None:
        self.opened = 0
        self.hits = FiveHits(BEGAN, self.open)
        if ready is not None:
            self.hits.ready(ready)

    def open(self) -> None:
        self.opened += 1

    def hit(self, *times: float, in_play: bool = False) -> int:
        for time in times:
            self.hits.heard(BEGAN + time, in_play)
        return self.opened


def test_five_hits_within_ten_seconds_of_the_sensor_being_ready_open_the_door_once() -> None:
    assert Door().hit(3, 4, 5, 6, 12) == 1
    assert Door().hit(3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 1


def test_four_hits_do_nothing() -> None:
    assert Door().hit(3, 4, 5, 6) == 0


def test_the_fifth_hit_too_late_does_nothing() -> None:
    assert Door().hit(3, 4, 5, 6, 2 + WINDOW + 0.1) == 0
    assert Door().hit(*range(60, 60 + HITS)) == 0


def test_hits_in_play_do_nothing() -> None:
    assert Door().hit(3, 4, 5, 6, 7, in_play=True) == 0


def test_a_sensor_that_hears_again_later_opens_nothing() -> None:
    door = Door()
    door.hits.ready(BEGAN + 50)
    assert door.hit(51, 52, 53, 54, 55) == 0


def test_a_sensor_plugged_in_amid_the_evening_opens_nothing() -> None:
    late = LATEST + 1
    assert Door(BEGAN + late).hit(*(late + each for each in range(HITS))) == 0


def test_hits_before_the_sensor_is_ready_do_nothing() -> None:
    assert Door(ready=None).hit(1, 2, 3, 4, 5) == 0


@pytest.fixture
def clock() -> Hand:
    return Hand(50.0)


def test_the_old_pin_holds_until_a_new_one_is_chosen(tmp_path: Path, clock: Hand) -> None:
    keys = Keys(tmp_path / "keys.json", clock)
    assert keys.offered
    keys.set_pin("471100")
    stamp = keys.host
    assert not keys.offered
    keys.offer()
    assert keys.offered
    assert (keys.pin, keys.host) == ("471100", stamp)
    keys.set_pin("081500")
    assert not keys.offered


def test_an_offer_that_nobody_takes_ends_by_itself_and_with_the_power(tmp_path: Path, clock: Hand) -> None:
    keys = Keys(tmp_path / "keys.json", clock)
    keys.set_pin("471100")
    keys.offer()
    assert not Keys(tmp_path / "keys.json", clock).offered
    clock.now += OFFERED
    assert not keys.offered
    assert keys.pin == "471100"


def test_nobody_else_on_the_machine_can_read_the_keys(tmp_path: Path) -> None:
    Keys(tmp_path / "keys.json").set_pin("471100")
    assert (tmp_path / "keys.json").stat().st_mode & 0o077 == 0
