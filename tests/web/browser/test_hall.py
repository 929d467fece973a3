"""In the Hall of the Mountain King in Chromium: from the start page to the crown on two phones and the table screen."""

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
from companion.games.hall.score import total, winners
from companion.games.hall.state import Over, Setup, State
from companion.rules import Amount, Cell, Cells, Field, Form, Laid, Lying, Move, Pick, Places, Several
from tests.players import dealt, play
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, can_be_read
from tests.web.browser.layout import LANGUAGES, SIZES, TINY, misfits, page_for_axe
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served
from web.i18n import Catalogue

pytestmark = pytest.mark.browser

GAME = GAMES["hall"]
TABLE = (1280, 800)
FIRST, LAST = 12, 3
"""So many moves are tapped at the start and before the end; in between only the table plays."""
RELUCTANT = frozenset({"end_turn", "keep", "exchange", "neither", "no_pedestal", "leave_site"})


class Kingdom:
    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.open_page = open_page
        self.phones: list[tuple[Page, Catalogue]] = []
        self.chance = Random(19)

    def begin(self, *people: tuple[str, str]) -> None:
        """Names and languages; the first of them sets the game up."""
        host = self.open_page("about:blank", language=people[0][1])
        bring(host, self.address, self.home.host().cookie("host"))
        host.goto(f"{self.address}/host")
        card = host.locator("[data-game=hall]")
        card.scroll_into_view_if_needed()
        keep(host, "hall-start")
        card.tap()
        for number, (name, _) in enumerate(people):
            host.locator(".player input").nth(number).fill(name)
        keep(host, "hall-set-up")
        host.locator("[data-do=deal-rest], [data-do=start]").last.tap()
        host.wait_for_url("**/host")
        for seat, (_, language) in enumerate(people):
            phone = self.open_page(self.address, language=language)
            phone.locator(f".seat[data-seat='{seat}']").tap()
            phone.wait_for_url("**/play")
            self.phones.append((phone, Catalogue(language)))

    @property
    def state(self) -> State:
        state: State = self.home.position.state
        return state

    def tap(self, seat: int, move: Move) -> None:
        """On the phone of that seat, as a person would."""
        (page, words), before = self.phones[seat], self.home.position.version
        page.wait_for_selector(f"body[data-version='{before}']")
        can_be_read(page)
        told = json.dumps(msgspec.to_builtins(move), separators=(",", ":"))
        button = page.locator(f"#dock [data-move='{told}']")
        if button.count():
            for folded in page.locator("#dock details:not([open]) > summary").all():
                folded.tap()
            button.tap()
        else:
            forms = [form for prompt in self.home.position.prompts for form in prompt.forms if seat in prompt.seats]
            fill(page, next(form for form in forms if form.takes(move)), move, words)
        page.wait_for_selector(f"body:not([data-version='{before}'])")
        assert self.home.position.turns[-1].move == move

    def play_to_the_end(self) -> None:
        moves = [(seat, move) for seat, move, _ in play(GAME, self.state, self.chance, reluctant=RELUCTANT)]
        assert len(moves) > FIRST + LAST
        for number, (seat, move) in enumerate(moves):
            if FIRST <= number < len(moves) - LAST:
                self.home.table.play(seat, move, self.home.table.version)
            else:
                self.tap(seat, move)
                keep(self.phones[seat][0], f"hall-{number}")


def fill(page: Page, form: Form, move: Move, words: Catalogue) -> None:
    """Step by step, each when it is asked in this language."""
    opener = page.locator(f"#dock [data-open={form.do}]")
    if opener.count():
        opener.tap()
    filled: dict[str, Any] = {}
    for number, field in enumerate(form.asked(filled)):
        value = getattr(move, field.name)
        gap = page.get_by_role("group", name=words.say(field.text), exact=True)
        expect(gap).to_be_visible()
        expect(page.locator("#dock [aria-busy]")).to_have_count(0)
        can_be_read(page)
        enter(page, field, value)
        filled[field.name] = value
        last_at_once = number == len(form.fields) - 1
        if number >= len(form.fields) - 1 and not (isinstance(field, Pick | Amount) and (form.then or last_at_once)):
            page.locator("[data-do=confirm]").tap()


def enter(page: Page, field: Field, value: Any) -> None:
    match field:
        case Pick() | Amount():
            page.locator(f"#dock [data-value='{value}']").tap()
        case Several():
            for each in value:
                page.locator(f"#dock .several [data-value='{each}']").tap()
        case Cells():
            for cell in value:
                tap_square(page, (cell.column + 0.5, cell.row + 0.5), field.grid.columns)
        case Places():
            lay(page, field, value)
        case _:
            raise TypeError(field)


