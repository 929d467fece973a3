"""A player comes back with another phone: the seat's code or one tap of the host opens it, and the room is told."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.fakes import Home
from tests.web.serving import served

pytestmark = pytest.mark.browser


class Evening:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.home.start("Astrid", "Bo", "Cleo")
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"

    def code(self, seat: int) -> str:
        return self.home.seating.codes(self.home.position.began)[seat]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)


def test_the_host_lets_a_new_phone_in_with_one_tap_and_the_room_is_told(evening: Evening, open_page: OpenPage) -> None:
    lost, room, host = open_page(evening.address), open_page(f"{evening.address}/table"), open_page(evening.address)
    lost.locator("[data-seat='0']").tap()
    expect(room.locator(".arrival")).to_have_text("Astrid has sat down.")
    expect(lost.locator("#headline")).to_have_text("The tower is ready")
    host.goto(f"{evening.address}/host")
    host.locator("#digits").fill("471100")
    host.locator("button[type=submit]").tap()
    new = open_page(evening.address)
    new.locator("[data-seat='0']").tap()
    expect(new.locator(".opening")).to_contain_text("Astrid plays on another phone.")
    new.locator("[data-do='ask']").tap()
    said = new.locator(".opening .note")
    expect(said).to_contain_text("Tell them your number")
    number = str(said.text_content()).rsplit(" ", 1)[1].strip(".")
    expect(host.locator(".wish")).to_contain_text(f"Phone {number} asks to play Astrid")
    host.locator(".wish [data-do='let-in']").tap()
    new.wait_for_url("**/play")
    expect(new.locator("#me")).to_contain_text("Astrid")
    expect(host.locator(".wish")).to_have_count(0)
    expect(room.locator(".arrival")).to_have_text("Astrid plays on another phone now.")
    lost.wait_for_url("**/?choose")


def test_the_code_on_the_old_phone_opens_the_seat_on_the_new_one(evening: Evening, open_page: OpenPage) -> None:
    old, new = open_page(evening.address), open_page(evening.address)
    old.locator("[data-seat='1']").tap()
    old.locator(".menu summary").tap()
    expect(old.locator("#code")).to_have_text(f"To play on with another phone: code {evening.code(1)}")
    new.locator("[data-seat='1']").tap()
    new.locator("#code").fill("nope")
    new.locator("[data-do='code']").tap()
    expect(new.locator(".refusal")).to_have_text("That is not the code of this seat.")
    new.locator("#code").fill(evening.code(1))
    new.locator("[data-do='code']").tap()
    new.wait_for_url("**/play")
    expect(new.locator("#me")).to_contain_text("Bo")
