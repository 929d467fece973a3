"""Years at the table: whatever is written again and again, the card never fills."""

import logging
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion import backup, journal, log_file
from companion.app.settings import FILE, open_settings
from companion.box import open_boxes
from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.journal import Began, Damaged, Ended, Journal, Played
from companion.keys import Keys
from companion.notices import Notices
from companion.recovery import GOOD, JOURNAL, SEATING, Keeper, Recovery
from companion.rules import Illegal, say
from companion.safe_mode import Starts
from companion.sealing import Seal
from companion.seating import Seating
from companion.set_aside import MOST_ASIDE
from companion.table import Table
from tests.clock import Hand
from tests.companion.conftest import TowerTable
from tests.players import dealt

SEAL = Seal("a key of this table")
LARGEST_GAMES = 200_000
"""Bytes of all games together in these tests, which have no years."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LARGEST", LARGEST_GAMES)
    # Nobody pulls this plug.
    monkeypatch.setattr(os, "fsync", lambda _: None)


def size(folder: Path, pattern: str = "**/*") -> int:
    return sum(path.stat().st_size for path in folder.glob(pattern) if path.is_file())


def evening(book: Journal, number: int, acts: int = 60) -> int:
    """A game as large as one gets; says under which number it began."""
    began = book.write(Began("tower", {"evening": number, "seats": ["x" * 100]}), "host", 0.0).number
    for act in range(acts):
        book.write(Played(0, {"do": "hit", "words": "x" * 100}), "phone", 0.0, f"{number}-{act}")
    book.write(Ended(), "host", 0.0)
    return began


def test_the_oldest_games_go_and_the_newer_ones_stay_whole(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / JOURNAL)) as book:
        book._database.execute("PRAGMA synchronous=OFF")
        began = [evening(book, number) for number in range(60)]
        kept = [entry.number for entry in reversed(book.beginnings())]
        assert kept == began[-len(kept) :]
        assert 3 < len(kept) < 30
        assert all(len(book.game(number)) == 62 for number in kept)
    assert size(tmp_path) <= 1.5 * LARGEST_GAMES
    with closing(Journal(tmp_path / JOURNAL)) as book:
        assert book.last_game()[0].number == began[-1], "what went on purpose is not taken for damage"


def test_a_journal_that_is_far_too_large_shrinks_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one brought from a larger card may be."""
    with closing(Journal(tmp_path / JOURNAL)) as book:
        book._database.execute("PRAGMA synchronous=OFF")
        began = [evening(book, number) for number in range(12)]
        assert len(book.beginnings()) == 12
        monkeypatch.setattr(journal, "LARGEST", LARGEST_GAMES // 4)
        next_one = book.write(Began("tower", {}), "host", 0.0).number
        kept = [entry.number for entry in reversed(book.beginnings())]
        assert 2 < len(kept) < 8
        assert kept == [*began[1 - len(kept) :], next_one]
        assert book.files.size <= LARGEST_GAMES // 4


def test_the_only_game_never_goes(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / JOURNAL)) as book:
        book._database.execute("PRAGMA synchronous=OFF")
        began = evening(book, 0, acts=3000)
        book.write(Began("tower", {}), "host", 0.0)
        assert [entry.number for entry in book.beginnings()][-1] == began


def test_tapping_and_taking_back_in_a_loop_ends_in_words(tower: TowerTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_ACTS", 50)
    tower.start()
    for _ in range(25):
        tower.play(0, do="hammer", seat=0)
        tower.table.take_back(0, tower.table.version)
    with pytest.raises(Illegal, match="had 50 moves"):
        tower.play(0, do="hammer", seat=0)
    tower.table.end(tower.table.version)
    tower.start()
    tower.play(0, do="hammer", seat=0)


def test_a_backup_of_a_table_whose_oldest_games_went_can_be_restored(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / JOURNAL)) as book:
        book._database.execute("PRAGMA synchronous=OFF")
        for number in range(40):
            evening(book, number)
        assert book.beginnings()[-1].number > 1
        setup = dealt(GAMES["tower"], 2, Random(1))
        last = book.write(Began("tower", msgspec.to_builtins(setup)), "host", 0.0).number
        data = backup.packed(tmp_path, book, None, SEAL)
    (tmp_path / "other").mkdir()
    backup.accept(backup.unpack(tmp_path / "other", data, SEAL, print))
    backup.settle(tmp_path / "other")
    with closing(Journal(tmp_path / "other" / JOURNAL)) as book:
        assert Table(book, ChangeSignal(), lambda: 0.0).version == last


