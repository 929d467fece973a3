"""Boulders counted with a phone at a table that has no device at all, and pictures that a finger puts right."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.common.boulders import COLOURS
from companion.games import GAMES
from companion.rules import Boulders
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count
from hardware.boulders.photos import count_photo
from hardware.camera.scene import Cube
from hardware.camera.view import View
from hardware.devices import Image
from hardware.rig.opening import RigSettings, open_rig
from hardware.rig.rig import Rig
from tests.hardware.boulders.scenes import photo, scattered, tally
from tests.players import dealt
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import SEED, Evening, OpenPage, can_be_read
from tests.web.browser.layout import unfit
from tests.web.browser.shots import keep

pytestmark = pytest.mark.browser

FELL: list[str] = [*COLOURS, "red", "red", "white"]


class WithoutDevices(Evening):
    def rig_beside(self) -> Rig:
        return open_rig(RigSettings(), time.monotonic, Random(SEED))


def hammering(evening: Evening, open_page: OpenPage, language: str = "en") -> Page:
    """The page of the first player, who hammers alone."""
    evening.table.start("tower", dealt(GAMES["tower"], 2, Random(1)), evening.table.version)
    for move in ({"do": "hammer", "seat": 0}, {"do": "trolls", "count": 5}, {"do": "alone"}):
        evening.table.play(0, evening.position.decode(move), evening.table.version)
    page = open_page(evening.address, language=language)
    page.locator("[data-seat='0']").tap()
    expect(page.locator("#hammering")).to_be_visible()
    return page


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield WithoutDevices(tmp_path, stack)


def taken(cubes: tuple[Cube, ...], folder: Path) -> Path:
    path = folder / "boulders.jpg"
    cv2.imwrite(str(path), photo(cubes))
    return path


def tap_at(picture: Locator, x: float, y: float) -> None:
    """Where in the picture, as shares of it."""
    can_be_read(picture.page)
    box = picture.bounding_box()
    assert box is not None
    picture.tap(position={"x": x * box["width"], "y": y * box["height"]})


def numbers(page: Page) -> dict[str, int]:
    return {colour: int(page.locator(f".stepper.{colour} .figure").inner_text()) for colour in COLOURS}


def top_of(cube: Cube) -> tuple[float, float]:
    x, y = View().lens().project(np.array([[cube.x_mm, cube.y_mm, 10.0]]))[0]
    return x / 1280, y / 720


def place_of(mark: Locator) -> tuple[float, float]:
    style: tuple[str, str] = mark.evaluate("mark => [mark.style.left, mark.style.top]")
    left, top = (float(share.removesuffix("%")) / 100 for share in style)
    return left, top


def test_a_photo_fills_in_the_hit_and_each_wrong_piece_costs_two_taps(
    evening: Evening, open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cubes = scattered(FELL, np.random.default_rng(21), 30)
    truth = tally(cubes)
    monkeypatch.setattr("companion.app.device_setup.counted_pictures.count_photo", misread)
    evening.settings.change({"counting.keep_corrected": True})
    page = hammering(evening, open_page)
    page.locator("[data-open=hit]").tap()
    page.locator("[data-photo=boulders]").set_input_files(taken(cubes, tmp_path))
    picture = page.locator(".tapped-picture figure")
    expect(page.locator(".tapped-picture .mark")).to_have_count(len(cubes))
    assert not unfit(page)
    assert not serious_faults(page)
    keep(page, "count-with-this-phone")
    assert numbers(page) == truth | {"red": truth["red"] - 1, "blue": truth["blue"] - 1, "yellow": 2, "white": 3}
    # One was called by another name, one was not seen, and one is none.
    tap_at(picture, *place_of(page.locator(".mark.doubtful")))
    keep(page, "count-with-this-phone-which-colour")
    page.locator(".choose-piece [data-colour=red]").tap()
    tap_at(picture, *top_of(next(cube for cube in cubes if cube.colour == "blue")))
    page.locator(".choose-piece [data-colour=blue]").tap()
    tap_at(picture, 0.95, 0.9)
    page.locator(".choose-piece [data-colour=none]").tap()
    assert numbers(page) == truth
    page.locator("[data-do=confirm]").tap()
    expect(page.locator(".hero.total .figures")).to_have_text(str(len(cubes)))
    view = evening.position.game.view(evening.position.state, None).hammering
    assert view is not None
    assert view.boulders == Boulders(**truth)
    (label,) = (tmp_path / "corrected").glob("*.json")
    assert label.read_text().count('"colour"') == len(cubes)


def misread(image: Image, calibration: Calibration) -> Count:
    """As it was counted, but for a red one taken for yellow, a blue one not seen, and a white one that is none."""
    count = count_photo(image, calibration)
    assert count.sure
    pieces = list(count.pieces)
    first = {colour: next(n for n, piece in enumerate(pieces) if piece.colour == colour) for colour in COLOURS}
    pieces[first["red"]] = msgspec.structs.replace(pieces[first["red"]], colour="yellow", confidence=0.5)
    ghost = msgspec.structs.replace(pieces[first["white"]], x=0.95, y=0.9, outline=())
    del pieces[first["blue"]]
    return msgspec.structs.replace(count, pieces=(*pieces, ghost), sure=False)


def test_the_next_photo_counts_only_what_fell_since_and_a_bad_one_changes_nothing(
    evening: Evening, open_page: OpenPage, tmp_path: Path
) -> None:
    page = hammering(evening, open_page, "de")
    lay = evening.position.decode({"do": "hit", "boulders": {"red": 1, "blue": 1}})
    evening.table.play(0, lay, evening.table.version)
    page.locator("[data-open=hit]").tap()
    (tmp_path / "letter.jpg").write_text("no photo", encoding="utf-8")
    page.locator("[data-photo=boulders]").set_input_files(tmp_path / "letter.jpg")
    expect(page.locator(".refusal")).to_have_text("Diese Datei ist kein Foto. Wähle ein Bild (JPEG oder PNG).")
    assert sum(numbers(page).values()) == 0
    cubes = scattered(FELL, np.random.default_rng(22), 30)
    page.locator("[data-photo=boulders]").set_input_files(taken(cubes, tmp_path))
    expect(page.locator(".tapped-picture .mark")).to_have_count(len(cubes))
    expect(page.locator(".refusal")).to_have_count(0)
    truth = tally(cubes)
    assert numbers(page) == truth | {"red": truth["red"] - 1, "blue": truth["blue"] - 1}
    page.get_by_role("button", name="Weiß: mehr").tap()
    # What a finger says by number stays so, when another taps the picture.
    tap_at(page.locator(".tapped-picture figure"), 0.05, 0.05)
    page.locator(".choose-piece [data-colour=yellow]").tap()
    assert numbers(page)["white"] == truth["white"] + 1
    assert numbers(page)["yellow"] == truth["yellow"] + 1
    keep(page, "count-with-this-phone-de")
    page.set_viewport_size({"width": 320, "height": 568})
    assert not unfit(page)
    keep(page, "count-with-this-phone-small")


def test_what_the_camera_asks_about_is_put_right_in_its_picture(tmp_path: Path, open_page: OpenPage) -> None:
    with ExitStack() as stack:
        evening = Evening(tmp_path, stack)
        evening.will_fall({"red": 2, "blue": 1})
        page = hammering(evening, open_page, "fr")
        # The camera's own doubt, whatever it sees.
        stack.enter_context(pytest.MonkeyPatch.context()).setattr("hardware.boulders.counter.SURE", 1.1)
        evening.rig.hit(0.7)
        expect(page.locator(".tapped-picture .mark")).to_have_count(3)
        keep(page, "camera-asks-fr")
        tap_at(page.locator(".tapped-picture figure"), *place_of(page.locator(".mark.blue")))
        page.locator(".choose-piece [data-colour=white]").tap()
        assert numbers(page) == {"red": 2, "blue": 0, "yellow": 0, "white": 1}
        page.locator("[data-do=hit]").tap()
        expect(page.locator(".hero.total .figures")).to_have_text("3")
        view = evening.position.game.view(evening.position.state, None).hammering
        assert view is not None
        assert view.boulders == Boulders(red=2, white=1)
