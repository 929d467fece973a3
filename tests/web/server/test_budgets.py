"""Connections are counted for whoever holds them: the greediest loses one, never a newcomer who holds less."""

from dataclasses import dataclass

import pytest

from web.server import budgets
from web.server.budgets import (
    A_SECOND,
    AT_ONCE,
    GUESTS_ANSWER,
    GUESTS_REQUEST,
    HOST,
    LEAST,
    PIECES,
    REQUEST,
    SHARED,
    SILENCE,
    WAITING,
    WAITING_EACH,
    Budgets,
    Holder,
    guest,
    seated,
)

EVA, BO, SEAT = guest("10.0.0.66"), guest("10.0.0.7"), seated("astrid")


@dataclass(eq=False)
class FakeConnection:
    holder: Holder
    counted: Budgets
    moved: float = 0.0
    asking_since: float | None = None
    answering_since: float | None = None
    pieces: int = 0
    waiting: int = 0
    needed: bool = False
    gone: bool = False

    def give_up(self) -> None:
        self.gone = True
        self.counted.leave(self)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(budgets, "monotonic", lambda: now[0])
    return now


def connections(counted: Budgets, holder: Holder, count: int) -> list[FakeConnection]:
    come = [FakeConnection(holder, counted, moved=float(number)) for number in range(count)]
    for connection in come:
        counted.come(connection)
    return come


def gone(connections: list[FakeConnection]) -> list[int]:
    return [number for number, connection in enumerate(connections) if connection.gone]


@pytest.mark.parametrize("holder", [EVA, SEAT, HOST])
def test_whoever_has_too_many_lines_loses_the_one_that_was_still_for_longest(holder: Holder) -> None:
    counted = Budgets(each=3)
    mine = connections(counted, holder, 3)
    mine[0].needed = True
    mine += connections(counted, holder, 1)
    assert gone(mine) == [1]


def test_whoever_needs_all_lines_gets_no_more() -> None:
    counted = Budgets(each=2)
    mine = connections(counted, EVA, 2)
    for connection in mine:
        connection.needed = True
    mine += connections(counted, EVA, 1)
    assert gone(mine) == [2]


def test_where_all_is_full_a_newcomer_takes_a_line_of_the_greediest() -> None:
    counted = Budgets(each=10, guests=5)
    hers, his = connections(counted, EVA, 4), connections(counted, BO, 1)
    for connection in hers:
        connection.needed = True
    his += connections(counted, BO, 1)
    assert (gone(hers), gone(his)) == ([3], []), "even one that she needs"


def test_seats_and_host_are_not_counted_among_the_guests() -> None:
    counted = Budgets(each=10, guests=2)
    hers = connections(counted, EVA, 2)
    connections(counted, SEAT, 5)
    connections(counted, HOST, 5)
    assert gone(hers) == []


def test_a_line_that_shows_a_seats_cookie_is_a_guests_no_more() -> None:
    counted = Budgets(each=10, guests=2)
    (connection,) = connections(counted, EVA, 1)
    counted.belong(connection, SEAT)
    assert connection.holder == SEAT
    hers = connections(counted, EVA, 2)
    assert gone([connection, *hers]) == []


def test_new_lines_of_one_address_are_let_in_so_many_a_second(wall: list[float]) -> None:
    counted = Budgets()
    assert sum(counted.welcome("10.0.0.66") for _ in range(2 * AT_ONCE)) == AT_ONCE
    assert counted.welcome("10.0.0.7"), "others are not held up"
    assert all(counted.welcome("127.0.0.1") for _ in range(2 * AT_ONCE)), "nor is the machine itself"
    wall[0] += 1.0
    counted.look()
    assert sum(counted.welcome("10.0.0.66") for _ in range(2 * AT_ONCE)) == A_SECOND
    wall[0] += AT_ONCE / A_SECOND
    counted.look()
    assert counted._hasty == {}, "nothing is remembered of whoever has calmed down"


def test_many_addresses_share_what_a_few_may(wall: list[float]) -> None:
    counted = Budgets()
    many = [f"10.0.0.{number}" for number in range(10 * SHARED)]

    def all_at_once() -> int:
        return sum(counted.welcome(address) for _ in range(AT_ONCE) for address in many)

    # The first ones are counted before there are many.
    assert all_at_once() <= LEAST * len(many) + SHARED * AT_ONCE
    wall[0] += 1.0
    assert all_at_once() <= 2 * SHARED * A_SECOND
    assert [counted.welcome("192.168.0.9") for _ in range(7)] == [True] * 7, "whoever loads a page comes in"


@pytest.mark.parametrize(
    ("holder", "doing", "after"),
    [
        (EVA, {}, SILENCE),
        (SEAT, {}, SILENCE),
        (EVA, {"waiting": 1}, SILENCE),
        (SEAT, {"waiting": 1, "needed": True}, SILENCE),
        (EVA, {"asking_since": 1000.0}, GUESTS_REQUEST),
        (SEAT, {"asking_since": 1000.0}, REQUEST),
    ],
)
def test_who_takes_too_long_is_given_up(
    wall: list[float], holder: Holder, doing: dict[str, float], after: float
) -> None:
    counted = Budgets()
    connection = FakeConnection(holder, counted, moved=1000.0, **doing)  # type: ignore[arg-type]  # numbers stand for booleans
    counted.come(connection)
    wall[0] += after
    counted.look()
    assert not connection.gone
    wall[0] += 0.1
    counted.look()
    assert connection.gone


def test_a_guest_who_reads_steadily_but_for_ever_is_given_up(wall: list[float]) -> None:
    counted = Budgets()
    hers, seats = (FakeConnection(holder, counted, waiting=9, answering_since=1000.0) for holder in (EVA, SEAT))
    for connection in (hers, seats):
        counted.come(connection)
    wall[0] += GUESTS_ANSWER
    hers.moved = seats.moved = wall[0]
    counted.look()
    assert gone([hers, seats]) == [0]


def test_a_guest_who_asks_letter_by_letter_is_given_up(wall: list[float]) -> None:
    counted = Budgets()
    hers, seats = (FakeConnection(holder, counted, 1000.0, wall[0], pieces=PIECES + 1) for holder in (EVA, SEAT))
    for connection in (hers, seats):
        counted.come(connection)
    counted.look()
    assert gone([hers, seats]) == [0]


def test_a_page_that_listens_may_be_silent(wall: list[float]) -> None:
    counted = Budgets()
    connection = FakeConnection(EVA, counted, needed=True)
    counted.come(connection)
    wall[0] += 10_000.0
    counted.look()
    assert not connection.gone


def test_what_guests_do_not_read_is_bounded_and_their_slowest_go_first(wall: list[float]) -> None:
    counted = Budgets()
    hers, his = connections(counted, EVA, 3), connections(counted, BO, 1)
    for connection in (*hers, *his):
        connection.waiting = WAITING_EACH // 2
    counted.make_room(his[0])
    counted.make_room(hers[2])
    assert (gone(hers), gone(his)) == ([0], [])
    many = [
        FakeConnection(guest(f"10.0.1.{number}"), counted, float(number), waiting=WAITING // 8) for number in range(10)
    ]
    for connection in many:
        counted.come(connection)
    wall[0] = 9.0
    counted.look()
    assert sum(connection.waiting for connection in (*hers, *his, *many) if not connection.gone) <= WAITING
    assert not many[9].gone