def lay(page: Page, field: Places, laid: Laid) -> None:
    """Take the shape, flip and turn it as often as it needs, and tap its middle."""
    shape = next(shape for shape in field.shapes if shape.value == laid.shape)
    if len(field.shapes) > 1:
        page.locator(f"#dock .pieces [data-value='{laid.shape}']").tap()
    now = shape.lying[0]
    if now.flipped != laid.flipped:
        others = [way for way in shape.lying if way.flipped == laid.flipped]
        page.locator("#dock [data-do=flip]").tap()
        now = next((way for way in others if way.turn == now.turn), others[0])
    alike = [way for way in shape.lying if way.flipped == laid.flipped]
    wanted = next(way for way in alike if way.turn == laid.turn)
    for _ in range((alike.index(wanted) - alike.index(now)) % len(alike)):
        page.locator("#dock [data-do=turn]").tap()
    across, down = size_of(wanted)
    tap_square(page, (laid.at.column + across / 2, laid.at.row + down / 2), field.grid.columns)


def size_of(way: Lying) -> tuple[int, int]:
    return 1 + max(cell.column for cell in way.cells), 1 + max(cell.row for cell in way.cells)


def tap_square(page: Page, at: tuple[float, float], columns: int) -> None:
    can_be_read(page)
    chart = page.locator("#dock .surface svg")
    box = chart.bounding_box()
    assert box is not None
    side = box["width"] / columns
    # A tap on the element waits until it has stopped moving; one on the glass would not.
    chart.tap(position={"x": at[0] * side, "y": at[1] * side})
    expect(page.locator("[data-do=confirm]")).to_be_enabled()


@pytest.fixture
def kingdom(tmp_path: Path, open_page: OpenPage) -> Iterator[Kingdom]:
    with ExitStack() as stack:
        yield Kingdom(tmp_path, stack, open_page)


def test_two_phones_and_the_table_screen_play_from_the_start_page_to_the_crown(kingdom: Kingdom) -> None:
    screen = kingdom.open_page(f"{kingdom.address}/table", TABLE, "fr")
    kingdom.begin(("Astrid", "en"), ("Sven", "de"))
    kingdom.play_to_the_end()
    state = kingdom.state
    assert isinstance(state.now, Over)
    assert state.crowned
    best = str(total(state, winners(state)[0]))
    for page in (*(phone for phone, _ in kingdom.phones), screen):
        # On a page that saw the end come, the score is revealed part by part.
        expect(page.locator("#ending[data-done=true] tfoot .best")).to_have_text(best)
        expect(page.locator("#ending .chart polyline")).to_have_count(len(state.sides))
    keep(kingdom.phones[0][0], "hall-end")
    keep(screen, "hall-table-end")


LOOKS = ("hall-map", "trolls", "offer", "story")


class Late(Kingdom):
    """Two teams, late in a game."""

    def begin_late(self, moves: int) -> None:
        setup: Setup = msgspec.structs.replace(dealt(GAME, 4, self.chance), teams=True)
        self.home.table.start("hall", setup, self.home.table.version)
        for seat, move, _ in play(GAME, self.state, self.chance, moves, RELUCTANT):
            self.home.table.play(seat, move, self.home.table.version)

    def seated(self, page: Page, seat: int) -> None:
        page.locator(f".seat[data-seat='{seat}']").tap()
        page.wait_for_url("**/play")
        expect(page.locator("#hall-map .tier-1")).to_be_visible()


def test_every_look_fits_in_every_language_and_can_be_used_by_all(
    tmp_path: Path, chromium: Browser, open_page: OpenPage
) -> None:
    with ExitStack() as stack:
        late = Late(tmp_path, stack, open_page)
        late.begin_late(100)
        found: dict[tuple[str, str], object] = {}
        for seat, language in enumerate(LANGUAGES):
            page = open_page(late.address, language=language)
            late.seated(page, seat)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                expect(page.locator(f"#{look}")).to_be_visible()
                keep(page, f"hall-{language}-{look}")
                if faults := misfits(page, (*SIZES, TINY)):
                    found[language, look] = faults
            screen = open_page(f"{late.address}/table", TABLE, language)
            expect(screen.locator("#hall-map .tier-1")).to_be_visible()
            expect(screen.locator("#people .side")).to_have_count(2)
            keep(screen, f"hall-{language}-table")
            assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
        with page_for_axe(chromium) as page:
            page.goto(late.address)
            late.seated(page, 3)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                if serious := serious_faults(page):
                    found["axe", look] = serious
        assert not found


def test_a_square_tells_what_is_in_it_and_the_arrows_lead_on(tmp_path: Path, open_page: OpenPage) -> None:
    with ExitStack() as stack:
        late = Late(tmp_path, stack, open_page)
        late.begin_late(20)
        page = open_page(late.address)
        late.seated(page, 0)
        statue = late.state.diggings.statues[0]
        columns = late.state.box.mountain.columns
        chart = page.locator("#hall-map .surface svg")
        box = chart.bounding_box()
        assert box is not None
        side = box["width"] / columns
        chart.tap(position={"x": (statue.at.column + 0.5) * side, "y": (statue.at.row + 0.5) * side})
        told = page.locator("#hall-map [role=status]")
        expect(told).to_contain_text(f"{statue.at} · ")
        expect(told).to_contain_text(f"{statue.clan.title()} statue")
        page.locator("#hall-map .surface").press("ArrowDown")
        expect(told).to_contain_text(f"{Cell(statue.at.column, statue.at.row + 1)} · ")
