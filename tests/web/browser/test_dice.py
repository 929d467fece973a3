"""Dice before a camera, in a browser: the host shows their faces; a player lets a throw be read, and confirms it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from hardware.camera.dice import SYMBOLS
from hardware.camera.view import View
from hardware.dice.faces import PHOTOS
from tests.games import beacon
from tests.games.beacon.rules import GAME
from tests.players import dealt
from tests.web.browser.conftest import Evening, OpenPage
from tests.web.browser.shots import keep
from tests.web.browser.test_devices import PIN

pytestmark = pytest.mark.browser

NAMED = dict(zip(SYMBOLS, ("calm", "breeze", "gust"), strict=False))


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Astrid alone, in a storm."""
    beacon.register(monkeypatch)
    with ExitStack() as stack:
        evening = Evening(tmp_path, stack)
        evening.table.start("beacon", dealt(GAME, 1, Random(1)), 0)
        for wanted in ("lay 1 0", "face 1"):
            prompt = next(each for each in evening.position.prompts if each.key == wanted)
            evening.table.play(0, prompt.choices[0].move, evening.table.version)
        yield evening


def on_the_mat(evening: Evening) -> list[str]:
    """From left to right, as the camera sees them."""
    dice = evening.rig.dice_cup.lying
    tops = View().lens().project(np.array([[die.x_mm, die.y_mm, 16.0] for die in dice]))
    return [NAMED[dice[number].sides[0]] for number in np.argsort(tops[:, 0])]


def show_faces(evening: Evening, host: Page) -> None:
    dock = host.locator("#dock")
    for taken in range(PHOTOS):
        evening.rig.dice_cup.lay_out(len(NAMED))
        host.wait_for_timeout(200)  # until the camera has a picture of it
        expect(host.locator("#taught")).to_contain_text(f"Photos: {taken} of {PHOTOS}")
        dock.locator("[data-do=look]").tap()
        expect(dock.locator(".shown-die")).to_have_count(len(NAMED), timeout=60_000)
        for number, face in enumerate(on_the_mat(evening)):
            button = dock.locator(f"[data-die='{number}'][data-value={face}]")
            if taken:  # what was named before is proposed
                expect(button).to_have_attribute("aria-pressed", "true")
            else:
                button.tap()
        keep(host, f"dice-photo-{taken + 1}")
        dock.locator("[data-do=keep]").tap()
    expect(host.locator("#taught .verdict.fine")).to_have_text(
        "The camera knows these dice. On every phone it reads a throw now."
    )
    keep(host, "dice-learned")


def read_until_seen(phone: Page, verdict: str) -> None:
    """The camera's last picture may be from before the throw: then it is read once more."""
    for _ in range(20):
        phone.locator("[data-do=read-dice]").tap()
        told = phone.locator(".seen-throw .verdict", has_text=verdict)
        try:
            expect(told).to_be_visible(timeout=3000)
        except AssertionError:
            continue
        return
    raise AssertionError(f"It was never said: {verdict}")


def test_the_host_shows_the_faces_and_a_player_lets_a_throw_be_read(evening: Evening, open_page: OpenPage) -> None:
    host = open_page(f"{evening.address}/host/camera")
    host.get_by_label("PIN").fill(PIN)
    host.locator("form button").tap()
    phone = open_page(evening.address)
    phone.locator("[data-seat='0']").tap()
    expect(phone.locator(".faces .button")).to_have_count(len(NAMED))
    expect(phone.locator("[data-do=read-dice]")).to_have_count(0)
    host.get_by_role("link", name="Beacon").tap()
    show_faces(evening, host)

    evening.rig.dice_cup.throw(2, len(NAMED))
    shown = sorted(on_the_mat(evening), key=list(NAMED.values()).index)
    read_until_seen(phone, "Read from the picture. Is that right?")
    expect(phone.locator(".dice .die")).to_have_text(shown)
    expect(phone.locator(".seen-throw .verdict")).to_contain_class("fine")
    expect(phone.locator(".seen-throw img")).to_be_visible()
    keep(phone, "dice-read")

    evening.rig.dice_cup.throw(1, len(NAMED))
    read_until_seen(phone, "Only 1 of 2 dice are seen on the mat.")
    expect(phone.locator(".seen-throw .verdict")).to_contain_class("failing")
    expect(phone.get_by_role("button", name="Confirm")).to_be_disabled()
    keep(phone, "dice-doubtful")
    phone.locator(".faces [data-value=calm]").tap()
    before = evening.table.version
    phone.get_by_role("button", name="Confirm").tap()
    expect(phone.locator(".faces")).to_have_count(0)
    assert evening.table.version == before + 1
