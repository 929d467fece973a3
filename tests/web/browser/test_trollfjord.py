"""A whole evening of Trollfjord in Chromium: set-up, three phones and the table screen, taps, blows on the tower."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.trollfjord.moves import Lift
from companion.games.trollfjord.setup import Setup
from companion.games.trollfjord.state import AsksComrades, Hammers, MovesLord, State
from companion.games.trollfjord.view import TrollfjordView
from companion.position import Position
from companion.record import read_record
from companion.rules import Boulders, Hit, Move
from tests.bench.phones import taps
from tests.web.browser.conftest import Evening, OpenPage, can_be_read
from tests.web.browser.hasty import GAME, answered, modest, strikes
from tests.web.browser.shots import keep
from tests.web.browser.test_set_up import come_in, forward

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parents[1] / "games" / "trollfjord" / "evening.json"

PLAYERS = 618
"""The seed of the three at the table: a short game with all that is asked below."""

LANGUAGES = ("en", "de", "fr")
"""Of the host's phone and the two guests'. The table screen speaks German, as the second phone does."""

ASKED = {"lord", "place", "wander", "fortress", "join", "hammer", "stop", "give", "collect", "clear", "draw"}

LIGHT = ("de",)
"""The others sit in the dark, as at most tables, and have asked their phones for less motion."""

TABLE = (1280, 800)
HARD = 0.9


class Game:
    """One evening in three languages: everything is done on the pages, the state is only looked at."""

    def __init__(self, evening: Evening, open_page: OpenPage) -> None:
        self.evening = evening
        self.chance = Random(PLAYERS)
        self.shot: set[str] = set()
        self.moves = 0
        setup = modest(self.chance)
        self.screen = lit(open_page(f"{evening.address}/table", TABLE, LANGUAGES[1]), LANGUAGES[1])
        self.shoot(self.screen, "table-quiet")
        host = self.set_up(lit(come_in(evening, open_page, LANGUAGES[0]), LANGUAGES[0]), setup)
        guests = [lit(open_page(evening.address, language=each), each) for each in LANGUAGES[1:]]
        self.phones = [self.seated(page, seat) for seat, page in enumerate((host, *guests))]
        assert self.position.setup == setup

    def set_up(self, host: Page, setup: Setup) -> Page:
        """The host goes through the set-up with the box, then plays along on the same phone."""
        host.locator("[data-do=add]").tap()
        for number, seat in enumerate(setup.seats):
            host.locator(".player input").nth(number).fill(seat.name)
            host.locator(".player").nth(number).locator(f"[data-colour={seat.colour}]").tap()
        self.shoot(host, "set-up-players")
        forward(host)
        for seat_number in setup.start[:-1]:
            host.locator(f"[data-seat='{seat_number}']").tap()
        self.shoot(host, "set-up-fortresses")
        numbers = [setup.fortresses[spot.id] for spot in setup.board.spots]
        while len(set(numbers)) > 1:
            host.locator(f"[data-number='{numbers.pop(0)}']").tap()
        host.locator(".laid-planks li").first.wait_for()
        self.shoot(host, "set-up-planks")
        host.locator("[data-do=enter]").tap()
        for plank in setup.planks[:-1]:
            host.locator(f"[data-plank='{plank}']").tap()
        for region in setup.board.regions:
            host.locator(f"[data-value='{setup.treasures[region.id]}']").tap()
        self.shoot(host, "set-up-treasures")
        host.locator("[data-do=start]").tap()
        host.wait_for_url("**/host")
        expect(host.locator("#running")).to_be_visible()
        self.shoot(host, "host")
        host.goto(self.evening.address)
        return host

    def seated(self, page: Page, seat: int) -> Page:
        page.locator(f".seat[data-seat='{seat}']").wait_for()
        self.look_at(page, "seats")
        page.locator(f".seat[data-seat='{seat}']").tap()
        page.wait_for_url("**/play")
        return page

    @property
    def position(self) -> Position:
        return self.evening.position

    @property
    def state(self) -> State:
        state: State = self.position.state
        return state

    def play(self) -> None:
        """One move: a blow on the tower, or an answer on the phone that is asked."""
        before, state = self.position.version, self.state
        if isinstance(state.now, Hammers) and strikes(state):
            self.strike(state.now.site.bout.hammerer)
        else:
            seat, move = answered(state, self.chance)
            self.tap(self.phones[seat], move)
            self.phones[seat].wait_for_selector(f"body:not([data-version='{before}'])")
            assert self.evening.position.turns[-1].move == move
        assert self.position.version == before + 1
        self.moves += 1
        if state.site and not self.state.site:
            self.evening.rig.put_back()
        if isinstance(self.state.now, MovesLord) and not isinstance(state.now, MovesLord):
            self.compare()

    def strike(self, seat: int) -> None:
        """What falls is the tower's business; where the camera is not sure, the hammerer says what lies there."""
        page, before = self.awake(seat), self.position.version
        expect(page.locator("#dock .status")).to_have_attribute("data-doing", "armed")
        freed = self.evening.rig.hit(HARD)
        page.wait_for_selector(f"body:not([data-version='{before}']), #dock [data-do=no-hit]")
        if self.position.version == before:
            self.look_at(page, "question")
            for colour, count in freed.items():
                self.step_to(page, colour, count)
            page.locator("#dock [data-do=hit]").tap()
            page.wait_for_selector(f"body:not([data-version='{before}'])")
        assert self.evening.position.turns[-1].move == Hit(Boulders(**freed))
        self.look_at(self.phones[(seat + 1) % 3], "hammering-seen")
        self.look_at(self.screen, "table-hammering")

    def step_to(self, page: Page, colour: str, count: int) -> None:
        shown = page.locator(f"#dock .stepper.{colour} .figure")
        off = count - int(shown.inner_text())
        for _ in range(abs(off)):
            page.locator(f"#dock [data-colour={colour}][data-by='{1 if off > 0 else -1}']").tap()
        expect(shown).to_have_text(str(count))

    def awake(self, seat: int) -> Page:
        """The phone once it shows what the table knows."""
        page = self.phones[seat]
        page.wait_for_selector(f"body[data-version='{self.position.version}']")
        return page

    def tap(self, page: Page, move: Move) -> None:
        """Answer with as many taps as the bench counts for it, no more and no fewer; it counts on a drag for a lift."""
        self.awake(self.phones.index(page))
        told = msgspec.to_builtins(move)
        counted = next(taps(each, move) for each in GAME.prompts(self.state) if each.offers(move))
        self.look_at(page, told["do"])
        if told["do"] in ("lord", "collect", "give"):
            self.look_at(self.screen, f"table-{told['do']}")
        assert self.tapped(page, told) == (1 if isinstance(move, Lift) else counted)

    def tapped(self, page: Page, move: dict[str, Any]) -> int:
        spent = 1
        if move["do"] == "place":
            count = page.locator(f".counts [data-count='{move['trolls']}'][aria-pressed=false]")
            if count.count():
                count.tap()
                spent += 1
        place = page.locator(self.on_map(move)) if self.moves % 2 else None
        if place and place.is_visible():
            can_be_read(page)
            # What is drawn lets the finger through to the shape below it.
            place.tap(force=True)
        else:
            page.locator(f"[data-move='{json.dumps(move, separators=(',', ':'))}']").tap()
        return spent

    def on_map(self, move: dict[str, Any]) -> str:
        """Where the map is tapped for this move: in a region where its treasure lies, well inside."""
        view = self.position.game.view(self.state, None)
        assert isinstance(view, TrollfjordView)
        if move["do"] == "lord":
            ahead = view.wandering if move["to"] == "wander" else view.placing
            return f"#map .goal[data-space='{ahead[move['free'] - 1]}'] .reach"
        if "fortress" in move:
            return f"#map .fortress.offered[data-spot='{move['fortress']}'] .reach"
        return f"#map .region.offered[data-region='{move.get('region')}'] .worth"

    def compare(self) -> None:
        """The table screen tells the same turn and the same standings as the rules."""
        screen, game, state = self.screen, self.position.game, self.state
        screen.wait_for_selector(f"body[data-version='{self.position.version}']")
        told = screen.evaluate(STANDINGS)
        standings = game.standings(state, None)
        assert told["scores"] == [standing.score for standing in standings]
        assert state.name(state.turn) in told["headline"]
        for seat in range(len(self.phones)):
            assert self.awake(seat).locator("#headline.mine").count() == (seat == state.turn)
        same_language = self.phones[1].locator("#headline").text_content()
        assert (same_language == told["headline"]) == (state.turn != 1)

    def look_at(self, page: Page, what: str) -> None:
        """The first time each thing is seen, keep it."""
        if what not in self.shot:
            self.shoot(page, what)

    def shoot(self, page: Page, what: str) -> None:
        self.shot.add(what)
        keep(page, f"trollfjord-{what}")


