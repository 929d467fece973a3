from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from companion.common.stacks import stacks


def waits_for_a_request(begun: Event, end: Event) -> None:
    begun.set()
    end.wait(30)


def reads_a_torn_cable(begun: Event, end: Event) -> None:
    begun.set()
    end.wait(30)


@contextmanager
def running(many: int) -> Iterator[None]:
    end = Event()
    begun = [Event() for _ in range(many + 1)]
    doing = [waits_for_a_request] * many + [reads_a_torn_cable]
    threads = [
        Thread(target=what, args=(event, end), name=f"{what.__name__} {number}")
        for number, (what, event) in enumerate(zip(doing, begun, strict=True))
    ]
    for thread in threads:
        thread.start()
    assert all(event.wait(10) for event in begun)
    try:
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join(10)


def test_the_one_that_hangs_is_told_however_many_idle() -> None:
    """Python's own dump stops after a hundred threads."""
    with running(many=150):
        # Between the event and the wait there are a few steps in which a thread may still be.
        told = stacks()
        while told.count("in waits_for_a_request") != 1:
            told = stacks()
    assert "reads_a_torn_cable 150:\n" in told
    assert told.index("in reads_a_torn_cable") < told.index("in waits_for_a_request")
    assert "and 147 more:" in told
    assert len(told.splitlines()) < 100
