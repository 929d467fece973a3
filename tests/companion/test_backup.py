"""Backup and restore lose nothing and let nothing in."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion import backup
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.atomic_files import NoRoom
from companion.box import open_boxes
from companion.first_run import FILE as FIRST_RUN
from companion.first_run import FirstRun
from companion.games import GAMES
from companion.imported_records import ImportedRecords
from companion.record import record
from companion.recovery import JOURNAL
from companion.rules import Illegal, say
from tests.companion.maintained import PASSWORD, PIN, Machine, files_in, hammered, no_room, unzipped, zipped
from tests.players import dealt


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with hammered(tmp_path / "state") as machine:
        yield machine


def test_a_backup_brings_games_board_and_calibration_to_another_machine(machine: Machine, tmp_path: Path) -> None:
    boards = open_boxes(machine.state)["trollfjord"]["boards"]
    photo = boards.add_photo(b"\xff\xd8\xffa photo")
    for name in ("settings.toml", "boulders.toml", "boulders.jpg", "landing-place.json"):
        (machine.state / name).write_bytes(f"the {name}".encode())
    taken = b"\xff\xd8\xffa picture put right"
    CorrectedPictures(machine.state).keep(taken, [])
    game = msgspec.json.encode(record(machine.tower.position))
    brought = ImportedRecords(machine.state / "records").add(game)
    saved = machine.maintenance.backup()
    before = machine.tower.table.position

    with closing(Machine(tmp_path / "other")) as other:
        other.tower.gather()
        (other.state / "box").mkdir()
        (other.state / "box" / "chosen").write_text("mine")
        other.restore(saved)
        assert (other.stopped, other.maintenance.again) == (1, True)
        assert other.tower.table.position, "the game that runs is not touched before the next start"
    assert backup.settle(tmp_path / "other") == "in place"
    with closing(Machine(tmp_path / "other")) as other:
        assert other.tower.table.position == before
        assert (other.state / "boulders.toml").read_bytes() == b"the boulders.toml"
        assert open_boxes(other.state)["trollfjord"]["boards"].picture(photo) == b"\xff\xd8\xffa photo"
        assert [path.read_bytes() for path in (other.state / "corrected").glob("*.jpg")] == [taken]
        assert CorrectedPictures(other.state).number == 1
        assert [each.key for each in ImportedRecords(other.state / "records").kept] == [brought]
        assert (other.state / "before-restore" / "box" / "chosen").read_text() == "mine"
    assert backup.settle(tmp_path / "other") == "nothing"


def test_a_backup_brings_the_tables_name_and_what_this_machine_was_asked_stays(
    machine: Machine, tmp_path: Path
) -> None:
    FirstRun(machine.state / FIRST_RUN).call_table("Bøl’s hall")
    saved = machine.maintenance.backup()
    with closing(Machine(tmp_path / "other")) as other:
        first_run = FirstRun(other.state / FIRST_RUN)
        first_run.call_table("Attic")
        first_run.answer("pin", done=True)
        other.restore(saved)
        assert FirstRun(other.state / FIRST_RUN).table == "Attic", "not before the next start"
    assert backup.settle(tmp_path / "other") == "in place"
    first_run = FirstRun(tmp_path / "other" / FIRST_RUN)
    assert first_run.table == "Bøl’s hall"
    assert "pin" not in first_run.waiting
    assert "wifi" in first_run.waiting
    assert FirstRun(tmp_path / "other" / backup.BEFORE / FIRST_RUN).table == "Attic"


def test_a_backup_holds_no_key_no_seat_and_no_password(machine: Machine) -> None:
    machine.keys.set_pin(PIN)
    (machine.state / "access-point.toml").write_text(f'ssid = "Tower"\npassword = "{PASSWORD}"\n')
    everything = b"".join(unzipped(machine.maintenance.backup()).values())
    for secret in (PIN, PASSWORD, machine.keys.signing, machine.keys.host):
        assert secret.encode() not in everything


@pytest.mark.parametrize("cut_after", range(8))
def test_a_power_cut_while_restoring_is_made_good_at_the_next_start(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, cut_after: int
) -> None:
    (machine.state / "settings.toml").write_bytes(b"the old settings")
    saved = machine.maintenance.backup()
    before = machine.tower.table.version
    machine.tower.hit(blue=1)
    (machine.state / "settings.toml").write_bytes(b"newer settings")
    machine.restore(saved)
    machine.close()
    replaced, replace = 0, Path.replace

    def power_cut(path: Path, target: Any) -> Path:
        nonlocal replaced
        replaced += 1
        if replaced > cut_after:
            raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", power_cut)
        try:
            backup.settle(machine.state)
        except KeyboardInterrupt:
            assert (machine.state / backup.STAGED).exists() != (machine.state / backup.CLEARED).exists()
    backup.settle(machine.state)
    with closing(Machine(machine.state)) as again:
        assert again.tower.table.version == before
    assert (machine.state / "settings.toml").read_bytes() == b"the old settings"
    assert (machine.state / "before-restore" / "settings.toml").read_bytes() == b"newer settings"
    assert not (machine.state / backup.STAGED).exists()
    assert not (machine.state / backup.CLEARED).exists()


def test_a_backup_waits_for_the_next_start_while_the_card_is_full(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.restore(machine.maintenance.backup())
    machine.close()
    before = files_in(machine.state)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", no_room)
        with pytest.raises(NoRoom):
            backup.settle(machine.state)
    assert files_in(machine.state) == before
    assert backup.settle(machine.state) == "in place"


ROWS = b'{"number":1,"act":{"type":"begin","game":"tower","setup":{}},"source":"host","at":1}\n'
THIRD_ROW = ROWS.replace(b'"number":1', b'"number":3')
BEGINS, ENDS = b'"type":"begin","game":"tower","setup":{}', b'"type":"end"'
LABEL = backup.FORMAT
ENDLESS = b"".join(
    b'{"number":%d,"act":{"type":"take_back","keep":0},"source":"host","at":1}\n' % number
    for number in range(2, 25_000)
)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a zip"),
        (b"PK\x03\x04rubbish", "not a zip"),
        (zipped(backup=b"something 2\n"), "something else"),
        (zipped(backup=LABEL), "something else"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "../keys.json": b"{}"}), "does not belong"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "/etc/passwd": b""}), "does not belong"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "boards/../../x.toml": b""}), "does not belong"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "keys.json": b"{}"}), "does not belong"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "settings.toml": b"x" * 200_000}), "too large"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", **{f"boards/b{n}.toml": b"" for n in range(3000)}}), "too much"),
        (zipped(backup=LABEL, **{"games.jsonl": b"not json\n"}), "malformed"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS + THIRD_ROW.replace(BEGINS, ENDS)}), "moves are missing"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS.replace(b":1,", b":9223372036854775807,")}), "too much"),
        (zipped(backup=LABEL, **{"games.jsonl": THIRD_ROW + ROWS}), "moves are missing"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS.replace(b"{}", b'{"seats":[]}')}), "seats 2 to 4 players"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS + ENDLESS}), "too much"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "records/record-0123456789abcdef.json": b"{"}), "record-0123"),
        (zipped(backup=b"trollhammer-companion 5\n", surprise=b""), "a newer version made it"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "table-name": b"\xff"}), "table-name"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "table-name": b"x" * 41}), "table-name"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS}), "missing required field"),
        (zipped(backup=LABEL, **{"games.jsonl": ROWS.replace(b"tower", b"whist")}), "called whist"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "boards/mine.toml": b"= no board"}), "mine.toml"),
        (zipped(backup=LABEL, **{"games.jsonl": b"", "boards/0123456789abcdef.jpg": b"<html>"}), "not the photo"),
    ],
)
def test_a_file_that_is_no_backup_is_refused_in_words_and_changes_nothing(
    machine: Machine, data: bytes, reason: str
) -> None:
    before = files_in(machine.state)
    with pytest.raises(Illegal, match=r"Nothing was changed") as refused:
        machine.restore(data)
    assert reason in str(refused.value)
    assert files_in(machine.state) == before
    assert not machine.stopped


def test_a_backup_that_lies_about_its_size_is_refused(machine: Machine) -> None:
    """The directory says ten bytes; what unpacks is much more."""
    data = bytearray(zipped(backup=LABEL, **{"games.jsonl": b"", "settings.toml": b"x" * 300_000}))
    size = (300_000).to_bytes(4, "little")
    while (place := data.find(size)) >= 0:
        data[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(Illegal, match="no backup"):
        machine.restore(bytes(data))


def test_settings_that_the_real_loaders_refuse_are_not_restored(machine: Machine) -> None:
    machine.faults = ["lights.count is too large."]
    before = files_in(machine.state)
    with pytest.raises(Illegal, match=r"lights.count is too large\. Nothing was changed\."):
        machine.restore(machine.maintenance.backup())
    assert files_in(machine.state) == before


def test_a_backup_that_no_companion_can_start_with_is_not_restored(machine: Machine) -> None:
    machine.unstartable = say("a start with it takes too long")
    before = files_in(machine.state)
    with pytest.raises(Illegal, match=r"a start with it takes too long\. Nothing was changed\."):
        machine.restore(machine.maintenance.backup())
    assert files_in(machine.state) == before
    assert not machine.stopped


def test_after_two_starts_that_did_not_get_far_what_was_before_comes_back(machine: Machine) -> None:
    machine.restore(machine.maintenance.backup())
    played_on = machine.tower.hit(blue=1).version
    machine.close()
    assert backup.settle(machine.state) == "in place"
    assert backup.settle(machine.state) == "nothing", "once more: the power may have gone"
    assert backup.settle(machine.state) == "gone back"
    with closing(Machine(machine.state)) as again:
        assert again.tower.table.version == played_on
    assert (machine.state / backup.BEFORE / JOURNAL).exists(), "what it failed with is kept"
    assert backup.settle(machine.state) == "nothing"


def test_a_restore_that_led_to_pages_stays(machine: Machine) -> None:
    before = machine.tower.table.version
    machine.restore(machine.maintenance.backup())
    machine.tower.hit(blue=1)
    machine.close()
    assert backup.settle(machine.state) == "in place"
    backup.proved(machine.state)
    assert [backup.settle(machine.state) for _ in range(3)] == ["nothing"] * 3
    with closing(Machine(machine.state)) as again:
        assert again.tower.table.version == before


def test_backups_are_made_one_at_a_time(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backup.packed

    def meanwhile(*arguments: Any) -> bytes:
        for ask in (machine.maintenance.backup, machine.maintenance.restore):
            with pytest.raises(Illegal, match="being made already"):
                ask()
        return made(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "packed", meanwhile)
        machine.maintenance.backup()
    assert unzipped(machine.maintenance.backup())["games.jsonl"], "and the next one is made again"


def test_a_backup_that_reads_back_otherwise_is_not_given_out(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "zipped", lambda files: zipped(**{**files, "games.jsonl": b""}))
    with pytest.raises(Illegal, match="could not be made"):
        machine.maintenance.backup()


def test_secrets_of_a_running_game_are_sealed_for_this_companion_alone(tmp_path: Path) -> None:
    with closing(Machine(tmp_path / "here")) as here, closing(Machine(tmp_path / "there")) as there:
        here.tower.gather()
        here.tower.table.end(here.tower.table.version)
        game = GAMES["trollfjord"]
        began = here.tower.table.start("trollfjord", dealt(game, 4, Random(1)), here.tower.table.version).began
        saved = here.maintenance.backup()
        inside = unzipped(saved)
        assert b"trollfjord" not in inside["games.jsonl"] + inside["running-game.sealed"]
        assert b'"number":1,' in inside["games.jsonl"], "past games are open"
        here.restore(saved)
        there.restore(saved)
        assert "can open that one" in str(there.notices.texts[-1])
        assert not here.notices.texts
    for machine, newest in ((here, began), (there, began - 1)):
        backup.settle(machine.state)
        with closing(Machine(machine.state)) as again:
            assert again.tower.table.version == newest


def test_once_the_game_is_over_a_backup_holds_it_open(tmp_path: Path) -> None:
    with closing(Machine(tmp_path)) as machine:
        machine.tower.table.start("trollfjord", dealt(GAMES["trollfjord"], 4, Random(1)), 0)
        machine.tower.table.end(machine.tower.table.version)
        inside = unzipped(machine.maintenance.backup())
        assert b"trollfjord" in inside["games.jsonl"]
        assert "running-game.sealed" not in inside


def test_a_damaged_past_game_does_not_spoil_a_backup(machine: Machine, tmp_path: Path) -> None:
    machine.tower.table.end(machine.tower.table.version)
    last = machine.tower.start().version
    path = machine.tower.journal.files.path(1)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    saved = machine.maintenance.backup()
    with closing(Machine(tmp_path / "other")) as other:
        other.restore(saved)
    backup.settle(tmp_path / "other")
    with closing(Machine(tmp_path / "other")) as other:
        assert other.tower.table.version == last


def test_pieces_come_in_order_and_are_not_endless(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.maintenance.receive(0, b"123")
    with pytest.raises(Illegal, match="got lost"):
        machine.maintenance.receive(4, b"5")
    monkeypatch.setattr(backup, "LARGEST", 10)
    with pytest.raises(Illegal, match="too much"):
        machine.maintenance.receive(3, b"45678901")
    with pytest.raises(Illegal, match="no backup"):
        machine.maintenance.restore()
