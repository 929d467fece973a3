import os
from pathlib import Path

import numpy as np
import pytest

from companion.common.health import Health
from hardware.boulders.calibration import Calibration
from hardware.boulders.store import FILE, PICTURE, load, save

GREY = np.full((72, 128, 3), 90, np.uint8)


def test_what_was_learned_comes_back_with_its_picture(tmp_path: Path) -> None:
    known = Calibration({"red": ("#a01020", "#c03040"), "light blue": ("#80a0ff",)}, 9.5)
    save(tmp_path / "new", known, GREY)
    assert load(tmp_path / "new") == known
    assert (tmp_path / "new" / PICTURE).stat().st_size > 100
    assert not list((tmp_path / "new").glob("*.new"))


def test_a_power_cut_leaves_the_old_file_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _file: done.append("on the disk"))
    monkeypatch.setattr(Path, "replace", lambda _draft, _path: done.append("in its place"))
    save(tmp_path, Calibration(), GREY)
    assert done == ["on the disk", "in its place"] * 2


def test_nothing_learned_is_nothing(tmp_path: Path) -> None:
    assert load(tmp_path) is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("size_mm = ", "cannot be read"),
        ("size_mm = 10  # über Eck", "cannot be read"),
        ("size_mm = true\n[colours]\nred = ['#aa0000']", "from 5 to 30"),
        ("size_mm = 300\n[colours]\nred = ['#aa0000']", "from 5 to 30"),
        ("size_mm = 10", "[colours]"),
        ("size_mm = 10\n[colours]\nred = ['blood']", "red"),
        ("size_mm = 10\n[colours]\nred = []", "red"),
    ],
)
def test_a_spoilt_file_is_said_in_words(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="latin-1")
    answer = load(tmp_path)
    assert isinstance(answer, Health)
    assert word in str(answer)
