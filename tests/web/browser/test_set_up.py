"""The host on a phone, from nothing to the first move of Trollfjord."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games.trollfjord.example import example_board
from tests.web.browser.conftest import Evening, OpenPage

pytestmark = pytest.mark.browser

NUMBERS = (2, 3, 1, 1, 3, 2)
TREASURES = (10, 28, 15, 15, 15, 20, 11, 12, 13, 14, 16, 10)


def come_in(evening: Evening, open_page: OpenPage, language: str = "en") -> Page:
    evening.keys.set_pin("471100")
    host = open_page(f"{evening.address}/host", language=language)
    host.locator("#digits").fill("471100")
    host.locator("#pin button").tap()
    host.locator("[data-game=trollfjord]").tap()
    expect(host).to_have_url(re.compile("/host/set-up/trollfjord$"))
    expect(host.locator(".player")).to_have_count(2)
    return host


def forward(host: Page) -> None:
    host.locator("[data-do=next]").tap()


def test_from_nothing_to_the_first_move_with_the_box(evening: Evening, open_page: OpenPage) -> None:
    host = come_in(evening, open_page)
    host.get_by_role("button", name="Add a player").tap()
    for number, name in enumerate(("Astrid", "Bo", "Cleo"), 1):
        host.get_by_label(f"Player {number}: Name").fill(name)
    forward(host)
    for seat in (2, 0):
        host.locator(f"[data-seat='{seat}']").tap()
    expect(host.locator(".settled")).to_have_text("Bo has the highest space and begins.")
    for number in NUMBERS[:-1]:
        host.locator(f"[data-number='{number}']").tap()
    expect(host.locator(".settled")).to_have_text("All six fortresses have their number.")
    host.get_by_role("button", name="Enter it instead").tap()
    order = ["plank_4", *(plank.id for plank in example_board().planks if plank.id != "plank_4")]
    for plank in order[:-1]:
        host.locator(f"[data-plank='{plank}']").tap()
    expect(host.locator(".settled")).to_have_text("The walkway is complete.")
    for value in TREASURES:
        host.locator(f"[data-value='{value}']").tap()
    host.get_by_role("button", name="Start the game").tap()
    expect(host.get_by_role("heading", name="Bo moves")).to_be_visible()
    position = evening.position
    setup = position.setup
    assert [seat.name for seat in setup.seats] == ["Astrid", "Bo", "Cleo"]
    assert setup.start == (2, 0, 1)
    assert list(setup.planks) == order
    assert tuple(setup.fortresses[spot.id] for spot in setup.board.spots) == NUMBERS
    assert tuple(setup.treasures[region.id] for region in setup.board.regions) == TREASURES

    evening.table.end(evening.table.version)
    host.locator("[data-game=trollfjord]").tap()
    host.locator("[data-step=planks]").tap()
    expect(host.locator(".ask")).to_have_text("Which plank lies first, at the corner with the starting plank?")


def test_a_tap_on_the_map_asks_for_that_region(evening: Evening, open_page: OpenPage) -> None:
    host = come_in(evening, open_page)
    host.locator("[data-step=treasures]").tap()
    expect(host.locator(".ask")).to_have_text("Which treasure lies in Forest 1?")
    mark = host.locator("[data-mark=swamp_2]")
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box is not None
    host.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(host.locator(".ask")).to_have_text("Which treasure lies in Swamp 2?")
    host.locator("[data-value='28']").tap()
    expect(mark).to_have_text("28")
    expect(host.locator(".ask")).to_have_text("Which treasure lies in Forest 1?")
    host.locator("[data-value='28']").tap()
    expect(host.locator("[data-value='28']")).to_be_disabled()


def test_one_tap_deals_the_rest_and_begins(evening: Evening, open_page: OpenPage) -> None:
    host = come_in(evening, open_page)
    for number, name in enumerate(("Sigrun", "Sven")):
        host.locator(".player input").nth(number).fill(name)
    forward(host)
    expect(host.locator(".lords .token")).to_have_text(["Si", "Sv"])
    host.get_by_role("button", name="Deal the rest and start").tap()
    expect(host.get_by_role("heading", name=re.compile("(Sigrun|Sven) moves"))).to_be_visible()


def test_every_step_can_be_shuffled_survives_a_reload_and_is_shuffled_next_time(
    evening: Evening, open_page: OpenPage
) -> None:
    host = come_in(evening, open_page)
    for _ in range(4):
        forward(host)
        host.locator("[data-do=deal]").tap()
        expect(host.locator("[data-do=next].primary, [data-do=start].primary")).to_be_visible()
    numbers = host.locator(".mark.region").all_inner_texts()
    host.reload()
    expect(host.locator(".mark.region.done")).to_have_count(12)
    assert host.locator(".mark.region").all_inner_texts() == numbers
    host.get_by_role("button", name="Start the game").tap()
    expect(host.get_by_role("heading", name=re.compile("Player [12] moves"))).to_be_visible()
    evening.table.end(evening.table.version)
    host.locator("[data-game=trollfjord]").tap()
    for _ in range(4):
        forward(host)
        expect(host.locator("[data-do=next].primary, [data-do=start].primary")).to_be_visible()


def test_faults_are_told_at_their_step(evening: Evening, open_page: OpenPage) -> None:
    host = come_in(evening, open_page, language="de")
    for _ in range(2):
        host.locator("[data-do=add]").tap()
    for number, name in enumerate(("Astrid", "Cleo", "Bo", "Bo")):
        host.get_by_role("textbox").nth(number).fill(name)
    host.locator("[data-step=treasures]").tap()
    host.locator("[data-do=start]").tap()
    expect(host.locator("[data-step=players]")).to_have_attribute("aria-current", "step")
    told = host.locator(".player").nth(3).get_by_role("alert")
    expect(told).to_have_text("Zwei heißen Bo.")
    expect(told).to_be_in_viewport(ratio=1)
    expect(host.locator(".step-button.faulty")).to_have_count(5)
    host.get_by_role("textbox").nth(3).fill("Dag")
    host.locator("[data-step=treasures]").tap()
    expect(host.locator("#faults li")).to_have_count(12)
    expect(host.locator("#faults li").first).to_have_text("Wald 1 fehlt.")


def test_the_last_group_is_there_again(evening: Evening, open_page: OpenPage) -> None:
    host = come_in(evening, open_page)
    host.get_by_label("Player 1: Name").fill("Astrid")
    host.get_by_role("button", name="Deal the rest and start").tap()
    expect(host.locator("#running")).to_be_visible()
    evening.table.end(evening.table.version)
    host.locator("[data-game=trollfjord]").tap()
    expect(host.get_by_label("Player 1: Name")).to_have_value("Astrid")
