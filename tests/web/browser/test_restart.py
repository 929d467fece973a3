"""The power goes and comes back: the page on the phone goes on by itself, and nothing is lost."""

import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.first_run import FirstRun
from tests.web.browser.conftest import OpenPage
from tests.web.browser.test_hammering import hits_of, sit, start_a_game
from tests.web.serving import running_companion

pytestmark = pytest.mark.browser


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def test_a_page_goes_on_after_the_server_was_killed(tmp_path: Path, open_page: OpenPage) -> None:
    port = free_port()
    FirstRun(tmp_path / "first-run.json").later()
    with running_companion(tmp_path, "none", port, pulled=True) as address:
        start_a_game(open_page(f"{address}/host"), "Astrid", "Bo")
        astrid = open_page(address)
        sit(astrid, "Astrid")
        astrid.get_by_role("button", name="Astrid", exact=True).tap()
        astrid.get_by_role("button", name="3", exact=True).tap()
        astrid.get_by_role("button", name="Nobody").tap()
        hits_of(astrid, 0, 3, 0)
    expect(astrid.get_by_text("Reconnecting…")).to_be_visible()
    with running_companion(tmp_path, "none", port, pulled=True):
        expect(astrid.get_by_text("Reconnecting…")).to_be_hidden()
        astrid.get_by_role("button", name="Enter a hit").tap()
        astrid.get_by_role("button", name="red: more").tap()
        astrid.get_by_role("button", name="Confirm").tap()
        hits_of(astrid, 1, 3, 1)
