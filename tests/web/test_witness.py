"""Phones tell the table what they remember of it, and every page says when it came back older."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.notices import key_of
from companion.witness import OLDER
from tests.web.fakes import Phone
from tests.web.maintained import MaintainedHome


@pytest.fixture
def home(tmp_path: Path) -> Iterator[MaintainedHome]:
    home = MaintainedHome(tmp_path)
    home.start("Astrid", "Bo")
    yield home
    home.close()


def first(phone: Phone, page: str, witness: str) -> dict[str, Any]:
    answer = phone.get(f"/stream?as={page}&page=a-page-of-mine&witness={witness}")
    line = next(line for line in answer.get_data(as_text=True).splitlines() if line.startswith("data:"))
    shown: dict[str, Any] = json.loads(line[5:])
    answer.close()
    return shown


def test_every_page_says_that_the_table_came_back_older_until_the_host_has_read_it(home: MaintainedHome) -> None:
    services = home.app.extensions["services"]
    row = services.witness._row(40, "a row that is gone")
    gone = f"40.{row}.{services.witness._mark(40, row)}"
    assert first(home.phone(), "table", "")["older"] is None
    assert "älter" in first(home.phone("de"), "table", gone)["older"]
    assert first(home.phone(), "play", "")["older"] == str(OLDER)
    host = home.host()
    assert [notice["text"] for notice in first(host, "host", "")["notices"]] == [str(OLDER)]
    host.post("/api/host/care/read", keys=[key_of(OLDER)])
    assert first(home.phone(), "play", "")["older"] is None


def test_what_a_phone_remembers_of_this_table_troubles_nobody(home: MaintainedHome) -> None:
    seen = first(home.phone(), "table", "")["witness"]
    assert seen.startswith(f"{home.table.version}.")
    assert first(home.phone(), "table", seen)["older"] is None
    assert first(home.phone(), "table", "40.made-up")["older"] is None
