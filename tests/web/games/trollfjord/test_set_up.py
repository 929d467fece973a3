"""Setting up Trollfjord: dealt or entered, with every fault at its step, in words that people know."""

import html
import json
from typing import Any

import msgspec
import pytest

from companion.games.trollfjord.dealing import Entered, dealt_around
from companion.games.trollfjord.example import example_board
from companion.rules import Seat
from tests.web.fakes import Answer, Home, Phone

SEATS = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
NOTHING: dict[str, Any] = {"start": [], "planks": [], "fortresses": {}, "treasures": {}}


def whole() -> dict[str, Any]:
    setup = dealt_around(example_board(), [Seat("Astrid", "white"), Seat("Bo", "black")], Entered(), list)
    return {part: msgspec.json.decode(msgspec.json.encode(getattr(setup, part))) for part in NOTHING}


def told(**changes: Any) -> dict[str, Any]:
    return {"seats": SEATS, "picked": {"boards": "Example board"}, "decided": {}, "entered": whole(), **changes}


def set_up(home: Home, host: Phone, deal_rest: bool = False, **changes: Any) -> Answer:
    sent = {"told": told(**changes), "deal_rest": deal_rest}
    return host.act("/api/host/set-up/trollfjord", seen=home.table.version, **sent)


def test_only_the_host_sets_up(home: Home) -> None:
    home.host()
    stranger = home.phone()
    assert 'id="digits"' in stranger.get("/host/set-up/trollfjord").get_data(as_text=True)
    assert set_up(home, stranger).code == "host_only"
    assert stranger.get("/api/host/set-up/trollfjord/thing?kind=boards&name=Example%20board").status_code == 401
    assert home.table.position is None


def test_what_was_entered_is_what_is_played(home: Home) -> None:
    entered = {**whole(), "start": [1, 0]}
    assert set_up(home, home.host(), entered=entered).status == 200
    setup = msgspec.json.decode(msgspec.json.encode(home.position.setup))
    assert {part: setup[part] for part in NOTHING} == entered
    assert home.position.game.view(home.position.state, None).acting == (0,)


def test_one_tap_deals_everything(home: Home) -> None:
    assert set_up(home, home.host(), deal_rest=True, entered=NOTHING).status == 200
    assert home.position.game.name == "trollfjord"


def test_dealing_keeps_what_is_there(home: Home) -> None:
    entered = {**NOTHING, "treasures": {"fjord_2": 28}, "planks": ["plank_9"]}
    answer = home.host().post("/api/host/set-up/trollfjord/deal", **told(entered=entered))
    assert answer.body["treasures"]["fjord_2"] == 28
    assert answer.body["planks"][0] == "plank_9"
    assert sorted(answer.body["fortresses"].values()) == [1, 1, 2, 2, 3, 3]
    assert len(answer.body["planks"]) == 10


def test_every_fault_is_told_at_its_step(home: Home) -> None:
    whole_one = whole()
    entered = {
        "start": [0],
        "planks": whole_one["planks"][:-1],
        "fortresses": {**whole_one["fortresses"], "north": 3},
        "treasures": {**whole_one["treasures"], "forest_1": 28, "forest_2": 28, "fjord_1": 28},
    }
    seats = [{"name": "Bo", "colour": "white"}, {"name": " Bo ", "colour": "white"}]
    answer = set_up(home, home.host(), entered=entered, seats=seats)
    assert (answer.status, answer.code) == (400, "bad_setup")
    assert [fault["seats"] for fault in answer.body["faults"]] == [[0, 1], [0, 1], [], [], [], []]
    assert [(fault["step"], fault["text"]) for fault in answer.body["faults"]] == [
        ("players", "Two players are called Bo."),
        ("players", "Two players have taken white."),
        ("start", "Every troll lord stands on one space of the starting plank."),
        ("planks", "Plank 10 is missing."),
        ("fortresses", "The numbers I, II and III stand on two spots each."),
        ("treasures", "There are only 2 treasures worth 28."),
    ]
    assert home.table.position is None


def test_faults_name_regions_as_the_page_does(home: Home) -> None:
    treasures = whole()["treasures"]
    del treasures["swamp_2"]
    host = home.host()
    host.headers = {"Accept-Language": "de"}
    answer = set_up(home, host, entered={**whole(), "treasures": treasures})
    assert [fault["text"] for fault in answer.body["faults"]] == ["Sumpf 2 fehlt."]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"picked": {"boards": "Nowhere"}}, 409, "no_such_thing"),
        ({"picked": {"cards": "Nowhere"}}, 404, "no_such_thing"),
        ({"decided": {"depth": "all"}}, 400, "bad_request"),
        ({"entered": {"start": "first"}}, 400, "bad_request"),
        ({"entered": {**NOTHING, "gifts": []}}, 400, "bad_request"),
        ({"seats": [{"name": "Bo", "colour": "white"}] * 21}, 400, "bad_request"),
    ],
)
def test_what_makes_no_sense_is_refused(home: Home, changes: dict[str, Any], status: int, code: str) -> None:
    answer = set_up(home, home.host(), **changes)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert home.table.position is None


def test_a_set_up_for_another_version_of_the_table_is_stale(home: Home) -> None:
    answer = home.host().act("/api/host/set-up/trollfjord", told=told(), deal_rest=False, seen=7)
    assert (answer.status, answer.code) == (409, "stale")
    assert home.table.position is None


def test_the_last_group_and_board_are_remembered(home: Home) -> None:
    text = home.boards.text("Example board")
    assert text is not None
    home.boards.take_in(text.replace('"Example board"', '"Our table"'))
    home.boards.choose("Example board")
    host = home.host()
    assert set_up(home, host, picked={"boards": "Our table"}).status == 200
    page = host.get("/host/set-up/trollfjord").get_data(as_text=True)
    assert '"chosen": "Our table"' in page
    assert '"name": "Astrid"' in page


@pytest.mark.parametrize(
    ("language", "called"), [("en", "Example board"), ("de", "Beispielplan"), ("fr", "Plateau d’exemple")]
)
def test_the_example_board_is_called_so_in_every_language(home: Home, language: str, called: str) -> None:
    host = home.host()
    host.headers = {"Accept-Language": language}
    page = html.unescape(host.get("/host/set-up/trollfjord").get_data(as_text=True))
    assert f'{{"name": "Example board", "text": {json.dumps(called)}}}' in page


def test_a_board_is_told_with_its_plan_and_names(home: Home) -> None:
    host = home.host()
    host.headers = {"Accept-Language": "fr"}
    told = host.get("/api/host/set-up/trollfjord/thing?kind=boards&name=Example%20board").get_json()
    assert told["regions"][0] == {"id": "forest_1", "landscape": "forest", "name": "Forêt 1"}
    assert set(told["plan"]["regions"]) == {region["id"] for region in told["regions"]}
    assert told["spots"][0]["name"] == "Marais 1, Montagne 1, Glacier 1"
