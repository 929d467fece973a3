"""A hidden hand at the table: its owner plays it, the host sees it only when everyone is told, the end opens all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.record import read_record
from tests.players import people
from tests.web.fakes import Answer, Home, Phone
from tests.web.games import hush
from tests.web.games.hush.game import HUSH, MISSED, ROUNDS, Setup

ASTRID, BO = 0, 1


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """The first of two players has rolled and is asked for a card."""
    hush.register(monkeypatch)
    home = Home(tmp_path)
    home.table.start("hush", Setup(people(HUSH, 2), ((1, 2, 3), (4, 5, 6))), 0)
    home.play(ASTRID, do="roll", face=4)
    yield home
    home.close()


def shown(home: Home, page: str, seat: int | None = None) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(home.app.extensions["services"].page_views.show(page, seat, "en"))
    return view


def answers(view: dict[str, Any]) -> list[str]:
    return [choice["text"] for prompt in view["prompts"] for choice in prompt["choices"]]


def lay_for(home: Home, host: Phone, card: int) -> Answer:
    move = {"do": "hide", "card": card}
    return host.act("/api/host/play-for", seat=ASTRID, move=move, seen=home.asked(ASTRID))


def test_a_hand_is_played_by_who_holds_it_and_told_by_its_question(home: Home) -> None:
    assert "Lay the 1 face down" in answers(shown(home, "play", ASTRID))
    assert answers(shown(home, "play", BO)) == []
    phone = home.phone().sit(ASTRID)
    move = {"do": "hide", "card": 1}
    assert phone.act("/api/play", seat=ASTRID, move=move, seen=home.asked(ASTRID)).status == 200
    assert [line["text"] for line in shown(home, "host")["moves"]] == [
        "What do you do with a card? (secret)",
        "What did you roll? 4",
    ]


def test_the_host_sees_the_question_but_not_the_hand(home: Home) -> None:
    host = home.host()
    (prompt,) = shown(home, "host")["prompts"]
    assert (prompt["text"], prompt["choices"], prompt["forms"]) == ("What do you do with a card?", [], [])
    held, not_held = lay_for(home, host, 1), lay_for(home, host, 6)
    assert held.body == not_held.body
    assert (held.status, held.code) == (409, "private")
    assert held.text == "What can be answered there is for Sigrun alone to see."


def test_whoever_is_away_is_played_for_and_everyone_is_told_as_long_as_that_lasts(home: Home) -> None:
    host, told = home.host(), "The host plays for Sigrun and sees what only Sigrun may see."
    everyone = [("play", ASTRID), ("play", BO), ("table", None), ("host", None)]
    assert {shown(home, *page)["sat_in"] for page in everyone} == {None}
    assert host.post("/api/host/sit-in", seat=ASTRID).status == 200
    assert {shown(home, *page)["sat_in"] for page in everyone} == {told}
    assert [seat["sat_in"] for seat in shown(home, "table")["seats"]] == [True, False]
    assert "Lay the 1 face down" in answers(shown(home, "host"))
    assert answers(shown(home, "table")) == answers(shown(home, "play", BO)) == []
    assert lay_for(home, host, 1).status == 200
    assert {shown(home, *page)["sat_in"] for page in everyone} == {told}, "it lasts until it is given back"
    home.phone().sit(ASTRID)
    assert {shown(home, *page)["sat_in"] for page in everyone} == {None}


def test_a_seat_that_a_phone_holds_is_freed_first_and_freeing_ends_the_sitting_in(home: Home) -> None:
    host, astrid = home.host(), home.phone().sit(ASTRID)
    refused = host.post("/api/host/sit-in", seat=ASTRID)
    assert (refused.status, refused.text) == (409, "A phone plays Sigrun. Free the seat first.")
    assert astrid.post("/api/host/sit-in", seat=ASTRID).status == 401
    assert host.post("/api/host/sit-in", seat=2).code == "no_such_seat"
    for path in ("free", "sit-in", "free"):
        assert host.post(f"/api/host/{path}", seat=ASTRID).status == 200
    assert answers(shown(home, "host")) == []


def test_what_was_answered_in_private_is_taken_back_and_not_changed(home: Home) -> None:
    home.play(ASTRID, do="hide", card=1)
    host, number = home.host(), home.position.turns[-1].number
    asked = host.get(f"/api/host/move?number={number}").get_json()
    assert asked["move"] == {"do": "hide"}
    assert asked["prompts"][0]["choices"] == []
    sent = {"number": number, "move": {"do": "hide", "card": 2}}
    assert host.act("/api/host/amend", seen=home.table.version, **sent).code == "private"
    assert host.act("/api/host/take-back", seen=home.table.version, keep=1).status == 200


def test_a_later_move_that_would_not_fit_is_not_told_by_its_card(home: Home) -> None:
    home.play(ASTRID, do="hide", card=1)
    sent = {"number": home.position.turns[0].number, "move": {"do": "roll", "face": MISSED}}
    answer = home.host().act("/api/host/amend", seen=home.table.version, **sent)
    assert answer.code == "clash"
    assert answer.text == (
        "Then move 2 would no longer be possible: What do you do with a card? (secret). "
        "Why is not told now: it would give away something that only one player may know."
    )


def test_a_card_that_is_given_is_known_to_both(home: Home) -> None:
    home.play(ASTRID, do="give", to=BO, card=2)
    assert "2" in shown(home, "play", BO)["panels"][-1]["lines"]
    assert shown(home, "host")["moves"][0]["text"] == "What do you do with a card? (secret)"


def test_when_it_is_over_everything_is_open(home: Home) -> None:
    home.play(ASTRID, do="hide", card=1)
    home.play(ASTRID, do="draw", card=6)
    host = home.host()
    assert host.get("/api/host/record").status_code == 409
    for turn in range(1, 2 * ROUNDS):
        home.play(turn % 2, do="roll", face=MISSED)
    view = shown(home, "host")
    assert "What do you do with a card? Lay the 1 face down" in [line["text"] for line in view["moves"]]
    assert not view["secretive"]
    assert read_record(host.get("/api/host/record").data).setup["hands"] == [[1, 2, 3], [4, 5, 6]]
