"""Records from elsewhere: checked when they come, found again after a start, and never more than fit."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import imported_records as module
from companion.imported_records import ImportedRecords
from companion.record import Unreadable
from companion.rules import Illegal

SEATS = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "orange"}]
HAMMER = {"do": "hammer", "seat": 0}


def data(*moves: dict[str, Any], at: float = 1000.0, **changes: Any) -> bytes:
    lines = [{"seat": 0, "move": move, "source": "phone", "at": at} for move in moves]
    return msgspec.json.encode({"format": 1, "game": "tower", "setup": {"seats": SEATS}, "moves": lines, **changes})


@pytest.fixture
def records(tmp_path: Path) -> ImportedRecords:
    return ImportedRecords(tmp_path / "records")


def test_a_record_is_there_after_a_start_until_it_is_removed(records: ImportedRecords, tmp_path: Path) -> None:
    key = records.add(data(HAMMER))
    again = ImportedRecords(tmp_path / "records")
    assert [(each.key, each.game, each.names, each.at) for each in again.kept] == [
        (key, "tower", ("Astrid", "Bo"), 1000.0)
    ]
    found = again.game(key)
    assert found is not None
    assert msgspec.to_builtins(found.turns[0].move) == HAMMER
    again.remove(key)
    assert again.kept == ImportedRecords(tmp_path / "records").kept == []
    assert again.game(key) is None


def test_the_same_record_is_kept_once(records: ImportedRecords) -> None:
    assert records.add(data(HAMMER)) == records.add(data(HAMMER).replace(b",", b", "))
    assert len(records.kept) == 1


def test_no_more_are_kept_than_fit_and_the_words_say_what_to_do(
    records: ImportedRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    first = records.add(data(HAMMER, at=1))
    records.add(data(HAMMER, at=2))
    with pytest.raises(Illegal, match="2 records are kept here"):
        records.add(data(HAMMER, at=3))
    assert records.add(data(HAMMER, at=1)) == first
    records.remove(first)
    records.add(data(HAMMER, at=3))
    assert [each.at for each in records.kept] == [3, 2]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b"[]", "not the record of a game"),
        (data(HAMMER, HAMMER), "Move 2 of the record breaks a rule"),
        (data(*[HAMMER] * 5_001), "more than 5000 moves"),
    ],
)
def test_what_is_no_record_is_not_kept(records: ImportedRecords, tmp_path: Path, bad: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        records.add(bad)
    assert not records.kept
    assert not list((tmp_path / "records").iterdir())


def test_a_record_that_grows_when_it_is_written_plainly_is_not_kept(
    records: ImportedRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = data(HAMMER).replace(b"1000.0", b"1e15")
    monkeypatch.setattr(module, "LARGEST", len(short))
    with pytest.raises(Unreadable, match="too large"):
        records.add(short)
    assert not records.kept


def test_a_broken_file_is_told_and_the_others_are_there(records: ImportedRecords, tmp_path: Path) -> None:
    key = records.add(data(HAMMER))
    (tmp_path / "records" / "record-torn.json").write_bytes(b'{"format": 1')
    (tmp_path / "records" / "record-odd.json").write_bytes(data(setup={"seats": 3}))
    again = ImportedRecords(tmp_path / "records")
    assert [each.key for each in again.kept] == [key]
    assert sorted(again.unreadable) == ["record-odd.json", "record-torn.json"]


def test_a_record_that_no_longer_fits_the_rules_says_so(records: ImportedRecords, tmp_path: Path) -> None:
    key = records.add(data(HAMMER))
    (tmp_path / "records" / f"{key}.json").write_bytes(data(HAMMER, HAMMER))
    with pytest.raises(Unreadable, match="Move 2"):
        records.game(key)
