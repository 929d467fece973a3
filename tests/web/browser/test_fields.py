"""One of every kind of field, filled in on a phone by touch and by keyboard, on the pages that every game has."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules import Cell, Laid
from tests.players import people
from tests.web.browser import shots
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, can_be_read
from tests.web.fakes import Home
from tests.web.games import quarry
from tests.web.games.quarry.game import FIELD_SIDE, QUARRY, Camp, Setup
from tests.web.serving import served

pytestmark = pytest.mark.browser

SMALLEST = 44
"""Pixels that a thumb needs."""


class Evening:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.home.table.start(QUARRY.name, Setup(people(QUARRY, 1)), self.home.table.version)

    def seated(self, open_page: OpenPage, size: tuple[int, int] = (390, 844)) -> Page:
        page = open_page("about:blank", size)
        bring(page, self.address, self.home.phone().sit(0).cookie("phone"))
        page.goto(f"{self.address}/play")
        return page

    @property
    def camp(self) -> Camp:
        (camp,) = self.home.position.state.camps
        assert isinstance(camp, Camp)
        return camp


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    quarry.register(monkeypatch)
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def question(page: Page, text: str) -> None:
    expect(page.locator("#dock .ask")).to_have_text(text)
    expect(page.locator("#dock [aria-busy]")).to_have_count(0)
    can_be_read(page)


def confirm(page: Page) -> Locator:
    return page.locator("[data-do=confirm]")


def tap_cell(page: Page, column: float, row: float, columns: int) -> None:
    """A finger in the middle of a cell."""
    can_be_read(page)
    box = page.locator(".surface svg").bounding_box()
    assert box is not None
    side = box["width"] / columns
    page.touchscreen.tap(box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side)


def tap_map(page: Page, across: float, down: float) -> None:
    """A finger on a map, by parts of its width."""
    can_be_read(page)
    box = page.locator(".surface svg").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["width"])


def look_at(page: Page, name: str) -> None:
    """It is fit for thumbs, eyes and ears, and all of it is on the screen."""
    assert serious_faults(page) == []
    shots.keep(page, f"field-{name}")
    small = page.locator("#dock button:visible").evaluate_all(
        "(all, least) => all.map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])"
        ".filter(([, { width, height }]) => Math.min(width, height) < least).map(([text]) => text)",
        SMALLEST,
    )
    assert small == []
    dock = page.locator("#dock")
    assert dock.evaluate("(each) => each.scrollHeight <= each.clientHeight"), f"{name} does not fit"


def test_every_kind_of_field_is_filled_in_by_touch(evening: Evening, open_page: OpenPage) -> None:
    page = evening.seated(open_page)

    question(page, "What do you pack?")
    page.locator("[data-value=rope]").tap()
    expect(confirm(page)).to_be_disabled()
    for tool in ("cart", "pick"):
        page.locator(f"[data-value={tool}]").tap()
    expect(page.locator(".tally")).to_have_text("3 of 2–3")
    page.locator("[data-value=lamp]").tap(force=True)
    expect(page.locator("[data-value=lamp]")).to_have_attribute("aria-pressed", "false")
    look_at(page, "several")
    confirm(page).tap()

    question(page, "What did you throw for 3 tools?")
    for face in (6, 2, 2, 5, 5, 1):
        page.locator(f".face[data-value='{face}']").tap(force=True)
    page.locator("[data-die='3']").tap()
    expect(confirm(page)).to_be_disabled()
    page.locator(".face[data-value='1']").tap()
    look_at(page, "dice")
    confirm(page).tap()

    question(page, "What is your quarry called?")
    page.locator("#dock input").fill("  <b>Old\u00a0 {x}</b> ")
    look_at(page, "words")
    confirm(page).tap()

    question(page, "Which ground do you claim?")
    expect(page.locator("#panels h2").first).to_have_text("<b>Old {x}</b>")
    for column, row in ((1, 1), (3, 4), (5, 0), (3, 4)):
        tap_cell(page, column, row, 6)
    expect(page.locator(".tally")).to_have_text("2 of 3")
    look_at(page, "cells")
    confirm(page).tap()

    on_the_map_by_touch(page)

    question(page, "Where do you dig?")
    expect(confirm(page)).to_be_disabled()
    tap_cell(page, 6.5, 4, FIELD_SIDE)
    for deed in ("turn", "right", "flip", "down"):
        page.locator(f"[data-do={deed}]").tap()
    look_at(page, "places")
    confirm(page).tap()

    in_steps_by_touch(page)
    expect(page.locator("#dock")).to_contain_text("The game has ended.")
    assert evening.camp == Camp(
        tools=("pick", "rope", "cart"),
        dice=(1, 2, 2, 5, 6),
        name="<b>Old {x}</b>",
        cells=(Cell(5, 0), Cell(1, 1)),
        to=("ford",),
        place=evening.camp.place,
        stone="basalt",
        shaft=Laid("snake", Cell(2, 10)),
        worn=("rope", "cart"),
    )
    assert evening.camp.place is not None
    assert (evening.camp.place.turn, evening.camp.place.flipped) == (1, True)


def on_the_map_by_touch(page: Page) -> None:
    """A tap leads on to the next step, and only there: nothing is played without being confirmed."""
    question(page, "Where do you travel?")
    tap_map(page, 0.7, 0.34)
    expect(page.locator(".so-far")).to_have_text("Gate")
    can_be_read(page)
    page.locator("[data-do=step-back]").tap()
    expect(page.locator(".told")).to_have_text("Gate")
    with page.expect_response("**/step"):
        # Nearest to the Old mine, of which nobody may travel to it.
        tap_map(page, 0.22, 0.5)
    expect(page.locator(".told")).to_have_text("Ford")
    look_at(page, "spots")
    confirm(page).tap()


def in_steps_by_touch(page: Page) -> None:
    """One step back and another way, and nothing is played before the last."""
    question(page, "You dig a shaft.")
    page.locator("[data-value=slate]").tap()
    expect(page.locator(".so-far")).to_have_text("Slate")
    page.locator("[data-do=step-back]").tap()
    expect(page.locator(".surface")).to_have_count(0)
    page.locator("[data-value=basalt]").tap()
    expect(page.locator(".so-far")).to_have_text("Basalt")
    page.locator("[data-value=snake]").tap()
    tap_cell(page, 2.5, 11.5, FIELD_SIDE)
    expect(page.locator(".told")).to_have_text("Snake · D11")
    look_at(page, "steps")
    confirm(page).tap()
    expect(page.locator(".so-far")).to_have_text("Basalt, Snake at D11")
    for tool in ("rope", "cart"):
        page.locator(f"[data-value={tool}]").tap()
    confirm(page).tap()


def test_every_kind_of_field_is_filled_in_with_the_keyboard(evening: Evening, open_page: OpenPage) -> None:
    page = evening.seated(open_page)
    keys = page.keyboard

    def press(*pressed: str) -> None:
        for key in pressed:
            keys.press(key)

    def begin() -> None:
        """The first thing of the form that the keyboard reaches."""
        page.locator("#dock .gap").locator("button, input, [tabindex='0']").first.focus()

    question(page, "What do you pack?")
    begin()
    press("Space", "Tab", "Tab", "Space", "Tab", "Tab", "Tab", "Enter")

    question(page, "What did you throw for 2 tools?")
    page.locator(".face").first.focus()
    press("Enter", "Enter", "Tab", "Enter", "Enter", "Enter", *["Tab"] * 5, "Enter")

    question(page, "What is your quarry called?")
    begin()
    keys.type("Grube")
    press("Enter")

    question(page, "Which ground do you claim?")
    begin()
    press("PageDown", "Space", "ArrowDown", "ArrowRight", "Space", *["Tab"] * 6, "Enter")

    question(page, "Where do you travel?")
    begin()
    press("ArrowRight", "ArrowDown", *["Tab"] * 5, "Enter")

    question(page, "Where do you dig?")
    page.locator(".surface").focus()
    press("PageDown", "r", "ArrowRight", *["Tab"] * 7, "Enter")

    question(page, "You dig a shaft.")
    begin()
    press("Tab", "Enter")
    expect(page.locator(".so-far")).to_have_text("Slate")
    expect(page.locator(".so-far")).to_be_focused()
    expect(page.locator(".surface")).to_be_visible()
    can_be_read(page)
    press(*["Tab"] * 4, "PageUp")
    expect(page.locator(".told")).to_contain_text("Hook · ")
    press(*["Tab"] * 7, "Enter")

    expect(page.locator("#dock")).to_contain_text("The game has ended.")
    camp = evening.camp
    assert (camp.tools, camp.dice, camp.name) == (("pick", "lamp"), (1, 1, 2, 2, 2), "Grube")
    assert camp.cells == (Cell(0, 0), Cell(1, 1))
    assert camp.to[0] in ("inn", "ford", "gate", "lake")
    assert camp.place is not None
    assert (camp.place.shape, camp.place.turn) == ("hook", 1)
    assert (camp.stone, camp.worn) == ("slate", ())


def test_what_was_filled_in_outlives_what_happens_elsewhere(evening: Evening, open_page: OpenPage) -> None:
    page = evening.seated(open_page, (360, 640))
    for move in (
        {"do": "pack", "tools": ["pick", "rope"]},
        {"do": "throw", "dice": [1, 1, 1, 1, 1]},
        {"do": "call", "name": "Grube"},
        {"do": "claim", "cells": [[0, 0]]},
        {"do": "travel", "to": ["inn"]},
        {"do": "lay", "place": {"shape": "hook", "at": [0, 0], "turn": 0, "flipped": False}},
    ):
        evening.home.play(0, **move)
    question(page, "You dig a shaft.")
    page.locator("[data-value=basalt]").tap()
    expect(page.locator(".surface")).to_be_visible()
    tap_cell(page, 3.5, 8, FIELD_SIDE)
    told = page.locator(".told").text_content()
    page.emulate_media(color_scheme="light")
    page.evaluate("import('/static/js/connection.js').then(({ current, take }) => take({ ...current(), why: ['x'] }))")
    expect(page.locator("[data-open=why]")).to_be_visible()
    expect(page.locator(".told")).to_have_text(told or "")
    expect(page.locator(".so-far")).to_have_text("Basalt")
    look_at(page, "steps-small")
    expect(confirm(page)).to_be_enabled()
