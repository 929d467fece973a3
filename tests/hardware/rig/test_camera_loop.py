from random import Random
from threading import Event

import cv2
import numpy as np
import pytest

from hardware.boulders.counter import Counter
from hardware.boulders.watcher import Sighting, Watcher
from hardware.camera.scene import Light, Scene
from hardware.camera.sim import SimCamera
from hardware.rig.camera_loop import ARMED_PAUSE, ASLEEP_PAUSE, REBALANCE_PAUSE, CameraLoop
from hardware.rig.sim import SimRig
from tests.clock import Hand


class Table:
    """A simulated rig, somebody looking at it, and what was told."""

    def __init__(self) -> None:
        self.clock = Hand()
        self.rig = SimRig(self.clock, Random(5))
        self.told: list[tuple[int, Sighting]] = []
        self.camera_loop = CameraLoop(
            self.rig.camera,
            Watcher(Counter()),
            lambda number, sighting: self.told.append((number, sighting)),
            self.clock,
        )

    def look(self, seconds: float) -> Sighting:
        for _ in range(round(seconds * 10)):
            self.clock.now += 0.1
            self.camera_loop.look()
        return self.told[-1][1]


@pytest.fixture
def table() -> Table:
    return Table()


def _colours(sighting: Sighting) -> dict[str, int]:
    assert sighting.count is not None
    return sighting.count.colours


def test_boulders_that_fell_are_told_by_colour_once_they_lie_still(table: Table) -> None:
    assert sum(_colours(table.look(1.5)).values()) == 0
    freed = table.rig.spill(5)
    sighting = table.look(2.0)
    assert _colours(sighting) == freed
    assert "moving" in {told.kind for _number, told in table.told[15:]}


def test_the_number_changes_exactly_when_something_else_is_seen(table: Table) -> None:
    table.look(1.5)
    number = table.told[-1][0]
    table.look(1.0)
    assert table.told[-1][0] == number
    table.rig.spill(2)
    table.look(2.0)
    assert table.told[-1][0] > number


def test_a_count_that_still_holds_is_told_again_with_the_time_of_the_newest_picture(table: Table) -> None:
    table.look(3.0)
    assert table.told[-1][1].time == pytest.approx(table.clock.now, abs=0.11)


def test_the_same_picture_is_not_looked_at_twice(table: Table) -> None:
    table.camera_loop.look()
    assert table.camera_loop.look() is None
    assert len(table.told) == 1


def test_a_lost_camera_is_told_and_so_is_its_return(table: Table) -> None:
    table.look(1.5)
    table.rig.fault("camera_unplugged", on=True)
    lost = table.look(0.3)
    assert lost.kind == "trouble"
    assert not lost.words.fine
    assert table.camera_loop.picture() is None
    table.rig.fault("camera_unplugged", on=False)
    assert table.look(1.5).kind == "counted"


@pytest.mark.parametrize(("fault", "kind"), [("picture_dark", "dark"), ("hand_in_picture", "hand")])
def test_what_spoils_the_picture_is_told_instead_of_a_count(table: Table, fault: str, kind: str) -> None:
    table.look(1.0)
    table.rig.fault(fault, on=True)
    assert table.look(2.0).kind == kind


def test_the_picture_is_a_jpeg_with_what_was_recognised_drawn_in(table: Table) -> None:
    assert table.camera_loop.picture() is None
    table.rig.spill(3)
    table.look(2.0)
    data = table.camera_loop.picture()
    frame = table.rig.camera.newest()
    assert data is not None
    assert frame is not None
    drawn = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert drawn.shape == frame.image.shape
    assert (np.abs(drawn.astype(int) - frame.image).max(axis=2) > 100).sum() > 50


def test_the_picture_of_a_sighting_is_kept_for_questions_and_the_oldest_are_let_go(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.rig.camera_loop.KEPT", 3)
    table.look(1.5)
    number = table.told[-1][0]
    kept = table.camera_loop.kept(number)
    assert kept is not None
    assert kept.pieces == ()
    fallen = table.rig.spill(4)
    table.look(2.0)
    assert table.camera_loop.kept(number) == kept
    seen = table.camera_loop.kept(table.told[-1][0])
    assert seen is not None
    counted = [piece.colour for piece in seen.pieces]
    assert {colour: counted.count(colour) for colour in fallen} == fallen
    for _ in range(3):
        table.rig.fault("picture_dark", on=not table.rig.faults["picture_dark"])
        table.look(0.8)
    assert table.camera_loop.kept(number) is None
    assert table.camera_loop.kept(10_000) is None


def test_while_somebody_hammers_the_camera_loop_looks_often_and_otherwise_seldom(table: Table) -> None:
    assert table.camera_loop._step() == ASLEEP_PAUSE
    table.camera_loop.armed = True
    assert table.camera_loop._step() == ARMED_PAUSE


def test_being_armed_again_and_again_does_not_make_the_camera_loop_look_more_often(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[bool] = []
    monkeypatch.setattr(table.camera_loop.worker, "wake", lambda: woken.append(True))
    for armed in (True, True, True, False, False):
        table.camera_loop.armed = armed
    assert len(woken) == 2


def test_the_thread_looks_and_stops_when_closed(table: Table) -> None:
    looked = Event()
    camera_loop = CameraLoop(table.rig.camera, Watcher(Counter()), lambda _number, _sighting: looked.set(), table.clock)
    camera_loop.armed = True
    assert camera_loop.armed
    camera_loop.start()
    assert looked.wait(5)
    camera_loop.close()
    camera_loop.close()
    assert not camera_loop.worker.alive


class Settling(SimCamera):
    """Holds its exposure until told to find it anew."""

    settled = 0

    def settle_again(self) -> None:
        self.settled += 1


def test_another_light_makes_the_camera_find_its_exposure_anew_but_not_over_and_over() -> None:
    clock = Hand()
    lamp = [1.0]
    camera = Settling(lambda _: Scene(light=Light(brightness=lamp[0])), clock)
    camera_loop = CameraLoop(camera, Watcher(Counter()), lambda _number, _sighting: None, clock)
    for brightness, settled in ((1.0, 0), (0.6, 1), (0.9, 1)):
        lamp[0] = brightness
        for _ in range(10):
            clock.now += 0.1
            camera_loop.look()
        assert camera.settled == settled
    clock.now += REBALANCE_PAUSE
    lamp[0] = 0.6
    camera_loop.look()
    assert camera.settled == 2


def test_only_what_is_still_seen_is_accepted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.look(1.5)
    accepted: list[bool] = []
    monkeypatch.setattr(Watcher, "accept", lambda _watcher: accepted.append(True))
    number = table.told[-1][0]
    table.camera_loop.accept(number - 1)
    assert not accepted
    table.camera_loop.accept(number)
    assert accepted
