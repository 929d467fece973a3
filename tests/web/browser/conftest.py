"""A real Chromium, and an evening with the real server and the simulated rig."""

import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from werkzeug.test import Cookie

from companion.app.conductor import Conductor
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.keys import Keys
from companion.network import Network
from companion.position import Position
from companion.seating import Seating
from companion.table import Table
from hardware.rig.rig import Rig
from hardware.rig.sim import SimRig
from tests import needs
from tests.running_game import position_of
from tests.web.serving import served
from web.app import create_app

CHROMIUMS = ("chromium-headless-shell", "chromium")
"""The same browser; the first has no window to paint for nobody and costs a third less."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = (390, 844)
SEED = 7
PATIENCE = 20_000
"""Milliseconds: a counted hit takes a second or two, more on a busy machine."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if program is None:
        needs.missing("Chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


class Faults(list[str]):
    """What went wrong in a page that no one looked at."""


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert not found


@pytest.fixture
def open_page(chromium: Browser, faults: Faults) -> Iterator[OpenPage]:
    """Opens a page on a phone of its own; any error in its scripts fails the test."""
    contexts = []

    def open_page(address: str, size: tuple[int, int] = PHONE, language: str = "en") -> Page:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=language, has_touch=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()


def can_be_read(page: Page) -> None:
    """What is new on it has stood for as long as no tap counts yet; Playwright itself waits only where it aims."""
    expect(page.locator(".unread")).to_have_count(0)


def hold(button: Locator) -> None:
    """What cannot be undone: a finger stays on it until it is full, and tries again where the page moved under it."""
    page, asks = button.page, button.get_attribute("aria-description")
    for _ in range(3):
        button.hover()
        page.mouse.down()
        expect(page.locator(".holding")).to_have_count(0)
        page.mouse.up()
        if not page.locator(".hold", has_text=asks).count():
            return
    raise AssertionError(f"{asks!r} was held three times, and let go each time")


def slide(page: Page, faces: Sequence[str]) -> None:
    """All dice in one gesture; a face that comes again is left and entered again."""
    can_be_read(page)
    buttons = [page.locator(f".faces [data-value='{face}']") for face in faces]
    buttons[0].hover()
    boxes = [button.bounding_box() for button in buttons]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["height"]) for box in boxes if box]
    for number, (x, y, high) in enumerate(middles):
        if number and middles[number - 1] == (x, y, high):
            page.mouse.move(x, y + high)
        page.mouse.move(x, y)
        if not number:
            page.mouse.down()
    page.mouse.up()
    expect(page.locator(".dice .die:not(:empty)")).to_have_count(len(faces))


def bring(page: Page, address: str, *cookies: Cookie) -> None:
    """The page is open on a phone that was given these before."""
    page.context.add_cookies([{"name": each.key, "value": each.value, "url": address} for each in cookies])


class Evening:
    """The real table, referee, detector and counter; only what falls from the tower is decided by the test."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        journal = Journal(folder / "journal.sqlite")
        stack.callback(journal.close)
        self.changes = ChangeSignal()
        self.table = Table(journal, self.changes, time.time)
        rig = self.rig_beside()
        stack.callback(rig.close)
        self.settings = open_settings(folder / FILE)
        conductor = Conductor(self.table, self.changes, rig, self.settings, TableCounter(folder), time.monotonic)
        stack.callback(conductor.close)
        self.seating = Seating(folder / "seating.sqlite")
        stack.callback(self.seating.close)
        self.keys = Keys(folder / "keys.json")
        network = Network("127.0.0.1", 80, folder)
        app = create_app(self.table, self.changes, conductor, self.seating, self.keys, folder, network)
        conductor.start()
        self.address = f"http://127.0.0.1:{stack.enter_context(served(app))}"

    def rig_beside(self) -> Rig:
        self.rig = SimRig(time.monotonic, Random(SEED))
        return self.rig

    @property
    def position(self) -> Position:
        return position_of(self.table)

    def will_fall(self, *blows: Mapping[str, int]) -> None:
        """Decide what each of the next blows frees, by colour."""
        tower, waiting = self.rig.tower, list(blows)

        def blow(strength: float) -> dict[str, int]:  # noqa: ARG001  the script decides, not the hammer
            wanted = [colour for colour, count in waiting.pop(0).items() for _ in range(count)]
            with tower._lock:
                for colour in wanted:
                    tower._inside.remove(colour)
                tower._inside += wanted
                return tower._free(len(wanted))

        tower.blow = blow  # type: ignore[method-assign]  # the physical side, decided by the test


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    print(f"seed {SEED}")
    # On a busy machine a count may take long; the referee's impatience has its own tests.
    monkeypatch.setattr("companion.referee.PATIENCE", PATIENCE / 1000)
    with ExitStack() as stack:
        yield Evening(tmp_path, stack)
