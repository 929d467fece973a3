"""The host's pages for set-up, boards, past games and putting right fit, in every language, and can be used by all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.games.trollfjord.example import example_board
from companion.rules import Drawing
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage
from tests.web.browser.layout import LANGUAGES, SIZES, TINY, misfits, page_for_axe, visit
from tests.web.browser.test_layout import NAMES
from tests.web.fakes import Home, told
from tests.web.serving import served
from web.games.trollfjord import plan
from web.streams import Streams

pytestmark = pytest.mark.browser

COLOURS = ("white", "orange", "brown", "black")
LONG_NAME = "Der große Spielplan aus Trondheim"


FORGET = "if (location.origin !== 'null') { sessionStorage.clear(); localStorage.clear(); }"
"""Every visit begins as the first one; the empty page between two has nothing to forget."""


class Scene:
    """One moment of an evening, served, with a phone for the host."""

    def __init__(self, folder: Path, stack: ExitStack, prepare: Callable[[Home], None]) -> None:
        folder.mkdir()
        self.home = Home(folder, streams=Streams(32))
        stack.callback(self.home.close)
        self.cookies = [self.home.host().cookie("host")]
        prepare(self.home)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"


def begin(home: Home) -> None:
    seats = [{"name": name, "colour": colour} for name, colour in zip(NAMES, COLOURS, strict=True)]
    sent = {"told": told(seats, home.boards.chosen), "deal_rest": True}
    answer = home.host().act("/api/host/set-up/trollfjord", seen=home.table.version, **sent)
    assert answer.status == 200, answer.body


def recorded(home: Home) -> None:
    """Somebody recorded a board and played on it; nothing is running."""
    text = home.boards.text("Example board")
    assert text is not None
    home.boards.take_in(text.replace('"Example board"', f'"{LONG_NAME}"'))
    board, places = home.boards.thing(LONG_NAME), plan.from_borders(example_board())
    assert board is not None
    regions = {name: region.at for name, region in places.regions.items()}
    drawing = Drawing({"regions": regions, "spots": places.spots})
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


BOARD = f"/host/recorder/trollfjord/boards?name={LONG_NAME}"
VIEWS: list[tuple[str, str, str, Callable[[Page], None] | None]] = [
    ("recorded", "/host", "[data-game]", None),
    ("recorded", "/host/start", "[data-game]", None),
    ("recorded", "/host/start/tower", ".player", None),
    ("recorded", "/host/set-up/trollfjord", ".player", None),
    ("recorded", "/host/set-up/trollfjord", ".player", step("start", "[data-seat='1']")),
    ("recorded", "/host/set-up/trollfjord", ".player", step("fortresses", "[data-number='2']")),
    ("recorded", "/host/set-up/trollfjord", ".player", step("planks", "[data-laid]")),
    ("recorded", "/host/set-up/trollfjord", ".player", step("treasures", "[data-value='28']", "[data-do=start]")),
    ("recorded", "/host/box/trollfjord", "[data-kind=boards] .line", press("[data-kind=boards] .line")),
    ("recorded", BOARD, "[data-do=without-photo]", None),
    ("recorded", BOARD, "[data-do=without-photo]", map_tap("regions")),
    ("recorded", BOARD, "[data-do=without-photo]", map_tap("spots")),
    ("recorded", BOARD, "[data-do=without-photo]", step("borders")),
    ("recorded", BOARD, "[data-do=without-photo]", step("planks")),
    ("recorded", BOARD, "[data-do=without-photo]", step("save")),
    ("recorded", "/host/recorder/trollfjord/boards?new", "[data-do=without-photo]", step("save")),
    ("recorded", "/games", ".past", None),
    ("recorded", "/games/1#2", "#map .piece", None),
    ("running", "/host", ".moves .line", press(".moves .line")),
    ("running", "/host", ".moves .line", press("[data-player='1'] .line")),
    ("running", "/host/right", "#map .lord", None),
    ("running", "/host/right", "#map .lord", press("[data-player='1']", "[data-by='1']")),
    ("running", "/host/right", "#map .lord", map_press("[data-region=swamp_1]", "[data-player='1'][data-by='1']")),
    ("running", "/host/right", "#map .lord", map_press("[data-region=swamp_1]", "[data-pad]")),
    ("running", "/host/right", "#map .lord", map_press("[data-spot=north]")),
    ("running", "/host/set-up/trollfjord", "#dock .button", None),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_host_fits(scenes: dict[str, Scene], open_page: OpenPage, language: str) -> None:
    page = open_page("about:blank", language=language)
    page.add_init_script(FORGET)
    found = {}
    for moment, path, drawn, then in VIEWS:
        visit(page, scenes[moment], path, drawn, then)
        if faults := misfits(page, (TINY, *SIZES)):
            found[path, then and then.__name__] = faults
    assert not found


def test_axe_finds_no_serious_fault_with_the_host(chromium: Browser, scenes: dict[str, Scene]) -> None:
    found = []
    with page_for_axe(chromium) as page:
        page.add_init_script(FORGET)
        for moment, path, drawn, then in VIEWS:
            visit(page, scenes[moment], path, drawn, then)
            found += [(path, then and then.__name__, fault) for fault in serious_faults(page)]
    assert not found
