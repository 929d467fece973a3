"""Guests never have all threads, one address never all of the guests', and seats are answered first."""

import threading
from collections.abc import Iterator

import pytest

from web.server.budgets import Holder, guest, seated
from web.server.threads import Threads

EVA, BO, SEAT = guest("10.0.0.66"), guest("10.0.0.7"), seated("astrid")
PATIENCE = 10.0


class Asking:
    """A request that takes until it is let go."""

    def __init__(self, holder: Holder) -> None:
        self.holder = holder
        self.begun, self.over = threading.Event(), threading.Event()
        self.cancelled = False

    def service(self) -> None:
        self.begun.set()
        self.over.wait(PATIENCE)

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def asked() -> Iterator[list[Asking]]:
    asked: list[Asking] = []
    yield asked
    for each in asked:
        each.over.set()


def ask(threads: Threads, asked: list[Asking], holder: Holder, count: int) -> list[Asking]:
    new = [Asking(holder) for _ in range(count)]
    asked += new
    for each in new:
        threads.add_task(each)
    return new


def test_guests_leave_threads_for_seats_and_one_guest_some_for_others(asked: list[Asking]) -> None:
    threads = Threads(threads=4, guests=3, each=2)
    hers = ask(threads, asked, EVA, 5)
    his = ask(threads, asked, BO, 2)
    (seats,) = ask(threads, asked, SEAT, 1)
    for each in (*hers[:2], his[0], seats):
        assert each.begun.wait(PATIENCE)
    assert not any(each.begun.is_set() for each in (*hers[2:], his[1]))
    hers[0].over.set()
    assert hers[2].begun.wait(PATIENCE), "whoever waits comes next"
    for each in asked:
        each.over.set()
    threads.shutdown()


def test_a_seat_goes_before_guests_who_wait(asked: list[Asking]) -> None:
    threads = Threads(threads=1, guests=1, each=1)
    first, second = ask(threads, asked, EVA, 2)
    assert first.begun.wait(PATIENCE)
    (seats,) = ask(threads, asked, SEAT, 1)
    first.over.set()
    assert seats.begun.wait(PATIENCE)
    assert not second.begun.is_set()
    for each in asked:
        each.over.set()
    threads.shutdown()


def test_a_request_that_fails_frees_its_thread(caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Asking):
        def service(self) -> None:
            super().service()
            raise RuntimeError("a fault of ours")

    threads = Threads(threads=1, guests=1, each=1)
    failing, next_one = Failing(EVA), Asking(EVA)
    for each in (failing, next_one):
        each.over.set()
        threads.add_task(each)
    assert next_one.begun.wait(PATIENCE)
    assert "a fault of ours" in caplog.text
    threads.shutdown()


def test_who_still_waits_when_all_ends_is_told(asked: list[Asking]) -> None:
    threads = Threads(threads=1, guests=1, each=1)
    first, second = ask(threads, asked, EVA, 2)
    assert first.begun.wait(PATIENCE)
    closing = threading.Thread(target=threads.shutdown)
    closing.start()
    first.over.set()
    closing.join(PATIENCE)
    assert second.cancelled
    assert not second.begun.is_set()
