"""The worked example of "Add a game", played from the start page: on two phones to a loss, and alone to a win."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.games import beacon
from tests.web.browser.conftest import OpenPage, bring, hold, slide
from tests.web.fakes import Home
from tests.web.serving import served

pytestmark = pytest.mark.browser

TABLE = (1280, 800)
HOURS = 5


class Night:
    """The cards lie as they come: three of wet wood for each, and the first drawn are wet too."""

    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.open_page = open_page

    def begin(self, *names: str) -> Page:
        host = self.open_page("about:blank")
        bring(host, self.address, self.home.host().cookie("host"))
        host.goto(f"{self.address}/host")
        card = host.locator("[data-game=beacon]")
        expect(card).to_contain_text("1–5 players")
        card.tap()
        for number, name in enumerate(names):
            if number:
                host.locator("[data-do=add]").tap()
            host.locator(".player input").nth(number).fill(name)
        host.locator("[data-do=start]").tap()
        expect(host.locator("#players .token")).to_have_count(len(names))
        return host

    def join(self, seat: int) -> Page:
        phone = self.open_page(self.address)
        phone.locator(f"[data-seat='{seat}']").tap()
        expect(phone.locator("#beacon .height")).to_have_text(f"The fire is 4 of {8 + 2 * self.players} high")
        return phone

    @property
    def players(self) -> int:
        return len(self.home.position.seats)


@pytest.fixture
def night(tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Night]:
    beacon.register(monkeypatch)
    with ExitStack() as stack:
        yield Night(tmp_path, stack, open_page)


def throw(phone: Page, face: str, dice: int) -> None:
    slide(phone, [face] * dice)
    phone.get_by_role("button", name="Confirm").tap()


def test_two_keepers_lose_the_fire_and_the_table_sees_it(night: Night) -> None:
    host = night.begin("Astrid", "Sven")
    astrid, sven = night.join(0), night.join(1)
    table = night.open_page(f"{night.address}/table", TABLE)

    astrid.locator(".woods [data-do=lay]").tap()
    expect(astrid.locator(".woods")).to_have_count(0)
    for page in (sven, table):
        expect(page.locator("#beacon .laid")).to_have_text("Face down: 1")
    expect(host.locator("#moves")).to_contain_text("Lay a card face down. (secret)")
    expect(table.locator("body")).not_to_contain_text("Wet wood")

    sven.locator(".woods [data-do=lay]").tap()
    expect(sven.locator("#panels")).to_contain_text("Astrid: Wet wood (+0)")
    expect(sven.locator(".by-blow")).to_have_text("Or hit the tower: Face the storm")
    sven.locator("[data-do=face]").tap()
    throw(astrid, "gust", dice=3)
    for page in (astrid, sven, table):
        expect(page.locator("#headline")).to_have_text("The beacon went out.")
        expect(page.locator("#panels")).to_contain_text("Everyone lost: The beacon went out.")
    hold(host.locator("#end"))
    expect(host.locator(".offers > :first-child")).to_contain_text("Played last")
    expect(host.locator(".offers > :first-child [data-game=beacon]")).to_be_visible()
    past = night.open_page(f"{night.address}/games/{night.home.position.began}#1")
    expect(past.locator("#beacon .laid")).to_have_text("Face down: 1")
    expect(past.locator("#move")).to_contain_text("Lay a card face down. Wet wood (+0)")


def test_one_keeper_alone_brings_the_ship_home(night: Night) -> None:
    night.begin("Astrid")
    phone = night.join(0)
    phone.locator("[data-do=oil]").tap()
    expect(phone.locator("#beacon .height")).to_have_text("The fire is 7 of 10 high")
    phone.locator("[data-do=undo]").tap()
    expect(phone.locator("#beacon .height")).to_have_text("The fire is 4 of 10 high")
    for hour in range(1, HOURS + 1):
        expect(phone.locator("#panels")).to_contain_text(f"Hour {hour} of {HOURS}")
        phone.locator(".woods [data-do=lay]").first.tap()
        phone.locator("[data-do=face]").tap()
        throw(phone, "breeze" if hour == 1 else "calm", dice=2)
    expect(phone.locator("#headline")).to_have_text("The ship is home.")
    expect(phone.locator("#panels")).to_contain_text("Astrid won: The ship is home.")
    assert night.home.position.game.lights(night.home.position.state).mood == "won"
