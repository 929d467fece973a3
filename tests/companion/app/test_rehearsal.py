"""A start is rehearsed with real files in a companion of its own."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.app import rehearsal
from companion.app.rehearsal import rehearse
from tests.companion.conftest import TowerTable


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    folder = tmp_path / "restore.new"
    folder.mkdir()
    with closing(TowerTable(folder / "journal.sqlite").journal):
        pass
    return folder


def test_good_files_start_and_nothing_of_the_rehearsal_is_left(draft: Path, tmp_path: Path) -> None:
    tower = TowerTable(draft / "journal.sqlite")
    tower.gather()
    tower.journal.close()
    before = {path: path.read_bytes() for path in draft.rglob("*") if path.is_file()}
    assert rehearse(draft) is None
    assert {path: path.read_bytes() for path in draft.rglob("*") if path.is_file()} == before
    assert list(tmp_path.iterdir()) == [draft]


def test_an_address_that_this_machine_does_not_have_is_told(draft: Path) -> None:
    (draft / "settings.toml").write_text('[web]\nhost = "192.0.2.77"\n')
    assert "a start with it fails" in str(rehearse(draft))


def test_a_journal_that_cannot_be_used_is_not_taken_for_a_new_one(draft: Path) -> None:
    (draft / "journal.sqlite").unlink()
    (draft / "journal.sqlite").mkdir()
    assert "a start with it fails" in str(rehearse(draft))


def test_a_page_that_breaks_is_told(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "_shown", lambda _, page: page != "/games")
    assert "/games fails" in str(rehearse(draft))


def test_what_takes_too_long_or_too_much_is_ended(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "LONGEST", 0.2)
    before = time.monotonic()
    assert "takes too long" in str(rehearse(draft))
    assert time.monotonic() < before + 10
    monkeypatch.setattr(rehearsal, "LARGEST", 1)
    assert "too much memory" in str(rehearse(draft))
