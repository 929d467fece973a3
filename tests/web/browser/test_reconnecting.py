"""A phone that wakes, changes its network or is refused opens one stream, not a storm of them."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import PATIENCE
from tests.web.fakes import Home
from tests.web.serving import served
from web.server.budgets import Holder
from web.streams import Full, Place, Streams

pytestmark = pytest.mark.browser

COUNTING = """
window.streams = [];
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.views = 0;
    this.addEventListener("message", () => (this.views += 1));
    streams.push(this);
  }
};
"""
WAKING = """() => {
  for (let time = 0; time < 5; time += 1) {
    for (const name of ["visibilitychange", "resume"]) document.dispatchEvent(new Event(name));
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    window.dispatchEvent(new Event("online"));
    navigator.connection?.dispatchEvent(new Event("change"));
  }
}"""
REST = 2_000
"""Milliseconds between two streams of a page."""


class Door(Streams):
    """Counts the streams that are asked for, and may refuse them or be slow to answer."""

    asked = 0
    refusing = False

    def __init__(self) -> None:
        super().__init__()
        self.answering = Event()
        self.answering.set()

    def open(self, page: str, holder: Holder) -> Place:
        self.asked += 1
        self.answering.wait(PATIENCE / 1000)
        if self.refusing:
            raise Full
        return super().open(page, holder)


class Screen:
    """A table screen whose clock only the test moves, and the door its streams come through."""

    def __init__(self, page: Page, door: Door, home: Home) -> None:
        self.page = page
        self.door = door
        self.home = home

    def opened(self) -> int:
        """How many streams the page has opened so far."""
        count: int = self.page.evaluate("streams.length")
        return count

    def connected(self) -> None:
        """The newest stream is open, and all others are closed."""
        self.until("readyState === EventSource.OPEN")
        assert self.page.evaluate("streams.slice(0, -1).every(({ readyState }) => readyState === EventSource.CLOSED)")

    def refused(self) -> None:
        self.until("readyState === EventSource.CLOSED")

    def until(self, true: str) -> None:
        """Wait for the newest stream."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(f"streams.at(-1).{true}"):
            assert time.monotonic() < deadline, f"still not {true}"

    def passes(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


@pytest.fixture
def screen(tmp_path: Path, chromium: Browser) -> Iterator[Screen]:
    door = Door()
    home = Home(tmp_path, streams=door)
    with ExitStack() as stack:
        stack.callback(home.close)
        port = stack.enter_context(served(home.app))
        context = chromium.new_context(locale="en")
        stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(COUNTING)
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        page.goto(f"http://127.0.0.1:{port}/table")
        screen = Screen(page, door, home)
        screen.connected()
        yield screen


def test_a_phone_that_wakes_and_says_so_in_many_ways_opens_one_stream(screen: Screen) -> None:
    screen.page.evaluate(WAKING)
    assert screen.opened() == 2
    screen.connected()
    screen.passes(REST)
    assert screen.opened() == 2
    assert screen.door.asked == 2


def test_a_phone_that_wakes_again_before_its_stream_is_open_waits_for_that_one(screen: Screen) -> None:
    screen.door.answering.clear()
    screen.page.evaluate(WAKING)
    screen.passes(REST // 2)
    screen.page.evaluate(WAKING)
    screen.door.answering.set()
    screen.connected()
    screen.passes(REST)
    assert screen.opened() == 2


def test_a_network_that_comes_and_goes_is_followed_but_not_at_every_turn(screen: Screen) -> None:
    for _ in range(20):
        screen.page.evaluate(WAKING)
        screen.passes(99)
    assert screen.opened() == 2


def test_a_network_that_changes_again_once_the_stream_is_open_is_followed_a_little_later(screen: Screen) -> None:
    screen.page.evaluate(WAKING)
    screen.connected()
    screen.page.evaluate(WAKING)
    assert screen.opened() == 2
    screen.passes(REST)
    assert screen.opened() == 3
    screen.connected()


def test_a_stream_that_falls_silent_is_opened_again_once(screen: Screen) -> None:
    screen.passes(25_000)
    assert screen.opened() == 2
    screen.connected()
    screen.passes(REST)
    assert screen.opened() == 2


def test_a_stream_that_speaks_is_left_alone(screen: Screen) -> None:
    for views in range(1, 4):
        screen.until(f"views === {views}")
        screen.passes(20_000)
        screen.home.changes.announce()
    assert screen.opened() == 1


def test_a_page_that_is_refused_asks_again_only_after_a_while(screen: Screen) -> None:
    screen.door.refusing = True
    screen.page.evaluate(WAKING)
    for count in range(2, 5):
        screen.refused()
        assert screen.opened() == count
        screen.passes(REST - 100)
        assert screen.opened() == count
        screen.passes(200)
        assert screen.opened() == count + 1
    screen.refused()
    expect(screen.page.get_by_text("Too many pages are open at this table.")).to_be_visible()
    screen.door.refusing = False
    screen.passes(REST)
    screen.connected()
    expect(screen.page.get_by_text("Too many pages are open at this table.")).to_be_hidden()
