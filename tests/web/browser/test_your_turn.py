"""Nobody misses their turn: the call, the right view without a tap, and the focus in the question."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.trollfjord.state import Hammers, MovesLord, Over
from companion.record import read_record
from tests.players import dealt
from tests.web.browser.conftest import OpenPage, can_be_read
from tests.web.browser.hasty import answered
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

GAME = GAMES["trollfjord"]
RECORD = Path(__file__).parents[1] / "games" / "trollfjord" / "evening.json"

SCREEN = (1280, 800)
LINES = 4
"""Of the story, beside four players on the smallest screen."""
SEED = 5

LISTENING = """
window.calls = [];
navigator.vibrate = () => calls.push("buzz");
window.OscillatorNode = class extends OscillatorNode {
  start(...when) {
    calls.push("note");
    super.start(...when);
  }
};
"""
CALL = ["buzz", "note", "note"]


class Table:
    """The recorded evening, and one phone at it; the others' moves are played without theirs."""

    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder, streams=Streams(12))
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        record = read_record(RECORD.read_bytes())
        self.home.table.start("trollfjord", msgspec.convert(record.setup, GAME.setup), self.home.table.version)
        self.moves = list(record.moves)
        self.seat = (self.state.turn + 1) % len(self.home.position.seats)
        self.page = open_page("about:blank")
        self.page.add_init_script(LISTENING)
        self.page.goto(self.address)
        self.page.locator(f".seat[data-seat='{self.seat}']").tap()
        self.page.wait_for_url("**/play")
        self.shown()

    @property
    def state(self) -> Any:
        return self.home.position.state

    @property
    def acting(self) -> bool:
        return self.seat in GAME.view(self.state, None).acting

    def until(self, there: Callable[[], bool]) -> None:
        while not there():
            move = self.moves.pop(0)
            self.home.table.play(move.seat, self.home.position.decode(move.move), self.home.table.version)
        self.shown()

    def shown(self) -> None:
        self.page.wait_for_selector(f"body[data-version='{self.home.table.version}']")

    def calls(self) -> list[str]:
        """Those since the last time."""
        heard: list[str] = self.page.evaluate("calls.splice(0)")
        return heard

    def look(self, name: str) -> None:
        self.page.locator(f".look[data-look={name}]").tap()
        expect(self.page.locator("body")).to_have_attribute("data-look", name)


@pytest.fixture
def table(tmp_path: Path, open_page: OpenPage) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(tmp_path, stack, open_page)


def test_the_right_view_comes_without_a_tap_at_turn_hammering_and_end(table: Table) -> None:
    page, body = table.page, table.page.locator("body")
    tabs = page.locator(".look:visible")
    expect(tabs).to_have_count(3)
    table.look("story")
    table.until(lambda: table.acting)
    expect(body).to_have_attribute("data-look", "map")
    expect(page.locator("#headline.mine")).to_be_visible()

    # Whoever is asked may look aside, and comes back with the next question.
    table.look("people")
    page.locator("[data-open=why]").tap()
    page.locator("#dock .reasons").wait_for()
    table.until(lambda: not table.acting)
    table.until(lambda: table.acting)
    expect(body).to_have_attribute("data-look", "map")
    expect(page.locator("#dock .reasons")).to_have_count(0)

    table.until(lambda: not table.acting and not isinstance(table.state.now, Hammers))
    table.look("people")
    table.until(lambda: isinstance(table.state.now, Hammers))
    expect(body).to_have_attribute("data-look", "hammering")
    expect(page.locator(".look[data-look=hammering]")).to_have_attribute("aria-pressed", "true")
    expect(tabs).to_have_count(4)

    table.until(lambda: isinstance(table.state.now, MovesLord))
    expect(tabs).to_have_count(3)
    table.until(lambda: len(table.moves) == 1)
    table.look("story")
    table.until(lambda: isinstance(table.state.now, Over))
    expect(body).to_have_attribute("data-look", "ending")
    expect(page.locator(".look[data-look=ending]")).to_have_attribute("aria-pressed", "true")
    table.look("map")


