"""The host's device pages in a real browser, and a hammering whose devices fail one after the other."""

import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from companion.app.device_setup.lights import to_the_eye
from companion.rules import Boulders, Hit
from hardware.camera.scene import Cube, Light, Scene
from tests.web.browser.conftest import PATIENCE, Evening, OpenPage
from tests.web.browser.shots import keep
from tests.web.browser.test_hammering import hits_of, sit, start_a_game

pytestmark = pytest.mark.browser

PIN = "471100"


@pytest.fixture
def open_device(evening: Evening, open_page: OpenPage) -> Callable[[str], Page]:
    def open_device(name: str) -> Page:
        page = open_page(f"{evening.address}/host/{name}")
        page.get_by_label("PIN").fill(PIN)
        page.locator("form button").tap()
        page.locator("#health").wait_for()
        return page

    return open_device


def strike(evening: Evening, page: Page, strength: float) -> None:
    evening.rig.hits.strike(strength)
    page.wait_for_timeout(400)  # no hammer swings faster


def test_an_older_program_of_the_sensor_is_replaced_with_one_tap(
    evening: Evening, open_device: Callable[[str], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.hits.sim.FLASHING", 2.0)
    page = open_device("hits")
    card = page.locator("#program")
    expect(card).to_be_hidden()
    evening.rig.fault("sensor_old_program", on=True)
    expect(card).to_contain_text("older program")
    keep(page, "hits-old-program")
    page.get_by_role("button", name="Put the program on it").tap()
    expect(card).to_contain_text("Writing the program")
    expect(card.get_by_role("progressbar")).to_be_visible()
    keep(page, "hits-writing-program")
    expect(card).to_have_text("The Pico has its program and starts it.")
    assert not evening.rig.faults["sensor_old_program"]


def test_the_simulated_sensor_is_calibrated_from_the_page(evening: Evening, open_device: Callable[[str], Page]) -> None:
    page = open_device("hits")
    dock = page.locator("#dock")
    page.get_by_role("button", name="Calibrate").tap()
    expect(dock).to_contain_text("Step 1 of 3")
    expect(dock).to_contain_text("Hit the tower five times, softly and hard.")
    page.get_by_role("button", name="Done").tap()
    expect(dock.get_by_role("alert")).to_have_text("No hit has been heard yet. Hit the tower at least once.")
    for heard, strength in enumerate((0.4, 0.8, 0.5, 0.6), 1):
        strike(evening, page, strength)
        expect(dock.locator(".stroke > :not(.dot)")).to_have_count(heard)
    strike(evening, page, 0.7)
    expect(dock).to_contain_text("Bump the table five times, then tap Done.")
    for _ in range(5):
        strike(evening, page, 0.02)
    page.get_by_role("button", name="Done").tap()
    expect(dock).to_contain_text("Lift the tower, set it down, then tap Done.")
    strike(evening, page, 0.03)
    page.get_by_role("button", name="Done").tap()
    expect(dock).to_contain_text("dB lie between the softest hit and the hardest bump.")
    page.get_by_role("button", name="Store").tap()
    expect(dock).to_contain_text("The threshold is stored.")
    threshold = evening.settings.values.hits.threshold
    assert 0.03 < threshold < 0.4
    assert f"threshold = {threshold}" in evening.settings.path.read_text(encoding="utf-8")
    expect(page.locator("#line-name")).to_contain_text("threshold:")


def test_a_kept_hit_is_looked_at_and_heard_again(evening: Evening, open_device: Callable[[str], Page]) -> None:
    page = open_device("hits")
    expect(page.locator("#kept")).to_contain_text("No hit has been heard yet.")
    strike(evening, page, 0.3)
    page.locator("#kept button").first.tap()
    expect(page.locator(".verdict")).to_have_text("As it is set now, this is heard as one hit.")
    expect(page.locator(".burst polyline")).to_have_count(1)
    slide(page.locator("#threshold"), "-6")
    expect(page.locator(".verdict")).to_have_text("As it is set now, this is not heard as a hit.")
    assert evening.settings.values.hits.threshold == pytest.approx(0.5, abs=0.01)


def test_the_drawn_strip_follows_the_brightness(evening: Evening, open_device: Callable[[str], Page]) -> None:
    page = open_device("lights")
    page.get_by_role("button", name="Try them out").tap()
    expect(page.locator("#told")).to_contain_text("The first lamp is white")
    first = page.locator("#lamps i").first
    expect(first).to_have_css("background-color", white_at(0.6))
    slide(page.locator("[name=brightness]"), "0.1")
    expect(first).to_have_css("background-color", white_at(0.1))
    assert evening.settings.values.lights.brightness == 0.1
    page.get_by_label("To the cable").tap()
    expect(page.locator("#lamps i").last).to_have_css("background-color", white_at(0.1))
    expect(first).not_to_have_class("on")
    assert evening.settings.values.lights.backwards


def test_the_camera_page_shows_counts_and_keeps_them(evening: Evening, open_device: Callable[[str], Page]) -> None:
    page = open_device("camera")
    counted = page.locator("#counted td")
    expect(counted).to_have_text(["0", "0", "0", "0", "0"])
    expect(page.locator("#hints li").first).to_have_text("The mat is found.")
    fell = evening.rig.spill(3)
    expect(counted).to_have_text([*(str(fell[colour]) for colour in ("red", "blue", "yellow", "white")), "3"])
    expect(page.locator("#picture")).to_be_visible()
    expect(page.locator("#history > li")).to_have_count(2)
    page.locator("#history button").first.tap()
    picture = page.locator("#history img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1280
    evening.rig.fault("picture_dark", on=True)
    expect(page.locator("#doing")).to_have_text("The picture is too dark: switch on a light.")
    evening.rig.fault("camera_unplugged", on=True)
    expect(page.locator("#blind")).to_be_visible()
    expect(page.locator("#health")).to_contain_text("The camera is gone")


def test_the_boulders_are_learned_from_the_page_and_the_picture_is_kept(
    evening: Evening, open_device: Callable[[str], Page]
) -> None:
    reds = tuple(Cube("red", 60.0 + 35 * number, 80.0, 20.0 * number) for number in range(5))
    evening.rig.camera._scene = lambda _: Scene(reds)
    page = open_device("camera")
    expect(page.locator("#learned")).to_contain_text("as the companion comes")
    page.locator("[data-learn=red]").tap()
    expect(page.locator("#dock")).to_contain_text("Lay at least three boulders of this colour")
    page.locator("#dock [data-do=learn]").tap()
    expect(page.locator("#dock")).to_contain_text("Is every boulder recognised?")
    expect(page.locator("#dock .tally").first).to_have_text("5")
    page.locator("[data-do=keep]").tap()
    expect(page.locator("#dock")).to_be_hidden()
    expect(page.locator("#learned")).to_contain_text("learned at this table")
    expect(page.locator("#learned img")).to_be_visible()
    assert (evening.settings.path.parent / "boulders.toml").exists()
    page.locator("[data-do=forget]").tap()
    expect(page.locator("#learned")).to_contain_text("as the companion comes")


def test_a_light_that_spoils_the_colours_reaches_the_host_and_one_button_leads_through_all_lessons(
    evening: Evening, open_page: OpenPage
) -> None:
    evening.will_fall({"red": 1, "blue": 1})
    bout = Bout(evening, open_page)
    evening.rig.hit(0.9)
    hits_of(bout.astrid, 1, 9, 2)
    bout.ready()
    tower = evening.rig.tower.scene
    evening.rig.camera._scene = lambda time: replace(tower(time), light=Light(cast=(1.5, 0.0, 0.0)))
    expect(bout.status).to_contain_text("The light has changed, and the colours no longer fit")
    bout.fails("camera", "The light has changed, and the colours no longer fit")
    page = bout.host
    page.locator("#devices [data-device=camera] a").tap()
    page.get_by_role("button", name="Learn the colours again").tap()
    dock = page.locator("#dock")
    expect(dock).to_contain_text("Lay at least three boulders of this colour")
    expect(dock.locator(".ask .red")).to_be_visible()
    reds = tuple(Cube("red", 60.0 + 35 * number, 80.0, 20.0 * number) for number in range(5))
    evening.rig.camera._scene = lambda _: Scene(reds)
    expect(page.locator("#counted [data-colour=red]")).to_have_text("5")
    dock.locator("[data-do=learn]").tap()
    dock.locator("[data-do=keep]").tap(timeout=3 * PATIENCE)
    expect(dock.locator(".ask .blue")).to_be_visible()
    dock.locator("[data-do=drop]").tap()
    expect(dock).to_be_hidden()
    evening.rig.camera._scene = tower
    bout.ready()


def test_without_a_mat_four_corners_are_tapped(
    evening: Evening, open_device: Callable[[str], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_device("camera")
    expect(page.locator("#picture")).to_be_visible()
    page.get_by_role("button", name="No mat? Tap the corners").tap()
    box = page.locator(".seen").bounding_box()
    assert box is not None
    for number, (x, y) in enumerate(((0.25, 0.2), (0.75, 0.2), (0.9, 0.9), (0.1, 0.9)), 1):
        expect(page.locator("#dock")).to_contain_text(f"Tap corner {number} of 4")
        page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.get_by_role("button", name="Store").tap()
    expect(page.locator("#hints li")).to_have_text("Counted without a mat, between the corners you tapped.")
    grey = np.full((720, 1280, 3), (150, 155, 160), np.uint8)
    for x, y in ((480, 300), (640, 420), (800, 560), (60, 60)):
        cv2.rectangle(grey, (x, y), (x + 40, y + 40), (40, 30, 180), -1)
    with monkeypatch.context() as patch:
        patch.setattr(evening.rig.camera, "_exposed", lambda _: grey)
        # The fourth lies outside.
        expect(page.locator("#counted [data-colour=red]")).to_have_text("3")
        expect(page.locator("#counted [data-colour=total]")).to_have_text("3")
    assert (evening.settings.path.parent / "landing-place.json").exists()
    page.get_by_role("button", name="Use the mat").tap()
    expect(page.locator("#hints li").first).to_have_text("The mat is found.")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_device_page_fits_a_small_phone(evening: Evening, open_page: OpenPage, language: str) -> None:
    evening.keys.set_pin(PIN)
    evening.rig.fault("sensor_old_program", on=True)  # one card more to fit
    page = open_page(f"{evening.address}/host/hits", size=(360, 640), language=language)
    page.locator("#digits").fill(PIN)
    page.locator("form button").tap()
    page.locator("#health .icon").wait_for()
    for name in ("hits", "camera", "lights"):
        page.goto(f"{evening.address}/host/{name}")
        page.locator("#health .icon").wait_for()
        page.wait_for_timeout(500)  # the first answer of the device fills the page
        keep(page, f"{name}-small-{language}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360, name
        small = page.locator("main button:visible, main a.button:visible, #dock button:visible").evaluate_all(
            "taps => taps.filter(tap => tap.getBoundingClientRect().height < 48).map(tap => tap.textContent)"
        )
        assert small == [], name


def white_at(brightness: float) -> str:
    level = round(255 * brightness)
    return f"rgb{to_the_eye((level, level, level))}"


def slide(slider: Locator, value: str) -> None:
    slider.evaluate(
        """(slider, value) => {
          slider.value = value;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          slider.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        value,
    )


# ---- devices that fail in the middle of a hammering


class Bout:
    """Astrid hammers alone while the host watches the devices."""

    def __init__(self, evening: Evening, open_page: OpenPage) -> None:
        self.evening = evening
        self.host = open_page(f"{evening.address}/host")
        start_a_game(self.host, "Astrid", "Bo")
        self.astrid = open_page(evening.address)
        sit(self.astrid, "Astrid")
        for move in ({"do": "hammer", "seat": 0}, {"do": "trolls", "count": 9}, {"do": "alone"}):
            evening.table.play(0, evening.position.decode(move), evening.table.version)
        self.status = self.astrid.locator("#dock .status")
        self.ready()

    def ready(self) -> None:
        expect(self.status).to_have_text("Ready: hit the tower")

    def fails(self, device: str, words: str) -> None:
        row = self.host.locator(f"#devices [data-device={device}]")
        expect(row).to_have_class(re.compile("failing"))
        expect(row).to_contain_text(words)

    def is_back(self, *devices: str) -> None:
        for device in devices:
            expect(self.host.locator(f"#devices [data-device={device}]")).to_have_class(re.compile("fine"))

    def enter(self, **boulders: int) -> None:
        for colour, count in boulders.items():
            for _ in range(count):
                self.astrid.get_by_role("button", name=f"{colour}: more").tap()
        self.astrid.get_by_role("button", name=re.compile("^Confirm")).tap()

    @property
    def hits(self) -> list[tuple[Boulders, str]]:
        return [(turn.move.boulders, turn.source) for turn in self.evening.position.turns if isinstance(turn.move, Hit)]


def test_a_hammering_is_finished_by_hand_whatever_fails_and_every_device_comes_back(
    evening: Evening, open_page: OpenPage
) -> None:
    evening.will_fall({"red": 1}, {"blue": 1}, {"yellow": 2}, {"white": 1}, {"red": 1, "white": 1}, {"blue": 1})
    bout = Bout(evening, open_page)
    rig, astrid = evening.rig, bout.astrid
    rig.hit(0.9)
    hits_of(astrid, 1, 9, 1)
    bout.ready()

    rig.fault("camera_unplugged", on=True)
    bout.fails("camera", "The camera is gone: check its cable.")
    expect(bout.status).to_contain_text("Enter each hit by hand.")
    rig.hit(0.9)
    expect(astrid.locator("#dock .ask")).to_contain_text("How many boulders fell?")
    bout.enter(blue=1)
    hits_of(astrid, 2, 9, 2)
    rig.fault("camera_unplugged", on=False)
    bout.is_back("camera")
    bout.ready()

    rig.fault("sensor_dead", on=True)
    bout.fails("hits", "The hit sensor gives no signal at all")
    expect(bout.status).to_have_text("The hit sensor is silent: hit, and confirm what fell.")
    rig.hit(0.9)
    expect(astrid.locator("#dock .ask")).to_contain_text("Was this a hit?")
    bout.enter()
    hits_of(astrid, 3, 9, 4)
    rig.fault("sensor_dead", on=False)
    bout.is_back("hits")
    bout.ready()

    rig.fault("lights_failing", on=True)
    bout.fails("lights", "Check their plug")
    rig.hit(0.9)
    hits_of(astrid, 4, 9, 5)
    rig.fault("lights_failing", on=False)
    bout.is_back("lights")
    bout.ready()

    for fault in ("camera_unplugged", "sensor_dead", "lights_failing"):
        rig.fault(fault, on=True)
    for device in ("camera", "hits", "lights"):
        bout.fails(device, "")
    rig.hit(0.9)
    astrid.get_by_role("button", name="Enter a hit").tap()
    bout.enter(red=1, white=1)
    hits_of(astrid, 5, 9, 7)
    for fault in ("camera_unplugged", "sensor_dead", "lights_failing"):
        rig.fault(fault, on=False)
    bout.is_back("camera", "hits", "lights")
    bout.ready()

    rig.hit(0.9)
    hits_of(astrid, 6, 9, 8)
    astrid.get_by_role("button", name="Stop hammering").tap()
    expect(astrid.get_by_role("heading", name="The hammering is over")).to_be_visible()
    assert [source for _, source in bout.hits] == ["sensor", "phone", "phone", "sensor", "phone", "sensor"]
    assert sum((boulders for boulders, _ in bout.hits), Boulders()) == Boulders(**rig.tower.on_mat())
