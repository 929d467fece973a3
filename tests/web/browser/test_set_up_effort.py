"""How much a host taps and types until the first question is on the host's own phone: it must not creep up."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games.trollfjord.dealing import Entered, dealt_around
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.game import TROLLFJORD
from companion.games.trollfjord.setup import Setup
from companion.rules import Seat
from tests.bench.phones import MOST_SET_UP, SITTING_DOWN, set_up_taps
from tests.web.browser.conftest import PHONE, Evening, OpenPage
from tests.web.browser.layout import unfit

pytestmark = pytest.mark.browser

SMALL = (360, 640)
NAMES = ("Astrid", "Bo", "Cleo")
SEATS = [Seat(name, colour) for name, colour in zip(NAMES, ("white", "orange", "brown"), strict=True)]

COUNTED = """
const add = (name) => localStorage.setItem(name, 1 + Number(localStorage.getItem(name)));
addEventListener("click", (event) => event.isTrusted && add("taps"), true);
addEventListener("keydown", (event) => event.isTrusted && add("keys"), true);
"""


def at_the_wizard(evening: Evening, open_page: OpenPage, language: str, size: tuple[int, int]) -> Page:
    evening.keys.set_pin("471100")
    host = open_page(f"{evening.address}/host", size, language)
    host.locator("#digits").fill("471100")
    host.locator("#pin button").tap()
    expect(host.locator("[data-game=trollfjord]")).to_be_visible()
    host.add_init_script(COUNTED)
    host.goto(f"{evening.address}/host/set-up/trollfjord")
    expect(host.locator(".player")).not_to_have_count(0)
    return host


def spent(host: Page) -> tuple[int, int]:
    """Taps and keys since the set-up was opened."""
    found = host.evaluate("['taps', 'keys'].map((name) => Number(localStorage.getItem(name)))")
    return found[0], found[1]


def sit_down(host: Page, seat: int) -> None:
    """From the running game to the host's own seat."""
    host.locator(".to-table").tap()
    host.locator(f"[data-seat='{seat}']").tap()
    expect(host).to_have_url(re.compile("/play$"))
    expect(host.locator("#dock [data-do=lord]").first).to_be_visible()


def fits(host: Page) -> None:
    assert not unfit(host)


def with_the_box(host: Page, setup: Setup) -> list[str]:
    """All that lies on the table, but for the planks, which are laid as shown; which ones, in their order."""
    fits(host)
    host.locator("[data-do=next]").tap()
    for seat in setup.start[:-1]:
        host.locator(f"[data-seat='{seat}']").tap()
    for spot in setup.board.spots[:4]:
        host.locator(f"[data-number='{setup.fortresses[spot.id]}']").tap()
    expect(host.locator(".laid-planks li")).to_have_count(10)
    fits(host)
    planks: list[str] = host.locator(".laid-planks [data-laid]").evaluate_all(
        "all => all.map((each) => each.dataset.laid)"
    )
    host.locator("[data-do=next]").tap()
    for region in setup.board.regions:
        host.locator(f"[data-value='{setup.treasures[region.id]}']").tap()
    fits(host)
    host.locator("[data-do=start]").tap()
    return planks


@pytest.mark.parametrize(("language", "size"), [("de", PHONE), ("fr", SMALL)])
def test_a_newcomer_with_the_box(evening: Evening, open_page: OpenPage, language: str, size: tuple[int, int]) -> None:
    host = at_the_wizard(evening, open_page, language, size)
    setup = dealt_around(example_board(), SEATS, Entered(), list)
    host.locator("[data-do=add]").tap()
    host.locator(".player input").first.tap()
    for name in NAMES:
        host.keyboard.type(name)
        host.keyboard.press("Enter")
    planks = with_the_box(host, setup)
    sit_down(host, setup.start[-1])
    position = evening.position
    assert position.setup == msgspec.structs.replace(setup, planks=tuple(planks))
    taps, keys = spent(host)
    print(f"three players and the whole box: {taps} taps, {keys} keys")
    assert (taps, keys) == (set_up_taps(len(NAMES)) + SITTING_DOWN, len("".join(NAMES)) + len(NAMES))
    assert taps <= MOST_SET_UP
    assert max(map(set_up_taps, TROLLFJORD.seats)) <= MOST_SET_UP


def test_the_last_group_plays_again_without_the_box(evening: Evening, open_page: OpenPage) -> None:
    evening.table.start("trollfjord", dealt_around(example_board(), SEATS, Entered(), list), evening.table.version)
    evening.table.end(evening.table.version)
    host = at_the_wizard(evening, open_page, "de", PHONE)
    host.locator("[data-do=deal-rest]").tap()
    host.locator("#running").wait_for()
    position = evening.position
    assert [seat.name for seat in position.seats] == list(NAMES)
    sit_down(host, position.setup.start[-1])
    assert spent(host) == (3, 0)


def test_half_a_set_up_survives_a_reload_another_tab_and_going_back(evening: Evening, open_page: OpenPage) -> None:
    host = at_the_wizard(evening, open_page, "en", PHONE)
    host.locator("[data-do=add]").tap()
    for number, name in enumerate(NAMES, 1):
        host.get_by_label(f"Player {number}: Name").fill(name)
    host.reload()
    expect(host.get_by_label("Player 3: Name")).to_have_value("Cleo")
    host.get_by_label("Player 3: Name").fill("Bo ")
    host.locator("[data-do=next]").tap()
    expect(host.locator(".player").nth(2).get_by_role("alert")).to_have_text("Two players are called Bo.")
    expect(host.locator(".player").nth(2).get_by_role("alert")).to_be_in_viewport(ratio=1)
    host.get_by_label("Player 3: Name").fill("Cleo")
    expect(host.locator(".player .refusal")).to_have_count(0)
    host.locator("[data-do=next]").tap()
    for seat in (2, 0):
        host.locator(f"[data-seat='{seat}']").tap()
    host.locator("[data-step=treasures]").tap()
    host.locator("[data-value='28']").tap()
    host.locator("[data-step=players]").tap()
    host.locator(".player").nth(0).locator("[data-colour=black]").tap()
    host.locator("[data-step=start]").tap()
    expect(host.locator(".ask")).to_have_text("Bo has the highest space and begins.")
    other = host.context.new_page()
    other.goto(f"{evening.address}/host/set-up/trollfjord")
    expect(other.locator(".ask")).to_have_text("Bo has the highest space and begins.")
    other.locator("[data-step=players]").tap()
    other.get_by_role("button", name="Remove").first.tap()
    other.locator("[data-step=start]").tap()
    expect(other.locator("[data-seat='1']")).to_contain_text("Space 1")
    expect(other.locator("[data-seat='0']")).to_contain_text("Space 2 · begins")
    other.locator("[data-step=treasures]").tap()
    expect(other.locator("[data-mark=forest_1]")).to_have_text("28")


def test_half_a_set_up_is_gone_when_another_game_was_played(evening: Evening, open_page: OpenPage) -> None:
    host = at_the_wizard(evening, open_page, "en", PHONE)
    host.get_by_label("Player 1: Name").fill("Nobody")
    evening.table.start("trollfjord", dealt_around(example_board(), SEATS, Entered(), list), evening.table.version)
    evening.table.end(evening.table.version)
    host.reload()
    expect(host.get_by_label("Player 1: Name")).to_have_value("Astrid")
