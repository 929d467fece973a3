"""Whatever happened to the files, the evening starts: damaged ones are set aside and the good copy is used."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.change_signal import ChangeSignal
from companion.common.supervisor import Supervisor
from companion.game_files import GameFiles
from companion.journal import Began, Damaged, Journal, Played
from companion.notices import MOST, Notices, key_of
from companion.recovery import GOOD, JOURNAL, KEYS, ROWS, SEATING, Keeper, Recovery
from companion.rules import say
from companion.safe_mode import ENOUGH, FILE, Starts
from companion.seating import Seating
from companion.sqlite_files import copy_database
from tests.clock import Hand
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
    """A tower with two hits."""
    tower = TowerTable(tmp_path / JOURNAL)
    tower.gather()
    tower.hit(red=1)
    tower.hit(blue=1)
    yield tower
    tower.journal.close()


def opened(recovery: Recovery) -> tuple[int, int]:
    journal, table = recovery.open_table(ChangeSignal())
    journal.close()
    return table.version, len(table.position.turns) if table.position else 0


def spoil(path: Path) -> None:
    """Overwrite all but the first page, which alone says that it is a database."""
    data = path.read_bytes()
    assert len(data) > 4096
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


def test_a_sound_journal_opens_and_nobody_is_troubled(recovery: Recovery, played: TowerTable, notices: Notices) -> None:
    played.journal.close()
    assert opened(recovery) == (7, 6)
    assert notices.texts == []


def test_what_cannot_be_replayed_goes_and_all_before_it_stays(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.journal.write(Played(0, {"do": "hit", "boulders": {"red": 900}}), "phone", 0.0)
    played.journal.close()
    assert opened(recovery) == (7, 6)
    assert len(notices.texts) == 1
    assert len(list(tmp_path.rglob("*.damaged-*"))) == 2, "the journal and the game's file as they were"
    assert opened(recovery) == (7, 6)
    assert len(notices.texts) == 1


def test_past_games_stay_whatever_happens_to_the_newest(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.table.end(played.table.version)
    played.start()
    played.play(0, do="hammer", seat=0)
    played.journal.close()
    spoil(tmp_path / JOURNAL)
    played.journal.files.path(9).write_bytes(b"rubbish")
    assert opened(recovery) == (8, 6), "of the newest nothing is left; the one before is on the table again"
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert [entry.number for entry in journal.beginnings()] == [1]
    assert len(notices.texts) == 1


def test_the_longer_of_journal_and_copy_counts(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.journal.close()
    copy = played.journal.files.path(1)
    copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:3]))
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        database.execute("UPDATE journal SET source = 'host' WHERE number = 6")
        database.commit()
    assert opened(recovery) == (5, 4)
    assert len(notices.texts) == 1


def test_the_good_copy_of_a_former_version_is_used_too(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.journal.close()
    copy_database(tmp_path / JOURNAL, tmp_path / GOOD)
    with closing(sqlite3.connect(tmp_path / GOOD)) as database:
        database.execute("ALTER TABLE journal DROP COLUMN chain")
        database.commit()
    spoil(tmp_path / JOURNAL)
    shutil.rmtree(played.journal.files.folder)
    assert opened(recovery) == (7, 6)
    assert len(notices.texts) == 1


def test_a_damaged_journal_is_set_aside_and_the_good_copy_used(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path
) -> None:
    played.journal.close()
    spoil(tmp_path / JOURNAL)
    spoiled = (tmp_path / JOURNAL).read_bytes()
    assert opened(recovery) == (7, 6)
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
    with closing(recovery.open_seating()) as seating:
        seating.take(1, 0, "a phone")
    spoil(tmp_path / JOURNAL)
    copy = played.journal.files.path(1)
    if good is None:
        copy.unlink()
    else:
        copy.write_bytes(good)
    assert opened(recovery) == (0, 0)
    with closing(recovery.open_seating()) as seating:
        assert seating.seat_of(1, "a phone") is None
    assert "the table is empty" in str(notices.texts[-1])


def swap_seats(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE seating SET seat = 1 - seat, holds = 0")
        database.execute("UPDATE seating SET holds = 1")


def change_code(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE codes SET code = iif(code = '0000', '0001', '0000') WHERE seat = 1")


def flip_a_phone(path: Path) -> None:
    data = path.read_bytes()
    assert data.count(b"phone of Sven") > 0
    path.write_bytes(data.replace(b"phone of Sven", b"phone of Swen"))


def spoil_schema(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE seating", b"CREATE \xd4ABLE seating"))


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [swap_seats, change_code, flip_a_phone, spoil_schema, empty])
def test_nobody_sits_in_anothers_place_after_damage(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    played.journal.close()
    with closing(recovery.open_seating()) as seating:
        seating.take(1, 0, "phone of Astrid")
        seating.take(1, 1, "phone of Sven")
    harm(tmp_path / SEATING)
    with closing(recovery.open_seating()) as seating:
        assert (seating.held(1), seating.codes(1)) == (frozenset(), {})
    assert [str(text) for text in notices.texts if "picks a seat again" in str(text)]


def test_who_sits_where_hangs_on_no_log_beside_the_file(recovery: Recovery, tmp_path: Path) -> None:
    with closing(recovery.open_seating()) as seating:
        seating.take(1, 0, "a phone")
        shutil.copy(tmp_path / SEATING, tmp_path / "alone.sqlite")
    with closing(Seating(tmp_path / "alone.sqlite")) as seating:
        assert seating.seat_of(1, "a phone") == 0


def test_what_a_cut_left_in_the_log_of_seats_is_folded_in_at_the_next_start(
    recovery: Recovery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "cut.sqlite"
    with monkeypatch.context() as patch, closing(recovery.open_seating()) as seating:
        patch.setattr(Seating, "_fold", lambda _: None)
        seating.take(1, 0, "a phone")
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"{SEATING}{suffix}", f"{copy}{suffix}")
    with closing(Seating(copy)) as seating:
        assert seating.seat_of(1, "a phone") == 0
        assert not Path(f"{copy}-wal").stat().st_size


def test_an_empty_file_before_the_first_game_is_a_new_one(recovery: Recovery, notices: Notices, tmp_path: Path) -> None:
    (tmp_path / SEATING).touch()
    recovery.open_seating().close()
    assert notices.texts == []


@pytest.mark.parametrize("left", [None, b""])
def test_a_lost_journal_comes_back_from_the_good_copy(
    recovery: Recovery, played: TowerTable, notices: Notices, tmp_path: Path, left: bytes | None
) -> None:
    """SQLite would take a missing or an empty file for a new one, and its copy would soon be as empty."""
    played.journal.close()
    (tmp_path / JOURNAL).unlink()
    if left is not None:
        (tmp_path / JOURNAL).write_bytes(left)
    assert opened(recovery) == (7, 6)
    assert len(notices.texts) == 1


def test_a_power_cut_before_the_good_copy_is_in_place_costs_nothing(
    recovery: Recovery, played: TowerTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.journal.close()
    spoil(tmp_path / JOURNAL)

    def power_cut(_path: Path, _rows: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("companion.recovery.lay_down", power_cut)
        with pytest.raises(KeyboardInterrupt):
            recovery.open_table(ChangeSignal())
    assert not (tmp_path / JOURNAL).exists()
    assert opened(recovery) == (7, 6)


def test_a_lost_row_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with closing(Journal(path)) as journal:
        journal.write(Began("tower", {}), "host", 0.0)
        for _ in range(3):
            journal.write(Played(0, {}), "phone", 0.0)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM journal WHERE number = 3")
        database.commit()
    with pytest.raises(Damaged, match="after 2 good ones"):
        Journal(path)


def test_a_journal_without_room_or_rights_is_not_called_damaged(tmp_path: Path, recovery: Recovery) -> None:
    (tmp_path / JOURNAL).mkdir()
    with pytest.raises(OSError, match="cannot be opened"):
        recovery.open_table(ChangeSignal())
    assert (tmp_path / JOURNAL).is_dir()


def test_two_damaged_files_of_one_date_are_both_kept(recovery: Recovery, tmp_path: Path) -> None:
    for content in (b"first" * 1000, b"second" * 1000):
        (tmp_path / JOURNAL).write_bytes(content)
        opened(recovery)
    kept = {path.read_bytes()[:5] for path in tmp_path.glob(f"{JOURNAL}.damaged-*")}
    assert {b"first", b"secon"} <= kept


def test_damaged_seats_and_keys_are_made_anew(recovery: Recovery, notices: Notices, tmp_path: Path) -> None:
    (tmp_path / SEATING).write_bytes(b"nothing of the kind" * 1000)
    (tmp_path / KEYS).write_bytes(b"{")
    recovery.open_seating().close()
    assert recovery.open_keys().pin is None
    assert len(list(tmp_path.glob("*.damaged-*"))) == 2
    assert len(notices.texts) == 2


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows whenever the running game's file is synced."""
    found: list[int] = []
    monkeypatch.setattr(GameFiles, "sync", lambda _: found.append(1))
    return found