def lit(page: Page, language: str) -> Page:
    if language in LIGHT:
        page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    else:
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return page


STANDINGS = """() => ({
  headline: document.getElementById('headline').textContent,
  scores: [...document.querySelectorAll('#people .score .figure')].map((each) => Number(each.textContent)),
})"""


def test_a_whole_game_from_the_wizard_to_the_final_score(evening: Evening, open_page: OpenPage) -> None:
    game = Game(evening, open_page)
    looked = False
    while GAME.prompts(game.state):
        game.play()
        if not looked and game.moves > 30 and isinstance(game.state.now, MovesLord):
            looked = True
            looks(game)
    assert game.shot >= ASKED
    ends(game)


def test_the_table_screen_speaks_when_switched_on(evening: Evening, open_page: OpenPage) -> None:
    record = read_record(RECORD.read_bytes())
    table = evening.table
    table.start("trollfjord", msgspec.convert(record.setup, GAMES["trollfjord"].setup), table.version)
    screen = open_page("about:blank", TABLE, "de")
    screen.add_init_script("window.said = []; speechSynthesis.speak = (each) => said.push([each.lang, each.text])")
    screen.goto(f"{evening.address}/table")
    expect(screen.locator("#headline")).not_to_be_empty()

    def play(number: int) -> None:
        move = record.moves[number]
        table.play(move.seat, evening.position.decode(move.move), table.version)
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
    # Who is asked hears their name, also where the headline is about somebody else.
    number = 4
    while not isinstance(evening.position.state.now, AsksComrades):
        table.play(record.moves[number].seat, evening.position.decode(record.moves[number].move), table.version)
        number += 1
    screen.wait_for_selector(f"body[data-version='{table.version}']")
    (asked,) = evening.position.prompts[0].seats
    name, headline = evening.position.seats[asked].name, screen.locator("#headline").text_content()
    assert name not in str(headline)
    assert screen.evaluate("said").pop()[1] == f"{name}. {headline}"
    # A browser that may not speak before it is touched asks for that.
    screen.evaluate("void (speechSynthesis.speak = (each) => each.onerror({ error: 'not-allowed' }))")
    table.play(record.moves[number].seat, evening.position.decode(record.moves[number].move), table.version)
    unheard = screen.get_by_text("Tippe den Bildschirm einmal an, damit er sprechen darf.")
    unheard.wait_for()
    screen.evaluate("void (speechSynthesis.speak = (each) => said.push([each.lang, each.text]))")
    before = len(screen.evaluate("said"))
    unheard.tap()
    expect(unheard).to_be_hidden()
    assert len(screen.evaluate("said")) == before + 1


