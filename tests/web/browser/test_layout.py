"""Nothing is cut off, nothing scrolls sideways, every button is big enough for a thumb, every word can be read."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.referee import Question, Status
from companion.rules import Boulders, say
from tests.web.browser.conftest import OpenPage, bring
from tests.web.browser.layout import LANGUAGES, misfits, visit
from tests.web.fakes import Home
from tests.web.serving import served
from web.streams import Streams

pytestmark = pytest.mark.browser

NAMES = ("Astrid", "Maximilian-Alexander", "Olaf Haraldsson", "Ö")


class Scene:
    """One moment of an evening, served, with a phone for the first player and one for the host."""

    def __init__(self, folder: Path, stack: ExitStack, prepare: Callable[[Home], None]) -> None:
        folder.mkdir()
        self.home = Home(folder, streams=Streams(32))
        stack.callback(self.home.close)
        host = self.home.host()
        prepare(self.home)
        phone = self.home.phone()
        if self.home.table.position:
            phone.sit(0)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        found = [host.client.get_cookie("host"), phone.client.get_cookie("phone")]
        self.cookies = [each for each in found if each]


def nobody(_: Home) -> None:
    pass


def ready(home: Home) -> None:
    home.start(*NAMES)


def gathering(home: Home) -> None:
    ready(home)
    home.play(0, do="hammer", seat=1)


def hammering(home: Home) -> None:
    ready(home)
    home.play(0, do="hammer", seat=0)
    home.play(0, do="trolls", count=7)
    home.play(0, do="comrade", seat=1)
    home.play(0, do="trolls", count=4)
    for _ in range(5):
        home.play(0, do="hit", boulders={"red": 1, "white": 2})
    home.rig.status = Status("troubled", say("The hit sensor is silent: hit, and confirm what fell."))


def asking(home: Home) -> None:
    hammering(home)
    words = say("{blows} blows before the boulders lay still. What fell at the first?", blows=2)
    home.rig.status = Status("asking", words, Question(words, Boulders(red=2), None))


def over(home: Home) -> None:
    hammering(home)
    home.play(0, do="hit", boulders={"red": 6, "blue": 10})
    home.rig.status = Status("asleep")


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Scene]]:
    folder = tmp_path_factory.mktemp("scenes")
    with ExitStack() as stack:
        moments = (nobody, ready, gathering, hammering, asking, over)
        yield {moment.__name__: Scene(folder / moment.__name__, stack, moment) for moment in moments}


def fix(page: Page) -> None:
    page.locator("[data-open=fix]").tap()


def enter(page: Page) -> None:
    page.locator("[data-open=hit]").tap()


def menu(page: Page) -> None:
    page.locator("summary").tap()


def open_move(page: Page) -> None:
    page.locator(".moves .line").first.tap()


def stand_in(page: Page) -> None:
    page.locator("[data-player='1'] .line").tap()
    page.locator("[data-play-for='1']").tap()


def the_tower(page: Page) -> None:
    page.locator("[data-game=tower]").tap()
    page.wait_for_selector(".player")


VIEWS: list[tuple[str, str, str, Callable[[Page], None] | None]] = [
    ("nobody", "/", "#quiet", None),
    ("nobody", "/table", "#headline:not(:empty)", None),
    ("nobody", "/host", "[data-game=tower]", the_tower),
    ("ready", "/?choose", ".seat", None),
    ("ready", "/play", ".choices", None),
    ("gathering", "/play", ".numbers", None),
    ("hammering", "/play", ".bars .row", None),
    ("hammering", "/play", ".bars .row", fix),
    ("hammering", "/play", ".bars .row", enter),
    ("hammering", "/play", ".bars .row", menu),
    ("hammering", "/table", ".bars .row", None),
    ("asking", "/play", "[data-do=no-hit]", None),
    ("over", "/play", ".bars .over", None),
    ("over", "/table", ".bars .over", None),
    ("over", "/host", ".moves .line", open_move),
    ("over", "/host", ".moves .line", stand_in),
    ("over", "/tower", "#truth", None),
    ("over", "/nowhere", "h1", None),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(scenes: dict[str, Scene], open_page: OpenPage, language: str) -> None:
    page = open_page("about:blank", language=language)
    found = {}
    for moment, path, drawn, then in VIEWS:
        visit(page, scenes[moment], path, drawn, then)
        if faults := misfits(page):
            found[moment, path, then and then.__name__] = faults
    assert not found


CONTRAST = """(pairs) => {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (name) => {
    paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    paint.fillRect(0, 0, 1, 1);
    const parts = [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  return pairs.map(([front, back, least]) => {
    const [one, other] = [light(front), light(back)].sort((a, b) => b - a);
    return [front, back, Math.round(((one + 0.05) / (other + 0.05)) * 100) / 100, least];
  });
}"""

ARMS_LENGTH, READ, SHAPE = 7, 4.5, 3
PAIRS = [
    *[("--ink", ground, ARMS_LENGTH) for ground in ("--ground", "--glow", "--card", "--raised", "--pressed")],
    *[("--soft", ground, READ) for ground in ("--ground", "--glow", "--card", "--raised")],
    *[("--ember", ground, READ) for ground in ("--ground", "--card", "--raised")],
    *[("--alarm", ground, READ) for ground in ("--ground", "--card", "--alarm-ground")],
    ("--ember-ink", "--ember", READ),
    ("--well", "--ground", READ),
    *[(colour, "--ground", SHAPE) for colour in ("--red", "--blue", "--ring")],
]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_word_stands_out_from_its_ground(chromium: Browser, scenes: dict[str, Scene], theme: str) -> None:
    page = chromium.new_page(color_scheme="dark" if theme == "dark" else "light")
    page.goto(scenes["nobody"].address)
    weak = [pair for pair in page.evaluate(CONTRAST, PAIRS) if pair[2] < pair[3]]
    page.context.close()
    assert not weak


def test_the_first_load_is_small(chromium: Browser, scenes: dict[str, Scene]) -> None:
    scene = scenes["hammering"]
    page = chromium.new_page()
    bring(page, scene.address, *scene.cookies)
    sizes = []
    page.on("response", lambda response: sizes.append((response.url, int(response.headers.get("content-length", 0)))))
    page.goto(f"{scene.address}/play")
    page.wait_for_selector(".bars .row")
    page.context.close()
    assert 20_000 < sum(size for _, size in sizes) < 100_000, sizes
