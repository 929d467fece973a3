"""The rig while its devices are still being loaded: the lights say so, the pages say so, and nobody waits for it."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from companion.bell import Bell
from companion.cli import waking
from companion.cli.waking import LONGEST, STARTING, WakingRig
from companion.referee import Status
from companion.rules import Illegal, say
from hardware.health import Health, fine
from hardware.lights.layout import Layout
from hardware.lights.sim import SimStrip
from hardware.lights.starting import starting
from hardware.rig.show import Show
from tests.hardware.rig.clock import Hand

DEVICES = {"hits": "gpio", "camera": "usb", "lights": "spi"}
READY = Status("armed", say("Ready: hit the tower"))


class Conductor:
    """What the devices end up with; it notes what happens to it."""

    well = True
    status = READY
    pixels = ((1, 2, 3),)
    hits_desk = "the desk of the hit sensor"
    blows = 3

    def __init__(self, show: Show) -> None:
        self._show = show
        self.story: list[str] = []

    def start(self) -> None:
        self.story.append("started while the other show was on" if self._show.worker.alive else "started")

    def close(self) -> None:
        self.story.append("closed")

    def health(self) -> dict[str, Health]:
        return {"camera": fine("Here.")}


class Waking:
    """A rig whose steps a test lets happen."""

    def __init__(self, clock: Hand, steps: Callable[[], Iterator[Any]] | None = None) -> None:
        self.clock = clock
        self.strip = SimStrip(Layout(count=24))
        self.show = Show(self.strip, 24, clock)
        self.bell = Bell()
        self.conductor = Conductor(self.show)
        self.rig = WakingRig(DEVICES, steps or self._steps, self.show, self.bell, clock)

    def _steps(self) -> Iterator[Any]:
        yield None
        yield self.conductor


@pytest.fixture
def asleep() -> Iterator[Waking]:
    waking = Waking(Hand())
    yield waking
    waking.rig.close()


def test_until_the_devices_are_there_everyone_is_told_that_they_start(asleep: Waking) -> None:
    rig = asleep.rig
    assert rig.health() == dict.fromkeys(("hits", "camera", "lights"), STARTING)
    assert str(rig.status.text) == str(STARTING)
    assert rig.picture() is rig.picture_of(1) is rig.simulated is None
    assert rig.devices == DEVICES
    assert rig.well
    asleep.show.step()
    assert rig.pixels == starting(24, 0.0)


def test_a_table_without_devices_is_not_told_that_they_start(asleep: Waking) -> None:
    none = dict.fromkeys(DEVICES, "none")
    assert WakingRig(none, asleep._steps, asleep.show, asleep.bell, asleep.clock).status == Status("asleep")


def test_step_by_step_the_conductor_takes_over_and_the_screens_hear_of_it(asleep: Waking) -> None:
    rig = asleep.rig
    asleep.show.start()
    assert rig._wake() == 0.0
    assert asleep.conductor.story == []
    rung = asleep.bell.count
    assert rig._wake() is None
    assert asleep.conductor.story == ["started"]
    assert asleep.bell.count > rung
    assert rig.status == READY
    assert rig.health() == {"camera": fine("Here.")}
    assert rig.pixels == ((1, 2, 3),)
    assert rig.blows == 3
    rig.close()
    assert asleep.conductor.story == ["started", "closed"]


def test_a_page_of_a_device_waits_for_that_device(asleep: Waking) -> None:
    found: list[object] = []
    page = Thread(target=lambda: found.append(asleep.rig.hits_desk))
    page.start()
    asleep.rig.start()
    page.join(5)
    assert found == [asleep.conductor.hits_desk]


def test_a_page_does_not_wait_for_ever(asleep: Waking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waking, "PATIENCE", 0.0)
    with pytest.raises(Illegal, match="still starting"):
        asleep.rig.camera_desk  # noqa: B018


def test_devices_that_cannot_be_loaded_are_told_and_tried_again_from_the_first_step() -> None:
    broken = [True]

    def steps() -> Iterator[Any]:
        yield None
        if broken[0]:
            raise ImportError("libopenblas.so is missing")
        yield asleep.conductor

    asleep = Waking(Hand(), steps)
    assert [asleep.rig._wake() for _ in range(4)] == [0.0, 5.0, 0.0, 10.0]
    assert "libopenblas.so is missing" in str(asleep.rig.health()["camera"])
    assert "libopenblas.so is missing" in str(asleep.rig.status.text)
    assert asleep.rig.well
    broken[0] = False
    assert [asleep.rig._wake() for _ in range(2)] == [0.0, None]
    assert asleep.conductor.story == ["started"]
    asleep.rig.close()


def test_devices_that_hang_while_they_are_opened_starve_the_watchdog() -> None:
    begun, release = Event(), Event()

    def steps() -> Iterator[Any]:
        begun.set()
        release.wait(10)
        yield None

    asleep = Waking(Hand(), steps)
    asleep.rig.start()
    assert begun.wait(5)
    assert asleep.rig.well
    asleep.clock.now += LONGEST + 1
    assert not asleep.rig.well
    release.set()
    asleep.rig.close()


def test_an_end_amid_the_loading_takes_no_further_step() -> None:
    begun, release, further = Event(), Event(), Event()

    def steps() -> Iterator[Any]:
        begun.set()
        release.wait(10)
        yield None
        further.set()
        yield None

    asleep = Waking(Hand(), steps)
    asleep.rig.start()
    assert begun.wait(5)
    end = Thread(target=asleep.rig.close)
    end.start()
    while not asleep.rig._worker._closing:
        pass
    release.set()
    end.join(5)
    assert not end.is_alive()
    assert not further.is_set()


def test_devices_that_come_after_the_end_are_closed_at_once() -> None:
    asleep = Waking(Hand())
    asleep.rig._wake()
    asleep.rig.close()
    asleep.rig._wake()
    assert asleep.conductor.story == ["closed"]
