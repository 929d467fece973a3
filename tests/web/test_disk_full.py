"""A card without room: the phone is told so, nothing is lost, and the game goes on when there is room again.

SQLite is told that its file must not grow, which fails as a full card does; other files fail as the system would.
`tests/companion/app/test_disk_space.py` has a card that is really full.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.table import Table
from tests.web.fakes import Home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.start("Astrid", "Bo")
    yield home
    home.close()


def fill(home: Home) -> None:
    for database in (home.journal._database, home.seating._database):
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")


def make_room(home: Home) -> None:
    for database in (home.journal._database, home.seating._database):
        database.execute("PRAGMA max_page_count = 1000000")


def test_a_tap_that_cannot_be_written_down_is_refused_in_words_and_can_be_repeated(home: Home) -> None:
    astrid = home.phone("de").sit(0)
    fill(home)
    for number in range(1000):
        hammer = {"move": {"do": "hammer", "seat": 0}, "seen": home.asked(0)}
        path, move = ("/api/undo", {"seen": home.table.version}) if number % 2 else ("/api/play", hammer)
        tapped = {"seat": 0, "request": f"tap-number-{number}", **move}
        before = home.table.position
        answer = astrid.post(path, **tapped)
        if answer.status != 200:
            break
    assert (answer.status, answer.code) == (409, "no_room")
    assert "Speicherkarte ist voll" in answer.text
    assert home.table.position == before, "nobody sees a move that was not written"
    assert astrid.get("/play").status_code == 200
    assert astrid.post(path, **tapped).code == "no_room"
    make_room(home)
    assert astrid.post(path, **tapped).status == 200
    position = home.table.position
    home.journal.close()
    home.journal = Journal(home.folder / "journal.sqlite")
    assert Table(home.journal, home.changes, home.clock).position == position


def test_a_seat_that_cannot_be_written_down_is_refused_in_words(home: Home) -> None:
    began = home.position.began
    fill(home)
    for _ in range(1000):
        answer = home.phone().post("/api/join", seat=0, code=home.seating.codes(began).get(0))
        if answer.status != 200:
            break
    assert (answer.status, answer.code) == (409, "no_room")
    make_room(home)
    assert home.phone().post("/api/join", seat=0, code=home.seating.codes(began).get(0)).status == 200


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_a_file_that_cannot_be_written_stays_as_it_was_and_leaves_nothing_behind(
    home: Home, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    host = home.host()
    before = {path: path.read_bytes() for path in home.folder.rglob("*.*") if path.suffix != ".sqlite-shm"}

    def full(_: int) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        answer = host.post("/api/host/box/trollfjord/boards/choose", name=home.boards.names[0])
    assert (answer.status, answer.code) == (409, "no_room")
    assert {path: path.read_bytes() for path in home.folder.rglob("*.*") if path.suffix != ".sqlite-shm"} == before
    assert host.post("/api/host/box/trollfjord/boards/choose", name=home.boards.names[0]).status == 200


@pytest.mark.parametrize("error", [errno.EIO, errno.EROFS])
def test_a_card_that_fails_is_told_in_words_too(home: Home, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    def broken(_: int) -> None:
        raise OSError(error, os.strerror(error))

    host = home.host()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        answer = host.post("/api/host/box/trollfjord/boards/choose", name=home.boards.names[0])
    assert (answer.status, answer.code) == (409, "card_fails")
    assert "cannot be written to" in answer.text


def test_a_tap_on_a_read_only_card_is_refused_in_words(home: Home) -> None:
    astrid, before = home.phone("de").sit(0), home.table.position
    home.journal._database.execute("PRAGMA query_only=1")
    tapped = {"seat": 0, "seen": home.asked(0), "request": "a-tap-of-mine", "move": {"do": "hammer", "seat": 0}}
    answer = astrid.post("/api/play", **tapped)
    assert (answer.status, answer.code) == (409, "card_fails")
    assert "Speicherkarte" in answer.text
    assert home.table.position == before
