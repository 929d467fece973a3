"""The whole chain without pages: a waveform and pixels become a hit on the table, and faults become questions."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.app.conductor import Conductor
from companion.app.device_setup.hits import HitsSetup
from companion.app.device_setup.table_counter import TableCounter
from companion.app.diagnosis import status_line, table_answers
from companion.app.settings import FILE, open_settings
from companion.atomic_files import NoRoom
from companion.change_signal import ChangeSignal
from companion.referee import Sight
from companion.rules import EACH, Boulders, Hammering, Illegal
from companion.watchdog import Notifier, Watchdog
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter
from hardware.boulders.watcher import Watcher
from hardware.camera.settings import CameraSettings
from hardware.devices import Pixel
from hardware.hits.calibration import Calibration as HitCalibration
from hardware.lights.sim import SimStrip
from hardware.rig.opening import RigSettings, open_rig
from hardware.rig.sim import SimRig
from tests.companion.conftest import ASTRID, TowerTable
from tests.companion.test_watchdog import Systemd

LONGEST = 20.0
SEED = 5
SIMULATED = RigSettings(hits="sim", camera="sim", lights="sim")


def until(changes: ChangeSignal, true: Callable[[], bool]) -> None:
    """Wait for the table's own changes, not for a guess of how long it takes."""
    deadline = time.monotonic() + LONGEST
    while not true():
        assert time.monotonic() < deadline, "still waiting"
        changes.wait(changes.count, 0.05)


class Chain:
    def __init__(self, tower: TowerTable) -> None:
        self.tower = tower
        rig = open_rig(SIMULATED, time.monotonic, Random(SEED))
        assert isinstance(rig, SimRig)
        self.rig = rig
        counter = TableCounter(tower.path.parent)
        self.settings = open_settings(tower.path.with_name(FILE))
        self.conductor = Conductor(tower.table, tower.changes, rig, self.settings, counter, time.monotonic)

    @property
    def hammering(self) -> Hammering:
        position = self.tower.position
        hammering = position.game.view(position.state, None).hammering
        assert hammering is not None
        return hammering

    @property
    def fell(self) -> list[Boulders]:
        """By hit, as it stands in the book."""
        return [hit.boulders for hit in self.hammering.hits]

    def until(self, true: Callable[[], bool]) -> None:
        until(self.tower.changes, true)

    def answer(self) -> None:
        """Confirm what the referee guesses if it asks, until the hit is on the table."""
        hits = len(self.hammering.hits)

        def played() -> bool:
            question = self.conductor.status.question
            if question is not None and len(self.hammering.hits) == hits:
                self.tower.hit(**self.truth().by_colour())
            return len(self.hammering.hits) > hits

        self.until(played)

    def truth(self) -> Boulders:
        """What really lies there beyond what the book has."""
        return Boulders(**self.rig.tower.on_mat()) - self.hammering.boulders


@pytest.fixture
def chain(tower: TowerTable) -> Iterator[Chain]:
    chain = Chain(tower)
    tower.gather(trolls=9)
    chain.conductor.start()
    chain.until(lambda: chain.conductor.status.doing == "armed")
    yield chain
    chain.conductor.close()
    chain.rig.close()


def test_blows_on_the_simulated_tower_become_hits_with_the_right_boulders(chain: Chain) -> None:
    for _ in range(3):
        fell = Boulders(**chain.rig.hit(0.7))
        chain.answer()
        assert chain.hammering.hits[-1].boulders == fell
        chain.until(lambda: chain.conductor.status.doing == "armed")
    assert chain.hammering.boulders == Boulders(**chain.rig.tower.on_mat())
    assert {turn.source for turn in chain.tower.position.turns} >= {"phone", "sensor"}


