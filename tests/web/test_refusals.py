"""Whatever a phone sends that it should not, gets the right status and a reason, and leaves the game alone."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.network import Wifi
from tests.web.fakes import Home, Phone

HIT = {"do": "hit", "boulders": {"red": 1}}


def no_phone(home: Home) -> Phone:
    return home.phone()


def astrid(home: Home) -> Phone:
    return home.phone().sit(0)


def host(home: Home) -> Phone:
    return home.host()


def play(**changes: Any) -> dict[str, Any]:
    return {"seat": 0, "move": HIT, "seen": "asked", "request": "a-fresh-one", **changes}


Case = tuple[Callable[[Home], Phone], str, dict[str, Any], int, str, str]

CASES: dict[str, Case] = {
    "no seat": (no_phone, "/api/play", play(), 401, "no_seat", "Pick a seat first."),
    "someone else's seat": (astrid, "/api/play", play(seat=1), 403, "not_your_seat", "That is not your seat."),
    "a seat that is none": (astrid, "/api/play", play(seat=9), 403, "not_your_seat", "That is not your seat."),
    "unknown move": (
        astrid,
        "/api/play",
        play(move={"do": "fly"}),
        400,
        "unknown_move",
        "This game knows no such move",
    ),
    "a move without a name": (astrid, "/api/play", play(move={}), 400, "unknown_move", "This game knows no such move"),
    "a move with too much": (astrid, "/api/play", play(move={**HIT, "x": 1}), 400, "unknown_move", "unknown field `x`"),
    "too many boulders": (
        astrid,
        "/api/play",
        play(move={"do": "hit", "boulders": {"red": 12}}),
        400,
        "unknown_move",
        "`int` <= 11",
    ),
    "boulders as words": (
        astrid,
        "/api/play",
        play(move={"do": "hit", "boulders": {"red": "2"}}),
        400,
        "unknown_move",
        "Expected `int`, got `str`",
    ),
    "a move not possible now": (astrid, "/api/play", play(move={"do": "put_back"}), 409, "not_now", "not possible now"),
    "a move of another": (astrid, "/api/play", play(move={"do": "stop"}), 403, "not_yours", "not yours to decide now"),
    "a seat as words": (astrid, "/api/play", play(seat="0"), 400, "bad_request", "Expected `int`, got `str`"),
    "a question as words": (astrid, "/api/play", play(seen="x"), 400, "bad_request", "Expected `int | object`"),
    "a negative version": (astrid, "/api/play", play(seen=-1), 400, "bad_request", "`int` >= 0"),
    "a question without its age": (astrid, "/api/play", play(seen={"key": "hit 1"}), 400, "bad_request", "`since`"),
    "a question of endless length": (
        astrid,
        "/api/play",
        play(seen={"key": "x" * 81, "since": 1}),
        400,
        "bad_request",
        "length <= 80",
    ),
    "no request id": (astrid, "/api/play", {"seat": 0, "move": HIT, "seen": 0}, 400, "bad_request", "`request`"),
    "a request id too short": (astrid, "/api/play", play(request="x"), 400, "bad_request", "length >= 8"),
    "more than was asked for": (astrid, "/api/play", play(also=1), 400, "bad_request", "unknown field `also`"),
    "a move that is a list": (astrid, "/api/play", play(move=[]), 400, "bad_request", "Expected `object`, got `array`"),
    "no question at all": (astrid, "/api/play", play(seen="now"), 409, "stale", "The table has moved on. Look again."),
    "a question that is gone": (
        astrid,
        "/api/play",
        play(seen={"key": "comrade", "since": 1}),
        409,
        "stale",
        "The table has moved on. Look again.",
    ),
    "a fix without a seat": (
        no_phone,
        "/api/fix",
        {"number": 6, "move": HIT, "seen": "now", "request": "a-fresh-one"},
        401,
        "no_seat",
        "Pick a seat first.",
    ),
    "a fix of what is no hit": (
        astrid,
        "/api/fix",
        {"number": 2, "move": HIT, "seen": "now", "request": "a-fresh-one"},
        409,
        "not_on_view",
        "Only hits of this hammering",
    ),
    "a fix into another move": (
        astrid,
        "/api/fix",
        {"number": 6, "move": {"do": "stop"}, "seen": "now", "request": "a-fresh-one"},
        400,
        "unknown_move",
        "Only a hit can be corrected here.",
    ),
    "taking back another's move": (
        astrid,
        "/api/undo",
        {"seat": 0, "seen": "now", "request": "a-fresh-one"},
        409,
        "not_yours_to_undo",
        "only your own last answer",
    ),
    "no hit, without a seat": (no_phone, "/api/no-hit", {}, 401, "no_seat", "Pick a seat first."),
    "a seat that does not exist": (no_phone, "/api/join", {"seat": 4}, 400, "no_such_seat", "There is no such seat"),
    "starting without the PIN": (
        no_phone,
        "/api/host/start",
        {"game": "tower", "seats": [], "seen": "now", "request": "a-fresh-one"},
        401,
        "host_only",
        "Only the host can do this.",
    ),
    "ending without the PIN": (
        astrid,
        "/api/host/end",
        {"seen": "now", "request": "a-fresh-one"},
        401,
        "host_only",
        "Only the host can do this.",
    ),
    "freeing without the PIN": (astrid, "/api/host/free", {"seat": 0}, 401, "host_only", "Only the host can do this."),
    "an unknown game": (
        host,
        "/api/host/start",
        {"game": "chess", "seats": [], "seen": "now", "request": "a-fresh-one"},
        400,
        "unknown_game",
        "There is no such game here.",
    ),
    "a game for one": (
        host,
        "/api/host/start",
        {"game": "tower", "seats": [{"name": "", "colour": "pink"}], "seen": "now", "request": "a-fresh-one"},
        400,
        "bad_setup",
        "This game seats 2 to 4 players. Every player needs a name. There are no pieces in pink.",
    ),
    "taking back what is not there": (
        host,
        "/api/host/take-back",
        {"keep": 99, "seen": "now", "request": "a-fresh-one"},
        409,
        "nothing_to_take_back",
        "There is no move to take back.",
    ),
    "amending what is not there": (
        host,
        "/api/host/amend",
        {"number": 99, "move": HIT, "seen": "now", "request": "a-fresh-one"},
        409,
        "no_such_move",
        "That move has been taken back.",
    ),
    "an unknown fault": (
        no_phone,
        "/api/tower/fault",
        {"name": "x", "on": True},
        400,
        "unknown_fault",
        "no such fault",
    ),
    "a blow too hard": (no_phone, "/api/tower/hit", {"strength": 2.0}, 400, "bad_request", "<= 1"),
    "an unknown address": (no_phone, "/api/nowhere", {}, 404, "not_found", "There is nothing here."),
}


@pytest.fixture
def hammering(home: Home) -> Home:
    """Bo has the hammer after an empty hit."""
    home.start("Astrid", "Bo", "Cleo")
    home.hammer()
    home.play(1, do="hit", boulders={})
    return home


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_bad_request_is_refused_in_words_and_changes_nothing(hammering: Home, case: Case) -> None:
    who, path, body, status, code, words = case
    phone = who(hammering)
    before = hammering.table.version
    seen = {"now": before, "asked": hammering.asked(0)}
    if isinstance(body.get("seen"), str):
        body = {**body, "seen": seen.get(body["seen"], body["seen"])}
    answer = phone.post(path, **body)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert words in answer.text
    assert hammering.table.version == before


@pytest.mark.parametrize(
    ("data", "kind", "status", "code"),
    [
        (b'{"seat": 0, "x": "' + b"x" * 1_000_000 + b'"}', "application/json", 413, "too_large"),
        (b"seat=0", "application/x-www-form-urlencoded", 415, "not_json"),
        (b'{"seat": 0}', "text/plain", 415, "not_json"),
        (b"", "application/json", 400, "bad_request"),
        (b"{", "application/json", 400, "bad_request"),
        (b"[]", "application/json", 400, "bad_request"),
        (b"null", "application/json", 400, "bad_request"),
        (b'"\xff"', "application/json", 400, "bad_request"),
        (b"[" * 10_000, "application/json", 400, "bad_request"),
    ],
    ids=["1 MB", "a form", "plain text", "nothing", "half", "a list", "null", "broken letters", "deeply nested"],
)
def test_a_body_that_is_no_request_is_refused(hammering: Home, data: bytes, kind: str, status: int, code: str) -> None:
    response = hammering.app.test_client().post("/api/join", data=data, content_type=kind)
    assert (response.status_code, response.get_json()["code"]) == (status, code)
    assert response.get_json()["text"]
    assert not hammering.seating.held(hammering.table.version)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://localhost:99999999999999999999"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=["another origin", "no origin", "half an origin", "no port", "a foreign page"],
)
def test_another_sites_page_cannot_play(hammering: Home, headers: dict[str, str]) -> None:
    response = hammering.app.test_client().post("/api/join", json={"seat": 0}, headers=headers)
    assert (response.status_code, response.get_json()["code"]) == (403, "foreign_page")


def test_our_own_page_can(hammering: Home) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert hammering.app.test_client().post("/api/join", json={"seat": 0}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "localhost.evil.example",
        "8.8.8.8",
        "[::2]",
        "[",
        "localhost:99999999",
        "localhost@evil",
        "",
        "ö",
    ],
)
@pytest.mark.parametrize(
    "path", ["/", "/wifi.svg", "/api/invite", "/stream?as=table&page=abcdefgh", "/static/look.css"]
)
def test_under_a_name_that_is_not_ours_nothing_is_told(home: Home, name: str, path: str) -> None:
    home.network.tell_guests(Wifi("Mountain", "under-the-bridge"))
    response = home.app.test_client().get(path, headers={"Host": name})
    assert response.status_code == 421
    assert "Open http://192.168.1.20:8000." in response.get_data(as_text=True)
    assert "Mountain" not in response.get_data(as_text=True)


@pytest.mark.parametrize("name", ["localhost:8000", "LocalHost", "127.0.0.1", "192.168.1.20:8000", "[::1]:8000"])
def test_under_our_own_names_all_is_told(home: Home, name: str) -> None:
    assert home.app.test_client().get("/", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("path", ["/games/{}", "/picture/{}.jpg", "/api/games/{}", "/api/host/camera/{}.jpg"])
def test_a_number_of_thousands_of_digits_is_not_there(home: Home, path: str) -> None:
    assert home.host().get(path.format("9" * 5000)).status_code in (401, 404)


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e999", "NaN"])
def test_a_number_that_nobody_can_count_to_is_refused(hammering: Home, number: str) -> None:
    host, astrid = hammering.host(), hammering.phone().sit(0)
    for phone, path in ((astrid, "/api/join"), (astrid, "/api/undo"), (host, "/api/host/free")):
        body = f'{{"seat": {number}, "seen": {number}, "request": "a-fresh-one"}}'
        response = phone.client.post(path, data=body, content_type="application/json")
        assert (response.status_code, response.get_json()["code"]) == (400, "bad_request")
    assert host.get(f"/api/host/move?number={number}").status_code == 400


def test_without_a_game_there_is_nothing_to_play(home: Home) -> None:
    answer = home.phone().post("/api/join", seat=0)
    assert (answer.status, answer.code) == (409, "no_game")


def test_refusals_come_in_the_phones_language(hammering: Home) -> None:
    assert hammering.phone("de").post("/api/no-hit").text == "Wähle zuerst einen Platz."
    assert hammering.phone("fr").post("/api/no-hit").text == "Choisissez d’abord une place."


def test_a_cookie_signed_by_nobody_is_no_seat(hammering: Home) -> None:
    phone = hammering.phone().sit(0)
    assert phone.get("/play").status_code == 200
    phone.client.set_cookie("phone", "ImZvcmdlZCI.c2lnbmF0dXJl")
    assert phone.post("/api/no-hit").code == "no_seat"


def test_a_page_that_is_not_there_says_so_in_words(home: Home) -> None:
    response = home.phone("de").get("/nowhere")
    assert response.status_code == 404
    assert "Hier ist nichts." in response.get_data(as_text=True)


def test_every_answer_forbids_foreign_code(home: Home) -> None:
    for path in ("/", "/host", "/table", "/nowhere", "/static/look.css"):
        with home.phone().get(path) as response:
            assert "default-src 'self'" in response.headers["Content-Security-Policy"], path
            assert response.headers["X-Content-Type-Options"] == "nosniff", path
