"""A new table walks its host around, with electronics and without; what the machine has to say comes and goes live."""

import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.device_setup.camera import Seeing
from companion.app.device_setup.colour_teaching import Learned
from companion.app.device_setup.lights import Lit
from companion.common.health import failing, fine
from companion.first_run import STEPS
from companion.network import Wifi
from companion.rules import say
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import PATIENCE, OpenPage, bring, hold
from tests.web.browser.layout import LANGUAGES, misfits, page_for_axe, visit
from tests.web.fakes import FakeCameraSetup, FakeLightsSetup, FakeRig
from tests.web.maintained import MaintainedHome
from tests.web.serving import running_companion, served
from web.device_api import Arrangement
from web.streams import Streams

pytestmark = pytest.mark.browser

DAMAGED = say(
    "The game's file was damaged, and there was no good copy, so the table is empty. The damaged file is "
    "kept as {file}.",
    file="journal.sqlite.damaged-2026-11-16",
)


def choose_pin(page: Page) -> None:
    page.get_by_label("PIN").fill("471100")
    page.get_by_role("button", name="Set the PIN").tap()


def at(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def go(page: Page, what: str = "next") -> None:
    page.locator(f"[data-do={what}]").tap()


def test_a_new_table_walks_its_host_around(tmp_path: Path, open_page: OpenPage) -> None:
    with running_companion(tmp_path, "sim") as address:
        host = open_page(f"{address}/host")
        choose_pin(host)
        at(host, "Language")
        host.locator("[data-language=de]").tap()
        at(host, "Name")
        expect(host.get_by_text("Wie heißt dieser Tisch?")).to_be_visible()
        host.locator("#name").fill("Unter der Brücke")
        go(host, "save")
        at(host, "PIN")
        go(host)
        at(host, "WLAN für Gäste")
        host.locator("#ssid").fill("Troll; Haus")
        host.locator("#password").fill("kurz")
        go(host, "save")
        expect(host.get_by_role("alert")).to_have_text("Das Passwort eines WLANs hat 8 bis 63 Zeichen.")
        host.locator("#password").fill("lang genug")
        go(host, "save")
        at(host, "Schlagsensor")
        expect(host.locator(".status.big")).to_have_attribute("data-doing", "settling")
        open_page(f"{address}/tower").locator("[data-strength='0.9']").tap()
        expect(host.locator(".status.big")).to_have_attribute("data-doing", "armed")
        expect(host.locator("#number")).to_have_text("Schritt 5 von 8")
        go(host, "set-up")
        at(host, "Schlagsensor")
        host.locator("#walk-on").tap()
        at(host, "Landematte")
        expect(host.locator("#number")).to_have_text("Schritt 6 von 8")
        go(host)
        at(host, "Kamera")
        expect(host.locator(".facts .fine")).to_be_visible()
        go(host)
        at(host, "Lichter")
        go(host)
        expect(host.locator(".rows .row:has(use[href='#tick'])")).to_have_count(len(STEPS))
        go(host, "host")
        expect(host.locator("#welcome")).to_have_count(0)
        screen = open_page(f"{address}/table", size=(1280, 720))
        expect(screen.locator("#wifi-code .address")).to_have_text("Troll; Haus")
        expect(screen.get_by_text("Unter der Brücke")).to_be_visible()


def test_without_any_electronics_the_walk_is_shorter_and_says_what_to_do(tmp_path: Path, open_page: OpenPage) -> None:
    with running_companion(tmp_path, "none") as address:
        host = open_page(f"{address}/host")
        choose_pin(host)
        host.locator("[data-language=en]").tap()
        for title in ("Name", "PIN", "Wi-Fi for guests"):
            at(host, title)
            go(host, "later")
        for title, words in (
            ("Hit sensor", "No hit sensor found."),
            ("Camera", "No camera found."),
            ("Lights", "No lights"),
        ):
            at(host, title)
            expect(host.get_by_text(words)).to_be_visible()
            go(host)
        expect(host.get_by_text("put off")).to_have_count(3)
        go(host, "host")
        expect(host.locator("#start")).to_be_visible()
        expect(host.locator("#welcome")).to_have_count(0)


def test_all_of_it_can_wait_and_nobody_is_asked_again(tmp_path: Path, open_page: OpenPage) -> None:
    with running_companion(tmp_path, "none") as address:
        host = open_page(f"{address}/host")
        choose_pin(host)
        host.get_by_role("button", name="All of it later").tap()
        expect(host.locator("#start")).to_be_visible()
        host.reload()
        expect(host.locator("#start")).to_be_visible()
        expect(host.locator("#welcome")).to_have_count(0)


def test_a_backup_comes_back_and_the_page_with_it(tmp_path: Path, open_page: OpenPage) -> None:
    with running_companion(tmp_path / "state", "none") as address:
        host = open_page(f"{address}/host/care")
        choose_pin(host)
        at(host, "Language")
        host.goto(f"{address}/host/care")
        with host.expect_download() as saving:
            host.get_by_role("link", name="Save a backup").tap()
        saved = tmp_path / "backup.zip"
        saving.value.save_as(saved)
        with host.expect_download() as telling:
            host.get_by_role("link", name="Save a diagnosis").tap()
        telling.value.save_as(tmp_path / "diagnosis.zip")
        with zipfile.ZipFile(tmp_path / "diagnosis.zip") as diagnosis:
            assert "log.txt" in diagnosis.namelist()
            assert not any(b"471100" in diagnosis.read(name) for name in diagnosis.namelist())
        host.locator("#file").set_input_files(saved)
        hold(host.get_by_role("button", name="Restore", exact=True))
        expect(host.get_by_text("The companion starts again.")).to_be_visible()
        # Two starts of the companion lie between: the rehearsal, and its own.
        expect(host.get_by_text("The backup is in place.")).to_be_visible(timeout=3 * PATIENCE)
        host.get_by_role("button", name="Understood").tap()
        expect(host.get_by_text("The backup is in place.")).to_have_count(0)
        hold(host.get_by_role("button", name="Switch off"))
        expect(host.get_by_role("alert")).to_contain_text("not switched off from here")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[MaintainedHome]:
    home = MaintainedHome(tmp_path, streams=Streams(32))
    yield home
    home.close()


def test_a_notice_comes_and_goes_on_every_open_page_without_a_reload(home: MaintainedHome, open_page: OpenPage) -> None:
    with served(home.app) as port:
        address = f"http://127.0.0.1:{port}"
        pages = [open_page("about:blank") for _ in range(2)]
        for page, path in zip(pages, ("/host", "/host/care"), strict=True):
            bring(page, address, home.host().cookie("host"))
            page.goto(address + path)
            page.wait_for_function("document.getElementById('notices').childElementCount === 0")
        home.notices.add(DAMAGED)
        home.notices.add(say("Something else."))
        for page in pages:
            expect(page.get_by_text("The game's file was damaged")).to_be_visible()
        pages[0].locator(".notice", has_text="damaged").get_by_role("button").tap()
        for page in pages:
            expect(page.get_by_text("The game's file was damaged")).to_have_count(0)
            expect(page.get_by_text("Something else.")).to_be_visible()


def read_code(page: Page, place: str) -> str:
    """What a camera makes of a code on the screen."""
    page.locator(place).evaluate("image => image.decode()")
    picture = cv2.imdecode(np.frombuffer(page.locator(place).screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=2, fy=2))[0]


def test_a_camera_reads_both_codes_and_they_follow_the_network(
    home: MaintainedHome, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.network.tell_guests(Wifi("Troll; House", 'under "the" bridge'))
    with served(home.app) as port:
        screen = open_page("about:blank", size=(1280, 720))
        screen.clock.install()
        screen.goto(f"http://127.0.0.1:{port}/table")
        expect(screen.locator("#wifi-code .address")).to_have_text("Troll; House")
        assert read_code(screen, "#page-code img") == "http://192.168.1.20:8000"
        assert read_code(screen, "#wifi-code img") == r"WIFI:T:WPA;S:Troll\; House;P:under \"the\" bridge;;"
        monkeypatch.setattr(home.network, "_host", "10.0.0.7")
        home.network.tell_guests(None)
        screen.clock.run_for(11_000)
        expect(screen.locator("#page-code .address")).to_have_text("10.0.0.7:8000")
        expect(screen.locator("#wifi-code")).to_be_hidden()
        assert read_code(screen, "#page-code img") == "http://10.0.0.7:8000"


# ---- nothing is cut off, and everybody can use it


SEEING = Seeing(
    camera="usb",
    kind=None,
    words=None,
    hints=[
        fine("The mat is found."),
        failing("The picture is dark. Put a lamp over the mat, or open the curtains."),
    ],
    boulders=None,
    sure=True,
    confidence=1.0,
    pieces=[],
    learned=Learned({}, 8.0, own=False),
    place=[],
    lesson=None,
    warning=None,
    corrected=0,
    settles=False,
)
"""The mat, and something that could be better."""

DARK = Lit("spi", [], 0.0, Arrangement(24, "strip", 0, False, "GRB", 0.5, 500.0), trying=False)


class Rig(FakeRig):
    def __init__(self, devices: str) -> None:
        super().__init__()
        self.devices = dict.fromkeys(("hits", "camera", "lights"), devices)
        self.camera_setup = FakeCameraSetup(SEEING)
        self.lights_setup = FakeLightsSetup(DARK)

    def picture(self) -> bytes | None:
        pixel = np.full((720, 1280, 3), 60, np.uint8)
        return bytes(cv2.imencode(".jpg", pixel)[1])


class Scene:
    def __init__(self, folder: Path, stack: ExitStack, devices: str) -> None:
        folder.mkdir()
        self.home = MaintainedHome(folder, Rig(devices), Streams(32))
        stack.callback(self.home.close)
        self.home.first_run.call_table("Unter der großen steinernen Brücke 17")
        self.home.notices.add(DAMAGED)
        self.home.network.tell_guests(
            Wifi("FRITZ!Box 7590 im Wohnzimmer", "Donaudampfschifffahrtsgesellschaftskapitän0815")
        )
        (folder / "access-point.toml").write_text('ssid = "Trollhammer"\npassword = "under-the-bridge"\n')
        self.address = f"http://127.0.0.1:{stack.enter_context(served(self.home.app))}"
        self.cookies = [self.home.host().cookie("host")]


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Scene]]:
    folder = tmp_path_factory.mktemp("maintenance-scenes")
    with ExitStack() as stack:
        yield {devices: Scene(folder / devices, stack, devices) for devices in ("sim", "none")}


