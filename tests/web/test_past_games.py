"""Past games are there for everyone to look at, as the room saw them; nothing of a game that is still played."""

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from companion.games import GAMES
from companion.rules import Seat
from tests.players import play
from tests.web.fakes import Answer, Home, Phone

SEED = 5
SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange"), Seat("Cleo", "black")]
RELUCTANT = frozenset({"forgo", "rest", "put_down", "stay_out"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Home, int]]:
    """A home where one game of Trollfjord was played to its end."""
    home = Home(tmp_path_factory.mktemp("played"))
    yield home, whole_game(home)
    home.close()


def whole_game(home: Home) -> int:
    """A game of Trollfjord to its end, by players who follow every prompt."""
    print(f"seed {SEED}")
    game, chance = GAMES["trollfjord"], Random(SEED)
    setup = game.deal(SEATS, lambda things: chance.sample(list(things), len(things)))
    position = home.table.start("trollfjord", setup, home.table.version)
    for seat, move, _ in play(game, game.new(setup), chance, reluctant=RELUCTANT):
        home.table.play(seat, move, home.table.version)
    return position.began


def look(phone: Phone, data: bytes) -> Answer:
    response = phone.client.post("/api/host/games/look", data=data, headers=phone.headers)
    return Answer(response.status_code, response.get_json())


def step(phone: Phone, game: int | str, after: int) -> Any:
    return phone.get(f"/api/games/{game}?after={after}").get_json()


def test_a_running_game_is_not_a_past_one(home: Home) -> None:
    home.start("Astrid", "Bo")
    began = home.position.began
    phone = home.phone()
    assert '"games": []' in phone.get("/games").get_data(as_text=True)
    assert phone.get(f"/games/{began}").status_code == 404
    for path in (f"/api/games/{began}", f"/api/games/{began}/record.json"):
        answer = phone.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "no_past_game")


def test_a_finished_game_is_replayed_to_the_same_end(played: tuple[Home, int]) -> None:
    home, began = played
    phone = home.phone()
    assert '"names": ["Astrid", "Bo", "Cleo"]' in phone.get("/games").get_data(as_text=True)
    first = step(phone, began, 0)
    assert (first["after"], first["move_in_words"], first["moves"]) == (0, "", len(home.position.turns))
    assert all(not any(region["trolls"]) for region in first["scene"]["regions"])
    assert len(first["scene"]["walkway"]) > 20
    last = step(phone, began, 100_000)
    assert last["after"] == last["moves"]
    shown = home.host().post("/api/host/pin", pin="471100").body["view"]
    assert (last["headline"], last["standings"]) == (shown["headline"], shown["standings"])


def test_the_list_tells_who_won_and_with_how_much(played: tuple[Home, int]) -> None:
    home, began = played
    position = home.position
    outcome = position.game.outcome(position.state)
    assert outcome is not None
    (winner,) = outcome.winners
    scores = {each.seat: each.score for each in position.game.standings(position.state, None)}
    best = scores.pop(winner)
    others = ", ".join(f"{SEATS[seat].name} {scores[seat]}" for seat in sorted(scores, key=lambda seat: -scores[seat]))
    told = [home.phone(each).get(f"/api/games/{began}/result").get_json()["text"] for each in ("en", "de", "fr")]
    won = [f"{SEATS[winner].name} {words} {best}" for words in ("won with", "gewann mit", "a gagné avec")]
    assert told == [f"{each}, {others}" for each in won]


