"""What an older version wrote opens in this one, for ever; what a newer one wrote is left as it is.

`oldest` is a state folder as the first version left it, before formats had numbers. It is never made anew.
"""

import io
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion import backup, box
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.box import open_boxes
from companion.change_signal import ChangeSignal
from companion.cli import main
from companion.first_run import FirstRun
from companion.games.trollfjord.board import read_board
from companion.journal import STEPS, Began, Journal, Played
from companion.keys import Keys
from companion.notices import Notices
from companion.recovery import JOURNAL, SEATING, Recovery
from companion.rules import Boulders, Hit
from companion.sealing import Seal
from companion.seating import STEPS as SEATING_STEPS
from companion.seating import Seating
from companion.sqlite_files import Damaged, Step, TooNew, format_of, migrate, open_database
from companion.table import Table
from tests.running_game import position_of

SEAL = Seal("a key of this table")
OLDEST = Path(__file__).parent / "oldest"
BEFORE = "journal.before-upgrade.sqlite"
VERSION = 37
ROW = "INSERT INTO journal (act, source, at) VALUES ('{act}', 'host', 1)"
ANOTHER_STEP = "ALTER TABLE journal ADD COLUMN mood TEXT;"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLDEST, tmp_path / "state"))


def test_the_oldest_game_goes_on_where_it_was_left(state: Path) -> None:
    notices = Notices(state / "notices.json")
    told = notices.texts
    journal, table = Recovery(state, notices, lambda: 0.0).open_table(ChangeSignal())
    with closing(journal):
        turns = position_of(table).turns
        assert (table.version, len(turns)) == (VERSION, 6)
        assert [turn.move for turn in turns[4:]] == [Hit(Boulders(white=1)), Hit(Boulders(yellow=1))]
        assert [entry.act.game for entry in table.beginnings() if isinstance(entry.act, Began)] == [
            "tower",
            "trollfjord",
        ]
        assert len(journal.game(1)) == 27
        assert format_of(journal._database) == len(STEPS)
        table.end(table.version)
    assert notices.texts == told, "nothing of it is trouble"


def test_everything_else_of_the_oldest_folder_is_read_too(state: Path) -> None:
    settings = open_settings(state / FILE)
    assert settings.faults == ()
    assert (settings.values.web.port, settings.values.lights.order, settings.values.hits.pin) == (8001, "RGB", 22)
    with closing(Seating(state / SEATING)) as seating:
        assert seating.seat_of(28, "astrid's phone") == 0
        assert seating.was_freed(28, "sven's phone")
    assert Keys(state / "keys.json").is_pin("1234")
    boards = open_boxes(state)["trollfjord"]["boards"]
    assert (boards.chosen, boards.unreadable) == ("Our own", {})
    kept = contents(boards.folder)
    assert kept == contents(OLDEST / "boards"), "it moved into the box as it was"
    assert not (state / "boards").exists()
    assert len(Notices(state / "notices.json").texts) == 1
    counter = TableCounter(state)
    assert (counter.warning, counter.boulders.size_mm, len(counter.place)) == (None, 11.0, 4)


def test_the_oldest_backup_can_be_restored(tmp_path: Path) -> None:
    """It knows nothing of the table's name, which stays."""
    FirstRun(tmp_path / "first-run.json").call_table("Attic")
    backup.accept(backup.unpack(tmp_path, (OLDEST / "backup.zip").read_bytes(), SEAL, print))
    assert backup.settle(tmp_path) == "in place"
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert Table(journal, ChangeSignal(), lambda: 0.0).version == VERSION
    assert open_settings(tmp_path / FILE).values.web.port == 8001
    assert FirstRun(tmp_path / "first-run.json").table == "Attic"
    boards = open_boxes(tmp_path)["trollfjord"]["boards"]
    assert boards.chosen == "Our own"
    assert boards.thing("Our own") == read_board((OLDEST / "boards" / "our-own.toml").read_text(encoding="utf-8"))


