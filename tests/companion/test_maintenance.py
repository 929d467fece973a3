"""What the host is told of the machine: a diagnosis without secrets, notices, switching off, a PIN made anew."""

import json
import logging
import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.atomic_files import NoRoom
from companion.games import GAMES
from companion.keys import Keys
from companion.log_file import FILE, LARGEST, kept, text
from companion.maintenance import FULL, HIDDEN, SAFE, reset_pin
from companion.network import Network, Wifi, own_wifi
from companion.notices import key_of
from companion.recovery import JOURNAL
from companion.rules import Illegal, say
from tests.companion.maintained import GUESTS, PASSWORD, PIN, Machine, hammered, no_room, unzipped
from tests.players import KEEN, dealt, play


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with hammered(tmp_path / "state") as machine:
        yield machine


def test_a_diagnosis_tells_much_but_no_secret(tmp_path: Path) -> None:
    with closing(Machine(tmp_path)) as machine:
        machine.keys.set_pin(PIN)
        (tmp_path / "access-point.toml").write_text(f'ssid = "Tower"\npassword = "{PASSWORD}"\n')
        machine.tower.gather()
        Network("", 8000, tmp_path).tell_guests(Wifi("House", GUESTS))
        secrets = (PIN, PASSWORD, GUESTS, machine.keys.signing, machine.keys.host)
        (tmp_path / FILE).write_text(f"something with {' and '.join(secrets)}")
        told = unzipped(machine.maintenance.diagnosis())
        everything = b"".join(told.values()).decode() + machine.maintenance.log()
        for secret in (*secrets, "Astrid", "Sven"):
            assert secret not in everything
        assert HIDDEN in everything
        assert b"all is well" in told["devices.txt"]
        assert b"ZeroDivisionError" in told["broken.txt"], "one broken report must not cost the others"
        assert b'"game":"tower"' in told["table.json"]
        assert b"Python" in told["machine.txt"]
        assert JOURNAL.encode() in told["state.txt"]


def test_a_diagnosis_of_trollfjord_tells_nothing_of_the_sacks(tmp_path: Path) -> None:
    game, chance = GAMES["trollfjord"], Random(5)
    with closing(Machine(tmp_path)) as machine:
        table = machine.tower.table
        state = table.start("trollfjord", dealt(game, 3, chance), 0).state
        for seat, move, _ in play(game, state, chance, 400, reluctant=KEEN):
            state = table.play(seat, move, table.version).state
            if any(state.sacks):
                break
        assert any(state.sacks)
        told = unzipped(machine.maintenance.diagnosis())
        assert set(json.loads(told.pop("table.json"))) == {"version", "game", "seats", "moves", "ended"}
        assert set(told) == {"log.txt", "machine.txt", "state.txt", "notices.txt", "devices.txt", "broken.txt"}


def test_safe_mode_is_told_until_it_ends(tmp_path: Path) -> None:
    with closing(Machine(tmp_path, safe=True)) as machine:
        machine.notices.add(say("Something else."))
        assert machine.maintenance.notices == [SAFE, say("Something else.")]
        machine.maintenance.notices_read([key_of(say("Something else."))])
        assert machine.maintenance.notices == [SAFE]
        machine.maintenance.notices_read([key_of(SAFE)])
        assert machine.maintenance.notices == []


def test_a_full_card_is_told_while_it_is_full_and_until_it_is_read(machine: Machine) -> None:
    assert machine.maintenance.notices == []
    machine.full = True
    assert machine.maintenance.notices == [FULL]
    machine.full = False
    assert machine.maintenance.notices == []
    machine.full = True
    machine.maintenance.notices_read([key_of(FULL)])
    assert machine.maintenance.notices == []


def test_a_machine_started_by_hand_is_not_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("must not be called"))
    with closing(Machine(tmp_path, switchable=False)) as machine, pytest.raises(Illegal, match="started by hand"):
        machine.maintenance.switch_off()


def test_switching_off_asks_systemd_and_says_why_it_failed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(words: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        asked.append(words)
        return subprocess.CompletedProcess(words, len(asked) - 1, "", "Access denied")

    monkeypatch.setattr(subprocess, "run", run)
    machine.maintenance.switch_off()
    assert asked == [["systemctl", "poweroff"]]
    with pytest.raises(Illegal, match="Access denied"):
        machine.maintenance.switch_off()


def test_without_systemctl_it_is_told_in_words(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", "systemctl")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(Illegal, match="Use its own switch or plug"):
        machine.maintenance.switch_off()


def test_a_file_in_the_state_folder_resets_the_pin_once(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "keys.json")
    keys.set_pin(PIN)
    signing, host = keys.signing, keys.host
    assert not reset_pin(keys, tmp_path, tmp_path / "boot")
    (tmp_path / "reset-pin").touch()
    assert reset_pin(keys, tmp_path, tmp_path / "boot")
    assert keys.pin is None
    assert (keys.host, keys.signing) == ("", signing), "players keep their seats, the host's cookie is worth nothing"
    assert host
    assert Keys(tmp_path / "keys.json").pin is None
    assert not reset_pin(keys, tmp_path, tmp_path / "boot")


def test_a_pin_is_reset_at_the_next_start_if_the_card_is_full_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys(tmp_path / "keys.json")
    keys.set_pin(PIN)
    (tmp_path / "reset-pin").touch()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        with pytest.raises(NoRoom):
            reset_pin(keys, tmp_path, tmp_path / "boot")
    assert keys.pin == PIN
    assert reset_pin(keys, tmp_path, tmp_path / "boot")


def test_a_file_that_stays_on_the_boot_partition_resets_the_pin_once(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "keys.json")
    boot = tmp_path / "boot"
    boot.mkdir()
    (boot / "reset-pin").touch()
    assert reset_pin(keys, tmp_path, boot)
    keys.set_pin(PIN)
    assert not reset_pin(keys, tmp_path, boot)
    assert keys.pin == PIN


def test_the_log_stays_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with kept(tmp_path):
        for number in range(4000):
            logging.getLogger("flood").warning("line %d %s", number, "x" * 300)
    assert "line 3999" in capsys.readouterr().err
    assert sum(path.stat().st_size for path in tmp_path.glob(f"{FILE}*")) <= 2 * LARGEST
    assert "line 3999" in text(tmp_path)


@pytest.mark.parametrize("content", ["", "ssid = 3", "\x00"])
def test_an_access_point_that_makes_no_sense_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "access-point.toml").write_text(content)
    assert own_wifi(tmp_path) is None
