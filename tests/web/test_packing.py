"""Styles and scripts are sent packed to whoever can unpack them, and to nobody else; what people wrote never is."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.phones import MOST, first_loaded
from tests.web.fakes import Home

SCRIPT = "/static/js/play.js"
CAN = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.close()


def test_a_script_is_the_same_packed_and_plain(home: Home) -> None:
    client = home.app.test_client()
    plain, packed = client.get(SCRIPT, buffered=True), client.get(SCRIPT, headers=CAN, buffered=True)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.content_length == len(packed.data) < len(plain.data) / 2
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"


def test_a_script_that_a_phone_has_is_not_sent_again(home: Home) -> None:
    client = home.app.test_client()
    first = client.get(SCRIPT, headers=CAN, buffered=True)
    again = client.get(SCRIPT, headers={**CAN, "If-None-Match": first.headers["ETag"]}, buffered=True)
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("refused", ["identity", "gzip;q=0", "br"])
def test_whoever_cannot_unpack_gets_it_plain(home: Home, refused: str) -> None:
    answered = home.app.test_client().get(SCRIPT, headers={"Accept-Encoding": refused}, buffered=True)
    assert "Content-Encoding" not in answered.headers
    assert answered.data == Path("web/static/js/play.js").read_bytes()


@pytest.mark.parametrize("address", ["/", "/table", "/api/openapi.json", "/words/en/trollfjord.json"])
def test_what_is_not_a_file_of_ours_is_sent_as_it_is(home: Home, address: str) -> None:
    assert "Content-Encoding" not in home.app.test_client().get(address, headers=CAN).headers


def test_a_phone_that_was_never_here_loads_its_page_quickly(tmp_path: Path) -> None:
    sizes = first_loaded(tmp_path)
    assert {"/play", "/stream", "/plan.json"} < sizes.keys()
    assert sum(sizes.values()) < MOST
