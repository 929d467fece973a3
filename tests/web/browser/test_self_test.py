"""The self-test on the host's phone: one hit, one picture, one lamp, each with its verdict."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.device_setup.cures import Cure
from companion.common.text import say
from tests.web.browser.conftest import PHONE, Evening, OpenPage
from tests.web.browser.layout import LANGUAGES, misfits
from tests.web.browser.shots import keep

pytestmark = pytest.mark.browser

OpenTest = Callable[..., Page]


@pytest.fixture
def open_test(evening: Evening, open_page: OpenPage) -> OpenTest:
    def open_test(language: str = "en") -> Page:
        page = open_page(f"{evening.address}/host/self-test", language=language)
        page.locator("input").fill("471100")
        page.locator("form button").tap()
        page.locator("[data-do=no]").wait_for()
        return page

    return open_test


def look_at(page: Page, name: str) -> dict[tuple[int, int], dict[str, object]]:
    """What does not fit, at every size; the picture for people is a phone's."""
    width, height = PHONE
    keep(page, f"self-test-{name}")
    found = misfits(page)
    page.set_viewport_size({"width": width, "height": height})
    return found


def next_step(page: Page) -> None:
    page.locator("[data-do=next]").tap()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sound_rig_is_through_in_five_taps(evening: Evening, open_test: OpenTest, language: str) -> None:
    page = open_test(language)
    faults = [look_at(page, f"hit-{language}")]
    with page.expect_response("**/api/host/self-test/hit"):
        evening.rig.hits.strike(0.6)
    expect(page.locator("#stage .health.fine")).to_be_visible()
    next_step(page)
    expect(page.locator("#stage .health.fine")).to_be_visible()
    expect(page.locator("#stage img")).to_be_visible()
    faults.append(look_at(page, f"picture-{language}"))
    next_step(page)
    expect(page.locator(".lamps .on").first).to_be_visible()
    faults.append(look_at(page, f"lamps-{language}"))
    page.locator("[data-do=yes]").tap()
    next_step(page)
    expect(page.locator(".row.fine")).to_have_count(3)
    faults.append(look_at(page, f"end-{language}"))
    assert faults == [{}] * 4
    if language == "en":
        expect(page.locator("#dock")).to_contain_text("Everything works.")


def test_each_device_that_fails_says_what_to_do(
    evening: Evening, open_test: OpenTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Cure(say("{model} is too slow for the camera.", model="Raspberry Pi 2"), say("use a Pi 3, 4, 5 or Zero 2 W"))
    cures = {"hits": [slow], "camera": [], "lights": []}
    monkeypatch.setattr("companion.app.conductor.cures_of", lambda device, _settings: cures[device])
    page = open_test()
    page.get_by_role("button", name="Nothing happens").tap()
    stage, dock = page.locator("#stage"), page.locator("#dock")
    expect(stage).to_contain_text("No hit was heard.")
    expect(stage.locator(".cure")).to_have_text(
        "Raspberry Pi 2 is too slow for the camera.→ use a Pi 3, 4, 5 or Zero 2 W"
    )
    expect(dock.get_by_role("link", name="Set it up")).to_have_attribute("href", "/host/hits")
    assert look_at(page, "cure") == {}
    page.get_by_role("button", name="Try again").tap()
    expect(stage).to_contain_text("Listening…")
    evening.rig.hits.strike(0.6)
    expect(stage).to_contain_text("Heard. The tower hears you.")

    evening.rig.fault("picture_dark", on=True)
    next_step(page)
    expect(stage.locator(".health.failing")).to_contain_text("too dark")
    expect(stage).not_to_contain_text("Nothing is wrong")
    assert look_at(page, "dark") == {}
    evening.rig.fault("camera_unplugged", on=True)
    page.get_by_role("button", name="Try again").tap()
    expect(stage.locator(".health.failing")).to_have_text("The camera is gone: check its cable.")
    evening.rig.fault("lights_failing", on=True)
    next_step(page)
    expect(stage.locator(".health.failing")).to_contain_text("The lights")
    next_step(page)
    expect(page.locator(".row.failing")).to_have_count(2)
    expect(dock).to_contain_text("What does not work can wait")
    assert look_at(page, "failing") == {}
