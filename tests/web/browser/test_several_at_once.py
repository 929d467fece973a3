"""Phones that answer at the same moment; a sealed answer, changed and taken back; and something done beside it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.players import dealt
from tests.web.browser.conftest import OpenPage, bring, can_be_read
from tests.web.browser.layout import misfits
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.games import fists
from tests.web.games.fists.game import FISTS, Hold
from tests.web.serving import served

pytestmark = pytest.mark.browser


class Evening:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.home.table.start("fists", dealt(FISTS, 3, Random(1)), 0)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"

    def phone(self, open_page: OpenPage, seat: int) -> Page:
        page = open_page("about:blank")
        bring(page, self.address, self.home.phone().sit(seat).cookie("phone"))
        page.goto(f"{self.address}/play")
        expect(page.locator("[data-value]")).to_have_count(4)
        return page

    @property
    def state(self) -> Any:
        return self.home.position.state

    @property
    def closed(self) -> dict[int, int]:
        return {seat: hold.stones for seat, hold in self.state.fists.answers}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    fists.register(monkeypatch)
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def test_two_phones_answer_at_once_and_each_changes_and_takes_back_only_its_own(
    evening: Evening, open_page: OpenPage
) -> None:
    one, other = (evening.phone(open_page, seat) for seat in (0, 1))
    keep(one, "several-asked")
    # Both have seen the table as it is now, and neither waits for the other.
    for page in (one, other):
        can_be_read(page)
    for page, stones in ((one, 2), (other, 3)):
        page.evaluate(f"document.querySelector(\"[data-value='{stones}']\").click()")
    expect(one.locator(".given")).to_contain_text("Your answer: 2")
    expect(other.locator(".given")).to_contain_text("Your answer: 3")
    expect(one.locator(".given")).to_contain_text("Waiting for Astrid")
    assert evening.closed == {0: 2, 1: 3}
    keep(one, "several-given")
    assert misfits(one) == {}

    one.locator("[data-do=throw]").tap()
    expect(one.locator(".aside")).to_contain_text("1 stone to throw")
    expect(one.locator(".given")).to_contain_text("Your answer: 2")
    assert evening.state.heap == 1

    other.locator("[data-open=change]").tap()
    expect(other.locator("[data-value='3']")).to_have_attribute("aria-pressed", "true")
    keep(other, "several-changing")
    other.locator("[data-value='1']").tap()
    expect(other.locator(".given")).to_contain_text("Your answer: 1")

    for _ in range(2):  # the stone that was thrown, then the answer
        version = one.locator("body").get_attribute("data-version")
        one.locator("[data-do=undo]").tap()
        expect(one.locator("body")).not_to_have_attribute("data-version", str(version))
    expect(one.locator("[data-value]")).to_have_count(4)
    assert evening.closed == {1: 1}
    assert evening.state.heap == 0

    one.locator("[data-value='0']").tap()
    expect(one.locator(".given")).to_be_visible()
    evening.home.table.play(2, Hold(2), evening.home.table.version)
    expect(one.locator("#headline")).to_have_text("Round 2")
    expect(one.locator("#panels")).to_contain_text("Sven: 1")
    expect(one.locator("[data-value]")).to_have_count(4)
    expect(one.locator("[data-do=undo]")).to_have_count(0)
    keep(one, "several-opened")
