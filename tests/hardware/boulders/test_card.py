import math

import cv2
import numpy as np
import pytest

from hardware.boulders import troubles
from hardware.boulders.counter import Counter
from hardware.camera.scene import Cube, Light
from hardware.camera.view import View
from hardware.devices import Image
from tests.hardware.boulders.scenes import photo, scattered, tally

CUBES = scattered(["red", "blue", "yellow", "white"] * 2, np.random.default_rng(8), 30)


def shaded(picture: Image, level: float, corners: list[tuple[float, float]], soft_mm: float = 0.2) -> Image:
    """The picture with that much of its light between these corners, in millimetres on the mat."""
    shade = np.zeros(picture.shape[:2], np.uint8)
    seen = View().lens().project(np.array([(x, y, 0.0) for x, y in corners]))
    cv2.fillConvexPoly(shade, np.round(seen * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(shade, (0, 0), 3.3 * soft_mm).astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(picture * (1 + (level - 1) * share), 0, 255), np.uint8)


def card(x: float, y: float, angle: float) -> list[tuple[float, float]]:
    """A playing card's corners."""
    turn = math.radians(angle)
    return [
        (x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn))
        for a, b in ((-28, -44), (28, -44), (28, 44), (-28, 44))
    ]


@pytest.mark.parametrize("level", [0.35, 0.5, 0.65, 0.8])
@pytest.mark.parametrize("place", [(131, 100, 0), (80, 90, 30), (190, 110, 45), (150, 165, 0), (22, 100, 90)])
def test_a_dark_card_is_told_wherever_it_lies(level: float, place: tuple[float, float, float]) -> None:
    covered = shaded(photo(()), level, card(*place))
    assert Counter().count(covered).trouble == troubles.GREY_CARD


@pytest.mark.parametrize("light", [Light(brightness=0.3), Light(elevation=30, ambient=0.25, slope=0.6)])
def test_a_dark_card_is_told_in_any_light_and_with_boulders_on_it(light: Light) -> None:
    lying = photo((*CUBES, Cube("red", 120, 90, 20), Cube("white", 140, 110, 50)), light)
    assert Counter().count(shaded(lying, 0.55, card(131, 100, 10))).trouble == troubles.GREY_CARD


def test_a_black_card_is_told_as_one() -> None:
    assert Counter().count(shaded(photo(()), 0.2, card(131, 100, 0))).trouble == troubles.FLAT_THING


@pytest.mark.parametrize("soft_mm", [3.0, 8.0])
def test_a_soft_shadow_is_no_card_and_boulders_in_it_are_counted(soft_mm: float) -> None:
    count = Counter().count(shaded(photo(CUBES), 0.65, card(131, 100, 10), soft_mm))
    assert (count.trouble, count.colours) == (None, tally(CUBES))
    assert count.sure


@pytest.mark.parametrize("slant", [0, 40, -40])
def test_the_towers_shadow_is_no_card_however_sharp_it_is(slant: float) -> None:
    fallen = [(100.0, -5.0), (160.0, -5.0), (160.0 + slant, 120.0), (100.0 + slant, 120.0)]
    count = Counter().count(shaded(photo(CUBES), 0.65, fallen))
    assert (count.trouble, count.colours) == (None, tally(CUBES))


def test_the_shadows_of_a_row_of_boulders_in_low_light_are_no_card() -> None:
    row = tuple(Cube("blue", 90 + 10.2 * number, 90) for number in range(7))
    count = Counter().count(photo(row, Light(azimuth=270, elevation=22, ambient=0.2)))
    assert count.trouble is None
