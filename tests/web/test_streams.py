"""The stream of a page: the whole view on connect, then each new one, and no place that somebody else needs."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.referee import Status
from tests.web.fakes import Home
from tests.web.serving import doors, looping, served
from web.pages import stream
from web.pages.stream import STILL_HERE, Listening
from web.server.budgets import guest, seated
from web.serving import serving
from web.streams import Full, Streams


class Listener:
    """One open page, as a browser would read it."""

    def __init__(self, port: int, page: str, cookie: str = "", kind: str = "play") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        headers = {"Cookie": cookie, "Accept-Language": "en"}
        self.connection.request("GET", f"/stream?as={kind}&page={page}", headers=headers)
        self.response = self.connection.getresponse()

    def view(self) -> Any:
        """The next view; None when the stream has ended."""
        while line := self.response.readline():
            if line.startswith(b"data: {"):
                return json.loads(line[6:])
        return None

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Home]:
    """A home with room for three streams."""
    home = Home(tmp_path, streams=Streams(3))
    yield home
    home.close()


@pytest.fixture
def port(small: Home) -> Iterator[int]:
    with served(small.app) as port:
        yield port


def cookie(home: Home, seat: int) -> str:
    phone = home.phone().sit(seat)
    found = phone.client.get_cookie("phone")
    assert found is not None
    return f"phone={found.value}"


def test_a_page_sees_everything_on_connect_and_each_move_after(small: Home, port: int) -> None:
    small.start("Astrid", "Bo")
    with (
        closing(Listener(port, "page-of-astrid", cookie(small, 0))) as astrid,
        closing(Listener(port, "table-screen", kind="table")) as room,
    ):
        assert [listener.view()["headline"] for listener in (astrid, room)] == ["The tower is ready"] * 2
        small.play(1, do="hammer", seat=0)
        shown = astrid.view()
        assert (shown["headline"], shown["seat"], len(shown["prompts"])) == ("You take the hammer", 0, 1)
        shown = room.view()
        assert (shown["headline"], shown["seat"], shown["prompts"]) == ("Astrid takes the hammer", None, [])


def test_a_freed_seat_is_seen_at_once(small: Home, port: int) -> None:
    small.start("Astrid", "Bo")
    with closing(Listener(port, "page-of-astrid", cookie(small, 0))) as astrid:
        assert astrid.view()["seat"] == 0
        small.host().post("/api/host/free", seat=0)
        assert astrid.view()["seat"] is None


def test_a_stream_too_many_is_told_why(port: int) -> None:
    listeners = [Listener(port, f"page-number-{number}", kind="table") for number in range(3)]
    for listener in listeners:
        listener.view()
    with closing(Listener(port, "page-number-3", kind="table")) as late:
        assert late.response.status == 503
        answer = json.loads(late.response.read())
        assert answer["text"] == "Too many pages are open at this table. Close one and try again."
    for listener in listeners:
        listener.close()


def test_a_page_that_comes_back_takes_its_own_place(small: Home, port: int) -> None:
    """A phone that slept left its old stream behind; it must not count against it."""
    listeners = [Listener(port, "the-same-page", kind="table") for _ in range(5)]
    assert listeners[-1].view() is not None
    assert len(small.app.extensions["services"].streams) == 1
    for listener in listeners:
        listener.close()


def test_an_old_stream_that_ends_late_leaves_the_new_one_its_place(small: Home, port: int) -> None:
    old = Listener(port, "the-same-page", kind="table")
    old.view()
    with closing(Listener(port, "the-same-page", kind="table")) as new:
        new.view()
        assert old.view() is None, "the old one ends by itself"
        old.close()
        small.start("Astrid", "Bo")
        assert new.view()["game"] == "tower"


ASTRID, GUEST, OTHER = seated("astrid"), guest("10.0.0.5"), guest("10.0.0.6")


def test_leaving_gives_up_only_ones_own_place() -> None:
    streams = Streams(1)
    old = streams.open("page", GUEST)
    new = streams.open("page", GUEST)
    assert not streams.stands(old)
    streams.leave(old)
    assert streams.stands(new)
    assert len(streams) == 1
    streams.leave(new)
    assert len(streams) == 0
    streams.open("other", GUEST)


def test_nobody_takes_anothers_place_by_its_pages_name() -> None:
    streams = Streams()
    place = streams.open("page", ASTRID)
    streams.open("page", GUEST)
    assert streams.stands(place)


def test_one_holder_has_only_so_many_places() -> None:
    streams = Streams(each=2)
    for holder in (ASTRID, GUEST):
        streams.open("one", holder)
        streams.open("two", holder)
        with pytest.raises(Full):
            streams.open("three", holder)


def test_where_all_is_full_a_newcomer_takes_the_newest_place_of_whoever_has_most() -> None:
    streams = Streams(3)
    places = [streams.open(page, GUEST) for page in ("one", "two", "three")]
    assert streams.stands(streams.open("screen", OTHER))
    assert [streams.stands(place) for place in places] == [True, True, False]
    with pytest.raises(Full):
        streams.open("another", OTHER)
    assert streams.stands(streams.open("page", ASTRID)), "seats have places of their own"
    assert len(streams) == 4


@pytest.mark.parametrize(
    "query", ["as=play", "as=nobody&page=abcdefgh", "page=abcdefgh", "as=play&page=short", f"as=table&page={65 * 'x'}"]
)
def test_a_stream_must_say_what_it_is(home: Home, query: str) -> None:
    assert home.phone().get(f"/stream?{query}").status_code == 400


def listening(home: Home, page: str = "table-screen") -> Listening:
    services = home.app.extensions["services"]
    return Listening(services, "table", None, "en", services.streams.open(page, GUEST))


class Wall:
    """A clock on which a sign of life is due, or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(stream, "monotonic", lambda: self.now)


