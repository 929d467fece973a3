"""The Hall's drawings that move or lie on something: the cascade, the owner's photo, and a past game."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.hall.state import Over, State
from companion.rules import Drawing
from tests.players import dealt, play
from tests.web.browser.conftest import OpenPage
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served

pytestmark = pytest.mark.browser

GAME = GAMES["hall"]
RELUCTANT = frozenset({"end_turn", "keep", "exchange", "neither", "no_pedestal", "leave_site"})
CORNERS = ((0.2, 0.1), (0.8, 0.2), (0.9, 0.9), (0.1, 0.8))
"""Of the board on the photo."""


def photo() -> bytes:
    """A board as it might be seen: green on its left, blue on its right, red beside it."""
    picture = np.full((300, 400, 3), (0, 0, 255), np.uint8)
    across = [(round(x * 400), round(y * 300)) for x, y in CORNERS]
    board = cv2.getPerspectiveTransform(
        np.array([(0, 0), (20, 0), (20, 20), (0, 20)], np.float32), np.array(across, np.float32)
    )
    half = np.zeros((20, 20, 3), np.uint8)
    half[:, :10], half[:, 10:] = (0, 255, 0), (255, 0, 0)
    seen = cv2.warpPerspective(half, board, (400, 300), flags=cv2.INTER_NEAREST)
    mask = cv2.warpPerspective(np.ones((20, 20), np.uint8), board, (400, 300), flags=cv2.INTER_NEAREST)
    picture[mask > 0] = seen[mask > 0]
    return bytes(cv2.imencode(".jpg", picture)[1])


COLOURS = """async (href) => {
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x, y) => [...context.getImageData(x * image.width, y * image.height, 1, 1).data.slice(0, 3)];
  return [at(0.04, 0.04), at(0.96, 0.04), at(0.04, 0.96), at(0.96, 0.96)];
}"""
"""Those in the four corners of a picture."""


MOTION = "each => [getComputedStyle(each).animationName, each.style.getPropertyValue('--step')]"


class Hall:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.chance = Random(3)
        drawn = Drawing(corners=CORNERS, photo="0123456789abcdef")
        setup = msgspec.structs.replace(dealt(GAME, 2, self.chance), drawing=drawn)
        self.home.table.start("hall", setup, self.home.table.version)

    @property
    def state(self) -> State:
        state: State = self.home.position.state
        return state

    def play(self, moves: int) -> None:
        for seat, move, _ in play(GAME, self.state, self.chance, moves, RELUCTANT):
            self.home.table.play(seat, move, self.home.table.version)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(tmp_path, stack)


def seated(page: Page, hall: Hall, seat: int) -> Page:
    page.goto(hall.address)
    page.locator(f".seat[data-seat='{seat}']").tap()
    page.wait_for_url("**/play")
    expect(page.locator("#hall-map .tier-1")).to_be_visible()
    return page


def test_the_cascade_runs_the_photo_lies_straight_and_the_past_is_drawn(hall: Hall, open_page: OpenPage) -> None:
    page = open_page("about:blank")
    still = open_page("about:blank")
    for each in (page, still):
        each.route("**/box/hall/mountains/*.jpg", lambda route: route.fulfill(body=photo(), content_type="image/jpeg"))
    still.emulate_media(reduced_motion="reduce")
    hall.play(4)
    seats = [seated(each, hall, seat) for seat, each in enumerate((page, still))]
    straight(page)
    cascades(hall, seats)
    keep(page, "hall-cascade")
    hall.play(10_000)
    assert isinstance(hall.state.now, Over)
    hall.home.table.end(hall.home.table.version)
    past = open_page(f"{hall.address}/games")
    past.locator("a.past").first.tap()
    expect(past.locator("#hall-map .start").first).to_be_visible()
    past.locator("[data-do=last]").tap()
    expect(past.locator("#ending .chart polyline")).to_have_count(2)
    keep(past, "hall-past")


def straight(page: Page) -> None:
    """What lies between the corners fills the map: its left half is green, its right one blue."""
    below = page.locator("#hall-map image")
    below.wait_for(state="attached")
    green, blue = (0, 255, 0), (0, 0, 255)
    seen = page.evaluate(COLOURS, below.get_attribute("href"))
    for found, wanted in zip(seen, (green, blue, green, blue), strict=True):
        assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) < 60, seen


def cascades(hall: Hall, seats: list[Page]) -> None:
    """Until both have recruited somebody: it is seen on the own pyramid, a step a row; told, and still where wished."""
    missing = {0, 1}
    while missing:
        hall.play(1)
        ran = hall.state.cascade
        if ran is None or ran.seat not in missing:
            continue
        missing.remove(ran.seat)
        page = seats[ran.seat]
        expect(page.locator("#trolls .own .cascaded")).to_have_count(len(ran.gains))
        expect(page.locator("#trolls .own .gained")).to_have_count(sum(len(gain.symbols) for gain in ran.gains))
        expect(page.locator("#trolls .cascade-told .gain")).to_have_count(len(ran.gains))
        lowest = page.locator("#trolls .own .row").last.locator(".cascaded").first
        name, step = lowest.evaluate(MOTION)
        assert (name, step) == ("none" if ran.seat else "cascade", str(ran.gains[0].place // 4))
