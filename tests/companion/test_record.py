"""A game as one file: it plays to the same end anywhere, or says where it does not."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.record import Unreadable, read_record, record, replayed_game
from tests.companion.conftest import TowerTable

EVENING = Path(__file__).parents[1] / "web" / "games" / "trollfjord" / "evening.json"


def exported(tower: TowerTable) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record(tower.position)))
    return data


def test_a_record_replays_to_the_same_state(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2)
    tower.hit()
    data = msgspec.json.encode(exported(tower))
    again = replayed_game(read_record(data))
    assert (again.setup, again.state) == (tower.position.setup, tower.position.state)


def test_replay_prints_the_standings(tower: TowerTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tower.gather()
    tower.hit(red=2)
    tower.hit()
    tower.hit(blue=3)
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(exported(tower)))
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == ["Rock Tower: 7 moves", "Sven: 3", "Astrid: 2"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data.update(format=2), "not the record of a game"),
        (lambda data: data.update(game="chess"), "a game called chess"),
        (lambda data: data.update(setup={"seats": 3}), "set-up in the record does not fit"),
        (lambda data: data["setup"]["seats"].pop(), "seats 2 to 4 players"),
        (lambda data: data["moves"].pop(0), "Move 1 of the record breaks a rule"),
        (lambda data: data["moves"][4]["move"].update(do="dance"), "Move 5 of the record breaks a rule"),
        (lambda data: data.update(surprise=1), "surprise"),
    ],
)
def test_a_spoilt_record_says_where(tower: TowerTable, spoil: Any, words: str) -> None:
    tower.gather()
    tower.hit(red=2)
    data = exported(tower)
    spoil(data)
    with pytest.raises(Unreadable, match=words):
        replayed_game(read_record(msgspec.json.encode(data)))


def test_replay_of_a_whole_game_tells_who_won_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(EVENING)]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["Astrid won with 74", "The highest total wins."]


def test_replay_of_a_file_that_is_not_there_or_no_record_ends_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / "nothing.json")]) == 1
    (tmp_path / "text.json").write_text("hello")
    assert main(["replay", str(tmp_path / "text.json")]) == 1
    missing, no_record = capsys.readouterr().err.splitlines()
    assert "No such file" in missing
    assert "not the record of a game" in no_record