def test_a_journal_is_copied_before_it_is_migrated_and_only_then(state: Path, tmp_path: Path) -> None:
    before = (state / JOURNAL).read_bytes()
    Journal(state / JOURNAL).close()
    with closing(sqlite3.connect(state / BEFORE)) as kept:
        assert format_of(kept) == 0
        assert kept.execute("SELECT max(number) FROM journal").fetchone() == (VERSION,)
    (state / BEFORE).unlink()
    Journal(state / JOURNAL).close()
    assert not (state / BEFORE).exists(), "it has the present format by now"
    Journal(tmp_path / "new.sqlite").close()
    assert not list(tmp_path.glob("*before-upgrade*")), "there is nothing worth keeping in a new file"
    assert before == (OLDEST / JOURNAL).read_bytes()


def test_games_of_the_former_format_are_found_whatever_is_written_in_their_rows(tmp_path: Path) -> None:
    """It told a beginning by the letters at the start of a row; now each row says its kind."""
    named = '{"seats":[{"name":"{\\"type\\":\\"begin\\"","colour":"white"}]}'
    rows = [
        f'{{"type":"begin","game":"tower","setup":{named}}}',
        '{"type":"play","seat":0,"move":{"type":"begin","game":"tower"}}',
        f'{{ "game": "tower", "setup": {named}, "type": "begin" }}',
        '{"seat":0,"move":{"do":"begin"},"type":"play"}',
        "no act at all",
        '{"type":"end"}',
    ]
    with closing(open_database(tmp_path / JOURNAL, STEPS[:1], lambda: None)) as database:
        database.executemany("INSERT INTO journal (act, source, at) VALUES (?, 'host', 1)", ((row,) for row in rows))
        assert format_of(database) == 1
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert [entry.number for entry in journal.beginnings()] == [3, 1]
        assert [entry.act for entry in journal.game(1)][1:] == [Played(0, {"type": "begin", "game": "tower"})]
        with pytest.raises(Damaged, match="Row 5"):
            journal.last_game()
        journal.write(Began("tower", {}), "host", 2.0)
        journal.write(Played(0, {"type": "begin"}), "phone", 2.0)
        assert [entry.number for entry in journal.last_game()] == [7, 8]
        assert format_of(journal._database) == len(STEPS)
    with closing(sqlite3.connect(tmp_path / BEFORE)) as kept:
        assert kept.execute("SELECT act FROM journal ORDER BY number").fetchall() == [(row,) for row in rows]
        assert format_of(kept) == 1


def test_the_games_of_a_backup_are_written_as_ever_and_its_label_says_who_can_read_the_rest(state: Path) -> None:
    with closing(Journal(state / JOURNAL)) as journal:
        data = backup.packed(state, journal, None, SEAL)
    with zipfile.ZipFile(io.BytesIO(data)) as made, zipfile.ZipFile(OLDEST / "backup.zip") as oldest:
        assert made.read("games.jsonl") == oldest.read("games.jsonl")
        assert made.read("backup") == b"trollhammer-companion 4\n"


def test_a_newer_journal_is_refused_in_words_and_not_touched(state: Path) -> None:
    """Also when what is newer stands only in the log beside the file, as after a pulled plug."""
    database = sqlite3.connect(state / JOURNAL)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    database.commit()
    pulled = state.with_name("pulled")
    shutil.copytree(state, pulled)
    database.close()
    for folder in (state, pulled):
        (folder / f"{JOURNAL}-shm").unlink(missing_ok=True)
        notices = Notices(folder / "notices.json")
        before = contents(folder)
        with pytest.raises(TooNew, match=r"newer version.*Nothing was changed"):
            Recovery(folder, notices, lambda: 0.0).open_table(ChangeSignal())
        assert contents(folder) == before


