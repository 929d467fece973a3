"""On a phone that lies on its side, whoever hammers sees all at once: numbers, limits and the treasures to be had."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.games.trollfjord.state import Gives, Hammers
from tests.web.browser.conftest import OpenPage
from tests.web.browser.layout import LANGUAGES, unfit, visit
from tests.web.browser.test_trollfjord_layout import LYING, Moment

pytestmark = pytest.mark.browser

MOMENTS: dict[str, tuple[type, int]] = {
    "alone": (Hammers, 80),
    "with a comrade": (Hammers, 66),
    "many hits": (Hammers, 127),
    "too many of a colour": (Gives, 67),
}

NEEDED = ".hand, .hero, .stroke, .bars .row, .treasure, .event:not([hidden])"
BELOW = """(needed) => ({
  drawn: document.querySelectorAll(needed).length,
  below: [...document.querySelectorAll(needed)]
    .filter((each) => each.getBoundingClientRect().bottom > innerHeight)
    .map((each) => each.className),
})"""
LONGEST = """() => {
  document.querySelector('.hits b').textContent = '10';
  document.querySelector('.hits .of').textContent = '/12';
}"""


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Moment]]:
    folder = tmp_path_factory.mktemp("lying")
    with ExitStack() as stack:
        yield {name: Moment(folder / name, stack, now, after) for name, (now, after) in MOMENTS.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_hammering_needs_is_in_sight(moments: dict[str, Moment], open_page: OpenPage, language: str) -> None:
    page = open_page("about:blank", LYING, language)
    found = {}
    for name, moment in moments.items():
        visit(page, moment, "/play", ".treasure", None)
        seen = page.evaluate(BELOW, NEEDED)
        assert seen["drawn"] > 10
        if seen["below"]:
            found[name] = seen["below"]
    assert not found


def test_two_figures_of_hits_leave_room_for_the_rest(moments: dict[str, Moment], open_page: OpenPage) -> None:
    page = open_page("about:blank", LYING)
    visit(page, moments["many hits"], "/play", ".treasure", None)
    page.evaluate(LONGEST)
    assert not unfit(page)
    assert not page.evaluate(BELOW, NEEDED)["below"]
