"""The start page: every game with its picture, the one played last first, and what its box lacks."""

import re

import pytest

from companion.games import GAMES
from tests.web.fakes import Home, Phone

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
LACKING = 'class="lack" href="/host/box/trollfjord"'
OFFERED = re.compile(r'<a class="offer" href="([^"]+)" data-game="(\w+)">(.*?)</a>', re.DOTALL)


def offered(host: Phone, path: str = "/host/start") -> dict[str, tuple[str, str]]:
    """By game, in the page's order: where its card leads, and what is on it."""
    page = host.get(path).get_data(as_text=True)
    return {name: (address, shown) for address, name, shown in OFFERED.findall(page)}


def begin(home: Home, game: str) -> None:
    answer = home.host().act("/api/host/start", game=game, seats=SEATS, seen=home.table.version)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("path", ["/host", "/host/start"])
def test_every_game_is_there_with_its_picture_and_how_many_can_play(home: Home, path: str) -> None:
    host = home.host()
    cards = offered(host, path)
    assert list(cards) == list(GAMES)
    for name, (_, shown) in cards.items():
        assert f'src="/static/games/{name}/picture.svg"' in shown
        seats = GAMES[name].seats
        assert f"{seats[0]}–{seats[-1]} players" in shown
        assert "Played last" not in shown
        with host.get(f"/static/games/{name}/picture.svg") as picture:
            assert picture.mimetype == "image/svg+xml"


def test_the_game_played_last_comes_first(home: Home) -> None:
    host = home.host()
    for name in ("trollfjord", "tower", "trollfjord"):
        begin(home, name)
        first, *rest = offered(host).items()
        assert first[0] == name
        assert "Played last" in first[1][1]
        assert all("Played last" not in shown for _, (_, shown) in rest)


def test_a_start_that_somebody_else_was_quicker_with_is_told_and_starts_nothing(home: Home) -> None:
    seen = home.table.version
    begin(home, "tower")
    began = home.table.version
    late = home.host().act("/api/host/start", game="trollfjord", seats=SEATS, seen=seen)
    assert (late.status, late.code, home.table.version) == (409, "stale", began)


def test_a_card_leads_to_the_games_own_set_up_or_to_names_and_colours(home: Home) -> None:
    host = home.host()
    cards = offered(host)
    assert cards["trollfjord"][0] == "/host/set-up/trollfjord"
    assert cards["tower"][0] == "/host/start/tower"
    assert host.get("/host/start/trollfjord").location == "/host/set-up/trollfjord"
    page = host.get("/host/start/tower").get_data(as_text=True)
    assert "Rock Tower" in page
    assert host.get("/host/start/chess").status_code == 404


def test_whoever_played_last_is_proposed_again(home: Home) -> None:
    begin(home, "trollfjord")
    assert '"group": [{"colour": "brown", "name": "Astrid"}' in home.host().get("/host/start/tower").get_data(
        as_text=True
    )


def test_what_the_box_lacks_is_said_until_it_is_recorded(home: Home) -> None:
    host = home.host()
    assert LACKING in host.get("/host/start").get_data(as_text=True)
    lacking = sum(bool(game.box) for game in GAMES.values())
    assert host.get("/host/start").get_data(as_text=True).count('class="lack"') == lacking
    assert host.get("/host/box/trollfjord").status_code == 200
    text = home.boards.text("Example board")
    assert text is not None
    home.boards.take_in(text.replace('"Example board"', '"Ours"'))
    assert host.get("/host/start").get_data(as_text=True).count('class="lack"') == lacking - 1
    assert LACKING not in host.get("/host/start").get_data(as_text=True)


def test_nobody_but_the_host_picks(home: Home) -> None:
    home.host()
    guest = home.phone()
    for path in ("/host/start", "/host/start/tower"):
        assert not offered(guest, path)
        assert '<form id="pin"' in guest.get(path).get_data(as_text=True)
    assert guest.act("/api/host/start", game="tower", seats=SEATS, seen=0).status == 401
    assert home.table.position is None


def test_a_game_that_is_not_there_is_not_started(home: Home) -> None:
    assert home.host().act("/api/host/start", game="chess", seats=SEATS, seen=0).code == "unknown_game"
