"""Deciding on the phones: answers are cards that tell what they mean, and only what can be taken looks like it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.trollfjord.moves import Collect, Declare, Forgo, Join, SetTrolls, TakeHammer
from companion.games.trollfjord.state import ChoosesFortress
from companion.hammering.moves import Stop
from companion.rules import Boulders, Hit, Move
from tests.companion.games.trollfjord.positions import ASTRID, OLAF, SIGRUN, set_up
from tests.web.browser.conftest import OpenPage, bring
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

TROLLS = {OLAF: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 1, "glacier_2": 2}}
"""Around the north fortress, where 18, 10 and 13 lie."""

COVERED = """() => [...document.querySelectorAll('.treasure, .event')]
  .filter((each) => each.getBoundingClientRect().bottom > document.getElementById('dock').getBoundingClientRect().top)
  .map((each) => each.textContent)"""


class Turn:
    """Olaf moves and wants to hammer at the north fortress; Astrid could join him."""

    def __init__(self, folder: Path, open_page: OpenPage, stack: ExitStack) -> None:
        self.home = Home(folder, streams=Streams(8))
        stack.callback(self.home.close)
        self.open_page = open_page
        self.home.table.start("trollfjord", set_up(), self.home.table.version)
        for seat, regions in TROLLS.items():
            for region, trolls in regions.items():
                self.play(None, SetTrolls(seat, region, trolls))
        while not isinstance(self.home.position.state.now, ChoosesFortress):
            (prompt,) = self.home.position.prompts
            self.play(prompt.seats[0], Forgo() if prompt.offers(Forgo()) else prompt.choices[0].move)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"

    def play(self, seat: int | None, move: Move) -> None:
        self.home.table.play(seat, move, self.home.table.version)

    def hammer(self, *falls: Boulders) -> None:
        for seat, move in ((OLAF, Declare("north")), (ASTRID, Join()), (OLAF, TakeHammer())):
            self.play(seat, move)
        for boulders in falls:
            self.play(OLAF, Hit(boulders))

    def phone(self, seat: int) -> Page:
        page = self.open_page("about:blank")
        bring(page, self.address, self.home.phone().sit(seat).cookie("phone"))
        page.goto(f"{self.address}/play", wait_until="domcontentloaded")
        return page


@pytest.fixture
def turn(tmp_path: Path, open_page: OpenPage) -> Iterator[Turn]:
    with ExitStack() as stack:
        yield Turn(tmp_path, open_page, stack)


def test_the_gift_trap_is_told_before_a_gift_can_be_given(turn: Turn) -> None:
    turn.hammer(Boulders(red=5), Boulders(red=4))
    olaf, sigrun = turn.phone(OLAF), turn.phone(SIGRUN)
    gifts = olaf.locator("#dock [data-do=give]")
    expect(gifts).to_have_count(3)
    for gift in gifts.all():
        expect(gift.locator(".warns")).to_have_text("No treasure is within your reach: it buys you nothing.")
    keep(olaf, "deciding-gift-trap")
    # What it is about is in sight: the red line and the treasures, of which none is lit or looks like a button.
    assert olaf.evaluate(COVERED) == []
    expect(olaf.locator(".treasure")).to_have_count(3)
    expect(olaf.locator(".treasure:is(.lit, .button)")).to_have_count(0)
    expect(olaf.locator(".event")).to_have_text("Over the colour limit by 2. Gifts still missing: 2.")
    gifts.first.tap()
    for page in (olaf, sigrun):
        expect(page.locator(".event")).to_have_text("Over the colour limit by 2. Gifts still missing: 1.")
    expect(sigrun.locator("#dock [data-do]")).to_have_count(0)


def test_a_treasure_is_lit_for_its_takers_and_a_button_while_it_is_offered(turn: Turn) -> None:
    olaf, astrid, sigrun = turn.phone(OLAF), turn.phone(ASTRID), turn.phone(SIGRUN)
    card = olaf.locator("#dock [data-do=fortress]")
    expect(card.locator(".means")).to_have_text(
        ["Alone: 4 hits, 4 boulders of a colour", "With Astrid: 7 hits, 7 boulders of a colour"]
    )
    expect(card.locator(".chip")).to_contain_text(["18", "13", "10"])
    keep(olaf, "deciding-fortress")
    turn.hammer(Boulders(white=11), Boulders(red=7))
    for page, lit in ((olaf, 2), (astrid, 2), (sigrun, 0)):
        expect(page.locator(".treasure")).to_have_count(3)
        expect(page.locator(".treasure.lit")).to_have_count(lit)
    keep(olaf, "deciding-stop")
    assert olaf.evaluate(COVERED) == []
    turn.play(OLAF, Stop())
    expect(olaf.locator(".treasure.button")).to_have_count(2)
    for page in (astrid, sigrun):
        expect(page.locator("#map")).to_be_visible()
        expect(page.locator(".treasure.button, #map .offered")).to_have_count(0)
    olaf.locator(".treasure.button[data-region=forest_1]").tap()
    expect(astrid.locator("#dock [data-do=collect] .chip")).to_contain_text(["18", "13"])
    assert turn.home.position.turns[-1].move == Collect("forest_1")
    turn.play(ASTRID, Collect("glacier_2"))
    # What is turned over is for the region that is marked, on every map.
    for page in (olaf, sigrun):
        marked = page.locator("#map .region.asked")
        expect(marked).to_have_count(1)
        expect(marked).to_have_attribute("data-region", "forest_1")
