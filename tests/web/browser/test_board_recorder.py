"""Recording a board on a phone: on an empty sheet and on a photo, after which it is the map of a game."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from companion.box import open_boxes
from tests.web.browser.conftest import Evening, OpenPage

pytestmark = pytest.mark.browser

LANDSCAPES = ("forest", "glacier", "mountain", "swamp", "tundra", "fjord")
REGIONS = [(0.14 + 0.24 * (index % 4), 0.14 + 0.3 * (index // 4)) for index in range(12)]
SPOTS = [(0.25, 0.27), (0.75, 0.27), (0.48, 0.31), (0.25, 0.61), (0.75, 0.61), (0.52, 0.57)]
"""Each nearest to three regions; together they touch all twelve."""


def recorder(evening: Evening, open_page: OpenPage, path: str = "/host/recorder/trollfjord/boards") -> Page:
    evening.keys.set_pin("471100")
    page = open_page(f"{evening.address}/host")
    page.locator("#digits").fill("471100")
    page.locator("#pin button").tap()
    expect(page.locator("#start")).to_be_visible()
    page.goto(evening.address + path)
    expect(page.locator("[data-step=photo]")).to_be_visible()
    return page


def tap_map(page: Page, x: float, y: float) -> None:
    board = page.locator(".boardmap")
    box = board.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def forward(page: Page) -> None:
    page.locator("[data-do=next]").tap()


def draw_regions(page: Page) -> None:
    for number, place in enumerate(REGIONS, 1):
        tap_map(page, *place)
        expect(page.locator(".mark.region")).to_have_count(number)


def draw_spots(page: Page) -> None:
    for number, place in enumerate(SPOTS, 1):
        tap_map(page, *place)
        expect(page.locator(".mark.region.asked")).to_have_count(3)
        page.locator("[data-do=right]").tap()
        expect(page.locator(".mark.spot")).to_have_count(number)


def lay_planks(page: Page) -> None:
    for number in range(10):
        for turn in range(3):
            page.locator(f"[data-kind={LANDSCAPES[(number + turn) % 6]}]").tap()
        if number < 9:
            page.locator("[data-do=next-plank]").tap()


def save(page: Page, name: str) -> None:
    page.locator("[data-step=save]").tap()
    page.locator("#board-name").fill(name)
    page.locator("[data-do=save]").tap()
    expect(page).to_have_url(re.compile("/host/box/trollfjord$"))
    expect(page.locator("[data-kind=boards] b").first).to_have_text(name)


def test_a_board_on_an_empty_sheet(evening: Evening, open_page: OpenPage, tmp_path: Path) -> None:
    page = recorder(evening, open_page)
    page.get_by_role("button", name="Without a photo").tap()
    draw_regions(page)
    forward(page)
    draw_spots(page)
    page.reload()
    page.locator("[data-step=borders]").tap()
    tap_map(page, *REGIONS[1])
    expect(page.locator(".ask")).to_have_text("Forest 2 touches which region?")
    tap_map(page, *REGIONS[2])
    expect(page.locator("#stage .rows li")).to_have_text(["Fjord 1 – Fjord 2", "Forest 2 – Glacier 1"])
    forward(page)
    lay_planks(page)
    page.locator("[data-step=save]").tap()
    expect(page.locator(".fault")).to_have_text(["Save It needs a name."])
    save(page, "Our table")
    boards = open_boxes(tmp_path)["trollfjord"]["boards"]
    board, drawing = boards.thing("Our table"), boards.drawing("Our table")
    assert board is not None
    assert drawing is not None
    assert ("forest_2", "glacier_1") in board.borders
    assert board.planks[0].spaces == ("forest", "wander", "glacier", "wander", "mountain", "wander")
    assert drawing.places["regions"]["tundra_2"] == pytest.approx(REGIONS[9], abs=0.01)
    assert not drawing.photo


def test_a_board_on_a_photo_is_the_map_of_the_game(evening: Evening, open_page: OpenPage, tmp_path: Path) -> None:
    picture = np.full((1200, 2000, 3), 70, np.uint8)
    cv2.imwrite(str(tmp_path / "board.jpg"), picture)
    (tmp_path / "text.jpg").write_text("no photo at all", encoding="utf-8")
    page = recorder(evening, open_page, "/host/recorder/trollfjord/boards?name=Example%20board")
    page.locator("[data-photo=file]").set_input_files(tmp_path / "text.jpg")
    expect(page.get_by_role("alert")).to_have_text("This file is no photo. Choose a picture (JPEG or PNG).")
    page.locator("[data-photo=file]").set_input_files(tmp_path / "board.jpg")
    expect(page.locator(".preview")).to_be_visible()
    forward(page)
    expect(page.locator(".boardmap.photo img")).to_be_visible()
    save(page, "Our table")

    drawing = open_boxes(tmp_path)["trollfjord"]["boards"].drawing("Our table")
    assert drawing is not None
    assert drawing.photo
    assert drawing.aspect == pytest.approx(2000 / 1200, abs=0.01)
    page.goto(f"{evening.address}/host/set-up/trollfjord")
    expect(page.locator("[data-board='Our table']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-step=treasures]").tap()
    expect(page.locator(".boardmap.photo img")).to_be_visible()
    page.get_by_role("button", name="Deal for me").tap()
    page.locator("[data-step=players]").tap()
    page.get_by_role("button", name="Deal the rest and start").tap()
    expect(page.locator("#running")).to_be_visible()
    plan = page.request.get(f"{evening.address}/plan.json").json()
    assert plan["photo"].startswith("/box/trollfjord/boards/")
    assert open_page(evening.address + plan["photo"]).locator("img").evaluate("image => image.naturalWidth") == 1600


def test_a_region_can_be_moved_changed_and_removed(evening: Evening, open_page: OpenPage) -> None:
    page = recorder(evening, open_page)
    page.get_by_role("button", name="Without a photo").tap()
    tap_map(page, 0.2, 0.2)
    tap_map(page, 0.2, 0.2)
    expect(page.locator(".mark.picked")).to_have_count(1)
    page.locator("[data-kind=swamp]").tap()
    expect(page.locator(".mark.region.swamp")).to_have_count(1)
    tap_map(page, 0.7, 0.7)
    expect(page.locator(".mark.picked")).to_have_count(0)
    tap_map(page, 0.7, 0.7)
    page.get_by_label("Name of your own").fill("Deep mire")
    page.get_by_role("button", name="That’s right").tap()
    expect(page.get_by_role("img", name="Deep mire")).to_have_count(1)
    tap_map(page, 0.7, 0.7)
    page.get_by_role("button", name="Remove").tap()
    expect(page.locator(".mark.region")).to_have_count(0)


def test_a_board_without_tapping_a_map(evening: Evening, open_page: OpenPage) -> None:
    """With buttons alone: for a keyboard or a screen reader."""
    page = recorder(evening, open_page)
    page.get_by_role("button", name="Without a photo").press("Enter")
    for number in range(12):
        page.get_by_role("button", name="Place it for me").press("Enter")
        expect(page.locator(".mark.region")).to_have_count(number + 1)
    page.locator("[data-do=next]").press("Enter")
    page.get_by_role("button", name="Place it for me").press("Enter")
    page.get_by_role("button", name="Tundra 1", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Tundra 1", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-region][aria-pressed=true]")).to_have_count(3)


def test_a_file_with_faults_shows_them_all(evening: Evening, open_page: OpenPage, tmp_path: Path) -> None:
    recorder(evening, open_page)
    page = open_page(f"{evening.address}/host")
    page.locator("#digits").fill("471100")
    page.locator("#pin button").tap()
    expect(page.locator("#start")).to_be_visible()
    page.goto(f"{evening.address}/host/box/trollfjord")
    (tmp_path / "bad.toml").write_text('name = "Bad"\nregions = 3\n[[planks]]\nid = 4\n', encoding="utf-8")
    page.locator("#import").set_input_files(tmp_path / "bad.toml")
    expect(page.get_by_role("alert").first).to_have_text("This has faults.")
    expect(page.locator("#faults li")).to_have_count(19)


def test_the_steps_come_although_the_games_own_script_got_lost_on_the_way(
    evening: Evening, open_page: OpenPage
) -> None:
    page = recorder(evening, open_page)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(r"/recorder\.js"), lose)
    page.reload()
    expect(page.locator("[data-step=planks]")).to_be_visible()
    page.locator("[data-step=planks]").tap()
    expect(page.locator("[data-kind=wander]")).to_be_visible()
    assert len(lost) == 2
