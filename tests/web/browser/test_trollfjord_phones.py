"""Phones that sleep, lose the network, open two tabs, go back or are lost: each shows Trollfjord as it is now."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.trollfjord.moves import Forgo, MoveLord
from tests.web.browser.conftest import OpenPage
from tests.web.browser.hasty import GAME, modest
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

SOON = 5_000
"""Milliseconds: patience with a busy machine."""

WAKING = 1_000
"""Milliseconds until a phone that woke is current: ten times what it takes, less than it would need by itself."""

SEED = 3


class Table:
    """Three players around a served table; the one whose turn it is may be played for without a phone."""

    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder, streams=Streams(12))
        stack.callback(self.home.close)
        self.home.table.start("trollfjord", modest(Random(SEED)), self.home.table.version)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self._open_page = open_page

    @property
    def state(self) -> Any:
        return self.home.position.state

    @property
    def version(self) -> int:
        return self.home.table.version

    def phone(self, seat: int) -> Page:
        page = self._open_page(self.address)
        page.locator(f".seat[data-seat='{seat}']").tap()
        self.shows_now(page)
        return page

    def move(self) -> None:
        """Whoever is asked goes on, far from any phone."""
        asked = GAME.prompts(self.state)[0]
        move = next(choice.move for choice in reversed(asked.choices) if isinstance(choice.move, MoveLord | Forgo))
        self.home.table.play(asked.seats[0], move, self.version)

    def hang_up(self) -> None:
        """Every line is cut, as by a network that forgets a sleeping phone."""
        streams = self.home.app.extensions["services"].streams
        for place in list(streams._open.values()):
            streams.leave(place)

    def woke(self, page: Page) -> None:
        start = time.perf_counter()
        page.wait_for_selector(f"body[data-version='{self.version}']", timeout=WAKING)
        self.shows_now(page)
        print(f"current {1000 * (time.perf_counter() - start):.0f} ms after waking")

    def headline_for(self, page: Page) -> str:
        name = page.locator("#me .name").text_content()
        seat = next(number for number, seat in enumerate(self.state.seats) if seat.name == name)
        return str(GAME.view(self.state, seat).headline)

    def shows_now(self, page: Page) -> None:
        page.wait_for_selector(f"body[data-version='{self.version}']", timeout=SOON)
        assert page.locator("#headline").text_content() == self.headline_for(page)


@pytest.fixture
def table(tmp_path: Path, open_page: OpenPage) -> Iterator[Table]:
    print(f"seed {SEED}")
    with ExitStack() as stack:
        yield Table(tmp_path, stack, open_page)


@pytest.mark.parametrize("wakes", ["visibilitychange", "resume"])
def test_a_phone_that_slept_shows_the_table_as_it_is_now(table: Table, wakes: str) -> None:
    """Chromium without a window never freezes a page: its line is cut instead, and it is told that it woke."""
    page = table.phone(1)
    page.route("**/stream*", lambda route: route.abort())
    table.hang_up()
    for _ in range(3):
        table.move()
    page.locator("#connection").wait_for()
    assert page.get_attribute("body", "data-version") != str(table.version)
    page.unroute("**/stream*")
    page.evaluate(f"document.dispatchEvent(new Event('{wakes}'))")
    table.woke(page)


def test_a_phone_back_from_a_dead_spot_shows_the_table_as_it_is_now(table: Table) -> None:
    page = table.phone(1)
    page.context.set_offline(True)
    table.hang_up()
    for _ in range(3):
        table.move()
    page.wait_for_timeout(300)
    assert page.get_attribute("body", "data-version") != str(table.version)
    page.context.set_offline(False)
    table.woke(page)


def test_a_tap_on_what_is_gone_plays_nothing_and_shows_the_table_as_it_is_now(table: Table) -> None:
    seat = table.state.turn
    page = table.phone(seat)
    page.route("**/stream*", lambda route: route.abort())
    table.hang_up()
    page.locator("#connection").wait_for()
    table.move()
    table.move()
    version = table.version
    page.locator("[data-do=lord]").first.tap()
    expect(page.get_by_role("alert")).to_have_text("The table has moved on. Look again.")
    assert table.version == version
    table.shows_now(page)


def test_a_tap_without_a_network_says_so_and_can_be_repeated(table: Table) -> None:
    page = table.phone(table.state.turn)
    page.context.set_offline(True)
    page.locator("[data-do=lord]").first.tap()
    expect(page.get_by_role("alert")).to_have_text("No connection to the table. Your tap was not played; try again.")
    page.context.set_offline(False)
    # The line is back, and what was said about it is gone.
    expect(page.locator(".refusal")).to_have_count(0)
    before = table.version
    page.locator("[data-do=lord]").first.tap()
    page.wait_for_selector(f"body[data-version='{before + 1}']")
    assert table.version == before + 1


def test_two_tabs_of_one_seat_show_the_same_and_play_once(table: Table) -> None:
    seat = table.state.turn
    one = table.phone(seat)
    other = one.context.new_page()
    other.goto(f"{table.address}/play")
    table.shows_now(other)
    before = table.version
    one.locator("[data-do=lord]").nth(2).tap()
    for page in (one, other):
        page.wait_for_selector(f"body[data-version='{before + 1}']")
        table.shows_now(page)
    other.locator("[data-do=undo]").tap()
    for page in (one, other):
        page.wait_for_selector(f"body[data-version='{before + 2}']")
        expect(page.locator("[data-do=lord]")).to_have_count(6)


def test_back_and_forward_end_at_the_table_as_it_is_now(table: Table) -> None:
    seat = table.state.turn
    page = table.phone(seat)
    page.locator("[data-do=lord]").first.tap()
    page.locator("summary").tap()
    page.get_by_role("link", name="Table screen").tap()
    page.wait_for_url("**/table")
    table.move()
    page.go_back(wait_until="commit")
    page.wait_for_url("**/play")
    table.shows_now(page)
    # Before the seat there was the page to pick one; who has one is led to it.
    page.go_back(wait_until="commit")
    table.move()
    page.wait_for_url("**/play")
    table.shows_now(page)


def test_a_lost_phone_is_replaced_in_two_taps_and_one_of_the_hosts(table: Table, open_page: OpenPage) -> None:
    table.home.keys.set_pin("471100")
    host = open_page(f"{table.address}/host")
    host.locator("#digits").fill("471100")
    host.locator("#pin button").tap()
    seat = table.state.turn
    lost = table.phone(seat)
    found = open_page(table.address)
    found.locator(f".seat[data-seat='{seat}']").tap()
    found.locator("[data-do='ask']").tap()
    host.locator("[data-do='let-in']").tap()
    found.wait_for_url("**/play")
    expect(found.locator("[data-do=lord]")).to_have_count(6)
    # Should the old one turn up again, it is told and cannot play.
    lost.wait_for_url("**/?choose")
    expect(lost.get_by_role("status").filter(has_text="The host has freed your seat.")).to_be_visible()
    before = table.version
    found.locator("[data-do=lord]").first.tap()
    found.wait_for_selector(f"body[data-version='{before + 1}']")
