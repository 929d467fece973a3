"""The host's pages for set-up, boards, past games and putting right fit, in every language, and can be used by all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.boards import Drawing
from companion.games.trollfjord.example import example_board
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import PATIENCE, OpenPage
from tests.web.browser.test_layout import FINE, LANGUAGES, LOOK, NAMES, SIZES
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams
from web.trollfjord import plan

pytestmark = pytest.mark.browser

COLOURS = ("white", "orange", "brown", "black")
LONG_NAME = "Der große Spielplan aus Trondheim"


FORGET = "sessionStorage.clear(); localStorage.clear()"
"""Every visit begins as the first one."""


class Scene:
    """One moment of an evening, served, with a phone for the host."""

    def __init__(self, folder: Path, stack: ExitStack, prepare: Callable[[Home], None]) -> None:
        folder.mkdir()
        self.home = Home(folder, streams=Streams(32))
        stack.callback(self.home.close)
        cookie = self.home.host().client.get_cookie("host")
        assert cookie is not None
        prepare(self.home)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.cookies: list[Any] = [{"name": "host", "value": cookie.value, "url": self.address}]


def begin(home: Home) -> None:
    seats = [{"name": name, "colour": colour} for name, colour in zip(NAMES, COLOURS, strict=True)]
    sent = {"seats": seats, "board": home.boards.chosen, "entered": {}, "deal_rest": True}
    answer = home.host().act("/api/host/set-up", seen=home.table.version, **sent)
    assert answer.status == 200, answer.body


def recorded(home: Home) -> None:
    """Somebody recorded a board and played on it; nothing is running."""
    text = home.boards.text("Example board")
    assert text is not None
    home.boards.take_in(text.replace('"Example board"', f'"{LONG_NAME}"'))
    board, places = home.boards.board(LONG_NAME), plan.drawn(example_board())
    assert board is not None
    drawing = Drawing({name: region.at for name, region in places.regions.items()}, places.spots)
    home.boards.keep(board, drawing, instead_of=LONG_NAME)
    running(home)
    home.table.end(home.table.version)


def running(home: Home) -> None:
    begin(home)
    home.play(3, do="lord", to="place", free=3)
    home.play(3, do="place", region="swamp_1", trolls=2)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Scene]]:
    folder = tmp_path_factory.mktemp("host-scenes")
    with ExitStack() as stack:
        yield {each.__name__: Scene(folder / each.__name__, stack, each) for each in (recorded, running)}


def step(name: str, *then: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.locator(f"[data-step={name}]").tap()
        for each in then:
            page.locator(each).first.tap()

    go.__name__ = name
    return go


def map_tap(name: str) -> Callable[[Page], None]:
    """A step of the recording with what stands in the middle of the map opened."""

    def go(page: Page) -> None:
        page.locator(f"[data-step={name}]").tap()
        mark = page.locator(".mark.spot" if name == "spots" else ".mark.region").first
        box = mark.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    go.__name__ = f"{name} opened"
    return go


def press(*places: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        for each in places:
            page.locator(each).first.tap()

    go.__name__ = " ".join(places)
    return go


def map_press(place: str, *then: str) -> Callable[[Page], None]:
    """What stands there on the map of a game, and then further buttons."""

    def go(page: Page) -> None:
        box = page.locator(f"{place} .reach").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for each in then:
            page.locator(each).first.tap()

    go.__name__ = " ".join((place, *then))
    return go


BOARD = f"/host/board?name={LONG_NAME}"
VIEWS: list[tuple[str, str, str, Callable[[Page], None] | None]] = [
    ("recorded", "/host", "[data-do=set-up]", None),
    ("recorded", "/host/new", ".player", None),
    ("recorded", "/host/new", ".player", step("start", "[data-seat='1']")),
    ("recorded", "/host/new", ".player", step("fortresses", "[data-number='2']")),
    ("recorded", "/host/new", ".player", step("planks", "[data-plank]")),
    ("recorded", "/host/new", ".player", step("treasures", "[data-value='28']", "[data-do=start]")),
    ("recorded", "/host/boards", "#boards .line", press("#boards .line")),
    ("recorded", BOARD, "[data-do=without-photo]", None),
    ("recorded", BOARD, "[data-do=without-photo]", map_tap("regions")),
    ("recorded", BOARD, "[data-do=without-photo]", map_tap("spots")),
    ("recorded", BOARD, "[data-do=without-photo]", step("borders")),
    ("recorded", BOARD, "[data-do=without-photo]", step("planks")),
    ("recorded", BOARD, "[data-do=without-photo]", step("save")),
    ("recorded", "/host/board?new", "[data-do=without-photo]", step("save")),
    ("recorded", "/games", ".past", None),
    ("recorded", "/games/1#2", "#map .piece", None),
    ("running", "/host", ".moves .line", press(".moves .line")),
    ("running", "/host", ".moves .line", press("[data-player='1'] .line")),
    ("running", "/host/right", "#map .lord", None),
    ("running", "/host/right", "#map .lord", press("[data-player='1']", "[data-by='1']")),
    ("running", "/host/right", "#map .lord", map_press("[data-region=swamp_1]", "[data-player='1'][data-by='1']")),
    ("running", "/host/right", "#map .lord", map_press("[data-region=swamp_1]", "[data-pad]")),
    ("running", "/host/right", "#map .lord", map_press("[data-spot=north]")),
    ("running", "/host/new", "#dock .button", None),
]


def visit(page: Page, scene: Scene, path: str, drawn: str, then: Callable[[Page], None] | None) -> None:
    page.context.clear_cookies()
    page.context.add_cookies(scene.cookies)
    page.goto(scene.address + path, wait_until="domcontentloaded")
    page.wait_for_selector(drawn)
    if then:
        then(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_host_fits(scenes: dict[str, Scene], open_page: OpenPage, language: str) -> None:
    page = open_page("about:blank", language=language)
    page.add_init_script(FORGET)
    found = {}
    for moment, path, drawn, then in VIEWS:
        visit(page, scenes[moment], path, drawn, then)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            look = page.evaluate(LOOK)
            if look != FINE:
                faults = {what: value for what, value in look.items() if value}
                found[path, then and then.__name__, width] = faults
    assert not found


def test_axe_finds_no_serious_fault_with_the_host(chromium: Browser, scenes: dict[str, Scene]) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        bypass_csp=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(FORGET)
    page.set_default_timeout(PATIENCE)
    found = []
    for moment, path, drawn, then in VIEWS:
        visit(page, scenes[moment], path, drawn, then)
        found += [(path, then and then.__name__, fault) for fault in serious_faults(page)]
    context.close()
    assert not found
