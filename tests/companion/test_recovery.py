"""Whatever happened to the files, the evening starts: damaged ones are set aside and the good copy is used."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.bell import Bell
from companion.crashes import ENOUGH, Starts
from companion.journal import Began, Damaged, Journal, Played
from companion.notices import MOST, Notices, key_of
from companion.recovery import GOOD, JOURNAL, KEYS, ROWS, SEATING, Keeper, Recovery
from companion.rules import say
from companion.table import Table
from tests.companion.conftest import TowerTable

DATE = 1_800_000_000.0


@pytest.fixture
def notices(tmp_path: Path) -> Notices:
    return Notices(tmp_path / "notices.json")


@pytest.fixture
def recovery(tmp_path: Path, notices: Notices) -> Recovery:
    return Recovery(tmp_path, notices, lambda: DATE)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[TowerTable]:
    """A tower with a hit, and a good copy of it; then one more hit."""
    tower = TowerTable(tmp_path / JOURNAL)
    tower.gather()
    tower.hit(red=1)
    Keeper(tower.journal, tower.table, tower.bell).step()
    tower.hit(blue=1)
    yield tower
    tower.journal.close()


def opened(recovery: Recovery) -> tuple[int, int]:
    journal, table = recovery.table(Bell())
    journal.close()
    return table.version, table.position.moves if table.position else 0


def spoil(path: Path) -> None:
    """Overwrite all but the first page, which alone says that it is a database."""
    data = path.read_bytes()
    assert len(data) > 4096
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


def test_a_sound_journal_opens_and_nobody_is_troubled(recovery: Recovery, played: TowerTable, notices: Notices) -> None:
    played.journal.close()
    assert opened(recovery) == (7, 6)
    assert notices.texts == []


def test_a_damaged_journal_is_set_aside_and_the_good_copy_used(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.journal.close()
    spoil(tmp_path / JOURNAL)
    spoiled = (tmp_path / JOURNAL).read_bytes()
    assert opened(recovery) == (6, 5)
    (aside,) = tmp_path.glob("*.damaged-*")
    assert aside.read_bytes() == spoiled
    (told,) = notices.texts
    assert aside.name in str(told)
    assert "last good copy is used" in str(told)
    assert Notices(tmp_path / "notices.json").texts == [told], "it is told until it was read, also after a restart"


@pytest.mark.parametrize("good", [None, b"", b"rubbish" * 1000])
def test_without_a_good_copy_the_table_is_empty_and_nobody_keeps_a_seat(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path, good: bytes | None
) -> None:
    played.journal.close()
    with closing(recovery.seating()) as seating:
        seating.take(1, 0, "a phone")
    spoil(tmp_path / JOURNAL)
    if good is None:
        (tmp_path / GOOD).unlink()
    else:
        (tmp_path / GOOD).write_bytes(good)
    assert opened(recovery) == (0, 0)
    with closing(recovery.seating()) as seating:
        assert seating.seat_of(1, "a phone") is None
    assert "the table is empty" in str(notices.texts[-1])


def test_a_game_that_cannot_be_replayed_does_not_keep_the_evening_from_starting(
    recovery: Recovery, played: TowerTable, notices: Notices
) -> None:
    played.journal.write(Played(0, {"do": "hit", "boulders": {"red": 900}}), "phone", 0.0)
    played.journal.close()
    assert opened(recovery) == (6, 5)
    assert len(notices.texts) == 1


@pytest.mark.parametrize("left", [None, b""])
def test_a_lost_journal_comes_back_from_the_good_copy(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path, left: bytes | None
) -> None:
    """SQLite would take a missing or an empty file for a new one, and its copy would soon be as empty."""
    played.journal.close()
    (tmp_path / JOURNAL).unlink()
    if left is not None:
        (tmp_path / JOURNAL).write_bytes(left)
    assert opened(recovery) == (6, 5)
    assert len(notices.texts) == 1


def test_a_power_cut_before_the_good_copy_is_in_place_costs_nothing(
    recovery: Recovery, played: TowerTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.journal.close()
    spoil(tmp_path / JOURNAL)

    def power_cut(_path: Path, _data: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("companion.recovery.put", power_cut)
        with pytest.raises(KeyboardInterrupt):
            recovery.table(Bell())
    assert not (tmp_path / JOURNAL).exists()
    assert opened(recovery) == (6, 5)


def test_a_lost_row_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        journal.write(Began("tower", {}), "host", 0.0)
        for _ in range(3):
            journal.write(Played(0, {}), "phone", 0.0)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM journal WHERE number = 3")
        database.commit()
    with pytest.raises(Damaged, match="1 rows are missing"):
        Journal(path)


def test_a_journal_without_room_or_rights_is_not_called_damaged(tmp_path: Path, recovery: Recovery) -> None:
    (tmp_path / JOURNAL).mkdir()
    with pytest.raises(OSError, match="cannot be opened"):
        recovery.table(Bell())
    assert (tmp_path / JOURNAL).is_dir()


def test_two_damaged_files_of_one_date_are_both_kept(recovery: Recovery, tmp_path: Path) -> None:
    for content in (b"first" * 1000, b"second" * 1000):
        (tmp_path / JOURNAL).write_bytes(content)
        (tmp_path / GOOD).unlink(missing_ok=True)
        opened(recovery)
    kept = {path.read_bytes()[:5] for path in tmp_path.glob(f"{JOURNAL}.damaged-*")}
    assert {b"first", b"secon"} <= kept


def test_damaged_seats_and_keys_are_made_anew(recovery: Recovery, notices: Notices, tmp_path: Path) -> None:
    (tmp_path / SEATING).write_bytes(b"nothing of the kind" * 1000)
    (tmp_path / KEYS).write_bytes(b"{")
    recovery.seating().close()
    assert recovery.keys().pin is None
    assert len(list(tmp_path.glob("*.damaged-*"))) == 2
    assert len(notices.texts) == 2


def test_the_good_copy_follows_the_game(played: TowerTable, tmp_path: Path) -> None:
    keeper = Keeper(played.journal, played.table, played.bell)

    def copied() -> int:
        with closing(Journal(tmp_path / GOOD)) as journal:
            return Table(journal, Bell(), lambda: 0.0).version

    keeper.step()
    assert copied() == 7
    played.hit(white=1)
    keeper.step()
    assert copied() == 7, "not after every move"
    played.table.end(played.table.version)
    keeper.step()
    assert copied() == 9
    played.start()
    for _ in range(ROWS):
        played.play(0, do="hammer", seat=0)
        played.table.take_back(0, played.table.version)
        keeper.step()
    assert copied() > ROWS


def test_the_good_copy_is_made_beside_the_game(played: TowerTable, tmp_path: Path) -> None:
    keeper = Keeper(played.journal, played.table, played.bell)
    (tmp_path / GOOD).unlink()
    keeper.start()
    played.table.end(played.table.version)
    while not (tmp_path / GOOD).exists():
        pass
    keeper.close()
    with closing(Journal(tmp_path / GOOD)) as journal:
        assert journal.last_game()


def test_three_starts_that_end_badly_lead_to_a_safe_one_and_never_to_a_loop(tmp_path: Path) -> None:
    for _ in range(ENOUGH):
        start = Starts(tmp_path)
        assert not start.safe
        start.begin()
        start._timer.cancel()
    safe = Starts(tmp_path)
    assert safe.safe
    safe.begin()
    safe._timer.cancel()
    assert not Starts(tmp_path).safe, "the next one tries the devices again"


def test_a_proper_end_forgets_the_bad_starts(tmp_path: Path) -> None:
    for _ in range(ENOUGH + 2):
        start = Starts(tmp_path)
        start.begin()
        start.close()
        assert not Starts(tmp_path).safe


def test_who_ran_for_a_while_did_not_fail_at_starting(tmp_path: Path) -> None:
    for _ in range(ENOUGH + 2):
        start = Starts(tmp_path, well_after=0.0)
        start.begin()
        start._timer.join()
        assert not Starts(tmp_path).safe


def test_a_full_card_is_no_reason_not_to_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    start = Starts(tmp_path)
    start.begin()
    start.close()


def test_a_notice_is_told_even_if_it_cannot_be_kept(
    notices: Notices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    notices.add(say("Something happened."))
    assert notices.texts == [say("Something happened.")]
    assert Notices(tmp_path / "notices.json").texts == []


def test_a_note_of_starts_that_makes_no_sense_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "unfinished-starts").write_bytes(b"\xff\x00")
    assert not Starts(tmp_path).safe


def test_notices_are_few_and_go_when_read(notices: Notices, tmp_path: Path) -> None:
    for number in range(MOST + 5):
        notices.add(say("{number}", number=number))
    assert [str(text) for text in notices.texts] == [str(number) for number in range(5, MOST + 5)]
    notices.read({key_of(text) for text in notices.texts})
    assert notices.texts == Notices(tmp_path / "notices.json").texts == []


def test_a_clock_that_jumps_changes_no_order(tmp_path: Path) -> None:
    """Without a clock chip the time of a start may be years off, and leaps when the network tells it."""
    tower = TowerTable(tmp_path / JOURNAL)
    times = iter([2e9, 0.0, 1.7e9, -5.0, 1e9, 3e9, 12.0])
    tower.table._clock = lambda: next(times)
    tower.gather()
    tower.hit(red=1)
    tower.hit(blue=1)
    before, moves = tower.table.position, [turn.move for turn in tower.table.turns()]
    tower.reopen()
    assert (tower.table.position, [turn.move for turn in tower.table.turns()]) == (before, moves)
    assert [turn.number for turn in tower.table.turns()] == [2, 3, 4, 5, 6, 7]
    tower.journal.close()
