"""Tower and treasures in a real browser: chosen where it is explained, played to an end, nothing asked of the board."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import shots
from tests.web.browser.conftest import Evening, OpenPage
from tests.web.browser.layout import unfit

pytestmark = pytest.mark.browser


def begun(evening: Evening, open_page: OpenPage) -> Page:
    """From the start page to the first question, on the host's own phone."""
    evening.keys.set_pin("471100")
    host = open_page(f"{evening.address}/host")
    host.locator("#digits").fill("471100")
    host.locator("#pin button").tap()
    expect(host.locator(".offers > :first-child")).to_contain_text("Just the tower")
    way = host.locator("[data-game=trollfjord] ~ [data-way=treasures]")
    expect(way).to_contain_text("Trolls and troll lords you keep on the board yourselves.")
    assert not unfit(host)
    way.tap()
    for number, name in enumerate(("Astrid", "Sören")):
        host.locator(".player input").nth(number).fill(name)
    expect(host.locator("#steps")).to_be_hidden()
    expect(host.locator("[data-board]")).to_have_count(0)
    host.locator("[data-do=start]").tap()
    host.locator(".to-table").tap()
    host.locator("[data-seat='0']").tap()
    return host


def hammer(page: Page, evening: Evening, treasure: int) -> None:
    """Astrid, alone, with everything that four trolls allow."""
    page.locator("[data-do=step_up]").first.tap()
    page.get_by_role("button", name="4", exact=True).tap()
    page.locator("[data-do=alone]").tap()
    expect(page.locator("#hammering")).to_be_visible()
    fallen = {"white": 11, "red": 4, "blue": 4, "yellow": 4}
    evening.table.play(0, evening.position.decode({"do": "hit", "boulders": fallen}), evening.table.version)
    page.locator("[data-do=stop]").tap()
    page.locator(f"[data-do=carry_off] >> text={treasure}").tap()
    expect(page.locator("[data-do=step_up]").first).to_be_visible()


def test_tower_and_treasures_is_chosen_and_played_to_its_final_score(evening: Evening, open_page: OpenPage) -> None:
    phone, table = begun(evening, open_page), open_page(f"{evening.address}/table", (1280, 720))
    expect(phone.locator("[data-look=map]")).to_be_hidden()
    expect(table.locator("#map")).to_be_hidden()
    expect(table.locator(".hearth")).to_be_visible()
    for treasure in (12, 15, 18):
        hammer(phone, evening, treasure)
    assert not unfit(phone)
    phone.locator("[data-do=step_up]").first.tap()
    phone.get_by_role("button", name="2", exact=True).tap()
    phone.locator("[data-do=comrade]").tap()
    phone.get_by_role("button", name="3", exact=True).tap()
    expect(phone.locator("#hammering")).to_be_visible()
    for _ in range(2):
        hit = evening.position.decode({"do": "hit", "boulders": {"white": 5, "red": 1}})
        evening.table.play(0, hit, evening.table.version)
    phone.locator("[data-do=stop]").tap()
    shots.keep(phone, "tower-and-treasures")
    phone.locator("[data-do=carry_off] >> text=11").tap()
    # His phone is away; he goes without.
    expect(phone.locator("#headline")).to_have_text("Sören collects")
    evening.table.play(1, evening.position.decode({"do": "leave_empty"}), evening.table.version)
    phone.locator("[data-do=finish]").tap()
    belt, gifts, crowns = 12 + 15 + 18 + 11, 28, 18
    for page in (phone, table):
        expect(page.locator("#headline")).to_contain_text(f"with {belt + gifts + crowns}")
        expect(page.locator("#ending .reveal tfoot")).to_contain_text(str(belt + gifts + crowns))
    phone.locator("[data-do=again]").tap()
    expect(phone.locator("[data-do=step_up]").first).to_be_visible()
    assert (evening.position.setup.way, evening.position.turns[:]) == ("treasures", [])