def test_damaged_files_do_not_pile_up_and_the_newest_are_kept(tmp_path: Path) -> None:
    """The clock runs backwards here, as it may without a chip: what was set aside last is never what has to go."""
    for number in range(20):
        for name in (JOURNAL, GOOD, SEATING):
            (tmp_path / name).write_bytes(b"%04d" % number * 3000)
        recovery = Recovery(tmp_path, Notices(tmp_path / "notices.json"), Hand(-86400.0 * number))
        recovery.open_table(ChangeSignal())[0].close()
        recovery.open_seating().close()
        for name in (JOURNAL, SEATING):
            kept = list(tmp_path.glob(f"{name}.damaged-*"))
            assert len(kept) <= MOST_ASIDE
            assert any(path.read_bytes().startswith(b"%04d" % number) for path in kept)
    assert size(tmp_path) < 4 * MOST_ASIDE * 12_000 + 100_000


def log_much(_state: Path) -> None:
    for _ in range(10):
        logging.getLogger("years").warning("x" * 6000)


def tell_much(state: Path) -> None:
    for number in range(5):
        Notices(state / "notices.json").add(say("{number}", number=number))


def start_badly(state: Path) -> None:
    start = Starts(state)
    start.begin()
    start._timer.cancel()


def change_settings(state: Path) -> None:
    (state / FILE).write_text("faulty")
    settings = open_settings(state / FILE)
    for count in range(10, 13):
        settings.change({"lights.count": count})
    settings.keep()


def change_pin(state: Path) -> None:
    Keys(state / "keys.json").set_pin("123456")


def photograph(state: Path) -> None:
    boards = open_boxes(state)["trollfjord"]["boards"]
    for number in range(3):
        boards.add_photo(b"\xff\xd8\xff" + bytes([number]) * 10_000)


def copy(state: Path) -> None:
    with closing(Journal(state / JOURNAL)) as book:
        keeper = Keeper(book, Table(book, ChangeSignal(), lambda: 0.0), Notices(state / "notices.json"), lambda: 0.0)
        keeper.step()


def restore(state: Path) -> None:
    with closing(Journal(state / JOURNAL)) as book:
        data = backup.packed(state, book, None, SEAL)
    backup.accept(backup.unpack(state, data, SEAL, print))
    backup.settle(state)


def play_and_sit(state: Path) -> None:
    with closing(Journal(state / JOURNAL)) as book, closing(Seating(state / SEATING)) as seating:
        book._database.execute("PRAGMA synchronous=OFF")
        seating._database.execute("PRAGMA synchronous=OFF")
        table = Table(book, ChangeSignal(), lambda: 0.0)
        for _ in range(6):
            before = table.position
            position = table.start("tower", dealt(GAMES["tower"], 4, Random(1)), table.version)
            for seat in range(4):
                seating.take(position.began, seat, f"phone {position.began} {seat}")
            seating.carry(before.began if before else 0, position.began, {})
            table.end(table.version)


WRITERS: tuple[Callable[[Path], None], ...] = (
    log_much,
    tell_much,
    start_badly,
    change_settings,
    change_pin,
    photograph,
    copy,
    restore,
    play_and_sit,
)


def test_after_years_the_folder_is_hardly_larger_than_after_a_few_evenings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LARGEST", 40_000)
    sizes = []
    with log_file.kept(tmp_path):
        for _year in range(8):
            for _evening in range(8):
                for write in WRITERS:
                    write(tmp_path)
            sizes.append(size(tmp_path) - size(tmp_path, "log*"))
    print(sizes)
    assert size(tmp_path, "log*") <= 2 * log_file.LARGEST
    assert sizes[-1] <= 1.1 * sizes[3], "it has stopped growing"
    # The newest game, all games, and both from before the last restore.
    assert sizes[-1] <= 4 * 2 * 40_000 + 100_000
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert len(files) < 40


def test_a_row_that_is_lost_in_between_is_still_noticed(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / JOURNAL)) as book:
        evening(book, 0, acts=5)
        book._database.execute("DELETE FROM journal WHERE number = 3")
    with pytest.raises(Damaged, match="after 2 good ones"):
        Journal(tmp_path / JOURNAL)