def restoring(page: Page) -> None:
    name = "trollhammer-2026-11-16-vor-dem-grossen-umbau-im-keller.zip"
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/zip", "buffer": b"x"})
    page.locator("[data-do=restore]").tap()
    page.locator("[data-do=off]").tap()


DRAWN = {"camera": ".sight:not([hidden])"}

VIEWS: list[tuple[str, str, str, Callable[[Page], None] | None]] = [
    ("sim", "/host", "#welcome", None),
    ("sim", "/host/care", ".notice", restoring),
    ("sim", "/host/sticker", ".label-sheet", None),
    ("sim", "/host/own-wifi", ".look-for", None),
    ("sim", "/table", "#wifi-code:not([hidden])", None),
    *[("sim", f"/host/first-run?step={step.name}", DRAWN.get(step.name, "#dock .button"), None) for step in STEPS],
    *[("none", f"/host/first-run?step={name}", "#dock .button", None) for name in ("hits", "camera", "lights")],
    ("sim", "/host/self-test", "#dock [data-do=no]", None),
    ("sim", "/host/first-run?step=", "#dock .button", None),
    ("sim", "/host/first-run?step=none", ".rows .row", None),
]


ALIKE = ("language", "name", "hits", "mat", "step=")
"""Steps that are built like others: axe takes its time."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_walk_and_of_maintenance_fits(
    scenes: dict[str, Scene], open_page: OpenPage, language: str
) -> None:
    page = open_page("about:blank", language=language)
    found = {}
    for rig, path, drawn, then in VIEWS:
        visit(page, scenes[rig], path, drawn, then)
        if faults := misfits(page):
            found[rig, path] = faults
    assert not found


def test_axe_finds_no_serious_fault_with_the_walk_and_maintenance(chromium: Browser, scenes: dict[str, Scene]) -> None:
    found = []
    with page_for_axe(chromium) as page:
        for rig, path, drawn, then in (view for view in VIEWS if not view[1].endswith(ALIKE)):
            visit(page, scenes[rig], path, drawn, then)
            found += [(rig, path, fault) for fault in serious_faults(page)]
    assert not found
