"""Past games are found and stand as they ended; the one being played is not among them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.imported_records import ImportedRecords
from companion.journal import Journal
from companion.past_games import PastGames
from companion.record import record
from companion.rules import Boulders, Hit, Seat
from companion.table import Table
from tests.running_game import position_of

SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal, ChangeSignal(), lambda: 1000.0)
    journal.close()


@pytest.fixture
def past_games(table: Table, tmp_path: Path) -> PastGames:
    return PastGames(table, ImportedRecords(tmp_path / "records"))


def begin(table: Table, *moves: dict[str, object]) -> int:
    table.start("tower", GAMES["tower"].deal(SEATS, list), table.version)
    for move in moves:
        table.play(0, position_of(table).decode(move), table.version)
    return position_of(table).began


TAKES = {"do": "hammer", "seat": 0}
THREE = {"do": "trolls", "count": 3}


def test_games_are_listed_newest_first_without_the_running_one(table: Table, past_games: PastGames) -> None:
    first, second, third = begin(table, TAKES), begin(table), begin(table, TAKES, THREE)
    assert [entry.number for entry in past_games.beginnings()] == [second, first]
    assert past_games.past(third) is None
    table.end(table.version)
    assert [entry.number for entry in past_games.beginnings()] == [third, second, first]
    found = past_games.past(third)
    assert found is not None
    assert len(found.turns) == 2


def test_a_past_game_stands_as_it_was_corrected(table: Table, past_games: PastGames) -> None:
    began = begin(table, TAKES, THREE, {"do": "alone"})
    hit = table.play(0, Hit(Boulders(red=1)), table.version)
    table.play(0, Hit(Boulders(blue=1)), table.version)
    table.amend(hit.version, Hit(Boulders(white=2)), table.version)
    table.take_back(4, table.version)
    begin(table)
    found = past_games.past(began)
    assert found is not None
    assert [turn.move for turn in found.turns][3:] == [Hit(Boulders(white=2))]
    assert found.game.view(found.state_after(4), None).hammering is not None
    assert found.game.view(found.state_after(0), None).hammering is None


@pytest.mark.parametrize("number", [0, 2, 99])
def test_where_no_game_began_there_is_none(table: Table, past_games: PastGames, number: int) -> None:
    begin(table, TAKES)
    begin(table)
    assert past_games.past(number) is None


def test_the_same_game_is_played_again_only_once(table: Table, past_games: PastGames) -> None:
    began = begin(table, TAKES)
    begin(table)
    assert past_games.past(began) is past_games.past(began)


def test_a_record_is_looked_at_like_a_past_game(table: Table, past_games: PastGames) -> None:
    begin(table, TAKES, THREE)
    key = past_games.records.add(msgspec.json.encode(record(position_of(table))))
    found = past_games.imported(key)
    assert found is not None
    assert [turn.move for turn in found.turns] == [turn.move for turn in position_of(table).turns]
    assert past_games.imported(key) is found
    past_games.remove(key)
    assert past_games.imported(key) is None
