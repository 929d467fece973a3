"""The map is a way to answer: on the drawn plan and on the owner's photo, wherever in a place the finger lands."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.moves import Lift, PutDown, Wander
from companion.games.trollfjord.state import Hammers
from companion.games.trollfjord.view import TrollfjordView
from companion.rules import Drawing, Hit
from tests.players import handful
from tests.web.browser.conftest import OpenPage, can_be_read
from tests.web.browser.hasty import GAME, answered, modest, strikes
from tests.web.browser.shots import keep
from tests.web.fakes import Home
from tests.web.serving import served
from web.games.trollfjord.plan import from_borders
from web.streams import Streams

pytestmark = pytest.mark.browser

SEED = 22
"""A game of this seed asks for all of these."""
ON_THE_MAP = {"lord", "place", "lift", "wander", "fortress", "collect", "clear"}


def photographed(chance: Random) -> bytes:
    """Something as busy as a printed board under a lamp: patches of every tone, lines, lettering, a glare."""
    grain = np.random.default_rng(chance.randrange(2**31))
    patches = grain.integers(30, 250, (9, 12, 3)).astype(np.uint8)
    picture = cv2.resize(patches, (1200, 900), interpolation=cv2.INTER_CUBIC).astype(np.int16)
    picture += grain.integers(-28, 28, picture.shape, dtype=np.int16)
    image = np.clip(picture, 0, 255).astype(np.uint8)
    for number in range(40):
        start, end = (tuple(map(int, grain.integers(0, (1200, 900)))) for _ in range(2))
        colour = tuple(map(int, grain.integers(0, 255, 3)))
        cv2.line(image, start, end, colour, int(grain.integers(1, 6)))
        cv2.putText(image, str(number), end, cv2.FONT_HERSHEY_DUPLEX, 1.2, colour[::-1], 2)
    cv2.circle(image, (850, 250), 190, (255, 255, 255), -1)
    done, jpeg = cv2.imencode(".jpg", image)
    assert done
    return jpeg.tobytes()


class Table:
    """A game of three, on the example board or on a photo of it, and a phone a seat."""

    def __init__(self, folder: Path, stack: ExitStack, open_page: OpenPage, photo: bool) -> None:
        self.home = Home(folder, streams=Streams(12))
        stack.callback(self.home.close)
        self.chance = Random(SEED)
        setup = modest(self.chance)
        if photo:
            setup = msgspec.structs.replace(setup, board=self.recorded())
        self.home.table.start("trollfjord", setup, self.home.table.version)
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.phones = [self.seated(open_page, seat) for seat in range(3)]

    def recorded(self) -> Any:
        """The example board as somebody might have photographed it: wider than high, a region at a fortress."""
        plan = from_borders(example_board())
        board = msgspec.structs.replace(example_board(), name="Our table")
        places = {name: region.at for name, region in plan.regions.items()}
        (x, y), (at, down) = places["forest_1"], plan.spots["north"]
        places["forest_1"] = ((x + 2 * at) / 3, (y + 2 * down) / 3)
        photo = self.home.boards.add_photo(photographed(Random(SEED)))
        self.home.boards.keep(board, Drawing({"regions": places, "spots": dict(plan.spots)}, None, 4 / 3, photo))
        return board

    def seated(self, open_page: OpenPage, seat: int) -> Page:
        page = open_page(self.address)
        page.locator(f".seat[data-seat='{seat}']").tap()
        page.wait_for_url("**/play")
        return page

    @property
    def state(self) -> Any:
        return self.home.position.state

    def next_move(self) -> tuple[int, Any]:
        now = self.state.now
        if isinstance(now, Hammers) and strikes(self.state):
            return now.site.bout.hammerer, Hit(handful(now.site.bout.in_tower, self.chance))
        return answered(self.state, self.chance)


@pytest.fixture(params=["plan", "photo"])
def table(tmp_path: Path, open_page: OpenPage, request: pytest.FixtureRequest) -> Iterator[Table]:
    print(f"seed {SEED}")
    with ExitStack() as stack:
        yield Table(tmp_path, stack, open_page, request.param == "photo")


def test_every_place_can_be_answered_by_a_tap_on_the_map(table: Table, request: pytest.FixtureRequest) -> None:
    kind = request.node.callspec.params["table"]
    waiting = set(ON_THE_MAP)
    while waiting:
        seat, move = table.next_move()
        told, version = msgspec.to_builtins(move), table.home.table.version
        if told["do"] not in waiting:
            table.home.table.play(seat, move, version)
            continue
        waiting.remove(told["do"])
        page = table.phones[seat]
        page.wait_for_selector(f"body[data-version='{version}']")
        if "trolls" in told:
            count = page.locator(f".counts [data-count='{told['trolls']}'][aria-pressed=false]")
            if count.count():
                count.tap()
        keep(page, f"trollfjord-map-{kind}-{told['do']}")
        can_be_read(page)
        spots = page.evaluate(WHERE, place_of(table.state, told))
        assert len(spots) >= 3, told
        page.touchscreen.tap(*table.chance.choice(spots))
        page.wait_for_selector(f"body:not([data-version='{version}'])")
        assert table.home.position.turns[-1].move == move
    assert table.phones[0].evaluate(COVERED) == []


COVERED = """() => {
  const boxes = (kind) => [...document.querySelectorAll(`#map ${kind}`)].map((each) => each.getBoundingClientRect());
  const keeps = boxes('.keep');
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return boxes('.worth').filter((worth) => keeps.some((keep) => meet(worth, keep)));
}"""
"""Treasures whose number a fortress hides."""


@pytest.mark.parametrize("table", ["plan"], indirect=True)
def test_a_troll_wanders_by_a_drag_and_stays_where_it_is_dropped_in_vain(table: Table) -> None:
    seat, move = table.next_move()
    while not isinstance(move, Lift):
        table.home.table.play(seat, move, table.home.table.version)
        seat, move = table.next_move()
    page, land, before = table.phones[seat], table.state.land, table.state.trolls
    here = land.regions.index(move.region)
    there = land.neighbours[here][0]
    version = table.home.table.version
    page.wait_for_selector(f"body[data-version='{version}']")
    can_be_read(page)
    drag(page, move.region, None)
    page.wait_for_selector(f"body[data-version='{version + 2}']")
    assert [type(turn.move) for turn in table.home.position.turns[-2:]] == [Lift, PutDown]
    assert table.state.trolls == before
    can_be_read(page)
    drag(page, move.region, land.regions[there])
    page.wait_for_selector(f"body[data-version='{version + 4}']")
    assert [turn.move for turn in table.home.position.turns[-2:]] == [move, Wander(land.regions[there], move.region)]
    assert table.state.trolls[seat][here] == before[seat][here] - 1


def drag(page: Page, region: str, to: str | None) -> None:
    """From the middle of one region to another, or back off the map."""
    x, y = met(page, region)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    if to is None:
        page.mouse.move(2, 60, steps=3)
        page.mouse.up()
        return
    expect(page.locator(".dragged")).to_be_visible()
    expect(page.locator(f".region.offered[data-region='{to}']")).to_be_visible()
    page.mouse.move(*met(page, to), steps=3)
    page.mouse.up()


def met(page: Page, region: str) -> list[float]:
    """Where a finger meets this region, once it can."""
    found = page.wait_for_function(f"(place) => ({WHERE})(place)[0]", arg=f"[data-region='{region}'] .reach")
    place: list[float] = found.json_value()
    return place


def place_of(state: Any, move: dict[str, Any]) -> str:
    view = GAME.view(state, None)
    assert isinstance(view, TrollfjordView)
    if move["do"] == "lord":
        ahead = view.wandering if move["to"] == "wander" else view.placing
        return f".goal[data-space='{ahead[move['free'] - 1]}'] .reach"
    if "fortress" in move:
        return f".fortress.offered[data-spot='{move['fortress']}'] .reach"
    return f".region.offered[data-region='{move['region']}'] .reach"


WHERE = """(place) => {
  const reach = document.querySelector(`#map ${place}`);
  const { left, top, width, height } = reach.getBoundingClientRect();
  const share = Array.from({ length: 9 }, (_, index) => (index + 0.5) / 9);
  const points = share.flatMap((x) => share.map((y) => [left + x * width, top + y * height]));
  // Goals lie so close that the nearer one is meant, whichever is on top.
  const meant = ([x, y]) => Math.hypot(x - left - width / 2, y - top - height / 2) < 0.28 * width;
  const met = ([x, y]) => document.elementFromPoint(x, y) === reach;
  return points.filter(reach.closest('.goal') ? meant : met);
}"""
"""Points of the page where a finger means this place and no other."""
