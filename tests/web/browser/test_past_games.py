"""The list of past games tells at a glance who won, with every score, on any phone."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.layout import misfits
from tests.web.browser.test_trollfjord_layout import Moment

pytestmark = pytest.mark.browser

TOLD = {"en": "won with 74", "de": "gewann mit 74", "fr": "a gagné avec 74"}


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moment]:
    with ExitStack() as stack:
        yield Moment(tmp_path_factory.mktemp("past") / "over", stack, None)


@pytest.mark.parametrize("language", TOLD)
def test_a_line_tells_who_won_and_every_score(over: Moment, open_page: OpenPage, language: str) -> None:
    page = open_page(f"{over.address}/games", language=language)
    line = page.locator(".past .result")
    expect(line).to_contain_text(TOLD[language])
    told = line.text_content() or ""
    assert all(seat.name in told for seat in over.state.seats)
    assert not misfits(page)