def looks(game: Game) -> None:
    """Everything else is one tap away."""
    seat = game.state.turn
    page = game.awake(seat)
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
    waiting = game.awake((seat + 1) % 3)
    game.shoot(waiting, "waiting")


def ends(game: Game) -> None:
    """The score, part by part, the same on every page; the winner, the course of the game, the hammering."""
    standings = GAME.standings(game.state, None)
    totals = [standing.score for standing in standings]
    expect(game.phones[0].locator("#headline")).to_contain_text(str(max(totals)))
    for page in (*game.phones, game.screen):
        ending = page.locator("#ending")
        expect(ending).to_be_visible()
        # The table screen is left to reveal it all by itself.
        if page != game.screen and ending.get_attribute("data-done") == "false":
            ending.locator("table").first.tap()
        expect(ending).to_have_attribute("data-done", "true")
        expect(ending.locator("tfoot td")).to_have_text([str(total) for total in totals])
        expect(ending.locator(".chart polyline")).to_have_count(3)
        expect(ending.locator(".best")).to_have_count(1)
        expect(ending.locator(".stats tbody tr")).to_have_count(4)
    game.shoot(game.phones[0], "end")
    game.phones[0].locator(".stats").scroll_into_view_if_needed()
    game.shoot(game.phones[0], "end-stats")
    game.shoot(game.screen, "table-end")
    record = game.phones[0].request.get(f"{game.evening.address}/record.json")
    assert [each["move"] for each in record.json()["moves"]] == [
        msgspec.to_builtins(turn.move) for turn in game.evening.position.turns
    ]