def test_whoever_is_asked_is_called_once_and_may_mute_that(table: Table) -> None:
    page = table.page
    table.look("people")
    assert table.calls() == []
    table.until(lambda: table.acting)
    assert table.calls() == CALL
    page.reload()
    table.shown()
    assert table.calls() == []
    table.until(lambda: not table.acting)
    assert table.calls() == []
    page.locator("summary").tap()
    page.get_by_label("Sound and buzz when you are asked").tap()
    table.until(lambda: table.acting)
    assert table.calls() == []
    expect(page.locator(".menu nav")).to_be_hidden()
    page.reload()
    table.shown()
    page.locator("summary").tap()
    expect(page.get_by_label("Sound and buzz when you are asked")).not_to_be_checked()
    page.get_by_label("Sound and buzz when you are asked").tap()
    assert table.calls() == CALL


def test_the_focus_stays_in_the_question(table: Table) -> None:
    page = table.page
    table.until(lambda: table.acting)
    can_be_read(page)
    page.locator("[data-open=why]").focus()
    page.keyboard.press("Enter")
    assert focused(page) == page.locator("#dock .ask").text_content()
    can_be_read(page)
    page.locator("[data-open=back]").focus()
    page.keyboard.press("Enter")
    for target in ("#dock [data-do]", "#map .offered .reach"):
        version = table.home.table.version
        can_be_read(page)
        page.locator(target).first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"body:not([data-version='{version}'])")
        assert focused(page) == page.locator("#dock .ask").first.text_content()


def focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement === document.body ? '' : document.activeElement.textContent")
    return text


FITS = """() => {
  const inside = (line) => {
    const [place, room] = [line, line.parentElement].map((each) => each.getBoundingClientRect());
    return place.right <= room.right + 1 && place.bottom <= room.bottom + 1;
  };
  return [...document.querySelectorAll('#story li')].filter(inside).length;
}"""


def test_the_table_screen_shows_four_players_whose_turn_it_is_and_no_code_once_all_have_joined(
    tmp_path: Path, open_page: OpenPage
) -> None:
    chance = Random(SEED)
    print(f"seed {SEED}")
    with ExitStack() as stack:
        home = Home(tmp_path, streams=Streams(12))
        stack.callback(home.close)
        home.table.start("trollfjord", dealt(GAME, 4, chance), home.table.version)
        while len(home.position.turns) < 12:
            seat, move = answered(home.position.state, chance)
            home.table.play(seat, move, home.table.version)
        address = f"http://127.0.0.1:{stack.enter_context(served(home.app))}"
        screen = open_page(f"{address}/table", SCREEN)
        expect(screen.locator("#page-code")).to_be_visible()
        for seat in range(4):
            home.phone().sit(seat)
        expect(screen.locator(".corner")).to_be_hidden()
        turn = screen.locator(".person.turn")
        expect(turn).to_have_count(1)
        expect(turn.locator("small").first).to_have_text("has the turn")
        assert turn.get_attribute("data-seat") == str(home.position.state.turn)
        expect(screen.locator("#headline.mine")).to_be_visible()
        edges = screen.evaluate(
            "[...document.querySelectorAll('.belt')].map((each) => [each, each.lastChild]"
            ".map((part) => Math.round(part.getBoundingClientRect().right)).join())"
        )
        assert len(set(edges)) == 1
        assert screen.evaluate(FITS) >= LINES


BOARD = """() => {
  const { left, top, width, height } = document.querySelector('#map .board').getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join();
}"""


def test_the_map_keeps_its_size_and_place_and_says_what_stands_where(table: Table) -> None:
    page = table.page
    page.locator("#map .lord").first.wait_for()
    told = page.locator("#map").aria_snapshot()
    seen, steps = set(), {"moves_lord", "places", "asks_comrades", "decides", "collects"}
    while steps:
        tag = table.state.now.__struct_config__.tag
        if tag in steps:
            steps.remove(tag)
            table.shown()
            seen.add(page.evaluate(BOARD))
        table.until(lambda version=table.home.table.version: table.home.table.version > version)  # type: ignore[misc]
    assert len(seen) == 1
    assert re.search(
        r'img "Troll lord of \w+: (Forest|Glacier|Mountain|Swamp|Tundra|Fjord|wander|starting plank)"', told
    )
    assert re.search(r"\"Fortress I{1,3}: \w+ \d, \w+ \d, \w+ \d\"", told)
