"""The rig while its devices are still being loaded: the lights say so, the pages say so, and nobody waits for it."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from companion.app import starting_rig
from companion.app.starting_rig import LONGEST, STARTING, StartingRig
from companion.change_signal import ChangeSignal
from companion.common.health import Health, fine
from companion.common.supervisor import Supervisor
from companion.common.worker import Worker
from companion.referee import Status
from companion.rules import Illegal, say
from hardware.lights.layout import Layout
from hardware.lights.sim import SimStrip
from hardware.lights.starting import starting
from hardware.rig.light_player import LightPlayer
from tests.clock import Hand

DEVICES = {"hits": "gpio", "camera": "usb", "lights": "spi"}
READY = Status("armed", say("Ready: hit the tower"))


class Conductor:
    """What the devices end up with; it notes what happens to it."""

    well = True
    status = READY
    hits_setup = "the set-up of the hit sensor"
    blows = 3

    def __init__(self, light_player: LightPlayer) -> None:
        self._light_player = light_player
        self.pixels = [(1, 2, 3)]
        self.story: list[str] = []

    def start(self) -> None:
        self.story.append("started while the other player was on" if self._light_player.worker.alive else "started")

    def close(self) -> None:
        self.story.append("closed")

    def health(self) -> dict[str, Health]:
        return {"camera": fine("Here.")}


class Starting:
    """A rig whose steps a test lets happen."""

    def __init__(self, clock: Hand, steps: Callable[[], Iterator[Any]] | None = None) -> None:
        self.clock = clock
        self.strip = SimStrip(Layout(count=24))
        self.light_player = LightPlayer(self.strip, 24, clock)
        self.changes = ChangeSignal()
        self.conductor = Conductor(self.light_player)
        self.threads: list[Worker] = []
        self.supervisor = Supervisor(lambda: self.threads, clock)
        self.rig = StartingRig(DEVICES, steps or self._steps, self.light_player, self.changes, clock, self.supervisor)

    def _steps(self) -> Iterator[Any]:
        yield None
        yield self.conductor


@pytest.fixture
def early() -> Iterator[Starting]:
    starting = Starting(Hand())
    yield starting
    starting.rig.close()


def test_until_the_devices_are_there_everyone_is_told_that_they_start(early: Starting) -> None:
    rig = early.rig
    assert rig.health() == dict.fromkeys(("hits", "camera", "lights"), STARTING)
    assert str(rig.status.text) == str(STARTING)
    assert (rig.picture(), rig.picture_of(1), rig.simulated) == (None, None, None)
    assert rig.devices == DEVICES
    assert rig.well
    early.light_player.step()
    assert rig.pixels == starting(24, 0.0)


def test_a_table_without_devices_is_not_told_that_they_start(early: Starting) -> None:
    none = dict.fromkeys(DEVICES, "none")
    rig = StartingRig(none, early._steps, early.light_player, early.changes, early.clock, early.supervisor)
    assert rig.status == Status("asleep")


def test_step_by_step_the_conductor_takes_over_and_the_screens_hear_of_it(early: Starting) -> None:
    rig = early.rig
    early.light_player.start()
    assert rig.attempt() == 0.0
    assert early.conductor.story == []
    announced = early.changes.count
    assert rig.attempt() is None
    assert early.conductor.story == ["started"]
    assert early.changes.count > announced
    assert rig.status == READY
    assert rig.health() == {"camera": fine("Here.")}
    assert rig.pixels == [(1, 2, 3)]
    assert rig.blows == 3
    rig.close()
    assert early.conductor.story == ["started", "closed"]


def test_a_thread_that_died_is_told_with_the_devices_and_without(early: Starting) -> None:
    def fails() -> None:
        raise RuntimeError("a fault of ours")

    rig = early.rig
    early.threads.append(Worker("copy of the game", fails, early.clock))
    assert "companion" not in rig.health()
    early.threads[0].start()
    early.threads[0].join(5)
    assert set(rig.health()) == {*DEVICES, "companion"}
    assert "“copy of the game” stopped (a fault of ours)" in str(rig.health()["companion"])
    rig.attempt()
    rig.attempt()
    assert set(rig.health()) == {"camera", "companion"}


def test_a_page_of_a_device_waits_for_that_device(early: Starting) -> None:
    found: list[object] = []
    page = Thread(target=lambda: found.append(early.rig.hits_setup))
    page.start()
    early.rig.begin()
    page.join(5)
    assert found == [early.conductor.hits_setup]


def test_a_page_does_not_wait_for_ever(early: Starting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting_rig, "PATIENCE", 0.0)
    with pytest.raises(Illegal, match="still starting"):
        early.rig.camera_setup  # noqa: B018


def test_devices_that_cannot_be_loaded_are_told_and_tried_again_from_the_first_step() -> None:
    broken = [True]

    def steps() -> Iterator[Any]:
        yield None
        if broken[0]:
            raise ImportError("libopenblas.so is missing")
        yield unlucky.conductor

    unlucky = Starting(Hand(), steps)
    assert [unlucky.rig.attempt() for _ in range(4)] == [0.0, 5.0, 0.0, 10.0]
    assert "libopenblas.so is missing" in str(unlucky.rig.health()["camera"])
    assert "libopenblas.so is missing" in str(unlucky.rig.status.text)
    assert unlucky.rig.well
    broken[0] = False
    assert [unlucky.rig.attempt() for _ in range(2)] == [0.0, None]
    assert unlucky.conductor.story == ["started"]
    unlucky.rig.close()


def test_devices_that_hang_while_they_are_opened_starve_the_watchdog() -> None:
    begun, release = Event(), Event()

    def steps() -> Iterator[Any]:
        begun.set()
        release.wait(10)
        yield None

    early = Starting(Hand(), steps)
    early.rig.begin()
    assert begun.wait(5)
    assert early.rig.well
    early.clock.now += LONGEST + 1
    assert not early.rig.well
    release.set()
    early.rig.close()


def test_an_end_amid_the_loading_takes_no_further_step() -> None:
    begun, release, further = Event(), Event(), Event()

    def steps() -> Iterator[Any]:
        begun.set()
        release.wait(10)
        yield None
        further.set()
        yield None

    early = Starting(Hand(), steps)
    early.rig.begin()
    assert begun.wait(5)
    end = Thread(target=early.rig.close)
    end.start()
    while not early.rig._worker._closing:
        pass
    release.set()
    end.join(5)
    assert not end.is_alive()
    assert not further.is_set()


def test_devices_that_come_after_the_end_are_closed_at_once() -> None:
    early = Starting(Hand())
    early.rig.attempt()
    early.rig.close()
    early.rig.attempt()
    assert early.conductor.story == ["closed"]


def test_devices_that_come_and_do_not_start_are_let_go_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    early = Starting(Hand())
    early.rig.attempt()
    with monkeypatch.context() as patch:
        patch.setattr(early.conductor, "start", lambda: 1 // 0)
        assert early.rig.attempt() == 5.0
    assert early.conductor.story == ["closed"]
    assert "by zero" in str(early.rig.status.text)
    assert [early.rig.attempt() for _ in range(2)] == [0.0, None]
    assert early.rig.status == READY
    early.rig.close()