def test_the_games_file_is_synced_at_the_start_at_the_end_and_now_and_then(
    played: TowerTable, notices: Notices, synced: list[int]
) -> None:
    keeper = Keeper(played.journal, played.table, notices, lambda: DATE)
    keeper.step()
    assert len(synced) == 1
    played.hit(white=1)
    keeper.step()
    assert len(synced) == 1, "not after every move"
    played.table.end(played.table.version)
    keeper.step()
    assert len(synced) == 2
    played.start()
    for _ in range(ROWS):
        played.play(0, do="hammer", seat=0)
        played.table.take_back(0, played.table.version)
    synced.clear()
    keeper.step()
    assert len(synced) == 1


def test_a_keeper_that_died_is_told_and_goes_on_once_it_is_started_again(
    played: TowerTable, notices: Notices, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_files: GameFiles) -> None:
        raise RuntimeError("a fault of ours")

    clock, kept = Hand(), Event()
    monkeypatch.setattr(GameFiles, "sync", fails)
    keeper = Keeper(played.journal, played.table, notices, lambda: DATE)
    supervisor = Supervisor(lambda: [keeper.worker], clock)
    keeper.start()
    keeper.worker.join(5)
    [trouble] = supervisor.troubles()
    assert "“copy of the game” stopped (a fault of ours)" in str(trouble)
    monkeypatch.setattr(GameFiles, "sync", lambda _: kept.set())
    supervisor.check()
    clock.now += 1
    supervisor.check()
    assert kept.wait(5)
    assert supervisor.troubles() == []
    keeper.close()


