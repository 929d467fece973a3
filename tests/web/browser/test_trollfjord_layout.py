"""Every page of Trollfjord fits, in three languages at three sizes, and can be used without eyes or colours."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.games.trollfjord.state import AsksComrades, Clears, Collects, Draws, Gives, Hammers, MovesLord, Places
from companion.record import read_record
from companion.referee import Status
from companion.rules import say
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.layout import BROKEN, ENLARGED, LANGUAGES, SIZES, TINY, misfits, page_for_axe, unfit, visit
from tests.web.browser.shots import keep
from tests.web.browser.test_trollfjord import RECORD
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

GAME = GAMES["trollfjord"]
LONG = ("Maximilian-Alexander", "Sven", "Olaf Haraldsson der 2")
"""Names as long as they may be."""

SMALL, LYING = SIZES[0], (844, 390)
"""The smallest phone, and one on its side."""

SCREENS = ((1280, 800), (1920, 1080))
WORDY = "fr"
"""The language that needs most room: its screenshots tell about the others."""


class Moment:
    """The recorded evening stopped at one step of a turn, served, with a phone for whoever is asked then."""

    def __init__(self, folder: Path, stack: ExitStack, now: type | None, after: int = 0) -> None:
        folder.mkdir()
        self.home = Home(folder, streams=Streams(32))
        stack.callback(self.home.close)
        self.play(now, after)
        view = GAME.view(self.state, None)
        phone = self.home.phone().sit(view.acting[0] if view.acting else 0)
        if isinstance(self.state.now, Hammers):
            self.home.rig.status = Status("troubled", say("The hit sensor is silent: hit, and confirm what fell."))
            self.home.changes.announce()
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.cookies = [phone.cookie("phone")]

    def play(self, now: type | None, after: int) -> None:
        record = read_record(RECORD.read_bytes())
        setup = msgspec.convert(record.setup, GAME.setup)
        seats = tuple(
            msgspec.structs.replace(seat, name=name[:20]) for seat, name in zip(setup.seats, LONG, strict=True)
        )
        table = self.home.table
        table.start("trollfjord", msgspec.structs.replace(setup, seats=seats), table.version)
        for number, move in enumerate(record.moves, 1):
            table.play(move.seat, self.home.position.decode(move.move), table.version)
            if now is not None and number >= after and isinstance(self.state.now, now):
                return

    @property
    def state(self) -> Any:
        return self.home.position.state


MOMENTS: dict[str, tuple[type | None, int]] = {
    "lord": (MovesLord, 90),
    "places": (Places, 20),
    "joins": (AsksComrades, 0),
    "hammers": (Hammers, 121),
    "gives": (Gives, 0),
    "collects": (Collects, 0),
    "clears": (Clears, 0),
    "draws": (Draws, 0),
    "over": (None, 0),
}


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Moment]]:
    folder = tmp_path_factory.mktemp("moments")
    with ExitStack() as stack:
        yield {name: Moment(folder / name, stack, now, after) for name, (now, after) in MOMENTS.items()}


def look(name: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f".look[data-look={name}]").tap()


def opened(name: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"[data-open={name}]").first.tap()


VIEWS: list[tuple[str, str, str, Callable[[Page], None] | None]] = [
    ("lord", "/play", ".goal", None),
    ("lord", "/play", ".goal", look("people")),
    ("lord", "/play", ".goal", look("story")),
    ("lord", "/play", ".goal", opened("why")),
    ("lord", "/table", "#map .lord", None),
    ("places", "/play", ".counts, .choices", None),
    ("joins", "/play", "[data-do=join]", None),
    ("hammers", "/play", ".treasure", None),
    ("hammers", "/play", ".treasure", opened("camera")),
    ("hammers", "/table", ".treasure", None),
    ("gives", "/play", "[data-do=give]", None),
    ("gives", "/table", ".treasure", None),
    ("collects", "/play", "[data-do=collect]", None),
    ("clears", "/play", "[data-do=clear]", None),
    ("draws", "/play", "[data-do=draw-for-me]", None),
    ("over", "/play", ".chart", None),
    ("over", "/table", ".chart", None),
]


DECIDING = {
    "lord": ".goal",
    "joins": "[data-do=join]",
    "hammers": ".treasure",
    "gives": "[data-do=give]",
    "collects": "[data-do=collect]",
    "draws": "[data-do=draw-for-me]",
}
"""What one decides by."""

OVERLAID = """() => [...document.querySelectorAll('.hand[data-side=left] b, .hand[data-side=left] small')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const [text, mallet] = [document.createRange(), each.closest('.hand').querySelector('.mallet')];
    text.selectNodeContents(each);
    return text.getBoundingClientRect().right > mallet.getBoundingClientRect().left;
  })
  .map((each) => each.textContent)"""
"""What the hammer lies over."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_trollfjord_fits(moments: dict[str, Moment], open_page: OpenPage, language: str) -> None:
    page = open_page("about:blank", language=language)
    found = {}
    for number, (name, path, drawn, then) in enumerate(VIEWS):
        visit(page, moments[name], path, drawn, then)
        for size in (*SIZES, LYING):
            if faults := misfits(page, [size]):
                found[name, path, number] = faults
            if size == SMALL or (size == LYING and language == WORDY):
                keep(page, f"trollfjord-{language}-{size[0]}x{size[1]}-{number:02}-{name}")
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_phone_and_the_largest_letters(
    moments: dict[str, Moment], open_page: OpenPage, language: str
) -> None:
    """A score, a hammer's name and an initial stay whole, and nothing sticks out sideways."""
    page = open_page("about:blank", TINY, language)
    found = {}
    for name, drawn in DECIDING.items():
        visit(page, moments[name], "/play", drawn, None)
        faults = {what: value for what, value in unfit(page).items() if what != "small"}
        overlaid = page.evaluate(OVERLAID) + page.evaluate(BROKEN)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate(ENLARGED)
        sideways = {what: value for what, value in unfit(page).items() if what in ("sideways", "outside")}
        broken = page.evaluate(BROKEN) + page.evaluate(OVERLAID)
        keep(page, f"trollfjord-{language}-200-{name}")
        page.set_viewport_size({"width": TINY[0], "height": TINY[1]})
        if faults or overlaid or sideways or broken:
            found[name] = (faults, overlaid, sideways, broken)
    assert not found


