"""The stream of a page: the whole view on connect, then each new one, never more streams than there are threads."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.fakes import Home
from tests.web.serving import served
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
    """A house with room for three streams."""
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
        assert (shown["headline"], shown["seat"], len(shown["prompts"])) == ("Astrid takes the hammer", 0, 1)
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
    assert len(small.app.extensions["house"].streams) == 1
    for listener in listeners:
        listener.close()


@pytest.mark.parametrize("query", ["as=play", "as=nobody&page=abcdefgh", "page=abcdefgh", "as=play&page=short"])
def test_a_stream_must_say_what_it_is(home: Home, query: str) -> None:
    assert home.phone().get(f"/stream?{query}").status_code == 400


def test_streams_end_when_the_house_closes() -> None:
    streams = Streams(1)
    place = streams.open("page")
    assert streams.stands("page", place)
    with pytest.raises(Full):
        streams.open("other")
    streams.close()
    assert not streams.stands("page", place)


def test_what_many_may_see_is_built_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.start("Astrid", "Bo")
    assert home.table.position is not None
    game, asked = home.table.position.game, []
    view = game.view
    monkeypatch.setattr(game, "view", lambda state, seat: asked.append(seat) or view(state, seat), raising=False)
    showing = home.app.extensions["house"].showing
    home.bell.ring()
    shown = {showing.show("table", None, "en") for _ in range(50)}
    assert len(shown) == 1
    assert asked == [None]
