"""Fingers that tap twice: the second tap never answers a question that nobody has read."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.record import read_record
from tests.players import people
from tests.web.browser.conftest import OpenPage, bring, can_be_read, hold
from tests.web.fakes import Home
from tests.web.games import quarry
from tests.web.games.quarry.game import QUARRY
from tests.web.games.test_quarry import CALLED, CLAIMED, LAID, PACKED, THROWN, TRAVELLED
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parents[1] / "games" / "trollfjord" / "evening.json"

GAPS = (50, 150, 250, 300)
"""Milliseconds between the next question and a tap that was meant for the last one."""

KINDS = {"lord", "place", "wander", "fortress", "join", "hammer", "stop", "give", "collect", "clear"}
"""What is asked in Trollfjord and answered with a tap of one's own."""


class Table:
    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder, streams=Streams(12))
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self._open_page = open_page

    def phone(self, seat: int) -> Page:
        page = self._open_page(self.address)
        page.locator(f".seat[data-seat='{seat}']").tap()
        page.wait_for_url("**/play")
        return page

    def host(self) -> Page:
        page = self._open_page(self.address)
        bring(page, self.address, self.home.host().cookie("host"))
        page.goto(f"{self.address}/host")
        return page

    def ready(self, page: Page) -> None:
        """It shows what the table knows, for long enough to be read."""
        page.wait_for_selector(f"body[data-version='{self.home.table.version}']")
        can_be_read(page)


@pytest.fixture
def table(tmp_path: Path, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    quarry.register(monkeypatch)
    with ExitStack() as stack:
        yield Table(tmp_path, stack, open_page)


TAPS = """([spot, gap]) => new Promise((done) => {
  const tap = () => document.elementFromPoint(...spot).click();
  const once = new MutationObserver(() => {
    once.disconnect();
    setTimeout(() => done(tap()), gap);
  });
  once.observe(document.body, { attributeFilter: ['data-version'] });
  tap();
  setTimeout(tap, 50);
})"""
"""On one spot of the screen, on whatever lies there then: another tap 50 ms later, and one so long after what was asked
has changed; timed by the page, however busy the machine is."""


def tapped_twice(page: Page, target: str, gap: int) -> list[str]:
    """The requests that came of it."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    box = page.locator(target).first.bounding_box()
    assert box
    page.evaluate(TAPS, [[box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], gap])
    can_be_read(page)
    return sent


def test_two_quick_taps_on_any_question_play_one_move(table: Table) -> None:
    record, home = read_record(RECORD.read_bytes()), table.home
    home.table.start("trollfjord", msgspec.convert(record.setup, GAMES["trollfjord"].setup), home.table.version)
    phones = [table.phone(seat) for seat in range(len(home.position.seats))]
    seen: set[str] = set()
    gaps = cycle(GAPS)
    for each in record.moves:
        move, kind = home.position.decode(each.move), str(each.move["do"])
        if kind in KINDS - seen:
            seen.add(kind)
            assert each.seat is not None
            page, before, kept = phones[each.seat], home.table.version, len(home.position.turns)
            table.ready(page)
            sent = tapped_twice(page, f"#dock [data-do={kind}]", next(gaps))
            assert sent == [f"{table.address}/api/play"], kind
            assert home.table.version == before + 1
            home.table.take_back(kept, home.table.version)
        home.table.play(each.seat, move, home.table.version)
    assert seen == KINDS


def test_the_next_step_of_a_form_is_not_tapped_before_it_can_be_read(table: Table) -> None:
    home = table.home
    home.table.start(QUARRY.name, quarry.game.Setup(people(QUARRY, 1)), home.table.version)
    for move in (PACKED, THROWN, CALLED, CLAIMED, TRAVELLED, LAID):
        home.play(0, **move)
    page = table.phone(0)
    table.ready(page)
    page.evaluate(
        """() => {
          const note = () => { window.held = document.querySelector('#dock .in-steps.unread') !== null; };
          new MutationObserver(note).observe(document.querySelector('#dock .in-steps'), { childList: true });
        }"""
    )
    page.locator("#dock [data-value=basalt]").tap()
    page.locator("#dock .so-far").wait_for()
    assert page.evaluate("held")


def test_a_tap_that_comes_too_early_falls_through_to_nothing(table: Table) -> None:
    """Nor does one that a key makes."""
    record, home = read_record(RECORD.read_bytes()), table.home
    home.table.start("trollfjord", msgspec.convert(record.setup, GAMES["trollfjord"].setup), home.table.version)
    page = table.phone(home.position.prompts[0].seats[0])
    table.ready(page)
    answered = page.evaluate(
        """async () => {
          const { changed } = await import('/static/js/safe-hands.js');
          const dock = document.querySelector('#dock');
          const button = dock.querySelector('[data-do=lord]');
          let heard = 0;
          button.addEventListener('click', (event) => { heard += 1; event.stopPropagation(); });
          changed(dock);
          button.click();
          return heard;
        }"""
    )
    assert answered == 0


def test_what_cannot_be_undone_is_held_by_finger_or_key_and_never_tapped(table: Table) -> None:
    home = table.home
    home.table.start(QUARRY.name, quarry.game.Setup(people(QUARRY, 1)), home.table.version)
    host, before = table.host(), home.table.version
    end, said = host.locator("#end"), host.locator("#live")
    end.dblclick()
    expect(end).to_have_text("Hold to end the game")
    expect(said).to_have_text("Hold to end the game")
    host.mouse.down()
    host.mouse.move(5, 5)
    expect(host.locator(".holding")).to_have_count(0)
    host.mouse.up()
    end.press("Enter")
    # A screen reader that can only click is asked in another place, and forgets it when one goes on reading.
    end.evaluate("button => button.click()")
    sure = host.get_by_role("button", name="Confirm")
    expect(sure).to_be_focused()
    end.focus()
    expect(sure).to_have_count(0)
    assert home.table.version == before
    host.keyboard.down(" ")
    expect(host.locator("#start")).to_be_visible()
    host.keyboard.up(" ")
    assert home.position.ended


def test_an_ended_game_is_resumed_and_another_like_it_begun_with_one_tap_each(table: Table) -> None:
    home = table.home
    home.table.start(QUARRY.name, quarry.game.Setup(people(QUARRY, 1)), home.table.version)
    home.play(0, **PACKED)
    host, phone = table.host(), table.phone(0)
    bring(phone, table.address, home.host().cookie("host"))
    phone.reload()
    expect(phone.locator("#dock .face").first).to_be_visible()
    began, asked = home.position.began, phone.locator("#dock").inner_text()
    hold(host.locator("#end"))
    expect(phone.locator("#dock [data-do=again]")).to_be_visible()
    host.locator("[data-do=resume]").tap()
    expect(phone.locator("#dock")).to_have_text(asked, use_inner_text=True)
    assert (home.position.began, len(home.position.turns)) == (began, 1)
    hold(host.locator("#end"))
    expect(host.locator("main [data-do=again]")).to_be_in_viewport()
    phone.locator("#dock [data-do=again]").tap()
    expect(host.locator("#running")).to_be_visible()
    expect(phone.locator("[data-do=again]")).to_have_count(0)
    assert (home.position.turns[:], home.position.seats) == ([], people(QUARRY, 1))
