"""A game brings its pages in one folder, and one without a folder is played all the same: toys are registered."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.fakes import Home
from tests.web.games import toy
from tests.web.games.toy.game import COLOURS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    toy.register(monkeypatch)
    home = Home(tmp_path)
    yield home
    home.close()


def begin(home: Home, game: str, *names: str) -> None:
    people = zip(names or ("Astrid", "Bo"), COLOURS, strict=False)
    seats = [{"name": name, "colour": colour.name} for name, colour in people]
    answer = home.host().act("/api/host/start", game=game, seats=seats, seen=home.table.version)
    assert answer.status == 200, answer.body


def shown(home: Home, page: str = "play", seat: int | None = 0) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(home.app.extensions["services"].page_views.show(page, seat, "en"))
    return view


def test_the_view_says_where_the_games_own_parts_are_and_what_they_draw(home: Home) -> None:
    begin(home, "pebbles")
    answer = home.phone().sit(0).act("/api/play", seat=0, move={"do": "lay", "count": 2}, seen=home.asked(0))
    view = answer.body["view"]
    assert (view["pages"], view["scene"]) == ("/static/games/pebbles", {"pile": 2})
    assert shown(home, "table", None)["scene"] == {"pile": 2}
    for file in ("pages.js", "pages.css"):
        with home.phone().get(f"{view['pages']}/{file}") as found:
            assert found.status_code == 200


def test_the_script_is_given_its_words_with_their_gaps(home: Home) -> None:
    assert home.phone().get("/words/de/pebbles.json").get_json()["pile"] == "{count} pebbles"
    assert home.phone().get("/words/en/twigs.json").get_json() == {}
    for nowhere in ("/words/en/nothing.json", "/words/is/pebbles.json"):
        assert home.phone().get(nowhere).status_code == 404


def test_the_hosts_page_leads_to_the_games_own_page_which_is_the_hosts_alone(home: Home) -> None:
    host = home.host()
    assert '<a href="/host/pebbles">Rules of pebbles</a>' in host.get("/host").get_data(as_text=True)
    assert "Lay one or two." in host.get("/host/pebbles").get_data(as_text=True)
    assert "Lay one or two." not in home.phone().get("/host/pebbles").get_data(as_text=True)


def test_the_games_own_sentence_is_in_the_hosts_list_of_moves(home: Home) -> None:
    begin(home, "pebbles")
    home.play(0, do="lay", count=2)
    assert shown(home, "host", None)["moves"][0]["text"] == "Astrid lays 2."


def test_a_past_game_is_told_and_drawn_as_the_game_does_it(home: Home) -> None:
    begin(home, "pebbles")
    key = home.position.began
    home.play(0, do="lay", count=2)
    home.table.end(home.table.version)
    step = home.phone().get(f"/api/games/{key}?after=1").get_json()
    assert (step["move_in_words"], step["scene"], step["pages"]) == (
        "Astrid lays 2.",
        {"pile": 2},
        "/static/games/pebbles",
    )
    assert "on the table of Astrid" in home.phone().get(f"/games/{key}").get_data(as_text=True)


def test_a_game_without_pages_is_played_through_its_prompts_and_panels(home: Home) -> None:
    begin(home, "twigs")
    phones = [home.phone().sit(seat) for seat in range(2)]
    for turn in range(3):
        seat = turn % 2
        view = shown(home, seat=seat)
        assert (view["pages"], view["scene"], view["over"]) == (None, None, False)
        (prompt,) = view["prompts"]
        move = prompt["choices"][1]["move"]
        answer = phones[seat].act("/api/play", seat=seat, move=move, seen=home.asked(seat))
        assert answer.status == 200
        assert answer.body["view"]["panels"][-1]["lines"] == [f"{2 * turn + 2} lie there."]
    assert shown(home)["over"]
    assert shown(home, "host", None)["moves"][0]["text"] == "How many do you lay? Two"


@pytest.mark.parametrize(("game", "brought"), [("pebbles", {"pebbles"}), ("twigs", set())])
def test_a_page_that_opens_on_a_game_comes_with_its_style_and_no_others(
    home: Home, game: str, brought: set[str]
) -> None:
    begin(home, game)
    pages = [home.phone().sit(0).get("/play"), home.phone().get("/table")]
    home.table.end(home.table.version)
    pages.append(home.phone().get(f"/games/{home.position.began}"))
    for page in pages:
        assert page.status_code == 200
        styles = re.findall(r'href="/static/games/(\w+)/pages.css"', page.get_data(as_text=True))
        assert set(styles) == brought


@pytest.mark.parametrize(
    ("game", "names", "laid", "told"),
    [
        ("twigs", ("Astrid", "Bo"), (2, 1, 2), "Astrid won with 4, Bo 1"),
        ("twigs", ("Astrid", "Bo", "Cleo"), (2, 1, 2), "Astrid, Cleo won together with 2, Bo 1"),
        ("cairn", ("Astrid", "Bo"), (2, 1, 2), "Everyone won: The cairn stands."),
        ("cairn", ("Astrid", "Bo"), (2, 2, 2), "Everyone lost: The cairn fell."),
        ("cairn", ("Astrid",), (2, 1, 2), "Astrid won: The cairn stands."),
        ("cairn", ("Astrid",), (2, 2, 2), "Astrid lost: The cairn fell."),
    ],
)
def test_who_won_or_lost_together_or_alone_is_told_on_the_pages_and_in_the_list_of_past_games(
    home: Home, game: str, names: tuple[str, ...], laid: tuple[int, ...], told: str
) -> None:
    begin(home, game, *names)
    assert home.table.position is not None
    key = home.table.position.began
    for turn, count in enumerate(laid):
        assert [panel["title"] for panel in shown(home)["panels"]] == ["The pile"]
        home.play(turn % len(names), do="lay", count=count)
    result, pile = shown(home, "table", None)["panels"]
    assert (result["title"], pile["title"]) == ("Result", "The pile")
    assert told.startswith(result["lines"][0])
    assert "".join(result["lines"]).endswith(("wins.", "stands.", "fell."))
    assert home.phone().get(f"/api/games/{key}/result").get_json() == {"text": told}


def test_a_player_who_is_asked_reads_what_a_blow_would_say_if_the_sensor_hears(home: Home) -> None:
    begin(home, "cairn")
    assert shown(home, seat=0)["by_blow"] == "Or hit the tower: One"
    assert shown(home, seat=1)["by_blow"] is None
    home.rig.hears_next = False
    home.changes.announce()
    assert shown(home, seat=0)["by_blow"] is None
    begin(home, "twigs")
    home.rig.hears_next = True
    assert shown(home, seat=0)["by_blow"] is None


def test_a_blow_that_answered_is_taken_back_on_the_phone(home: Home) -> None:
    begin(home, "cairn")
    phone = home.phone().sit(0)
    home.table.play(0, home.position.decode({"do": "lay", "count": 1}), home.table.version, source="sensor")
    assert shown(home, seat=0)["undo"]
    assert not shown(home, seat=1)["undo"]
    assert phone.act("/api/undo", seat=0, seen=home.table.version).status == 200
    assert not home.position.turns