def contents(folder: Path) -> dict[str, bytes]:
    """Of all files that hold something; SQLite leaves an empty log and an index behind."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {path.name: path.read_bytes() for path in files if path.stat().st_size}


def test_steps_are_taken_in_order_each_once(tmp_path: Path) -> None:
    steps = ["CREATE TABLE told (word TEXT);", *(f"INSERT INTO told VALUES ('{word}');" for word in ("one", "two"))]
    kept: list[int] = []
    with closing(sqlite3.connect(tmp_path / "steps.sqlite", isolation_level=None)) as database:
        for known in (2, 3, 3):
            migrate(database, steps[:known], lambda: kept.append(format_of(database)))
        assert database.execute("SELECT word FROM told").fetchall() == [("one",), ("two",)]
        assert format_of(database) == 3
    assert kept == [2]


def test_a_step_that_fails_leaves_the_file_as_it_was(state: Path) -> None:
    steps: list[Step] = [*STEPS, f"{ANOTHER_STEP} INSERT INTO nowhere VALUES (1);"]
    Journal(state / JOURNAL).close()
    with pytest.raises(Damaged):
        open_database(state / JOURNAL, steps, lambda: None)
    with closing(Journal(state / JOURNAL)) as journal:
        assert len(list(journal.all_entries())) == VERSION
        assert "mood" not in str(journal._database.execute("SELECT sql FROM sqlite_master").fetchall())


def test_migrating_brings_a_folder_to_this_version(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--state", str(state)]) == 0
    assert capsys.readouterr().err == ""
    for file, steps in ((JOURNAL, STEPS), (SEATING, SEATING_STEPS)):
        with closing(sqlite3.connect(state / file)) as database:
            assert format_of(database) == len(steps)


def test_migrating_a_folder_without_games_makes_none(tmp_path: Path) -> None:
    assert main(["migrate", "--state", str(tmp_path)]) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (ROW.format(act='{"type":"dance"}'), "Row 38"),
        (ROW.format(act='{"type":"begin","game":"whist","setup":{}}'), "whist"),
        ("PRAGMA user_version = 49", "newer version"),
    ],
)
def test_a_game_that_this_version_cannot_go_on_with_is_told_before_it_is_let_loose(
    state: Path, capsys: pytest.CaptureFixture[str], harm: str, words: str
) -> None:
    with closing(sqlite3.connect(state / JOURNAL)) as database:
        database.execute(harm)
        database.commit()
    assert main(["migrate", "--state", str(state)]) == 1
    assert words in capsys.readouterr().err


def test_settings_that_this_version_cannot_read_are_told_too(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (state / FILE).open("a") as file:
        file.write("surprise = 1\n")
    assert main(["migrate", "--state", str(state)]) == 1
    assert "surprise" in capsys.readouterr().err


def test_a_backup_from_before_a_board_had_to_obey_more_rules_is_restored_and_the_board_waits(tmp_path: Path) -> None:
    text = (OLDEST / "boards" / "our-own.toml").read_text(encoding="utf-8")
    older = text.replace('spaces = ["', 'spaces = ["wander", "').replace('"Our own"', '"Older"')
    made = io.BytesIO()
    with zipfile.ZipFile(OLDEST / "backup.zip") as oldest, zipfile.ZipFile(made, "w") as archive:
        for name in oldest.namelist():
            archive.writestr(name, oldest.read(name))
        archive.writestr("boards/older.toml", older)
    draft = backup.unpack(tmp_path, made.getvalue(), SEAL, print)
    assert box.unusable(draft) == []
    backup.accept(draft)
    backup.settle(tmp_path)
    boards = open_boxes(tmp_path)["trollfjord"]["boards"]
    kept = boards.get("Older")
    assert kept is not None
    assert kept.faults
    assert boards.names == ["Our own", "Example board"]


@pytest.mark.parametrize("number", [67108868, -1])
def test_a_format_that_no_version_ever_wrote_is_damage(state: Path, number: int) -> None:
    Journal(state / JOURNAL).close()
    with closing(sqlite3.connect(state / JOURNAL)) as database:
        database.execute(f"PRAGMA user_version = {number}")
    notices = Notices(state / "notices.json")
    journal, table = Recovery(state, notices, lambda: 0.0).open_table(ChangeSignal())
    with closing(journal):
        assert table.version == VERSION
    assert "good copy is used" in str(notices.texts[-1])
