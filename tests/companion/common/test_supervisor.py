from threading import Event

import pytest

from companion.common.supervisor import RECOVERED, STUCK, Supervisor
from companion.common.worker import Worker
from tests.clock import Hand


class Frail:
    """A worker that dies at each step for as long as it is told to."""

    def __init__(self, clock: Hand) -> None:
        self.dying = True
        self.lived = Event()
        self.worker = Worker("counting", self._step, clock)

    def _step(self) -> None:
        if self.dying:
            raise RuntimeError("no more pictures")
        self.lived.set()


@pytest.fixture
def clock() -> Hand:
    return Hand()


def test_a_dead_thread_is_started_again_ever_less_often(clock: Hand) -> None:
    frail = Frail(clock)
    supervisor = Supervisor(lambda: [frail.worker], clock)
    frail.worker.start()
    started = []
    for _ in range(140):
        frail.worker.join(5)
        crash = frail.worker.crash
        supervisor.check()
        frail.worker.join(5)
        if frail.worker.crash is not crash:
            started.append(clock.now - 100)
        clock.now += 1
    assert started == [1, 4, 9, 18, 35, 68, 129]
    frail.worker.close()


def test_a_thread_that_mends_is_well_again_and_its_next_death_counts_as_the_first(clock: Hand) -> None:
    frail = Frail(clock)
    supervisor = Supervisor(lambda: [frail.worker], clock)
    frail.worker.start()
    frail.worker.join(5)
    assert "no more pictures" in str(supervisor.health()["counting"])
    frail.dying = False
    supervisor.check()
    clock.now += 1
    supervisor.check()
    assert frail.lived.wait(5)
    assert supervisor.health()["counting"].fine

    clock.now += RECOVERED + 1
    supervisor.check()
    frail.dying = True
    frail.worker.wake()
    frail.worker.join(5)
    frail.dying = False
    frail.lived.clear()
    supervisor.check()
    clock.now += 1
    supervisor.check()
    assert frail.lived.wait(5)
    frail.worker.close()


@pytest.mark.parametrize("lives", [1, 5, RECOVERED])
def test_a_thread_that_lives_only_a_while_each_time_is_not_taken_for_mended(clock: Hand, lives: float) -> None:
    frail = Frail(clock)
    supervisor = Supervisor(lambda: [frail.worker], clock)
    frail.worker.start()
    pauses = []
    for _ in range(5):
        frail.worker.join(5)
        died = clock.now
        frail.dying = False
        supervisor.check()
        while not frail.worker.alive:
            clock.now += 1
            supervisor.check()
        pauses.append(clock.now - died)
        for _ in range(int(lives)):
            clock.now += 1
            supervisor.check()
        assert supervisor.health()["counting"].fine
        frail.dying = True
        frail.worker.wake()
    frail.worker.join(5)
    assert pauses == [1, 2, 4, 8, 16]
    frail.worker.close()


def test_a_death_and_the_life_after_it_are_announced_once_each(clock: Hand) -> None:
    frail, announced = Frail(clock), []
    supervisor = Supervisor(lambda: [frail.worker], clock, lambda: announced.append(clock.now))
    supervisor.check()
    frail.worker.start()
    frail.worker.join(5)
    frail.dying = False
    for _ in range(4):
        supervisor.check()
        clock.now += 0.5
    assert frail.lived.wait(5)
    assert announced == [100.0, 101.0]
    frail.worker.close()


def test_a_thread_that_hangs_is_reported_and_so_no_watchdog_is_fed(clock: Hand) -> None:
    begun, release = Event(), Event()

    def step() -> None:
        begun.set()
        release.wait(10)

    worker = Worker("lights", step, clock)
    supervisor = Supervisor(lambda: [worker], clock)
    worker.start()
    assert begun.wait(5)
    assert supervisor.well
    clock.now += STUCK + 2
    assert not supervisor.well
    assert "stuck for 12 s" in str(supervisor.health()["lights"])
    release.set()
    worker.close()


def test_a_thread_that_keeps_dying_is_told_but_does_not_starve_the_watchdog(clock: Hand) -> None:
    frail = Frail(clock)
    supervisor = Supervisor(lambda: [frail.worker], clock)
    frail.worker.start()
    for _ in range(10):
        frail.worker.join(5)
        assert supervisor.well
        assert not supervisor.health()["counting"].fine
        clock.now += 60
        supervisor.check()
    frail.worker.close()


def test_a_supervisor_that_died_itself_feeds_no_watchdog(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash() -> float:
        raise RuntimeError("a fault of ours")

    supervisor = Supervisor(list, clock)
    assert supervisor.well
    monkeypatch.setattr(supervisor.worker, "_step", crash)
    supervisor.start()
    supervisor.worker.join(5)
    assert not supervisor.well
    supervisor.close()


def test_a_supervisor_that_hangs_itself_feeds_no_watchdog(clock: Hand) -> None:
    begun, release = Event(), Event()

    def workers() -> list[Worker]:
        if supervisor.worker.alive and not begun.is_set():
            begun.set()
            release.wait(10)
        return []

    supervisor = Supervisor(workers, clock)
    supervisor.start()
    assert begun.wait(5)
    assert supervisor.well
    clock.now += STUCK + 1
    assert not supervisor.well
    release.set()
    supervisor.close()


def test_a_closed_thread_is_left_in_peace(clock: Hand) -> None:
    frail = Frail(clock)
    frail.dying = False
    supervisor = Supervisor(lambda: [frail.worker], clock)
    frail.worker.start()
    frail.worker.close()
    supervisor.check()
    clock.now += 100
    supervisor.check()
    assert not frail.worker.alive
    assert supervisor.well


def test_the_supervisor_runs_on_its_own(clock: Hand) -> None:
    frail = Frail(clock)
    frail.worker.start()
    frail.worker.join(5)
    supervisor = Supervisor(lambda: [frail.worker], clock)
    supervisor.check()
    frail.dying = False
    clock.now += 5
    supervisor.start()
    assert frail.lived.wait(5)
    supervisor.close()
    supervisor.close()
    frail.worker.close()


def test_where_a_thread_hangs_is_logged_once(clock: Hand, caplog: pytest.LogCaptureFixture) -> None:
    hanging, begun = Event(), Event()

    def read_a_torn_cable() -> None:
        begun.set()
        hanging.wait(10)

    worker = Worker("camera", read_a_torn_cable, clock)
    supervisor = Supervisor(lambda: [worker], clock)
    worker.start()
    assert begun.wait(5)
    supervisor.check()
    assert not caplog.records
    clock.now += STUCK + 1
    supervisor.check()
    supervisor.check()
    [record] = caplog.records
    assert "camera is stuck" in record.getMessage()
    assert "in read_a_torn_cable" in record.getMessage()
    hanging.set()
    worker.close()
