"""Five players in colours that no other game has: no page and no lamp knows a colour by itself."""

import pytest
from playwright.sync_api import Locator, Page, expect

from hardware.lights.effects import CALL_TIME, pixels
from tests.players import NAMES
from tests.web.browser.conftest import Evening, OpenPage
from tests.web.games import toy
from tests.web.games.toy.game import COLOURS

pytestmark = pytest.mark.browser

TABLE = (1280, 800)
LAMPS = 24
FIVE = NAMES[:5]
RINGED = next(number for number, colour in enumerate(COLOURS) if colour.ring)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.register(monkeypatch)


def shade(written: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(written.removeprefix("#"))
    return red, green, blue


def has_colour(piece: Locator, number: int) -> None:
    colour = COLOURS[number]
    expect(piece).to_have_css("background-color", f"rgb{shade(colour.rgb)}")
    expect(piece).to_have_css("color", f"rgb{shade(colour.ink)}")


def all_have_their_colours(pieces: Locator) -> None:
    expect(pieces).to_have_count(len(FIVE))
    for number in range(len(FIVE)):
        has_colour(pieces.nth(number), number)


def started(host: Page) -> Page:
    host.get_by_label("PIN").fill("471100")
    host.get_by_role("button", name="Set the PIN").tap()
    host.locator("[data-game=twigs]").tap()
    for _ in FIVE[2:]:
        host.locator("[data-do=add]").tap()
    for number, name in enumerate(FIVE):
        host.locator(".player input").nth(number).fill(name)
    all_have_their_colours(host.locator(".player").first.locator(".token.pick"))
    expect(host.locator("[data-do=add]")).to_have_count(0)
    host.locator("[data-do=start]").tap()
    return host


def test_five_players_start_join_play_and_are_shown_in_their_own_colours(evening: Evening, open_page: OpenPage) -> None:
    host = started(open_page(f"{evening.address}/host"))
    all_have_their_colours(host.locator("#players .token"))
    phones = [open_page(evening.address) for _ in FIVE]
    all_have_their_colours(phones[0].locator("#seats .token"))
    for number, phone in enumerate(phones):
        phone.locator(f"[data-seat='{number}']").tap()
        has_colour(phone.locator("#me .token"), number)
    screen = open_page(f"{evening.address}/table", TABLE)
    told = [*(f"{count} lie there." for count in range(1, len(FIVE))), f"{', '.join(FIVE)} won together with 1"]
    for number, (phone, seen) in enumerate(zip(phones, told, strict=True)):
        position = evening.table.position
        assert position is not None
        lamp = shade(COLOURS[number].lamp or COLOURS[number].rgb)
        lamps = pixels(position.game.lights(position.state), LAMPS, CALL_TIME)
        assert lamps.count(lamp) == (number + 1) * LAMPS // 12
        phone.locator('[data-move=\'{"do":"lay","count":1}\']').tap()
        expect(screen.locator("#panels")).to_contain_text(seen)
    all_have_their_colours(screen.locator("#standings .token"))
    expect(host.locator("#moves .token")).to_have_count(len(FIVE))


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_ring_is_the_games_own_or_else_that_of_the_look(evening: Evening, open_page: OpenPage, theme: str) -> None:
    host = started(open_page(f"{evening.address}/host"))
    host.emulate_media(color_scheme="light" if theme == "light" else "dark")
    pieces, ring = host.locator("#players .token"), COLOURS[RINGED].ring
    assert ring is not None
    expect(pieces.nth(RINGED)).to_have_css("border-top-color", f"rgb{shade(getattr(ring, theme))}")
    look = host.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ring')")
    expect(pieces.first).to_have_css("border-top-color", f"rgb{shade(look.strip())}")
