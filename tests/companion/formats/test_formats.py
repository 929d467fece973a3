"""What an older version wrote opens in this one, for ever; what a newer one wrote is left as it is.

`oldest` is a state folder as the first version left it, before formats had numbers. It is never made anew.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import backup
from companion.bell import Bell
from companion.boards import Boards
from companion.cli import main
from companion.cli.desks.taught import TaughtCounter
from companion.cli.settings import FILE, opened
from companion.databases import Damaged, TooNew, migrate, number
from companion.databases import opened as opened_database
from companion.journal import STEPS, Began, Journal
from companion.keys import Keys
from companion.notices import Notices
from companion.recovery import JOURNAL, SEATING, Recovery
from companion.rules import Boulders
from companion.seating import Seating
from companion.table import Table
from companion.welcome import Welcome

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
    journal, table = Recovery(state, notices, lambda: 0.0).table(Bell())
    with closing(journal):
        assert (table.version, table.position and table.position.moves) == (VERSION, 6)
        assert [turn.move.boulders for turn in table.turns()[4:]] == [Boulders(white=1), Boulders(yellow=1)]  # type: ignore[attr-defined]
        assert [entry.act.game for entry in table.beginnings() if isinstance(entry.act, Began)] == [
            "tower",
            "trollfjord",
        ]
        assert len(journal.game(1)) == 27
        assert number(journal._database) == len(STEPS)
        table.end(table.version)
    assert notices.texts == told, "nothing of it is trouble"


def test_everything_else_of_the_oldest_folder_is_read_too(state: Path) -> None:
    settings = opened(state / FILE)
    assert settings.faults == ()
    assert (settings.values.web.port, settings.values.lights.order, settings.values.hits.pin) == (8001, "RGB", 22)
    with closing(Seating(state / SEATING)) as seating:
        assert seating.seat_of(28, "astrid's phone") == 0
        assert seating.was_freed(28, "sven's phone")
    assert Keys(state / "keys.json").is_pin("1234")
    boards = Boards(state / "boards")
    assert (boards.chosen, boards.unreadable) == ("Our own", {})
    assert len(Notices(state / "notices.json").texts) == 1
    taught = TaughtCounter(state)
    assert (taught.warning, taught.boulders.size_mm, len(taught.place)) == (None, 11.0, 4)


def test_the_oldest_backup_can_be_restored(tmp_path: Path) -> None:
    """It knows nothing of the table's name, which stays."""
    Welcome(tmp_path / "first-run.json").call_table("Attic")
    backup.accept(backup.unpack(tmp_path, (OLDEST / "backup.zip").read_bytes()))
    assert backup.settle(tmp_path)
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert Table(journal, Bell(), lambda: 0.0).version == VERSION
    assert opened(tmp_path / FILE).values.web.port == 8001
    assert Welcome(tmp_path / "first-run.json").table == "Attic"


def test_a_journal_is_copied_before_it_is_migrated_and_only_then(state: Path, tmp_path: Path) -> None:
    before = (state / JOURNAL).read_bytes()
    Journal(state / JOURNAL).close()
    with closing(sqlite3.connect(state / BEFORE)) as kept:
        assert number(kept) == 0
        assert kept.execute("SELECT max(number) FROM journal").fetchone() == (VERSION,)
    (state / BEFORE).unlink()
    Journal(state / JOURNAL).close()
    assert not (state / BEFORE).exists(), "it has the present format by now"
    Journal(tmp_path / "new.sqlite").close()
    assert not list(tmp_path.glob("*before-upgrade*")), "there is nothing worth keeping in a new file"
    assert before == (OLDEST / JOURNAL).read_bytes()


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
            Recovery(folder, notices, lambda: 0.0).table(Bell())
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
            migrate(database, steps[:known], lambda: kept.append(number(database)))
        assert database.execute("SELECT word FROM told").fetchall() == [("one",), ("two",)]
        assert number(database) == 3
    assert kept == [2]


def test_a_step_that_fails_leaves_the_file_as_it_was(state: Path) -> None:
    steps = [*STEPS, f"{ANOTHER_STEP} INSERT INTO nowhere VALUES (1);"]
    Journal(state / JOURNAL).close()
    with pytest.raises(Damaged):
        opened_database(state / JOURNAL, steps, lambda: None)
    with closing(Journal(state / JOURNAL)) as journal:
        assert len(list(journal.since(0))) == VERSION
        assert "mood" not in str(journal._database.execute("SELECT sql FROM sqlite_master").fetchall())


def test_migrating_brings_a_folder_to_this_version(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--state", str(state)]) == 0
    assert capsys.readouterr().err == ""
    for file in (JOURNAL, SEATING):
        with closing(sqlite3.connect(state / file)) as database:
            assert number(database) == 1


def test_migrating_a_folder_without_games_makes_none(tmp_path: Path) -> None:
    assert main(["migrate", "--state", str(tmp_path)]) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (ROW.format(act='{"type":"dance"}'), "Row 38"),
        (ROW.format(act='{"type":"begin","game":"whist","setup":{}}'), "whist"),
        ("PRAGMA user_version = 99", "newer version"),
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
