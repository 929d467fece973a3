"""In the Hall of the Mountain King from the start page to the first tunnel, on the pages that every game has."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.hall.state import Acts, State
from companion.rules import Cell
from tests.web.browser import shots
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, can_be_read
from tests.web.fakes import Home
from tests.web.serving import served

pytestmark = pytest.mark.browser


class Mountain:
    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.open_page = open_page

    def begin(self, *names: str) -> None:
        host = self.open_page("about:blank")
        bring(host, self.address, self.home.host().cookie("host"))
        host.goto(f"{self.address}/host")
        card = host.locator("[data-game=hall]")
        expect(card).to_contain_text("2–5 players")
        card.scroll_into_view_if_needed()
        shots.keep(host, "hall-start")
        card.tap()
        expect(host.locator(".player")).not_to_have_count(0)
        for number, name in enumerate(names):
            host.locator(".player input").nth(number).fill(name)
        shots.keep(host, "hall-set-up")
        host.locator("[data-do=start]").tap()
        expect(host.locator("#players .token")).to_have_count(len(names))

    def seated(self, seat: int, language: str = "en") -> Page:
        page = self.open_page("about:blank", language=language)
        bring(page, self.address, self.home.phone().sit(seat).cookie("phone"))
        page.goto(f"{self.address}/play")
        return page

    @property
    def state(self) -> State:
        state = self.home.position.state
        assert isinstance(state, State)
        return state


@pytest.fixture
def mountain(tmp_path: Path, open_page: OpenPage) -> Iterator[Mountain]:
    with ExitStack() as stack:
        yield Mountain(tmp_path, stack, open_page)


def question(page: Page, text: str) -> None:
    expect(page.locator("#dock .ask").first).to_have_text(text)
    expect(page.locator("#dock [aria-busy]")).to_have_count(0)
    can_be_read(page)


def tap_square(page: Page, cell: Cell, columns: int) -> None:
    can_be_read(page)
    chart = page.locator(".surface svg")
    box = chart.bounding_box()
    assert box is not None
    side = box["width"] / columns
    # A tap on the element waits until it has stopped moving; one on the glass would not.
    chart.tap(position={"x": (cell.column + 0.5) * side, "y": (cell.row + 0.5) * side})
    expect(page.locator("[data-do=confirm]")).to_be_enabled()


def confirm(page: Page) -> None:
    page.locator("[data-do=confirm]").tap()


def test_two_phones_begin_and_the_first_tunnel_is_dug(mountain: Mountain) -> None:
    mountain.begin("Astrid", "Sven")
    turn = mountain.state.turn
    first, second = mountain.seated(turn), mountain.seated(1 - turn)
    columns = mountain.state.box.mountain.columns
    for page, point in zip((first, second), mountain.state.box.mountain.start_cells(3), strict=False):
        question(page, "Where does your network begin?")
        tap_square(page, point, columns)
        shots.keep(page, "hall-gate")
        confirm(page)
    for page in (first, second):
        question(page, "Which trolls do you begin with?")
        shots.keep(page, "hall-draft")
        for troll in ("0-01", "0-02", "0-03", "0-04"):
            page.locator(f"[data-value='{troll}']").tap()
        if page is second:
            page.locator("[data-value='0-05']").tap()
    question(first, "Recruit a troll or dig a tunnel.")
    shots.keep(first, "hall-act")
    assert isinstance(mountain.state.now, Acts)
    assert not serious_faults(first)
    first.get_by_role("button", name="Dig a tunnel").tap()
    first.locator("[data-value=stone]").tap()
    gate = mountain.state.box.mountain.start_cells(3)[0]
    tap_square(first, Cell(gate.column - 1, gate.row), columns)
    shots.keep(first, "hall-dig")
    confirm(first)
    expect(second.locator("#panels")).to_contain_text("pays 2 stone from the storage.")
    shots.keep(second, "hall-dug")
    assert [part.kind for part in mountain.state.diggings.parts] == ["gate", "gate", "tunnel"]
