"""A table that came back older is found out by what phones remember, and nobody can make that up."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.keys import Keys
from companion.rules import Text
from companion.witness import OLDER, Witness
from tests.companion.conftest import TowerTable


class Told(list[Text]):
    """A witness at this table, and what it told."""

    def __init__(self, tower: TowerTable, folder: Path) -> None:
        self.witness = Witness(tower.table, Keys(folder / "keys.json"))
        self.witness.tell = self.append


@pytest.fixture
def told(tower: TowerTable, tmp_path: Path) -> Told:
    tower.gather()
    return Told(tower, tmp_path)


def lose(tower: TowerTable, rows: int) -> None:
    """Both files lose their end in the same way, so that nothing here could know it."""
    tower.journal.close()
    last = tower.table.version
    with closing(sqlite3.connect(tower.path)) as database:
        database.execute("DELETE FROM journal WHERE number > ?", (last - rows,))
        database.commit()
    copy = tower.journal.files.path(1)
    copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-rows]))
    tower.open()


def test_what_a_phone_saw_is_known_again_also_after_a_restart(tower: TowerTable, told: Told, tmp_path: Path) -> None:
    seen = [told.witness.testimony()]
    tower.hit(red=1)
    seen.append(told.witness.testimony())
    tower.reopen()
    again = Told(tower, tmp_path)
    for testimony in (*seen, again.witness.testimony(), ""):
        again.witness.hear(testimony)
    assert again == []


def test_a_table_that_came_back_older_is_told_once(tower: TowerTable, told: Told, tmp_path: Path) -> None:
    tower.hit(red=1)
    seen = told.witness.testimony()
    lose(tower, 1)
    again = Told(tower, tmp_path)
    again.witness.hear(seen)
    again.witness.hear(seen)
    assert again == [OLDER]


def test_a_table_that_went_on_in_another_way_is_told_too(tower: TowerTable, told: Told, tmp_path: Path) -> None:
    tower.hit(red=1)
    seen = told.witness.testimony()
    lose(tower, 1)
    tower.hit(blue=1)
    again = Told(tower, tmp_path)
    again.witness.hear(seen)
    assert again == [OLDER]


def test_of_past_games_nothing_is_said(tower: TowerTable, told: Told) -> None:
    seen = told.witness.testimony()
    tower.start()
    told.witness.hear(seen)
    assert told == []


@pytest.mark.parametrize(
    "made_up", ["999.x.y", "999", "999." + "0" * 20 + "." + "0" * 20, "9" * 5000, "²." * 3, "1.\0"]
)
def test_nobody_can_make_one_up(told: Told, made_up: str) -> None:
    told.witness.hear(made_up)
    told.witness.hear(told.witness.testimony().replace("5.", "6.", 1))
    assert told == []


def test_an_empty_table_has_nothing_to_remember(tower: TowerTable, tmp_path: Path) -> None:
    assert Told(tower, tmp_path).witness.testimony() == ""
