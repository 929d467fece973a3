"""A hidden hand on the pages: the host sees it after two taps, and the table reads that at once."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.players import people
from tests.web.browser.conftest import OpenPage, bring, hold
from tests.web.fakes import Home
from tests.web.games import hush
from tests.web.games.hush.game import HUSH, Setup
from tests.web.serving import served

pytestmark = pytest.mark.browser

TOLD = "The host plays for Sigrun and sees what only Sigrun may see."


def test_the_host_sits_in_for_a_hidden_hand_and_everyone_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: OpenPage
) -> None:
    hush.register(monkeypatch)
    with ExitStack() as stack:
        home = Home(tmp_path)
        stack.callback(home.close)
        address = f"http://127.0.0.1:{stack.enter_context(served(home.app))}"
        home.table.start("hush", Setup(people(HUSH, 2), ((1, 2, 3), (4, 5, 6))), 0)
        home.play(0, do="roll", face=4)
        host, other, table = (open_page("about:blank") for _ in range(3))
        bring(host, address, home.host().cookie("host"))
        bring(other, address, home.phone().sit(1).cookie("phone"))
        host.goto(f"{address}/host")
        other.goto(f"{address}/play")
        table.goto(f"{address}/table")
        host.locator("[data-player='0'] .line").tap()
        host.locator("[data-play-for='0']").tap()
        stand_in = host.locator("#standin")
        expect(stand_in).to_contain_text("What can be answered there is for Sigrun alone to see.")
        expect(stand_in.locator("[data-do=hide]")).to_have_count(0)
        expect(other.locator("#sat-in")).to_be_hidden()
        button = stand_in.locator("[data-sit-in]")
        button.tap()
        expect(button).to_have_text("Hold to play: everyone is told")
        expect(other.locator("#sat-in")).to_be_hidden()
        hold(button)
        for page in (other, table):
            expect(page.locator("#sat-in")).to_have_text(TOLD)
        stand_in.locator("[data-do=hide]").first.tap()
        expect(host.locator("#moves .line").first).to_contain_text("What do you do with a card? (secret)")
        expect(other.locator("#sat-in")).to_have_text(TOLD)
        host.locator("[data-free='0']").tap()
        expect(other.locator("#sat-in")).to_be_hidden()
