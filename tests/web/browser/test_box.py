"""Check your box on a phone: a grid laid over a photo and its squares told, a card entered, a chart made one's own."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.box import Box
from tests.web.browser import shots
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, hold
from tests.web.browser.layout import unfit
from tests.web.fakes import Home
from tests.web.games import cavern
from tests.web.games.cavern.game import Chart, Troll
from tests.web.serving import served
from web.services import Services

pytestmark = pytest.mark.browser


class Table:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.cookie = self.home.host().cookie("host")
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"

    @property
    def box(self) -> Box:
        services: Services = self.home.app.extensions["services"]
        return services.boxes["cavern"]

    def open(self, open_page: OpenPage, path: str) -> Page:
        page = open_page("about:blank")
        bring(page, self.address, self.cookie)
        page.goto(self.address + path)
        return page


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    cavern.register(monkeypatch)
    with ExitStack() as stack:
        yield Table(tmp_path, stack)


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    box = page.locator(".boardmap").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def fits(page: Page) -> None:
    assert not unfit(page)


def test_a_grid_is_laid_over_a_photo_and_its_squares_told(table: Table, open_page: OpenPage, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "mountain.jpg"), np.full((900, 1200, 3), 120, np.uint8))
    page = table.open(open_page, "/host/recorder/cavern/mountains?new")
    page.locator("[data-photo=file]").set_input_files(tmp_path / "mountain.jpg")
    expect(page.locator(".preview")).to_be_visible()
    page.locator("[data-do=next]").tap()

    # One corner is dragged, one tapped, one nudged with the keyboard.
    page.mouse.move(*place(page, 0.1, 0.1))
    page.mouse.down()
    page.mouse.move(*place(page, 0.3, 0.2), steps=4)
    page.mouse.up()
    page.touchscreen.tap(*place(page, 0.15, 0.4))
    page.locator("[data-corner='1']").press("ArrowLeft")
    page.locator("[data-side=columns][data-by='1']").tap()
    expect(page.locator(".laid-grid line")).to_have_count(4 + 6)
    fits(page)
    shots.keep(page, "grid-corners")

    page.locator("[data-do=lies]").tap()
    expect(page.locator(".square")).to_have_count(3 * 5)
    page.locator("[data-answer=heart]").tap()
    expect(page.locator(".ask")).to_have_text("Tap every square that is: the heart")
    middle = page.locator("[data-square='1,2']").bounding_box()
    assert middle is not None
    page.touchscreen.tap(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(page.locator("[data-square='1,2'].tone-2")).to_have_count(1)

    # Rubble is drawn over a row; with the keyboard one of it is free again.
    page.locator("[data-question=rubble]").tap()
    first, last = (page.locator(f"[data-square='2,{column}']").bounding_box() for column in (0, 4))
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2, steps=12)
    page.mouse.up()
    expect(page.locator(".square.tone-1")).to_have_count(5)
    page.locator(".boardmap").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#live")).to_have_text("Row 3, column 2: gray, free")
    expect(page.locator(".square.tone-1")).to_have_count(4)
    fits(page)
    shots.keep(page, "grid-squares")

    page.reload()
    page.locator("[data-step=save]").tap()
    expect(page.locator(".fault")).to_have_text(["Save It needs a name."])
    page.locator("#board-name").fill("Ours")
    page.locator("[data-do=save]").tap()
    expect(page.locator("[data-kind=mountains] b").first).to_have_text("Ours")
    mountain, drawing = table.box["mountains"].thing("Ours"), table.box["mountains"].drawing("Ours")
    assert mountain.tiers == (("gray",) * 5, ("gray", "gray", "heart", "gray", "gray"), ("gray",) * 5)
    assert mountain.rubble == ((2, 0), (2, 2), (2, 3), (2, 4))
    assert drawing is not None
    assert drawing.corners is not None
    corners = [0.15, 0.4, 0.89, 0.1, 0.9, 0.9, 0.1, 0.9]
    assert [share for corner in drawing.corners for share in corner] == pytest.approx(corners, abs=0.01)


def test_a_side_of_the_halls_board_is_told_square_by_square(table: Table, open_page: OpenPage) -> None:
    """Which of the two it is, is a tap; its example is there until then."""
    page = table.open(open_page, "/host/recorder/hall/mountains?new")
    page.locator("[data-do=without-photo]").tap()
    page.locator("[data-do=lies]").tap()
    for question, answer, squares in (("tier", "#", ["1,1"]), ("start", "45", ["0,0", "0,2", "0,3", "3,3", "3,0"])):
        page.locator("select[data-questions]").select_option(question)
        page.locator(f"[data-answer='{answer}']").tap()
        for square in squares:
            lies = page.locator(f"[data-square='{square}']").bounding_box()
            assert lies is not None
            page.touchscreen.tap(lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2)
        expect(page.locator(".square:not(.usual)")).to_have_count(len(squares))
    fits(page)
    shots.keep(page, "hall-squares")
    page.locator("[data-step=save]").tap()
    expect(page.locator("#faults li")).to_have_count(1)
    page.locator("#board-name [data-name=winter]").tap()
    expect(page.locator("#verdict.good")).to_be_visible()
    shots.keep(page, "hall-side")
    page.locator("[data-do=save]").tap()
    expect(page.locator("[data-thing=winter][data-mark=yours]")).to_be_visible()
    recorded = table.home.app.extensions["services"].boxes["hall"]["mountains"].thing("winter")
    assert recorded.tiers == ("1111", "1#11", "1111", "1111")
    assert [start.at for start in recorded.starts if start.players == 4] == ["C1", "D1", "D4", "A4", "A1"]


def test_many_examples_of_a_kind_are_one_line_until_they_are_looked_at(table: Table, open_page: OpenPage) -> None:
    page = table.open(open_page, "/host/box/hall")
    trolls = page.locator("[data-kind=trolls]")
    expect(trolls.locator(".line")).to_have_text(["Examples: 55"])
    trolls.locator(".line").tap()
    trolls.locator("[data-thing='1-01'] .line").tap()
    expect(trolls.locator("[data-thing='1-01'] [data-do=edit]")).to_be_visible()
    fits(page)


def test_cards_and_charts_are_entered_on_one_page(table: Table, open_page: OpenPage) -> None:
    page = table.open(open_page, "/host/box/cavern")
    expect(page.locator("h1")).to_have_text("Cavern: check your box")
    expect(page.locator("[data-kind=charts] small")).to_have_text("an example · Look into your box.")
    page.locator("[data-add=trolls]").tap()
    page.get_by_label("Name", exact=True).fill("Snag")
    page.get_by_role("button", name="Level: more").tap()
    page.get_by_role("button", name="Level: more").tap()
    page.get_by_role("button", name="Ice").tap()
    page.locator("[data-do=save]").tap()
    expect(page.locator(".editing .faults-list li")).to_have_text("A troll of level 3 carries something.")
    page.get_by_role("button", name="symbols: One more").tap()
    page.get_by_role("button", name="cart").tap()
    page.get_by_label("says").fill("<b>Ho")
    fits(page)
    shots.keep(page, "box-editing")
    assert not serious_faults(page)
    page.locator("[data-do=save]").tap()
    expect(page.locator("[data-thing=Snag] small")).to_have_text("yours")
    assert table.box["trolls"].thing("Snag") == Troll("Snag", 3, "ice", ("cart",), False, "<b>Ho")

    page.locator("[data-thing=supplies] .line").tap()
    page.locator("[data-do=edit]").tap()
    page.get_by_role("spinbutton", name="Waves 2").fill("12")
    page.get_by_role("button", name="Hall: fewer").tap()
    page.locator("[data-do=save]").tap()
    expect(page.locator("[data-thing=supplies]")).to_have_attribute("data-mark", "yours")
    assert table.box["charts"].things == (Chart("supplies", (6, 12, 8), {"hall": 2, "tunnel": 1}),)
    page.locator("[data-thing=supplies] .line").tap()
    hold(page.get_by_role("button", name="As it came"))
    expect(page.locator("[data-thing=supplies]")).to_have_attribute("data-mark", "example")
    fits(page)
    shots.keep(page, "box")


def test_a_game_is_set_up_with_the_box_without_a_script_of_its_own(table: Table, open_page: OpenPage) -> None:
    page = table.open(open_page, "/host/set-up/cavern")
    page.get_by_label("Player 1: Name").fill("Astrid")
    expect(page.locator("[data-board=Example]")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Record your mountain")).to_be_visible()
    page.locator("[data-decision=depth][data-answer=honour]").tap()
    page.reload()
    expect(page.locator("[data-decision=depth][data-answer=honour]")).to_have_attribute("aria-pressed", "true")
    fits(page)
    shots.keep(page, "set-up-cavern")
    page.get_by_label("Player 2: Name").fill("Astrid")
    page.locator("[data-do=start]").tap()
    expect(page.locator(".player").nth(1).get_by_role("alert")).to_have_text("Two players are called Astrid.")
    page.get_by_label("Player 2: Name").fill("Bo")
    page.locator("[data-do=start]").tap()
    expect(page.locator("#running")).to_be_visible()
    setup = table.home.position.setup
    assert [seat.name for seat in setup.seats] == ["Astrid", "Bo"]
    assert (setup.mountain.name, setup.depth) == ("Example", "honour")
