import logging
from threading import Event
from time import monotonic

import pytest

from companion.common.worker import Worker


def test_steps_repeat_until_closed() -> None:
    third = Event()
    done: list[int] = []

    def step() -> float:
        done.append(1)
        if len(done) == 3:
            third.set()
        return 0.0

    worker = Worker("steps", step, monotonic)
    worker.start()
    assert third.wait(5)
    worker.close()
    assert not worker.alive
    assert not worker.died


def test_a_resting_worker_goes_on_when_woken() -> None:
    steps = [Event(), Event()]
    worker = Worker("rests", lambda: next(step for step in steps if not step.is_set()).set(), monotonic)
    worker.start()
    assert steps[0].wait(5)
    assert not steps[1].is_set()
    worker.wake()
    assert steps[1].wait(5)
    worker.close()


def test_a_worker_that_was_woken_once_goes_on_once() -> None:
    steps: list[int] = []
    second = Event()

    def step() -> None:
        steps.append(1)
        if len(steps) == 2:
            second.set()

    worker = Worker("rests", step, monotonic)
    worker.start()
    worker.wake()
    second.wait(0.2)
    Event().wait(0.05)
    worker.close()
    assert len(steps) <= 2


def test_a_step_that_fails_ends_the_thread_and_says_why(caplog: pytest.LogCaptureFixture) -> None:
    def step() -> float:
        raise RuntimeError("the wire broke")

    worker = Worker("the lights", step, monotonic)
    with caplog.at_level(logging.CRITICAL):
        worker.start()
        worker.join(5)
    assert worker.died
    assert str(worker.crash) == "the wire broke"
    worker.close()
    assert not worker.died


def test_a_worker_that_died_can_be_started_again() -> None:
    broken = True
    mended = Event()

    def step() -> None:
        if broken:
            raise RuntimeError("broken")
        mended.set()

    worker = Worker("mends", step, monotonic)
    worker.start()
    worker.join(5)
    broken = False
    worker.start()
    assert mended.wait(5)
    assert not worker.died
    worker.close()


def test_a_worker_that_is_woken_during_a_step_takes_another_one() -> None:
    begun, release, second = Event(), Event(), Event()

    def step() -> None:
        if begun.is_set():
            second.set()
        begun.set()
        release.wait(5)

    worker = Worker("hears", step, monotonic)
    worker.start()
    assert begun.wait(5)
    worker.wake()
    release.set()
    assert second.wait(5)
    worker.close()


def test_a_worker_that_is_started_twice_has_one_thread_and_a_closed_one_none() -> None:
    worker = Worker("once", lambda: None, monotonic)
    worker.start()
    thread = worker._thread
    worker.start()
    assert worker._thread is thread
    worker.close()
    worker.start()
    assert not worker.alive
