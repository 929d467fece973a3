"""What was written stays written."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from companion.atomic_files import CardFails
from companion.chain import chained
from companion.journal import Began, Damaged, Journal, Played, insert
from companion.rules import Illegal

WRITER = """
import sys
from pathlib import Path
from companion.journal import Journal, Played
journal = Journal(Path(sys.argv[1]))
count = 0
while True:
    journal.write(Played(0, {"do": "hit", "count": count}), "phone", 0.0, str(count))
    print(count, flush=True)
    count += 1
"""


def test_only_the_newest_game_is_read_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    for name in ("first", "second"):
        journal.write(Began(name, {}), "host", 1.0)
        journal.write(Played(0, {"do": name}), "phone", 2.0)
    assert [entry.act for entry in journal.last_game()] == [Began("second", {}), Played(0, {"do": "second"})]
    journal.close()


def test_a_past_game_is_in_its_own_file_and_no_longer_in_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    for name in ("first", "second"):
        journal.write(Began(name, {}), "host", 1.0)
        journal.write(Played(0, {"do": name}), "phone", 2.0)
    assert journal._database.execute("SELECT number FROM journal").fetchall() == [(3,), (4,)]
    assert [entry.number for entry in journal.beginnings()] == [3, 1]
    assert [entry.act for entry in journal.game(1)] == [Began("first", {}), Played(0, {"do": "first"})]
    assert [entry.number for entry in journal.all_entries()] == [1, 2, 3, 4]
    journal.close()


def test_the_copy_of_the_running_game_grows_with_every_act_and_nothing_is_written_twice(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.write(Began("tower", {}), "host", 1.0)
    sizes, copy = [], journal.files.path(1)
    for _ in range(5):
        journal.write(Played(0, {"do": "hit"}), "phone", 2.0)
        sizes.append(copy.stat().st_size)
        assert journal.files.rows(1)[-1].chain == journal.chain
    assert len({after - before for before, after in pairwise(sizes)}) == 1
    journal.close()


def test_two_who_write_the_same_journal_cannot_both_be_right(tmp_path: Path) -> None:
    """Whatever got past the lock of the folder."""
    one, other = Journal(tmp_path / "journal.sqlite"), Journal(tmp_path / "journal.sqlite")
    one.write(Began("tower", {}), "host", 1.0)
    with pytest.raises(Illegal, match="Another program"):
        other.write(Began("tower", {}), "host", 1.0)
    with pytest.raises(Illegal, match="Another program"):
        other.write(Played(0, {"do": "hit"}), "phone", 1.0)
    one.write(Played(0, {"do": "hit"}), "phone", 1.0)
    one.close()
    other.close()


def test_an_altered_row_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.write(Began("tower", {}), "host", 1.0)
        journal.write(Played(0, {"do": "hit", "count": 1}), "phone", 2.0)
        journal.write(Played(0, {"do": "hit", "count": 2}), "phone", 2.0)
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE journal SET act = replace(act, '1', '7') WHERE number = 2")
        database.commit()
    with pytest.raises(Damaged, match="after 1 good ones"):
        Journal(path)


def test_a_journal_that_knows_less_than_its_copy_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.write(Began("tower", {}), "host", 1.0)
        journal.write(Played(0, {"do": "hit"}), "phone", 2.0)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM journal WHERE number = 2")
        database.commit()
    with pytest.raises(Damaged, match="less than its copy"):
        Journal(path)


def test_a_copy_that_lost_its_end_is_brought_up_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.write(Began("tower", {}), "host", 1.0)
        for _ in range(3):
            journal.write(Played(0, {"do": "hit"}), "phone", 2.0)
        copy = journal.files.path(1)
    whole = copy.read_bytes()
    for cut in (b"", whole[:-10], whole[: len(whole) // 2], whole[:-30] + bytes(30)):
        copy.write_bytes(cut)
        Journal(path).close()
        assert copy.read_bytes() == whole


def test_a_card_that_fails_is_told_in_words_and_nothing_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.write(Began("tower", {}), "host", 1.0)
    journal._database.execute("PRAGMA query_only=1")
    with pytest.raises(CardFails, match="cannot be written to"):
        journal.write(Played(0, {"do": "hit"}), "phone", 2.0)
    journal._database.execute("PRAGMA query_only=0")
    assert journal.write(Played(0, {"do": "hit"}), "phone", 2.0).number == 2
    journal.close()


def test_an_empty_journal_has_no_game(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    assert journal.last_game() == []
    journal.close()


def test_a_file_that_is_no_journal_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    with pytest.raises(Damaged, match="Move it aside"):
        Journal(path)
    assert path.read_bytes().startswith(b"not a database")


def test_a_row_that_makes_no_sense_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.write(Began("tower", {}), "host", 1.0)
    insert(journal._database, [chained(journal.chain, 2, '{"type":"dance"}', "phone", 1.0, None)])
    with pytest.raises(Damaged, match="Row 2"):
        journal.last_game()
    journal.close()


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    """The writer says a number only once `write` has returned; then it is killed without warning."""
    path = tmp_path / "journal.sqlite"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(30)]
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    journal = Journal(path)
    assert all(journal.knows(str(number)) for number in acknowledged)
    journal.close()
