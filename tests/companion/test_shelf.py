"""Past games are found and stand as they ended; the one being played is not among them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.bell import Bell
from companion.games import GAMES
from companion.journal import Journal
from companion.record import record
from companion.records import Records
from companion.rules import Boulders, Hit, Seat
from companion.shelf import Shelf
from companion.table import Table

SEATS = [Seat("Astrid", "white"), Seat("Bo", "orange")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal, Bell(), lambda: 1000.0)
    journal.close()


@pytest.fixture
def shelf(table: Table, tmp_path: Path) -> Shelf:
    return Shelf(table, Records(tmp_path / "records"))


def begin(table: Table, *moves: dict[str, object]) -> int:
    table.start("tower", GAMES["tower"].deal(SEATS, list), table.version)
    for move in moves:
        table.play(0, table._decode(move), table.version)
    assert table.position is not None
    return table.position.began


TAKES = {"do": "hammer", "seat": 0}
THREE = {"do": "trolls", "count": 3}


def test_games_are_listed_newest_first_without_the_running_one(table: Table, shelf: Shelf) -> None:
    first, second, third = begin(table, TAKES), begin(table), begin(table, TAKES, THREE)
    assert [entry.number for entry in shelf.beginnings()] == [second, first]
    assert shelf.past(third) is None
    table.end(table.version)
    assert [entry.number for entry in shelf.beginnings()] == [third, second, first]
    found = shelf.past(third)
    assert found is not None
    assert len(found.turns) == 2


def test_a_past_game_stands_as_it_was_corrected(table: Table, shelf: Shelf) -> None:
    began = begin(table, TAKES, THREE, {"do": "alone"})
    hit = table.play(0, Hit(Boulders(red=1)), table.version)
    table.play(0, Hit(Boulders(blue=1)), table.version)
    table.amend(hit.version, Hit(Boulders(white=2)), table.version)
    table.take_back(4, table.version)
    begin(table)
    found = shelf.past(began)
    assert found is not None
    assert [turn.move for turn in found.turns][3:] == [Hit(Boulders(white=2))]
    assert found.position.game.view(found.state(4), None).hammering is not None
    assert found.position.game.view(found.state(0), None).hammering is None


@pytest.mark.parametrize("number", [0, 2, 99])
def test_where_no_game_began_there_is_none(table: Table, shelf: Shelf, number: int) -> None:
    begin(table, TAKES)
    begin(table)
    assert shelf.past(number) is None


def test_the_same_game_is_played_again_only_once(table: Table, shelf: Shelf) -> None:
    began = begin(table, TAKES)
    begin(table)
    assert shelf.past(began) is shelf.past(began)


def test_a_record_is_looked_at_like_a_past_game(table: Table, shelf: Shelf) -> None:
    begin(table, TAKES, THREE)
    assert table.position is not None
    key = shelf.records.add(msgspec.json.encode(record(table.position, table.turns())))
    found = shelf.brought(key)
    assert found is not None
    assert [turn.move for turn in found.turns] == [turn.move for turn in table.turns()]
    assert shelf.brought(key) is found
    shelf.remove(key)
    assert shelf.brought(key) is None