def test_while_nothing_happens_only_a_sign_of_life_is_sent(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    home.start("Astrid", "Bo")
    heard = listening(home)
    assert heard.first().startswith(b'retry: 1000\ndata: {"boot"')
    assert heard.news() == b""
    wall.now += stream.SIGN_OF_LIFE
    assert heard.news() == STILL_HERE
    heard.told()
    assert heard.news() == b""
    home.play(1, do="hammer", seat=0)
    assert b"Astrid takes the hammer" in heard.news()


def test_a_page_that_lags_is_offered_the_newest_view_until_it_takes_one(home: Home) -> None:
    home.start("Astrid", "Bo")
    heard = listening(home)
    heard.first()
    home.play(1, do="hammer", seat=0)
    assert b'"version":2' in heard.news()
    home.play(0, do="trolls", count=2)
    assert b'"version":3' in heard.news()
    heard.told()
    assert heard.news() == b""


def test_a_stream_that_was_replaced_or_closed_stands_no_more(home: Home) -> None:
    old, new = listening(home), listening(home)
    assert (old.stands, new.stands) == (False, True)
    new.close()
    assert not new.stands
    assert len(home.app.extensions["services"].streams) == 0


def test_a_new_pin_ends_the_streams_of_whoever_knew_the_old_one(small: Home, port: int) -> None:
    host = small.host()
    signed = host.cookie("host").value
    with (
        closing(Listener(port, "page-of-a-host", f"host={signed}", "host")) as old,
        closing(Listener(port, "table-screen", kind="table")) as room,
    ):
        assert old.view() is not None
        assert room.view() is not None
        assert host.post("/api/host/new-pin", pin="998877").status == 200
        assert old.view() is None, "the stream ends"
        with closing(Listener(port, "page-of-a-host", f"host={signed}", "host")) as again:
            assert again.response.status == 401
        with closing(Listener(port, "page-of-a-host", f"host={host.cookie('host').value}", "host")) as new:
            assert new.view() is not None
        small.rig.status = Status("armed")
        small.changes.announce()
        assert room.view()["status"]["doing"] == "armed", "and no other"


def test_a_view_that_cannot_be_drawn_ends_its_own_stream_alone(
    small: Home, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = small.app.extensions["services"].page_views.show

    def failing(page: str, *more: Any) -> bytes:
        if page == "tower" and small.table.position is not None:
            raise RuntimeError("a fault of ours")
        return bytes(show(page, *more))

    monkeypatch.setattr(small.app.extensions["services"].page_views, "show", failing)
    with (
        closing(Listener(port, "page-of-tower", kind="tower")) as tower,
        closing(Listener(port, "table-screen", kind="table")) as room,
    ):
        assert tower.view() is not None
        assert room.view() is not None
        small.start("Astrid", "Bo")
        assert room.view()["game"] == "tower"
        assert tower.view() is None


def test_every_page_is_told_when_the_house_closes(home: Home) -> None:
    with doors() as opened:
        with looping(serving(home.app, opened)):
            room = Listener(opened.port, "table-screen", kind="table")
            assert room.view() is not None
        # The end of a whole answer: of a broken line this would complain.
        assert room.response.read().endswith(b"\n")
        room.close()


def test_what_many_may_see_is_built_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.start("Astrid", "Bo")
    game = home.position.game
    asked = Mock(wraps=game.view)
    monkeypatch.setattr(game, "view", asked, raising=False)
    page_views = home.app.extensions["services"].page_views
    home.changes.announce()
    shown = {page_views.show("table", None, "en") for _ in range(50)}
    assert len(shown) == 1
    asked.assert_called_once_with(home.position.state, None)


def test_what_was_built_for_one_is_shown_to_no_other(home: Home) -> None:
    home.start("Astrid", "Bo")
    page_views = home.app.extensions["services"].page_views
    shown = {
        (page, seat, language): json.loads(page_views.show(page, seat, language))
        for page in ("play", "host")
        for seat in (None, 0, 1)
        for language in ("en", "de")
    }
    for (page, seat, language), view in shown.items():
        assert view["seat"] == seat
        assert (view["headline"] == "The tower is ready") == (language == "en")
        assert ("health" in view) == (page == "host")