def cut(whole: bytes) -> bytes:
    return b"".join(whole.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize(
    "harm", [cut, lambda whole: whole[:-20], lambda whole: whole.replace(b"red", b"tan"), lambda _: b""]
)
def test_a_past_game_that_was_damaged_is_told_and_its_good_part_stays(
    played: TowerTable, notices: Notices, tmp_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    for _ in range(2):
        played.table.end(played.table.version)
        played.start()
    files = played.journal.files
    whole = files.path(1).read_bytes()
    files.path(1).write_bytes(harm(whole))
    keeper = Keeper(played.journal, played.table, notices, lambda: DATE)
    while keeper.check_one():
        pass
    (told,) = notices.texts
    assert "A past game was damaged" in str(told)
    asides = [path.read_bytes() for path in tmp_path.rglob("*.damaged-*")]
    assert asides == ([] if harm is cut else [harm(whole)]), "what is sound as far as it goes stays where it is"
    assert whole.startswith(files.path(1).read_bytes() if files.path(1).exists() else b"")
    assert [entry.number for entry in played.journal.beginnings()][:2] == [11, 9]
    again = Keeper(played.journal, played.table, notices, lambda: DATE)
    while again.check_one():
        pass
    assert len(notices.texts) == 1, "it is told once"


def test_past_games_that_are_whole_trouble_nobody(played: TowerTable, notices: Notices, tmp_path: Path) -> None:
    for _ in range(3):
        played.table.end(played.table.version)
        played.start()
    keeper = Keeper(played.journal, played.table, notices, lambda: DATE)
    while keeper.check_one():
        pass
    assert notices.texts == []
    assert not list(tmp_path.rglob("*.damaged-*"))


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


def test_an_end_that_was_no_fault_of_the_start_does_not_count(tmp_path: Path) -> None:
    for _ in range(ENOUGH):
        start = Starts(tmp_path)
        start.begin()
        start.excuse(True)
    assert not Starts(tmp_path).safe
    for _ in range(ENOUGH):
        start = Starts(tmp_path)
        start.begin()
        start.excuse(True)
        start.excuse(False)
    safe = Starts(tmp_path)
    assert safe.safe, "the pages were well again, and then it ended badly"
    safe.begin()
    safe.excuse(True)
    assert not Starts(tmp_path).safe
    late = Starts(tmp_path)
    late.begin()
    late.well()
    late.excuse(True)
    assert not (tmp_path / FILE).exists(), "whoever ran long enough did not fail at starting"


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
    before, moves = tower.position, [turn.move for turn in tower.position.turns]
    tower.reopen()
    assert (tower.position, [turn.move for turn in tower.position.turns]) == (before, moves)
    assert [turn.number for turn in tower.position.turns] == [2, 3, 4, 5, 6, 7]
    tower.journal.close()
