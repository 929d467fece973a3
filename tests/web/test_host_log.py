"""The host's list of moves tells what happened, and keeps quiet about what lies in the others' sacks."""

import re
from typing import Any

from companion.games import GAMES
from companion.games.tower.moves import TakeHammer
from tests.web.fakes import Home, Phone, told

GAME = GAMES["trollfjord"]
SEED = 3
MARK = re.compile(r"-70\d{3}")


def lines(host: Phone) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = host.post("/api/host/pin", pin="471100").body["view"]["moves"]
    return moves


def begun(home: Home, *moves: dict[str, Any]) -> Phone:
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    host = home.host()
    sent = {"told": told(seats), "deal_rest": True}
    assert host.act("/api/host/set-up/trollfjord", seen=0, **sent).status == 200
    for move in moves:
        assert host.act("/api/host/correct", seen=home.table.version, move=move).status == 200
    return host


def test_no_line_tells_what_went_into_a_sack(home: Home, secret: set[int]) -> None:
    host = home.host()
    told = lines(host)
    assert any("turns a treasure over" in line["text"] for line in told)
    texts = [line["text"] for line in told]
    texts += [str(host.get(f"/api/host/move?number={line['number']}").get_json()["move"]) for line in told]
    assert not secret & {int(mark) for text in texts for mark in MARK.findall(text)}


def test_a_correction_is_told_by_what_it_set(home: Home) -> None:
    host = begun(
        home,
        {"do": "set_trolls", "player": 1, "region": "swamp_1", "trolls": 4},
        {"do": "set_treasure", "region": "forest_1", "treasure": 27},
    )
    assert [line["text"] for line in lines(host)] == [
        "Treasure in a region: Forest 1",
        "Trolls in a region: Bo, Swamp 1, 4",
    ]


def test_a_move_is_told_as_the_story_tells_it(home: Home) -> None:
    host = begun(home)
    home.play(1, do="lord", to="place", free=1)
    home.play(1, do="forgo")
    told = [line["text"] for line in lines(host)]
    assert told[1].startswith("Bo's troll lord goes to ")
    assert told[0], "even a move with no story has words"


def test_words_of_moves_that_are_gone_are_not_kept_for_ever(home: Home) -> None:
    moves = home.app.extensions["services"].page_views._moves
    home.start("Astrid", "Bo")
    for _ in range(30):
        home.table.play(0, TakeHammer(0), home.table.version)
        moves.lines(home.position, home.app.extensions["services"].words["en"])
        home.table.take_back(0, home.table.version)
    assert len(moves._known) <= 2
