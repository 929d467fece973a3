import argparse
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.common.health import failing, fine
from companion.common.text import say
from hardware.rig.doctor import CHECKS


def _run(state: Path) -> int:
    parser = argparse.ArgumentParser()
    doctor.add_parser(parser.add_subparsers())
    arguments = parser.parse_args(["doctor", "--state", str(state)])
    status: int = arguments.run(arguments)
    return status


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("hardware.rig.doctor.CHECKS", {"clock": lambda _settings, _machine: (fine("Set."), None)})
    return monkeypatch


@pytest.mark.usefixtures("sound")
def test_a_sound_machine_is_told_line_by_line_and_gives_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tmp_path) == 0
    assert capsys.readouterr().out == "ok     clock          Set.\n"


def test_something_wrong_gives_status_1_and_the_cure(
    sound: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound.setattr(
        "hardware.rig.doctor.CHECKS", {"clock": lambda _settings, _machine: (failing("Not set."), say("set it"))}
    )
    assert _run(tmp_path) == 1
    assert "→ set it" in capsys.readouterr().out


@pytest.mark.usefixtures("sound")
def test_faulty_settings_give_status_1_and_their_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text('[rig]\nlights = "candles"\n')
    assert _run(tmp_path) == 1
    assert "candles" in capsys.readouterr().err


def test_the_chosen_devices_are_the_ones_that_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text('[rig]\nlights = "spi"\n')
    _run(tmp_path)
    told = capsys.readouterr().out
    assert "lights “spi”" not in told
    assert all(name in told for name in CHECKS)
