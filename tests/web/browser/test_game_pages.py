"""A page shows whatever game is on the table with that game's own style, words and script, and drops the last one's."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from companion.games import GAMES
from companion.position import Position
from tests.players import dealt
from tests.web.browser.conftest import OpenPage, bring
from tests.web.fakes import Home
from tests.web.games import toy
from tests.web.serving import served

pytestmark = pytest.mark.browser

TABLE = (1280, 800)
SEED = 5
INK = "rgb(1, 2, 3)"
"""Of the toy's own style, and of no other."""


class Evening:
    """Two people who play one game after another on the same phones."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.start("pebbles")

    def start(self, game: str) -> int:
        before, table = self.home.table.position, self.home.table
        if before and not before.ended:
            table.end(table.version)
        setup = dealt(GAMES[game], 2, Random(SEED))

        def keep_phones(now: Position) -> None:
            if before:
                self.home.seating.carry(before.began, now.began, {0: 0, 1: 1})

        return table.start(game, setup, table.version, seated=keep_phones).began

    def seated(self, open_page: OpenPage) -> Page:
        page = open_page("about:blank")
        bring(page, self.address, self.home.phone().sit(0).cookie("phone"))
        page.goto(f"{self.address}/play")
        return page


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    toy.register(monkeypatch)
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def style(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.styleSheets].map((each) => new URL(each.href).pathname).filter((each) => /games/.test(each))"
    )
    return found


def test_the_games_own_script_draws_on_a_players_page_and_answers(evening: Evening, open_page: OpenPage) -> None:
    page = evening.seated(open_page)
    expect(page.locator("#game #pile.played")).to_have_text("0 pebbles")
    expect(page.locator("#pile")).to_have_css("color", INK)
    expect(page.locator("#panels")).to_be_empty()
    page.locator("#lay-two").tap()
    expect(page.locator("#pile")).to_have_text("2 pebbles")
    expect(page.locator("#me .figure")).to_have_text("2")


def test_the_games_own_script_draws_on_the_table_screen_and_in_a_past_game(
    evening: Evening, open_page: OpenPage
) -> None:
    screen = open_page(f"{evening.address}/table", TABLE)
    evening.home.play(0, do="lay", count=1)
    expect(screen.locator("#game-beside #pile.seen")).to_have_text("1 pebbles")
    evening.home.play(1, do="lay", count=2)
    began = evening.home.position
    evening.home.table.end(evening.home.table.version)
    past = open_page(f"{evening.address}/games/{began.began}#1")
    expect(past.locator("#pile.past")).to_have_text("1 pebbles")
    expect(past.locator("#pile")).to_have_css("color", INK)
    expect(past.locator("#backdrop")).to_have_text("on the table of Sigrun")
    expect(past.locator("#move")).to_contain_text("Sigrun lays 1.")
    past.locator("[data-do=next]").tap()
    expect(past.locator("#pile")).to_have_text("3 pebbles")


@pytest.mark.parametrize("where", ["phone", "screen"])
def test_a_page_that_is_open_when_another_game_begins_shows_that_one_and_nothing_of_the_last(
    evening: Evening, open_page: OpenPage, where: str
) -> None:
    page = evening.seated(open_page) if where == "phone" else open_page(f"{evening.address}/table", TABLE)
    expect(page.locator("#pile")).to_be_visible()
    general = page.evaluate("import('/static/js/dom.js').then(({ words }) => words.back)")

    evening.start("twigs")
    expect(page.locator("#panels")).to_contain_text("0 lie there.")
    expect(page.locator("body")).to_have_class(
        "page play pile-left" if where == "phone" else "page screen idle pile-left"
    )
    expect(page.locator("#pile, #lay-two")).to_have_count(0)
    assert style(page) == []
    words = page.evaluate("import('/static/js/dom.js').then(({ words }) => [words.back, words.pile ?? null])")
    assert words == [general, None]

    evening.start("trollfjord")
    expect(page.locator("#map .lord")).to_have_count(2)
    expect(page.locator("body.trollfjord")).to_have_count(1)
    assert style(page) == ["/static/games/trollfjord/pages.css"]

    evening.start("pebbles")
    expect(page.locator("#pile")).to_have_text("0 pebbles")
    expect(page.locator("#pile")).to_have_css("color", INK)
    expect(page.locator("#map, .looks, .trollfjord")).to_have_count(0)
    assert style(page) == ["/static/games/pebbles/pages.css"]


@pytest.mark.parametrize("file", ["/static/games/pebbles/pages.js", "/static/games/pebbles/pages.css", "/words/"])
def test_a_part_that_did_not_come_is_asked_for_again(evening: Evening, open_page: OpenPage, file: str) -> None:
    evening.start("twigs")
    page = evening.seated(open_page)
    expect(page.locator("#panels")).to_contain_text("0 lie there.")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    page.route(lambda address: file in address, lose)
    evening.start("pebbles")
    expect(page.locator("#pile")).to_have_text("0 pebbles")
    expect(page.locator("#pile")).to_have_css("color", INK)
    assert len(lost) == 1


def test_a_game_without_pages_is_played_by_tapping_and_says_when_it_is_over(
    evening: Evening, open_page: OpenPage
) -> None:
    evening.start("twigs")
    page = evening.seated(open_page)
    page.locator('[data-move=\'{"do":"lay","count":2}\']').tap()
    expect(page.locator("#panels")).to_contain_text("2 lie there.")
    evening.home.play(1, do="lay", count=1)
    page.locator('[data-move=\'{"do":"lay","count":2}\']').tap()
    expect(page.locator("#dock")).to_contain_text("The game has ended.")
