"""A whole hammering with two phones: the tower is hit, and everything else happens by itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.rules import Boulders, Hit
from tests.web.browser.conftest import Evening, OpenPage, hold

pytestmark = pytest.mark.browser

HELD = "async () => (await import('/static/js/connection.js')).current().seats[1].held"
"""Whether a player's page has been told that the second seat is taken; nothing on it shows that."""


def choose_the_tower(host: Page) -> None:
    host.get_by_label("PIN").fill("471100")
    host.get_by_role("button", name="Set the PIN").tap()
    host.locator("[data-game=tower]").tap()


def start_with(host: Page, *names: str) -> None:
    for number, name in enumerate(names, 1):
        host.get_by_label(f"Player {number}: Name").fill(name)
    host.get_by_role("button", name="Start the game").tap()


def start_a_game(host: Page, *names: str) -> None:
    choose_the_tower(host)
    start_with(host, *names)
    expect(host.get_by_role("heading", name="The tower is ready")).to_be_visible()


def sit(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()
    expect(page.get_by_role("heading", name="The tower is ready")).to_be_visible()


def hits_of(page: Page, used: int, allowed: int, total: int) -> None:
    expect(page.locator(".hero.hits .figures")).to_have_text(f"{used}/{allowed}")
    expect(page.locator(".hero.total .figures")).to_have_text(str(total))


def hammerer_on(page: Page, name: str) -> None:
    expect(page.locator(".hand[data-side=left] b")).to_have_text(name)


def hit_hard(tower: Page) -> None:
    tower.get_by_role("button", name="Hit hard").tap()


def test_a_full_hammering_on_two_phones(evening: Evening, open_page: OpenPage) -> None:
    evening.will_fall({"red": 2, "blue": 1}, {}, {"red": 4, "white": 1})
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid, bo = open_page(evening.address), open_page(evening.address)
    sit(astrid, "Astrid")
    sit(bo, "Bo")
    astrid.get_by_role("button", name="Astrid", exact=True).tap()
    astrid.get_by_role("button", name="2", exact=True).tap()
    bo.get_by_role("button", name="Bo", exact=True).tap()
    bo.get_by_role("button", name="2", exact=True).tap()
    tower = open_page(f"{evening.address}/tower")
    for page in (astrid, bo):
        hits_of(page, 0, 4, 0)
        hammerer_on(page, "Astrid")
    expect(astrid.locator("#dock .status")).to_have_text("Ready: hit the tower")
    expect(bo.locator("#dock .status")).to_have_text("Ready: Astrid hits the tower")

    hit_hard(tower)
    for page in (astrid, bo):
        hits_of(page, 1, 4, 3)
        expect(page.locator(".event")).to_have_text("3 boulders fell.")
        expect(page.get_by_role("img", name="red: 2 / 4")).to_be_visible()
    expect(astrid.get_by_role("button", name="Stop hammering")).to_be_visible()
    expect(bo.get_by_role("button", name="Stop hammering")).to_have_count(0)

    hit_hard(tower)
    for page, whose in ((astrid, "Bo has"), (bo, "you have")):
        expect(page.locator(".event")).to_have_text(f"Empty hit: {whose} the hammer now.")
        hits_of(page, 2, 4, 3)
        hammerer_on(page, "Bo")
    expect(bo.get_by_role("button", name="Stop hammering")).to_be_visible()
    expect(astrid.get_by_role("button", name="Stop hammering")).to_have_count(0)

    hit_hard(tower)
    for page in (astrid, bo):
        expect(page.locator(".event")).to_have_text("Over the colour limit by 2. Give 2 gifts, or leave with nothing.")
        hits_of(page, 3, 4, 8)
        expect(page.get_by_role("img", name="red: 6 / 4, 2 over the limit")).to_be_visible()
        expect(page.get_by_text("2 gifts calm the spirit", exact=True)).to_be_visible()
        expect(page.get_by_text("Bo collects first")).to_be_visible()

    astrid.get_by_role("button", name="Fix last hit").tap()
    astrid.get_by_role("button", name="red: fewer").tap()
    for page in (astrid, bo):
        expect(page.locator(".event")).to_have_text("Over the colour limit by 1. Give 1 gift, or leave with nothing.")
        hits_of(page, 3, 4, 7)
    astrid.get_by_role("button", name="red: fewer").tap()
    for page in (astrid, bo):
        expect(page.locator(".event")).to_have_text("3 boulders fell.")
        hits_of(page, 3, 4, 6)


def test_just_the_tower_is_played_to_an_end_by_hand(evening: Evening, open_page: OpenPage) -> None:
    """The game never stops for the electronics."""
    evening.rig.fault("camera_unplugged", True)
    evening.rig.fault("sensor_dead", True)
    host = open_page(f"{evening.address}/host")
    choose_the_tower(host)
    start_with(host, "Astrid", "Astrid")
    expect(host.locator(".player").nth(1).get_by_role("alert")).to_have_text("Two players are called Astrid.")
    start_with(host, "Astrid", "Bo")
    astrid = open_page(evening.address)
    sit(astrid, "Astrid")
    astrid.get_by_role("button", name="Astrid", exact=True).tap()
    astrid.get_by_role("button", name="5", exact=True).tap()
    astrid.get_by_role("button", name="Nobody").tap()
    astrid.get_by_role("button", name="Enter a hit").tap()
    for _ in range(3):
        astrid.get_by_role("button", name="yellow: more").tap()
    astrid.get_by_role("button", name="white: more").tap()
    astrid.get_by_role("button", name="Confirm").tap()
    hits_of(astrid, 1, 5, 4)
    astrid.get_by_role("button", name="Stop hammering").tap()
    expect(astrid.get_by_role("heading", name="The hammering is over")).to_be_visible()
    astrid.get_by_role("button", name="Take back").tap()
    astrid.get_by_role("button", name="Stop hammering").tap()
    astrid.locator("[data-do=put_back]").tap()
    expect(astrid.get_by_role("heading", name="The tower is ready")).to_be_visible()
    hold(host.locator("#end"))
    expect(astrid.locator("#dock .ask")).to_have_text("The game has ended.")
    expect(host.locator("main [data-do=again]")).to_be_in_viewport()


def test_quick_taps_on_a_fix_all_count(evening: Evening, open_page: OpenPage) -> None:
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid = open_page(evening.address)
    sit(astrid, "Astrid")
    for move in ({"do": "hammer", "seat": 0}, {"do": "trolls", "count": 9}, {"do": "alone"}, {"do": "hit"}):
        evening.table.play(0, evening.position.decode(move), evening.table.version)
    astrid.get_by_role("button", name="Fix last hit").tap()
    plus = astrid.get_by_role("button", name="blue: more")
    for _ in range(7):
        plus.click()
    hits_of(astrid, 1, 9, 7)
    expect(astrid.locator("#dock .stepper.blue .figure")).to_have_text("7")


def test_the_steppers_of_a_fix_stay_under_the_finger_whatever_the_table_tells(
    evening: Evening, open_page: OpenPage
) -> None:
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid = open_page(evening.address)
    sit(astrid, "Astrid")
    for move in ({"do": "hammer", "seat": 0}, {"do": "trolls", "count": 9}, {"do": "alone"}, {"do": "hit"}):
        evening.table.play(0, evening.position.decode(move), evening.table.version)
    astrid.get_by_role("button", name="Fix last hit").tap()
    plus = astrid.get_by_role("button", name="blue: more").element_handle()
    assert plus is not None
    evening.table.amend(evening.table.version, Hit(Boulders(blue=3)), evening.table.version)
    hits_of(astrid, 1, 9, 3)
    assert plus.evaluate("button => button.isConnected")


def test_what_is_asked_keeps_its_focus_while_others_come_and_go(evening: Evening, open_page: OpenPage) -> None:
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid, bo = open_page(evening.address), open_page(evening.address)
    sit(astrid, "Astrid")
    answer = astrid.get_by_role("button", name="Astrid", exact=True)
    answer.focus()
    sit(bo, "Bo")
    astrid.wait_for_function(HELD)
    expect(answer).to_be_focused()
    evening.table.play(1, evening.position.decode({"do": "hammer", "seat": 1}), evening.table.version)
    expect(answer).to_have_count(0)


def test_a_refusal_appears_where_the_finger_is(evening: Evening, open_page: OpenPage) -> None:
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid, bo = open_page(evening.address), open_page(evening.address)
    sit(astrid, "Astrid")
    bo.wait_for_selector(".seat.held")
    bo.get_by_role("button", name="Astrid").tap()
    code = evening.seating.codes(evening.position.began)[0]
    bo.get_by_label("Code of the seat").fill(f"{(int(code) + 1) % 10_000:04}")
    bo.get_by_role("button", name="Sit down").tap()
    expect(bo.get_by_role("alert")).to_have_text("That is not the code of this seat.")
    expect(bo).to_have_url(re.compile("/$"))


def test_a_phone_wakes_up_to_the_current_state(evening: Evening, open_page: OpenPage) -> None:
    start_a_game(open_page(f"{evening.address}/host"), "Astrid", "Bo")
    astrid = open_page(evening.address)
    sit(astrid, "Astrid")
    astrid.context.set_offline(True)
    evening.table.play(1, evening.position.decode({"do": "hammer", "seat": 1}), evening.table.version)
    astrid.context.set_offline(False)
    astrid.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(astrid.get_by_role("heading", name="Bo takes the hammer")).to_be_visible()


def test_the_host_amends_a_hit_and_is_told_what_it_costs(evening: Evening, open_page: OpenPage) -> None:
    host = open_page(f"{evening.address}/host")
    start_a_game(host, "Astrid", "Bo")
    for move in (
        {"do": "hammer", "seat": 0},
        {"do": "trolls", "count": 3},
        {"do": "alone"},
        {"do": "hit", "boulders": {"red": 3}},
        {"do": "hit", "boulders": {"blue": 1}},
    ):
        evening.table.play(0, evening.position.decode(move), evening.table.version)
    host.get_by_text("Hit: 3 red").tap()
    host.get_by_role("button", name="red: more").tap()
    host.get_by_role("button", name="Save").tap()
    expect(host.get_by_role("alert").first).to_contain_text("Then move 5 would no longer be possible: Hit: 1 blue.")
    hold(host.get_by_role("button", name="Change it and drop the later moves"))
    expect(host.get_by_text("Hit: 4 red")).to_be_visible()
    expect(host.locator(".moves .signed")).to_have_text("Blow 1: 3 → 4, the host")
    expect(host.get_by_text("Hit: 1 blue")).to_have_count(0)
