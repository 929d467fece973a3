"""Whether pages fit: visits one after another and tells what is cut off, sticks out or is too small for a thumb."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from playwright.sync_api import Browser, Page
from werkzeug.test import Cookie

from tests.web.browser.conftest import PATIENCE, PHONE, bring
from web.i18n import LANGUAGES as TITLES

SIZES = ((360, 640), PHONE, (820, 1180))
TINY = (320, 568)
"""The smallest phone that is still in use."""
LANGUAGES = tuple(TITLES)

Then = Callable[[Page], None]
"""What is tapped before anybody looks."""

LOOK = """() => {
  const seen = (element) => element.offsetParent && !element.closest('.unseen');
  const short = (element) => element.outerHTML.slice(0, 90);
  const said = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const all = [...document.querySelectorAll('body *')].filter(seen);
  const buttons = all.filter((each) => each.matches('button, .button, summary') && !each.closest('.stroke'));
  // The steps of a set-up or a recording stay in one row: a sixth of the smallest phone has to do.
  const thumb = (element) => (element.matches('.step-button') ? Math.min(56, Math.floor(innerWidth / 6)) : 56);
  const outside = ({ left, right }) => right > innerWidth + 1 || left < -1;
  return {
    sideways: document.documentElement.scrollWidth > innerWidth,
    outside: all.filter((each) => outside(each.getBoundingClientRect())).map(short),
    cut: all.filter((each) => said(each) && each.clientWidth && each.scrollWidth > each.clientWidth + 1).map(short),
    small: buttons.filter((each) => each.offsetWidth < thumb(each) || each.offsetHeight < 56).map(short),
  };
}"""


ENLARGED = "() => { document.documentElement.style.fontSize = '200%'; }"
"""As somebody reads who has set their phone to letters of twice the size."""

BROKEN = """() => [...document.querySelectorAll(
  '.me .figure, .token, .chip .figure, .treasure > .figure, [data-columns="5"] > .button')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(each);
    const said = text.getBoundingClientRect();
    return said.width > width + 1 || said.height > 2 * parseFloat(getComputedStyle(each).fontSize);
  })
  .map((each) => each.outerHTML.slice(0, 90))"""
"""Numbers and initials that do not stand whole on one line."""


class Served(Protocol):
    address: str
    cookies: list[Cookie]


def visit(page: Page, scene: Served, path: str, drawn: str, then: Then | None) -> None:
    """The page at `path` of this scene, once `drawn` is there."""
    page.context.clear_cookies()
    bring(page, scene.address, *scene.cookies)
    # What the page before was about to open by itself would take the place of this one.
    page.goto("about:blank")
    page.goto(scene.address + path)
    page.wait_for_selector(drawn)
    if then:
        then(page)


def unfit(page: Page) -> dict[str, object]:
    """What does not fit on the page as it stands, at the size it has; nothing if all does."""
    return {what: value for what, value in page.evaluate(LOOK).items() if value}


def misfits(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> dict[tuple[int, int], dict[str, object]]:
    """The same at each of these sizes."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if faults := unfit(page):
            found[width, height] = faults
    return found


@contextmanager
def page_for_axe(chromium: Browser) -> Iterator[Page]:
    """On a phone that wants no motion and lets another script in."""
    width, height = PHONE
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        yield page
    finally:
        context.close()
