"""A Pi without a clock chip wakes up in the wrong year, and leaps when the network tells the time: nobody notices.

`wall` is the clock that leaps; what waits or forgets must go by the other one, which only ever counts seconds.
"""

import inspect
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import start
from tests.clock import Hand
from tests.web.fakes import Home
from web.app import create_app
from web.guesses import FREE_TRIES, PAUSE

LEAPS = (0.0, 1.8e9, 1.0e9, 4.0e9, 12.0)
"""The start of time, a day in 2027, one long before, one far ahead, and back."""


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Hand:
    wall = Hand(0.0)
    monkeypatch.setattr(time, "time", wall)
    return wall


@pytest.fixture
def home(tmp_path: Path, wall: Hand) -> Iterator[Home]:
    home = Home(tmp_path)
    home.table._clock = wall
    yield home
    home.close()


def test_nobody_loses_seat_or_place_as_host(home: Home, wall: Hand) -> None:
    host = home.host()
    home.start("Astrid", "Bo")
    astrid = home.phone().sit(0)
    for leap in LEAPS:
        wall.now = leap
        home.play(0, do="hammer", seat=0)
        answer = astrid.act("/api/undo", seat=0, seen=home.table.version)
        assert answer.status == 200, answer.body
        assert host.get("/host").status_code == 200
        assert host.post("/api/host/free", seat=1).status == 200


def test_a_cookie_says_how_long_it_lasts_and_not_only_until_when(home: Home) -> None:
    """The phone knows what time it is; a date of the Pi's would have been over for years."""
    home.start("Astrid", "Bo")
    response = home.app.test_client().post("/api/join", json={"seat": 0})
    (cookie,) = [value for value in response.headers.getlist("Set-Cookie") if value.startswith("phone=")]
    assert "Max-Age=31536000" in cookie


def test_who_guessed_the_pin_too_often_waits_as_long_as_ever_and_no_longer(home: Home, wall: Hand) -> None:
    home.host()
    guest = home.phone()
    for _ in range(FREE_TRIES):
        assert guest.post("/api/host/pin", pin="9999").status == 403
    for leap in LEAPS:
        wall.now = leap
        assert guest.post("/api/host/pin", pin="471100").status == 429
    home.clock.now += PAUSE
    assert guest.post("/api/host/pin", pin="471100").status == 200


def test_games_stay_in_the_order_they_were_played(home: Home, wall: Hand) -> None:
    for leap in LEAPS:
        wall.now = leap
        home.start("Astrid", "Bo")
        home.play(0, do="hammer", seat=0)
        assert home.position.turns[-1].at == leap
    numbers = [entry.number for entry in home.table.beginnings()]
    assert numbers == sorted(numbers, reverse=True)
    assert [entry.at for entry in home.table.beginnings()] == [*reversed(LEAPS)]
    position = home.table.position
    again = home.again()
    assert again.table.position == position
    again.close()


def test_whatever_waits_goes_by_the_clock_that_never_leaps() -> None:
    assert inspect.signature(create_app).parameters["clock"].default is time.monotonic
    source = inspect.getsource(start)
    assert source.count("time.time") == 1, "the date for people is the one thing that is asked of the wall's clock"
