"""A game that asks for one of everything, over the wire: what a page is sent, and what it may answer."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from companion.rules import Places
from tests.players import all_places, people
from tests.web.fakes import Answer, Home, Phone
from tests.web.fuzzing import JSON
from tests.web.games import quarry
from tests.web.games.quarry.game import QUARRY
from web.payloads import LARGEST


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    quarry.register(monkeypatch)
    home = Home(tmp_path)
    home.table.start(QUARRY.name, quarry.game.Setup(people(QUARRY, 1)), home.table.version)
    yield home
    home.close()


def shown(home: Home, page: str = "play", seat: int | None = 0, language: str = "en") -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(home.app.extensions["services"].page_views.show(page, seat, language))
    return view


def asked(home: Home) -> dict[str, Any]:
    """The one field that is asked for."""
    (prompt,) = shown(home)["prompts"]
    (form,) = prompt["forms"]
    (field,) = form["fields"]
    found: dict[str, Any] = field
    return found


PACKED: dict[str, Any] = {"do": "pack", "tools": ["pick", "rope"]}
THROWN: dict[str, Any] = {"do": "throw", "dice": [1, 2, 2, 6, 6]}
CALLED: dict[str, Any] = {"do": "call", "name": "<b>{x}</b> & “Grube”"}
CLAIMED: dict[str, Any] = {"do": "claim", "cells": [[5, 0], [0, 1]]}
TRAVELLED: dict[str, Any] = {"do": "travel", "to": ["ford"]}
LAID: dict[str, Any] = {"do": "lay", "place": {"shape": "hook", "at": [12, 0], "turn": 1, "flipped": False}}


def test_a_page_is_sent_all_that_a_field_says(home: Home) -> None:
    field = asked(home)
    assert (field["kind"], field["name"], field["least"], field["most"]) == ("several", "tools", 2, 3)
    assert field["options"][3] == {"value": "wedge", "text": "Wedge and feathers"}
    home.play(0, **PACKED)
    field = asked(home)
    assert (field["kind"], field["count"], [face["text"] for face in field["faces"]]) == ("dice", 5, list("123456"))
    home.play(0, **THROWN)
    assert asked(home) == {"kind": "words", "name": "name", "text": "Up to 24 letters", "least": 1, "most": 24}
    home.play(0, **CALLED)
    field = asked(home)
    assert (field["kind"], field["grid"]["columns"], len(field["legal"]), field["most"]) == ("cells", 6, 8, 3)
    assert base64.b64decode(field["legal"]) == bytes([255] * 4 + [15])
    home.play(0, **CLAIMED)
    field = asked(home)
    assert (field["kind"], field["legal"]) == ("spots", ["inn", "ford", "gate", "lake"])
    assert field["chart"]["spots"][0] == {"value": "inn", "text": "Inn", "x": 0.15, "y": 0.15}
    home.play(0, **TRAVELLED)
    field = asked(home)
    assert (field["kind"], [len(shape["lying"]) for shape in field["shapes"]]) == ("places", [8, 8, 8, 8])
    assert field["grid"]["layers"][0]["mark"] == "R"
    assert field["grid"]["layers"][1]["colour"]["rgb"] == "#3d4a57"


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ([], PACKED | {"tools": ["pick"]}),
        ([], PACKED | {"tools": ["rope", "pick"]}),
        ([], PACKED | {"tools": "pick"}),
        ([PACKED], THROWN | {"dice": [1, 2, 2, 6]}),
        ([PACKED], THROWN | {"dice": [1, 2, 2, 6, 7]}),
        ([PACKED], THROWN | {"dice": [1.5, 2, 2, 6, 7]}),
        ([PACKED, THROWN], CALLED | {"name": "x" * 25}),
        ([PACKED, THROWN], CALLED | {"name": "a\nb"}),
        ([PACKED, THROWN], CALLED | {"name": ""}),
        ([PACKED, THROWN, CALLED], CLAIMED | {"cells": [[0, 1], [5, 0]]}),
        ([PACKED, THROWN, CALLED], CLAIMED | {"cells": [[6, 0]]}),
        ([PACKED, THROWN, CALLED], CLAIMED | {"cells": [[0, -1]]}),
        ([PACKED, THROWN, CALLED], CLAIMED | {"cells": [[10**18, 0]]}),
        ([PACKED, THROWN, CALLED], CLAIMED | {"cells": [[0]]}),
        ([PACKED, THROWN, CALLED, CLAIMED], TRAVELLED | {"to": ["peak"]}),
        ([PACKED, THROWN, CALLED, CLAIMED], TRAVELLED | {"to": ["inn", "ford"]}),
        ([PACKED, THROWN, CALLED, CLAIMED, TRAVELLED], {"do": "lay", "place": LAID["place"] | {"at": [13, 0]}}),
        ([PACKED, THROWN, CALLED, CLAIMED, TRAVELLED], {"do": "lay", "place": LAID["place"] | {"at": [6, 7]}}),
        ([PACKED, THROWN, CALLED, CLAIMED, TRAVELLED], {"do": "lay", "place": LAID["place"] | {"turn": 4}}),
        ([PACKED, THROWN, CALLED, CLAIMED, TRAVELLED], {"do": "lay", "place": LAID["place"] | {"shape": "moon"}}),
    ],
)
def test_what_no_page_lets_be_filled_in_is_refused_in_words_and_changes_nothing(
    home: Home, before: list[dict[str, Any]], move: dict[str, Any]
) -> None:
    for each in before:
        home.play(0, **each)
    state = home.position.state
    answer = home.phone().sit(0).act("/api/play", seat=0, move=move, seen=home.asked(0))
    assert answer.status in (400, 409)
    assert answer.body["text"]
    assert home.position.state == state


def test_five_thousand_places_of_a_tile_reach_a_phone_in_a_few_kilobytes(home: Home) -> None:
    for move in (PACKED, THROWN, CALLED, CLAIMED, TRAVELLED):
        home.play(0, **move)
    (field,) = home.position.prompts[0].forms[0].fields
    assert isinstance(field, Places)
    assert len(list(all_places(field))) > 5000
    assert len(home.app.extensions["services"].page_views.show("play", 0, "en")) < 12_000


SHAFT: dict[str, Any] = {"shape": "snake", "at": [0, 0], "turn": 0, "flipped": False}


@pytest.fixture
def digging(home: Home) -> Home:
    for move in (PACKED, THROWN, CALLED, CLAIMED, TRAVELLED, LAID):
        home.play(0, **move)
    return home


@pytest.fixture
def mine(digging: Home) -> Phone:
    return digging.phone("de").sit(0)


def seen(home: Home) -> dict[str, Any]:
    (prompt,) = shown(home)["prompts"]
    return {"key": prompt["key"], "since": prompt["since"]}


def step(home: Home, mine: Phone, filled: Any, **other: Any) -> Answer:
    return mine.post("/api/step", **{"seat": 0, "seen": seen(home), "do": "dig", "filled": filled} | other)


def test_a_form_in_steps_asks_what_the_answers_so_far_lead_to(digging: Home, mine: Phone) -> None:
    (prompt,) = shown(digging)["prompts"]
    (form,) = prompt["forms"]
    assert (form["steps"], [field["name"] for field in form["fields"]]) == (True, ["stone"])

    answer = step(digging, mine, {"stone": "basalt"})
    assert (answer.status, answer.body["field"]["kind"], answer.body["said"]) == (200, "places", "Basalt")
    other = step(digging, mine, {"stone": "slate"})
    legal = [each.body["field"]["shapes"][0]["lying"][0]["legal"] for each in (answer, other)]
    assert legal[0] != legal[1]

    answer = step(digging, mine, {"stone": "basalt", "shaft": SHAFT})
    assert (answer.body["field"]["kind"], answer.body["field"]["least"]) == ("several", 2)
    assert answer.body["said"] == "Basalt, Snake auf B1"
    answer = step(digging, mine, {"stone": "slate", "shaft": SHAFT | {"at": [9, 0]}})
    assert (answer.body["field"], answer.body["said"]) == (None, "Slate, Snake auf K1")


def test_nothing_is_played_before_the_last_step_and_then_what_the_steps_led_to(digging: Home, mine: Phone) -> None:
    version, filled = digging.table.version, {"stone": "basalt", "shaft": SHAFT, "worn": ["pick", "rope"]}
    names = list(filled)
    for count in range(1, 4):
        assert step(digging, mine, {name: filled[name] for name in names[:count]}).status == 200
    assert digging.table.version == version
    answer = mine.act("/api/play", seat=0, move={"do": "dig"} | filled, seen=seen(digging))
    assert answer.status == 200
    assert shown(digging, "host", None)["moves"][0]["text"] == "You dig a shaft. Basalt, Snake at B1, Pickaxe, Rope"


@pytest.mark.parametrize(
    "filled",
    [
        {"stone": "slate", "shaft": SHAFT},
        {"stone": "marble"},
        {"stone": "basalt", "shaft": SHAFT, "worn": ["pick"]},
        {"stone": "basalt", "shaft": SHAFT, "worn": ["pick", "lamp"]},
        {"stone": "basalt", "shaft": SHAFT | {"shape": "fork"}},
    ],
)
def test_a_step_that_nothing_leads_to_is_refused_like_the_move(
    digging: Home, mine: Phone, filled: dict[str, Any]
) -> None:
    state = digging.position.state
    answer = step(digging, mine, filled)
    assert (answer.status, answer.body["code"]) == (409, "not_now")
    move = {"do": "dig", "shaft": SHAFT} | filled
    answer = mine.act("/api/play", seat=0, move=move, seen=seen(digging))
    assert (answer.status, answer.body["code"]) == (409, "not_now")
    assert digging.position.state == state


def test_a_step_of_a_question_that_is_gone_gets_the_fresh_view(digging: Home, mine: Phone) -> None:
    for other in ({"seen": seen(digging) | {"since": 1}}, {"do": "lay"}, {"do": "nothing"}):
        answer = step(digging, mine, {"stone": "basalt"}, **other)
        assert (answer.status, answer.body["code"], answer.body["view"]["seat"]) == (409, "stale", 0)


def test_only_the_seat_itself_and_the_host_are_told_its_next_step(digging: Home, mine: Phone) -> None:
    body = {"seat": 0, "seen": seen(digging), "do": "dig", "filled": {"stone": "basalt"}}
    assert digging.phone().post("/api/step", **body).status == 401
    assert mine.post("/api/step", **body | {"seat": 1}).status == 403
    assert mine.post("/api/host/step-for", **body).status == 401
    assert mine.post("/api/host/step", do="dig", filled={}).status == 401


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])
@given(JSON, JSON)
def test_whatever_a_draft_holds_is_answered_in_words(digging: Home, mine: Phone, one: Any, other: Any) -> None:
    for filled in (one, {"stone": one}, {"stone": "basalt", "shaft": one}, {"shaft": other}):
        answer = step(digging, mine, filled)
        too_large = len(json.dumps(filled)) > LARGEST - 200  # the seat and its question are sent along
        assert answer.status in (200, 400, 409) or (answer.status == 413 and too_large)
        assert answer.status == 200 or answer.body["text"]


def test_the_host_fills_in_a_form_in_steps_for_a_seat_and_answers_a_move_anew(digging: Home) -> None:
    host, filled = digging.host(), {"stone": "basalt", "shaft": SHAFT}
    sent = {"seat": 0, "seen": seen(digging), "do": "dig", "filled": filled}
    assert host.post("/api/host/step-for", **sent).body["field"]["name"] == "worn"
    move = {"do": "dig", "worn": ["pick", "rope"]} | filled
    digging.play(0, **move)
    number = digging.position.turns[-1].number
    again = {"do": "dig", "number": number, "filled": {"stone": "slate", "shaft": SHAFT | {"at": [9, 0]}}}
    answer = host.post("/api/host/step", **again)
    assert (answer.status, answer.body["field"]) == (200, None)
    answer = host.post("/api/host/step", do="rename", filled={})
    assert (answer.status, answer.body["code"]) == (409, "stale")


def test_what_was_filled_in_is_told_in_the_readers_language(home: Home) -> None:
    for move in (PACKED, THROWN, CALLED, CLAIMED, TRAVELLED, LAID):
        home.play(0, **move)
    told = [[line["text"] for line in shown(home, "host", None, language)["moves"]] for language in ("en", "de", "fr")]
    assert told[0][::-1] == [
        "What do you pack? Pickaxe, Rope",
        "What did you throw for 2 tools? 1, 2, 2, 6, 6",
        "What is your quarry called? “<b>{x}</b> & “Grube””",
        "Which ground do you claim? F1, A2",
        "Where do you travel? Ford",
        "Where do you dig? Hook at M1, turned by 90°",
    ]
    for lines, name, place in (
        (told[1], "„<b>{x}</b> & “Grube”“", "Hook auf M1, um 90° gedreht"),
        (told[2], "«\u202f<b>{x}</b> & “Grube”\u202f»", "Hook en M1, tourné de 90°"),
    ):
        assert (lines[3].partition("? ")[2], lines[0].partition("? ")[2]) == (name, place)
