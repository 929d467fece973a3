"""Fall of the Mountain King in Chromium: a whole wave on three phones and the table screen, each in its language."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import GAMES
from companion.games.fall.state import Fights, State
from companion.rules import Cell, Cells, Field, Form, Move, Several, Spots, Words
from tests.players import dealt, play
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage, bring, can_be_read
from tests.web.browser.layout import LANGUAGES, misfits, page_for_axe
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served
from web.i18n import Catalogue

pytestmark = pytest.mark.browser

GAME = GAMES["fall"]
TABLE = (1280, 800)
FIRST, LAST = 26, 5
"""So many moves of a wave are tapped; those between are played through the table."""
PEOPLE = (("Astrid", "en"), ("Sven", "de"), ("Sigrun", "fr"))


class War:
    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.open_page = open_page
        self.phones: list[Page] = []

    def begin(self) -> None:
        host = self.open_page("about:blank", language=PEOPLE[0][1])
        bring(host, self.address, self.home.host().cookie("host"))
        host.goto(f"{self.address}/host")
        host.locator("[data-game=fall]").tap()
        for number, (name, _) in enumerate(PEOPLE):
            if number >= host.locator(".player input").count():
                host.locator("[data-do=add]").tap()
            host.locator(".player input").nth(number).fill(name)
        for decision in ("champions", "hands"):
            host.locator(f"[data-decision={decision}][data-answer=dealt]").tap()
        keep(host, "fall-set-up")
        host.locator("[data-do=deal-rest], [data-do=start]").last.tap()
        host.wait_for_url("**/host")
        for seat, (_, language) in enumerate(PEOPLE):
            phone = self.open_page(self.address, language=language)
            phone.locator(f".seat[data-seat='{seat}']").tap()
            phone.wait_for_url("**/play")
            self.phones.append(phone)

    @property
    def state(self) -> State:
        state: State = self.home.position.state
        return state

    def tap(self, seat: int, move: Move) -> None:
        """On the phone of that seat, as a person would."""
        page, before = self.phones[seat], self.home.position.version
        page.wait_for_selector(f"body[data-version='{before}']")
        can_be_read(page)
        told = msgspec.to_builtins(move)
        if told["do"].startswith("cover_") and told["do"] != "cover_pair":
            for cell in told["cells"]:
                page.locator(f"#dock [data-cell='{Cell(*cell)}']").tap()
            if not self.is_played_by_its_symbol(move):
                page.locator(f"#dock [data-do={told['do']}]").tap()
        elif any(choice.move == move for prompt in self.home.position.prompts for choice in prompt.choices):
            page.locator(f"#dock [data-move='{json.dumps(told, separators=(',', ':'))}']").tap()
        else:
            self.fill(page, self.form_for(seat, move), move)
        page.wait_for_selector(f"body:not([data-version='{before}'])")
        assert self.home.position.turns[-1].move == move

    def is_played_by_its_symbol(self, move: Move) -> bool:
        """Of a second action, if the symbol is no wild one."""
        now, cells = self.state.now, move.cells  # type: ignore[attr-defined]
        quadrant = self.state.players[self.state.turn].ancestry.quadrants[cells[0]]
        return isinstance(now, Fights) and now.second and quadrant.symbol != "wild"

    def form_for(self, seat: int, move: Move) -> Form:
        prompts = [prompt for prompt in self.home.position.prompts if seat in prompt.seats]
        return next(form for prompt in prompts for form in prompt.forms if form.takes(move))

    def fill(self, page: Page, form: Form, move: Move) -> None:
        # Somebody who has answered already, while others have not, thinks again.
        opener = page.locator(f"#dock [data-open={form.do}], #dock [data-open=change]")
        if opener.count():
            for folded in page.locator("#dock details:not([open]) > summary").all():
                folded.tap()
            opener.tap()
        values = {name: getattr(move, name) for name in move.__struct_fields__}
        asked = list(form.asked(values))
        first, rest = asked[: len(form.fields)], asked[len(form.fields) :]
        steps = [first, *([field] for field in rest)]
        for number, fields in enumerate(steps):
            for field in fields:
                put(
                    page.locator(f"#dock .gap[aria-label={json.dumps(self.said(page, field), ensure_ascii=False)}]"),
                    field,
                    values,
                )
            leads_on = number + 1 < len(steps) and is_one_spot(fields)
            if len(fields) > 1 or (isinstance(fields[0], Spots | Cells | Several | Words) and not leads_on):
                page.locator("#dock [data-do=confirm]").tap()

    def said(self, page: Page, field: Field) -> str:
        language = PEOPLE[self.phones.index(page)][1]
        words: Catalogue = self.home.app.extensions["services"].words[language]
        return words.say(field.text)


def is_one_spot(fields: list[Field]) -> bool:
    match fields:
        case [Spots(least=1, most=1)]:
            return True
    return False


def put(gap: Locator, field: Field, values: dict[str, Any]) -> None:
    value = values[field.name]
    match field:
        case Spots():
            spots = {spot.value: spot for spot in field.chart.spots}
            for each in value:
                point(gap, spots[each].x, spots[each].y / field.chart.height)
        case Cells():
            shown = gap.locator(".surface svg").first.get_attribute("viewBox") or ""
            left, top, width, height = map(float, shown.split())
            for column, row in value:
                point(gap, (column + 0.5 - left) / width, (row + 0.5 - top) / height)
        case Words():
            gap.locator("input").fill(value)
        case Several():
            for each in value:
                gap.locator(f"[data-value='{each}']").tap()
        case _:
            gap.locator(f"[data-value='{value}']").tap()


def point(gap: Locator, across: float, down: float) -> None:
    drawing = gap.locator(".surface svg").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    drawing.tap(position={"x": across * box["width"], "y": down * box["height"]})


@pytest.fixture
def war(tmp_path: Path, open_page: OpenPage) -> Iterator[War]:
    with ExitStack() as stack:
        yield War(tmp_path, stack, open_page)


def test_three_phones_and_the_table_screen_play_a_whole_wave(war: War) -> None:
    screen = war.open_page(f"{war.address}/table", TABLE, "fr")
    war.begin()
    wave = []
    for seat, move, after in play(GAME, war.state, Random(20)):
        wave.append((seat, move))
        if after.wave > 1:
            break
    assert len(wave) > FIRST + LAST
    invaded = False
    for number, (seat, move) in enumerate(wave):
        if FIRST <= number < len(wave) - LAST:
            war.home.table.play(seat, move, war.home.table.version)
            if war.state.trail and not invaded:
                invaded = True
                expect(screen.locator("#peak .fall-way")).to_have_count(len(war.state.trail))
                expect(screen.locator("#ways li")).to_have_count(len(war.state.trail))
                expect(screen.locator("#ways li").first).to_contain_text("gnome")
                keep(screen, "fall-invasion")
        else:
            war.tap(seat, move)
            keep(war.phones[seat], f"fall-{number}")
    assert invaded
    assert war.state.wave == 2
    for seat, phone in enumerate(war.phones):
        expect(phone.locator("#players .fall-player").nth(seat)).to_contain_text(str(war.state.players[seat].honour))
    expect(screen.locator("#headline")).to_contain_text("Vague II")


LOOKS = ("peak", "ancestry", "clans", "story")


def test_every_look_fits_in_every_language_and_can_be_used_by_all(
    tmp_path: Path, chromium: Browser, open_page: OpenPage
) -> None:
    home = Home(tmp_path)
    with ExitStack() as stack:
        stack.callback(home.close)
        address = f"http://127.0.0.1:{stack.enter_context(served(home.app))}"
        chance = Random(5)
        home.table.start("fall", dealt(GAME, 5, chance), home.table.version)
        for seat, move, after in play(GAME, home.position.state, chance):
            home.table.play(seat, move, home.table.version)
            if after.wave > 1 and after.trail:
                break
        found: dict[tuple[str, str], object] = {}
        for seat, language in enumerate(LANGUAGES):
            page = open_page(address, language=language)
            seated(page, seat)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                expect(page.locator(f"#{look}")).to_be_visible()
                keep(page, f"fall-{language}-{look}")
                if faults := misfits(page):
                    found[language, look] = faults
            screen = open_page(f"{address}/table", TABLE, language)
            expect(screen.locator("#peak .fall-place").first).to_be_visible()
            keep(screen, f"fall-{language}-table")
            assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
        with page_for_axe(chromium) as page:
            page.goto(address)
            seated(page, 4)
            for look in LOOKS:
                page.locator(f".look[data-look={look}]").tap()
                if serious := serious_faults(page):
                    found["axe", look] = serious
        assert not found


def seated(page: Page, seat: int) -> None:
    page.locator(f".seat[data-seat='{seat}']").tap()
    page.wait_for_url("**/play")
    expect(page.locator("#peak .fall-place").first).to_be_visible()