def test_a_game_that_was_not_played_to_its_end_has_scores_and_no_winner(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.hammer()
    began = home.position.began
    assert home.phone().get(f"/api/games/{began}/result").get_json()["code"] == "no_past_game"
    home.play(0, do="hit", boulders={"red": 2})
    home.host().act("/api/host/end", seen=home.table.version)
    assert home.phone().get(f"/api/games/{began}/result").get_json() == {"text": "Astrid 2, Bo 0"}


def test_a_result_is_worked_out_once(played: tuple[Home, int], monkeypatch: pytest.MonkeyPatch) -> None:
    home, began = played
    past_games = home.app.extensions["services"].past_games
    told = past_games.result(str(began))
    monkeypatch.setattr(past_games, "find", lambda _: pytest.fail("it was played again"))
    assert past_games.result(str(began)) is told


def test_a_game_whose_last_move_was_taken_back_has_no_result_any_more(home: Home) -> None:
    began = whole_game(home)
    past_games = home.app.extensions["services"].past_games
    assert past_games.result(str(began)).outcome
    home.table.take_back(len(home.position.turns) - 1, home.table.version)
    assert past_games.result(str(began)) is None


def test_no_step_before_the_end_tells_what_is_in_a_sack(played: tuple[Home, int]) -> None:
    home, began = played
    found = home.app.extensions["services"].past_games.past(began)
    phone, seen = home.phone(), 0
    for after in range(0, len(found.turns), 7):
        state = found.state_after(after)
        told = step(phone, began, after)
        seen += any(state.sacks)
        assert [player["sack"] for player in told["scene"]["players"]] == [None] * 3
        assert told["scene"]["ending"] is None
        for standing in told["standings"]:
            assert standing["at_least"] or not state.sacks[standing["seat"]]
    assert seen


def test_the_record_of_a_past_game_can_be_brought_back_to_look_at(played: tuple[Home, int]) -> None:
    home, began = played
    response = home.phone().get(f"/api/games/{began}/record.json")
    assert "attachment" in response.headers["Content-Disposition"]
    host = home.host()
    key = look(host, response.data).body["key"]
    assert step(host, key, 40) == step(host, began, 40)
    assert host.get(f"/games/{key}").status_code == 200


def test_a_record_from_elsewhere_is_still_there_after_a_start(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.hammer()
    host = home.host()
    key = look(host, host.get("/api/host/record").data).body["key"]
    assert look(host, host.get("/api/host/record").data).body["key"] == key, "the same record is kept once"
    again = home.again()
    assert step(again.phone(), key, 3)["after"] == 3
    assert f'"key": "{key}"' in again.phone().get("/games").get_data(as_text=True)
    assert again.phone().post("/api/host/games/remove", key=key).code == "host_only"
    assert again.host().post("/api/host/games/remove", key=key).body == {"brought": []}
    assert again.phone().get(f"/games/{key}").status_code == 404
    again.close()


def test_a_game_that_ended_before_its_first_move_can_be_looked_at(home: Home) -> None:
    home.start("Astrid", "Bo")
    began = home.position.began
    home.table.end(home.table.version)
    told = step(home.phone(), began, 0)
    assert (told["moves"], told["move_in_words"]) == (0, "")


def test_everyone_finds_the_past_games_from_the_first_page(home: Home) -> None:
    assert home.phone().get("/").get_data(as_text=True).count('href="/games"') == 2


def test_a_game_that_is_not_there_is_told_on_a_page(home: Home) -> None:
    response = home.phone().get("/games/99")
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "There is no such game to look at." in response.get_data(as_text=True)


def test_a_move_is_told_as_a_sentence(played: tuple[Home, int]) -> None:
    home, began = played
    told = {language: step(home.phone(language), began, 1)["move_in_words"] for language in ("en", "de", "fr")}
    assert "'s troll lord goes to " in told["en"]
    assert len(set(told.values())) == 3


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"not JSON", "This is not the record of a game"),
        (b"{}", "missing required field"),
        (b'{"format": 1, "game": "chess", "setup": {}, "moves": []}', "a game called chess, which is not known here"),
        (b'{"format": 1, "game": "tower", "setup": {}, "moves": []}', "The set-up in the record does not fit"),
        (b"x" * 1_000_001, "This file is too large for the record of a game."),
    ],
)
def test_what_is_no_record_is_refused_in_words(home: Home, data: bytes, words: str) -> None:
    answer = look(home.host(), data)
    assert answer.status in (400, 413)
    assert words in answer.text


def test_only_the_host_brings_records(home: Home) -> None:
    home.host()
    assert look(home.phone(), b"{}").code == "host_only"


@pytest.mark.parametrize("key", ["99", "0", "record-0123456789abcdef", "nothing", "9" * 30])
def test_a_game_that_is_not_there(home: Home, key: str) -> None:
    assert home.phone().get(f"/api/games/{key}").get_json()["code"] == "no_past_game"


def test_a_game_of_the_tower_is_replayed_without_a_board(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.hammer()
    home.play(0, do="hit", boulders={"red": 2})
    began = home.position.began
    home.start("Astrid", "Bo")
    told = step(home.phone("de"), began, 5)
    assert told["scene"] is None
    assert told["move_in_words"] == "Schlag: 2 × Rot"
    assert told["hammering"]["total"] == 2


def test_only_what_the_room_may_know_is_asked_for(played: tuple[Home, int], monkeypatch: pytest.MonkeyPatch) -> None:
    home, began = played
    game = GAMES["trollfjord"]
    view, standings = Mock(wraps=game.view), Mock(wraps=game.standings)
    monkeypatch.setattr(game, "view", view)
    monkeypatch.setattr(game, "standings", standings)
    for after in (0, 100, 300):
        step(home.phone(), began, after)
    assert [call.args[1] for call in view.mock_calls + standings.mock_calls] == [None] * 6
