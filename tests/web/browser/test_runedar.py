"""The Siege of Runedar in Chromium: from the start page to an end on two phones and the table screen, and alone."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.games.runedar.state import State
from companion.rules import Move
from tests.players import dealt, play
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, can_be_read, slide
from tests.web.browser.layout import LANGUAGES, misfits, page_for_axe
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served

pytestmark = pytest.mark.browser

GAME = GAMES["runedar"]
TABLE = (1280, 800)
LAST = 4
"""So many moves before the end everybody is back at the pages; in between only the table plays."""
RELUCTANT = frozenset({"end_turn", "hire", "back", "other_siege", "other_troll", "other_goblin", "other_upgrade"})


class Siege:
    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.open_page = open_page
        self.phones: list[Page] = []
        self.chance = Random(18)

    def begin(self, *people: tuple[str, str]) -> None:
        """Names and languages; the first of them sets the game up."""
        host = self.open_page("about:blank", language=people[0][1])
        bring(host, self.address, self.home.host().cookie("host"))
        host.goto(f"{self.address}/host")
        host.locator("[data-game=runedar]").tap()
        for number, (name, _) in enumerate(people):
            if number:
                host.locator("[data-do=add]").tap()
            host.locator(".player input").nth(number).fill(name)
        expect(host.locator("[data-board]")).to_have_count(0)  # One example of each is no choice.
        keep(host, f"runedar-set-up-{len(people)}")
        host.locator("[data-do=deal-rest], [data-do=start]").last.tap()
        host.wait_for_url("**/host")
        for seat, (_, language) in enumerate(people):
            phone = self.open_page(self.address, language=language)
            phone.locator(f".seat[data-seat='{seat}']").tap()
            phone.wait_for_url("**/play")
            self.phones.append(phone)

    @property
    def state(self) -> State:
        state: State = self.home.position.state
        return state

    def tap(self, seat: int, move: Move) -> None:
        """On the phone of that seat, as a person would."""
        page, before = self.phones[seat], self.home.position.version
        page.wait_for_selector(f"body[data-version='{before}']")
        told = msgspec.to_builtins(move)
        can_be_read(page)
        button = page.locator(f"#dock [data-move='{json.dumps(told, separators=(',', ':'))}']")
        if told["do"] == "go":
            page.locator(f"#fortress .offered[data-place='{told['to']}'] .reach").press("Enter")
        elif button.count():
            for folded in page.locator("#dock details:not([open]) > summary").all():
                folded.tap()
            button.tap()
        else:
            self.fill(page, told)
        page.wait_for_selector(f"body:not([data-version='{before}'])")
        assert self.home.position.turns[-1].move == move

    def fill(self, page: Page, told: dict[str, Any]) -> None:
        opener = page.locator(f"#dock [data-open={told['do']}]")
        if opener.count():
            opener.tap()
        values = next(value for name, value in told.items() if name != "do")
        if told["do"] == "throw":
            slide(page, values)
            page.locator("#dock [data-do=confirm]").tap()
            return
        for value in values:
            page.locator(f"#dock [data-value='{value}']").tap()
        page.locator("#dock [data-do=confirm]").tap()

    def play_to_the_end(self, first: int, *screens: Page) -> None:
        """The first moves and the last are tapped; those between are played while nobody looks."""
        moves = [(seat, move) for seat, move, _ in play(GAME, self.state, self.chance, reluctant=RELUCTANT)]
        assert len(moves) > first + LAST
        for number, (seat, move) in enumerate(moves[:first]):
            self.tap(seat, move)
            keep(self.phones[seat], f"runedar-{len(self.phones)}-{number}")
        for page in (*self.phones, *screens):
            page.goto("about:blank")
        for seat, move in moves[first:-LAST]:
            self.home.table.play(seat, move, self.home.table.version)
        for page in (*self.phones, *screens):
            page.go_back()
        for seat, move in moves[-LAST:]:
            self.tap(seat, move)


@pytest.fixture
def siege(tmp_path: Path, open_page: OpenPage) -> Iterator[Siege]:
    with ExitStack() as stack:
        yield Siege(tmp_path, stack, open_page)


def test_two_dwarves_play_from_the_start_page_to_an_end(siege: Siege) -> None:
    screen = siege.open_page(f"{siege.address}/table", TABLE, "fr")
    siege.begin(("Astrid", "en"), ("Sven", "de"))
    siege.play_to_the_end(16, screen)
    state = siege.state
    assert state.over
    for page in (*siege.phones, screen):
        expect(page.locator("#ending dd").last).to_have_text(str(state.beaten))
        expect(page.locator("#story li").first).to_be_attached()
    keep(screen, "runedar-table-end")
    keep(siege.phones[0], "runedar-end")


def test_one_dwarf_alone_plays_to_an_end(siege: Siege) -> None:
    siege.begin(("Astrid", "fr"))
    siege.play_to_the_end(8)
    expect(siege.phones[0].locator("#ending")).to_be_visible()
    expect(siege.phones[0].locator("#headline")).not_to_contain_text("The ")


def test_a_past_siege_is_seen_again_to_its_end_and_its_own_record_is_to_be_had(siege: Siege) -> None:
    first = siege.home.table.start("runedar", dealt(GAME, 1, Random(3)), siege.home.table.version).began
    for seat, move, _ in play(GAME, siege.state, Random(3), reluctant=RELUCTANT):
        siege.home.table.play(seat, move, siege.home.table.version)
    siege.home.table.start("runedar", dealt(GAME, 2, Random(4)), siege.home.table.version)
    past = siege.open_page(f"{siege.address}/games/{first}#100000", language="de")
    expect(past.locator("#ending .chronicle")).to_be_visible()
    expect(past.locator("#ending .button")).to_have_attribute("href", f"/api/games/{first}/record.json")
    assert past.locator("#ending").evaluate("(each) => getComputedStyle(each).display") == "grid"
    assert not misfits(past)


LOOKS = ("fortress", "danger", "upgrades", "story")


def test_every_look_fits_in_every_language_and_can_be_used_by_all(
    tmp_path: Path, chromium: Browser, open_page: OpenPage
) -> None:
    home = Home(tmp_path)
    with ExitStack() as stack:
        stack.callback(home.close)
        address = f"http://127.0.0.1:{stack.enter_context(served(home.app))}"
        chance = Random(5)
        home.table.start("runedar", dealt(GAME, 4, chance), home.table.version)
        for seat, move, _ in play(GAME, home.position.state, chance, 70, RELUCTANT):
            home.table.play(seat, move, home.table.version)
        turn = home.position.state.turn
        found: dict[tuple[str, str], object] = {}
        for language in LANGUAGES:
            page = open_page(address, language=language)
            seated(page, turn)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                expect(page.locator(f"#{look}")).to_be_visible()
                keep(page, f"runedar-{language}-{look}")
                if faults := misfits(page):
                    found[language, look] = faults
            if turn != home.position.state.turn:
                held_to_the_chest(page)
            screen = open_page(f"{address}/table", TABLE, language)
            expect(screen.locator("#fortress .place").first).to_be_visible()
            keep(screen, f"runedar-{language}-table")
            assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
            turn = (turn + 1) % 4
        with page_for_axe(chromium) as page:
            page.goto(address)
            seated(page, turn)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                if serious := serious_faults(page):
                    found["axe", look] = serious
        assert not found


def held_to_the_chest(page: Page) -> None:
    """Outside one's turn the own cards are face down, unless a finger or a key stays on them."""
    page.locator(".look[data-look=fortress]").tap()
    cards = page.locator("#hand .held")
    expect(cards).to_have_count(5)
    expect(cards.first).to_be_hidden()
    page.locator(".peek").focus()
    page.keyboard.down("Enter")
    expect(cards.first).to_be_visible()
    page.keyboard.up("Enter")
    expect(cards.first).to_be_hidden()


def seated(page: Page, seat: int) -> None:
    page.locator(f".seat[data-seat='{seat}']").tap()
    page.wait_for_url("**/play")
    expect(page.locator("#fortress .place").first).to_be_visible()
