"""What was written stays written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import Began, Damaged, Journal, Played

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
    journal._database.execute("""INSERT INTO journal (act, source, at) VALUES ('{"type":"dance"}', 'phone', 1)""")
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
