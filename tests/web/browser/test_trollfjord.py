"""A whole evening of Trollfjord in Chromium: three phones and the table screen, taps, blows on the simulated tower."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.record import Record, read
from tests.bench.phones import taps
from tests.web.browser.conftest import PATIENCE, Evening, OpenPage

pytestmark = pytest.mark.browser

SHOTS = Path(__file__).parents[3] / ".screenshots"
RECORD = Path(__file__).parents[1] / "trollfjord_evening.json"
"""A game of three with a bit of everything. Made anew, it must end, and its bouts below must be short."""

AT_THE_RIG = {"en": {2}, "de": {2}, "fr": {2}}
"""Which spells at the tower come from the simulated rig; the others are entered as they would be by hand."""

TAPPED = {"en": 30, "de": 12, "fr": 12}
"""So many moves at the start are tapped, a few at the end, and every kind of move once: all of them would take long."""
LAST = 10

TABLE = (1280, 800)


class Game:
    """One evening in one language, and how far the record has been played."""

    def __init__(self, evening: Evening, open_page: OpenPage, language: str) -> None:
        self.evening, self.language = evening, language
        self.record: Record = read(RECORD.read_bytes())
        setup = msgspec.convert(self.record.setup, GAMES["trollfjord"].setup)
        evening.table.start("trollfjord", setup, evening.table.version)
        self.phones = [self.seated(open_page, seat) for seat in range(len(setup.seats))]
        self.screen = open_page(f"{evening.address}/table", TABLE, language)
        self.shot: set[str] = set()
        self.spell = -1
        self.blind(True)

    def seated(self, open_page: OpenPage, seat: int) -> Page:
        page = open_page(self.evening.address, language=self.language)
        page.locator(f".seat[data-seat='{seat}']").tap()
        page.wait_for_url("**/play")
        return page

    def blind(self, on: bool) -> None:
        """Without eyes and ears the rig does not mind hits that come from elsewhere."""
        for fault in ("camera_unplugged", "sensor_dead"):
            self.evening.rig.fault(fault, on)

    @property
    def at_the_rig(self) -> bool:
        return self.spell in AT_THE_RIG[self.language]

    def play(self, number: int, seat: int, move: Mapping[str, Any]) -> None:
        table = self.evening.table
        before = table.version
        if move["do"] == "fortress":
            self.spell += 1
        ends = number < TAPPED[self.language] or number >= len(self.record.moves) - LAST
        if move["do"] == "hit" and self.at_the_rig:
            self.hit(seat, move)
        elif move["do"] != "hit" and (ends or self.at_the_rig or move["do"] not in self.shot):
            self.tap(self.phones[seat], move, by_map=number % 2 == 0)
        else:
            table.play(seat, table._decode(move), table.version)
        limit = time.monotonic() + PATIENCE / 1000
        while table.version == before:
            assert time.monotonic() < limit, move
            self.screen.wait_for_timeout(5)

    def hit(self, seat: int, move: Mapping[str, Any]) -> None:
        self.blind(False)
        expect(self.phones[seat].locator("#dock .status")).to_have_attribute("data-doing", "armed")
        self.evening.will_fall(move["boulders"])
        self.evening.rig.hit(0.9)

    def clear_away(self) -> None:
        """When a spell at the rig is over, the boulders go back and the rig sleeps again."""
        position = self.evening.table.position
        assert position is not None
        if self.at_the_rig and position.game.armed(position.state) is None:
            self.blind(True)
            self.evening.rig.put_back()

    def tap(self, page: Page, move: Mapping[str, Any], by_map: bool) -> None:
        """Answer with as many taps as the bench counts for it, no more and no fewer."""
        position = self.evening.table.position
        assert position is not None
        meant = self.evening.table._decode(move)
        counted = next(taps(each, meant) for each in position.game.prompts(position.state) if each.offers(meant))
        assert self.tapped(page, move, by_map) == counted

    def tapped(self, page: Page, move: Mapping[str, Any], by_map: bool) -> int:
        page.wait_for_selector(f"body[data-version='{self.evening.table.version}']")
        self.look_at(page, str(move["do"]))
        if move["do"] == "draw":
            page.locator(f"[data-value='{move['treasure']}']").tap()
            return 1
        spent = 1
        if move["do"] == "place":
            count = page.locator(f".counts [data-count='{move['trolls']}'][aria-pressed=false]")
            if count.count():
                count.tap()
                spent += 1
        # The map is answered by a tap where the region's treasure lies: well inside, on the shape below it.
        region = page.locator(f"#map .region.offered[data-region='{move.get('region')}'] .worth")
        if by_map and "region" in move and region.is_visible():
            region.tap(force=True)
        else:
            page.locator(f"[data-move='{json.dumps(move, separators=(',', ':'))}']").tap()
        return spent

    def look_at(self, page: Page, what: str) -> None:
        """The first time each thing is asked, keep what phone and table screen show."""
        if what in self.shot:
            return
        self.shot.add(what)
        self.shoot(page, what)
        if what in ("lord", "stop", "collect"):
            self.shoot(self.screen, f"table-{what}")

    def shoot(self, page: Page, what: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"trollfjord-{self.language}-{what}.png")

    def over(self) -> bool:
        position = self.evening.table.position
        assert position is not None
        return not position.game.prompts(position.state)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_whole_game_with_three_phones_and_a_table_screen(
    evening: Evening, open_page: OpenPage, language: str
) -> None:
    game = Game(evening, open_page, language)
    for number, recorded in enumerate(game.record.moves):
        assert recorded.seat is not None
        game.play(number, recorded.seat, recorded.move)
        game.clear_away()
        if number == len(game.record.moves) // 2:
            looks(game)
    assert game.over()
    ends(game)


def test_the_table_screen_speaks_when_switched_on(evening: Evening, open_page: OpenPage) -> None:
    record = read(RECORD.read_bytes())
    table = evening.table
    table.start("trollfjord", msgspec.convert(record.setup, GAMES["trollfjord"].setup), table.version)
    screen = open_page("about:blank", TABLE, "de")
    screen.add_init_script("window.said = []; speechSynthesis.speak = (each) => said.push([each.lang, each.text])")
    screen.goto(f"{evening.address}/table")
    expect(screen.locator("#headline")).not_to_be_empty()

    def play(number: int) -> None:
        move = record.moves[number]
        table.play(move.seat, table._decode(move.move), table.version)
        screen.locator("#story li").nth(number).wait_for(state="attached")

    play(0)
    play(1)
    assert screen.evaluate("said") == []
    screen.locator("summary").tap()
    screen.get_by_label("Ansagen sprechen").tap()
    play(2)
    play(3)
    headlines = screen.evaluate("said")
    assert headlines
    assert {language for language, _ in headlines} == {"de"}
    assert headlines[-1][1] == screen.locator("#headline").text_content()


def looks(game: Game) -> None:
    """Everything else is one tap away."""
    page = game.phones[0]
    for look in ("people", "story"):
        page.locator(f".look[data-look={look}]").tap()
        expect(page.locator(f"#{look}")).to_be_visible()
        expect(page.locator("#map")).to_be_hidden()
        game.shoot(page, look)
        page.locator(f".look[data-look={look}]").tap()
    page.locator("[data-open=why]").tap()
    expect(page.locator(".reasons li").first).to_be_visible()
    game.shoot(page, "why")
    page.locator("[data-open=back]").tap()


def ends(game: Game) -> None:
    """The score, part by part, the same on every page; the winner, the course of the game, the hammering."""
    position = game.evening.table.position
    assert position is not None
    totals = [standing.score for standing in position.game.standings(position.state, None)]
    expect(game.phones[0].locator("#headline")).to_contain_text(str(max(totals)))
    for page in (*game.phones, game.screen):
        ending = page.locator("#ending")
        expect(ending).to_be_visible()
        if ending.get_attribute("data-done") == "false" and game.language != "en":
            ending.locator("table").first.tap()
        expect(ending).to_have_attribute("data-done", "true")
        expect(ending.locator("tfoot td").first).to_contain_text(str(totals[0]))
        expect(ending.locator(".chart polyline")).to_have_count(3)
        expect(ending.locator(".best")).to_have_count(1)
        expect(ending.locator(".stats tbody tr")).to_have_count(4)
    game.shoot(game.phones[0], "end")
    game.phones[0].locator(".stats").scroll_into_view_if_needed()
    game.shoot(game.phones[0], "end-stats")
    game.shoot(game.screen, "table-end")
    record = game.phones[0].request.get(f"{game.evening.address}/record.json")
    assert [each["move"] for each in record.json()["moves"]] == [each.move for each in game.record.moves]