def test_a_hit_on_a_full_card_waits_until_there_is_room(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    play, full = chain.tower.table.play, Event()

    def without_room(*_: object, **__: object) -> None:
        full.set()
        raise NoRoom

    monkeypatch.setattr(chain.tower.table, "play", without_room)
    fell = Boulders(**chain.rig.hit(0.7))
    chain.until(full.is_set)
    assert not chain.hammering.hits
    monkeypatch.setattr(chain.tower.table, "play", play)
    chain.until(lambda: len(chain.hammering.hits) == 1)
    assert chain.hammering.hits[0].boulders == fell


def test_a_count_that_the_rules_refuse_is_asked_about_and_does_not_stay(tower: TowerTable) -> None:
    chain = Chain(tower)
    tower.gather(trolls=9)
    conductor, referee, now = chain.conductor, chain.conductor._referee, time.monotonic()
    try:
        conductor._step(lambda: referee.heard(now))
        conductor._step(lambda: referee.saw(Sight(Boulders(red=EACH + 1), sure=True, picture=7), now + 1))
        assert conductor.status.question is not None
        assert conductor.status.question.picture == 7
        assert chain.fell == []
        tower.hit(red=2)
        conductor._step(lambda: None)
        assert conductor.status.doing == "armed"
        conductor._step(lambda: referee.heard(now + 2))
        conductor._step(lambda: referee.saw(Sight(Boulders(red=EACH + 1, blue=1), sure=True, picture=8), now + 3))
        assert chain.fell == [Boulders(red=2), Boulders(blue=1)]
    finally:
        chain.rig.close()


def test_a_hit_entered_at_the_very_moment_it_was_counted_is_played_once(tower: TowerTable) -> None:
    chain = Chain(tower)
    tower.gather(trolls=9)
    conductor, referee, now = chain.conductor, chain.conductor._referee, time.monotonic()

    def counted() -> Boulders | None:
        tower.hit(red=2)
        return referee.saw(Sight(Boulders(red=2), sure=True, picture=7), now + 1)

    try:
        conductor._step(lambda: referee.heard(now))
        conductor._step(counted)
        assert conductor.status.doing == "armed"
        assert [struck.boulders for struck in chain.hammering.hits] == [Boulders(red=2)]
    finally:
        chain.rig.close()


def test_a_camera_unplugged_while_hammering_is_asked_for_and_comes_back(chain: Chain) -> None:
    chain.rig.fault("camera_unplugged", on=True)
    chain.until(lambda: "by hand" in str(chain.conductor.status.text))
    assert not chain.conductor.health()["camera"].fine
    chain.rig.hit(0.7)
    chain.answer()
    assert chain.hammering.boulders == Boulders(**chain.rig.tower.on_mat())
    chain.rig.fault("camera_unplugged", on=False)
    chain.until(lambda: str(chain.conductor.status.text) == "Ready: hit the tower")


def test_a_dead_sensor_leaves_the_question_to_the_camera(chain: Chain) -> None:
    chain.rig.fault("sensor_dead", on=True)
    chain.until(lambda: "sensor is silent" in str(chain.conductor.status.text))
    while not sum(chain.rig.hit(0.9).values()):
        pass
    chain.answer()
    assert chain.hammering.boulders == Boulders(**chain.rig.tower.on_mat())


def test_boulders_that_fall_without_a_hit_do_not_count(chain: Chain) -> None:
    chain.rig.spill(2)
    chain.until(lambda: "without a hit" in str(chain.conductor.status.text))
    assert chain.hammering.hits == ()
    chain.rig.put_back()
    chain.until(lambda: str(chain.conductor.status.text) == "Ready: hit the tower")


def test_the_tower_sleeps_while_nobody_hammers(chain: Chain) -> None:
    chain.rig.hit(0.7)
    chain.answer()
    chain.tower.play(ASTRID if chain.hammering.hammerer == ASTRID else 1, do="stop")
    chain.until(lambda: chain.conductor.status.doing == "asleep")
    chain.rig.hit(0.7)
    chain.until(lambda: "does not count" in str(chain.conductor.status.text))
    assert len(chain.hammering.hits) == 1


def test_the_lights_follow_the_hammering(chain: Chain) -> None:
    dark = list(chain.conductor.pixels)
    chain.rig.hit(0.7)
    chain.answer()
    chain.until(lambda: list(chain.conductor.pixels) != dark)


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    tower = TowerTable(tmp_path / "journal.sqlite")
    chain = Chain(tower)
    chain.conductor.start()
    for _ in range(2):
        chain.conductor.close()
        chain.rig.close()
    tower.journal.close()


def test_a_count_is_remembered_with_its_picture_and_what_came_of_it(chain: Chain) -> None:
    fell = chain.rig.hit(0.7)
    chain.answer()
    chain.until(lambda: chain.conductor.status.doing == "armed")
    counts = [count for count in chain.conductor.camera_setup.history() if count.boulders == chain.rig.tower.on_mat()]
    assert counts
    assert any(count.played == fell or count.asked for count in counts)
    picture = chain.conductor.camera_setup.picture_of(counts[0].number)
    assert picture is not None
    assert picture.startswith(b"\xff\xd8")


def test_a_count_that_became_a_hit_is_taken_for_right(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted: list[bool] = []
    monkeypatch.setattr(Watcher, "accept", lambda _watcher: accepted.append(True))
    chain.rig.hit(0.7)
    assert not accepted
    chain.answer()
    chain.until(lambda: bool(accepted))


def test_the_conductor_starts_again_a_thread_that_died(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash() -> None:
        monkeypatch.undo()
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(chain.conductor._camera_loop, "look", crash)
    chain.until(lambda: "companion" in chain.conductor.health())
    assert "a fault of ours" in str(chain.conductor.health()["companion"])
    chain.until(lambda: "companion" not in chain.conductor.health())
    chain.rig.hit(0.7)
    chain.answer()


def test_blows_of_a_calibration_are_none_of_the_game(tmp_path: Path) -> None:
    tower = TowerTable(tmp_path / "journal.sqlite")
    chain = Chain(tower)
    chain.conductor.start()
    setup = chain.conductor.hits_setup
    try:
        setup.calibrate()
        chain.until(lambda: bool(setup.listen(0).levels))
        chain.rig.hits.strike(0.5)
        chain.until(lambda: len(progress(setup).hits) == 1)
        tower.gather(trolls=9)
        chain.until(lambda: chain.conductor.status.doing == "armed")
        chain.until(lambda: setup.listen(0).calibrating is None)
        assert chain.hammering.hits == ()
        with pytest.raises(Illegal, match="in play"):
            setup.calibrate()
    finally:
        chain.conductor.close()
        chain.rig.close()
        tower.journal.close()


def progress(setup: HitsSetup) -> HitCalibration:
    found = setup.listen(0).calibrating
    assert found is not None
    return found


def test_nobody_waits_for_the_counter_to_be_made(tower: TowerTable, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = Event(), Event()

    def slowly(boulders: Calibration) -> Counter:
        asked.set()
        go_on.wait(LONGEST)
        return Counter(boulders)

    monkeypatch.setattr("companion.app.device_setup.table_counter.Counter", slowly)
    chain = Chain(tower)
    chain.conductor.start()
    try:
        assert asked.wait(LONGEST)
        tower.gather(trolls=9)
        chain.until(lambda: chain.conductor.status.doing == "armed")
        assert chain.conductor.health()["camera"].fine
        assert chain.conductor.picture() is not None
        go_on.set()
        chain.rig.hit(0.7)
        chain.answer()
    finally:
        go_on.set()
        chain.conductor.close()
        chain.rig.close()


def test_a_faulty_settings_file_is_told_until_it_is_mended(tower: TowerTable) -> None:
    tower.path.with_name(FILE).write_text("[lights]\nbrightnes = 0.5\n", encoding="utf-8")
    chain = Chain(tower)
    try:
        words = str(chain.conductor.health()["companion"])
        assert words.startswith("settings.toml has faults")
        assert "line 2" in words.lower()
        assert "brightness" in words
        chain.conductor.hits_setup.tune(0.1, 0.2)
        assert "companion" not in chain.conductor.health()
    finally:
        chain.rig.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(str(tmp_path / "notify"))
    yield systemd
    systemd.close()


def test_an_unplugged_camera_that_is_tried_again_starves_no_watchdog_and_is_named(
    tower: TowerTable, systemd: Systemd, tmp_path: Path
) -> None:
    unplugged = RigSettings(camera="usb", eye=CameraSettings(device=str(tmp_path / "no-camera")))
    rig = open_rig(unplugged, time.monotonic, Random(SEED))
    settings = open_settings(tower.path.with_name(FILE))
    conductor = Conductor(tower.table, tower.changes, rig, settings, TableCounter(tmp_path), time.monotonic)
    checks = {"devices": lambda: conductor.well}
    watchdog = Watchdog(Notifier(systemd.environ()), checks, lambda: status_line(conductor.health()))
    conductor.start()
    try:
        tower.gather(trolls=9)
        until(tower.changes, lambda: "camera" in str(conductor.status.text))
        assert watchdog.step() == []
        fed, told = systemd.heard()
        assert fed == "WATCHDOG=1"
        assert told.startswith("STATUS=Playing without camera: ")
        assert watchdog.step() == []
        assert systemd.heard() == ["WATCHDOG=1"]
    finally:
        conductor.close()


def test_lights_that_hang_starve_the_watchdog(
    tower: TowerTable, systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging, release = Event(), Event()

    class Hanging(SimStrip):
        def show(self, pixels: Sequence[Pixel]) -> None:
            if any(map(any, pixels)):
                hanging.set()
                release.wait(LONGEST)

    monkeypatch.setattr("companion.common.supervisor.STUCK", 0.5)
    rig = open_rig(RigSettings(), time.monotonic, Random(SEED), Hanging())
    settings = open_settings(tower.path.with_name(FILE))
    conductor = Conductor(tower.table, tower.changes, rig, settings, TableCounter(tmp_path), time.monotonic)
    watchdog = Watchdog(Notifier(systemd.environ()), {"devices": lambda: conductor.well})
    conductor.start()
    try:
        assert hanging.wait(LONGEST)
        until(tower.changes, lambda: not conductor.well)
        assert watchdog.step() == ["devices"]
        assert systemd.heard() == ["STATUS=Not answering: devices."]
        release.set()
        until(tower.changes, lambda: conductor.well)
        assert watchdog.step() == []
    finally:
        release.set()
        conductor.close()


def test_a_table_that_hangs_starves_the_watchdog(tower: TowerTable, systemd: Systemd) -> None:
    watchdog = Watchdog(Notifier(systemd.environ(watchdog=0.04)), {"table": lambda: table_answers(tower.table)})
    with tower.table._lock:
        watchdog.start()
        assert not Event().wait(0.2)
        assert systemd.heard() == []
    assert systemd.next() == "WATCHDOG=1"
    watchdog.close()
