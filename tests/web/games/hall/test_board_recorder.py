"""The owner's mountain on a photo: what is told of its squares is the mountain that is played on, both sides of it."""

from typing import Any

import msgspec
import pytest

from companion.games.hall.box import MOUNTAINS
from companion.games.hall.examples import mountain
from companion.games.hall.mountain import Side, mountain_faults
from tests.web.fakes import Home
from tests.web.games.hall.test_set_up import set_up
from tests.web.games.test_box import photo, send
from web.games.hall.board_recorder import SQUARES, MountainRecorder
from web.recorder import recorded

RECORDER = MountainRecorder()
PAGE = "/api/host/recorder/hall/mountains"


@pytest.mark.parametrize("side", ["winter", "autumn"])
def test_whatever_is_on_a_mountain_can_be_recorded_square_by_square(side: Side) -> None:
    known = mountain(side)
    parts = RECORDER.parts(known, RECORDER.drawing(known))
    told, drawing = recorded(RECORDER, side, msgspec.to_builtins(parts))
    assert told == known, "statues and start points clockwise from the top, too"
    assert mountain_faults(told) == []
    assert drawing.corners


def small(**cells: str) -> dict[str, Any]:
    """A grid of four by five with the heart in it, and what else is told as question and answer of squares."""
    told: dict[str, dict[str, str]] = {"1,2": {"tier": "#"}}
    for square, said in cells.items():
        row, column = square[1:].split("_")
        question, answer = said.split()
        told.setdefault(f"{row},{column}", {})[question] = answer
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    return {"squares": {"rows": 4, "columns": 5, "corners": corners, "cells": told}}


STARTS = {f"s{row}_{column}": "start 45" for row, column in ((0, 0), (0, 2), (0, 4), (3, 4), (3, 0))}


def test_a_recorded_side_is_played_on_and_can_be_recorded_again(home: Home) -> None:
    host = home.host()
    name = send(host, f"{PAGE}/photo", photo()).body["photo"]
    layers = small(**STARTS, s2_1="rubble rubble", s2_2="spot statue", s1_4="buried iron", s3_2="buried_too coin")
    answer = host.post(f"{PAGE}/save", name="winter", layers=layers, photo=name, aspect=1.5)
    assert answer.status == 200, answer.body
    assert set_up(home, host, board="winter").status == 200
    played_on = home.position.state.box.mountain
    assert played_on.tiers == ("11111", "11#11", "11111", "11111")
    assert (played_on.rubble, played_on.statues) == (("B3",), ("C3",))
    assert sorted((each.at, each.resource) for each in played_on.buried) == [("C4", "coin"), ("E2", "iron")]
    assert [start.at for start in played_on.starts if start.players == 5] == ["C1", "E1", "E4", "A4", "A1"]
    assert home.position.setup.drawing.photo == name
    draft = host.get(f"{PAGE}/draft?name=winter").get_json()
    assert draft["layers"][SQUARES.name]["cells"]["2,1"] == {"rubble": "rubble"}
    assert host.post(f"{PAGE}/save", name="winter", layers=small(**STARTS), photo=name).status == 200, "instead of it"
    winter = home.app.extensions["services"].boxes["hall"]["mountains"].thing("winter")
    assert (winter.rubble, len(winter.starts)) == ((), 10)


def test_what_is_missing_is_told_at_the_squares_and_which_side_at_the_end(home: Home) -> None:
    host = home.host()
    faults = host.post(f"{PAGE}/check", name="", layers=small()).body["faults"]
    assert faults == [{"step": "name", "text": "It needs a name."}]
    faults = host.post(f"{PAGE}/check", name="autumn", layers=small()).body["faults"]
    assert [fault["step"] for fault in faults] == [SQUARES.name]
    assert "marked 3" in faults[0]["text"]
    faults = host.post(f"{PAGE}/check", name="autumn", layers={}).body["faults"]
    assert {fault["step"] for fault in faults} == {SQUARES.name}


def test_there_are_two_sides_and_no_third(home: Home) -> None:
    answer = home.host().post(f"{PAGE}/save", name="spring", layers=small(**STARTS))
    assert answer.code == "no_such_thing"
    assert [kept.thing.name for kept in MOUNTAINS.shipped()] == ["winter", "autumn"]