LOST = """() => [...document.querySelectorAll('main *, .beside .person, .corner *')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > innerHeight)
  .map((each) => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_screen_needs_no_scrolling(moments: dict[str, Moment], open_page: OpenPage, language: str) -> None:
    """From across the room nobody scrolls: whatever is drawn is in sight, down to the lords on the lower edge."""
    page = open_page("about:blank", language=language)
    lost = {}
    for name, path, drawn, then in VIEWS:
        if path != "/table":
            continue
        visit(page, moments[name], path, drawn, then)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            if below := page.evaluate(LOST):
                lost[name, width] = below
            if language == WORDY:
                keep(page, f"trollfjord-{language}-table-{name}-{width}")
    assert not lost


def test_axe_finds_no_serious_fault(chromium: Browser, moments: dict[str, Moment]) -> None:
    found = {}
    with page_for_axe(chromium) as page:
        for name, path, drawn, then in VIEWS:
            visit(page, moments[name], path, drawn, then)
            if faults := serious_faults(page):
                found[name, path] = faults
        page.set_viewport_size({"width": TINY[0], "height": TINY[1]})
        for name, drawn in DECIDING.items():
            visit(page, moments[name], "/play", drawn, None)
            if faults := serious_faults(page):
                found[name, f"{TINY}"] = faults
    assert not found


def test_the_map_keeps_its_size_and_place_whatever_is_asked(moments: dict[str, Moment], open_page: OpenPage) -> None:
    page = open_page("about:blank", language="de")
    lying = {}
    for name in ("lord", "places", "joins", "collects", "clears", "draws"):
        visit(page, moments[name], "/play", "#map .reach", None)
        lying[name] = page.locator("#map .board").bounding_box()
    width, _ = PHONE
    assert lying == dict.fromkeys(lying, lying["lord"])
    board = lying["lord"]
    assert board is not None
    assert board["width"] == board["height"] == width - 32
