"""Counting without a mat: on wood, paper and cloth, with colours that were picked or named."""

import cv2
import numpy as np
import pytest

from hardware.boulders import ground
from hardware.boulders.calibration import Calibration
from hardware.boulders.naming import Names
from hardware.boulders.photos import count_on_ground, count_photo
from tests.hardware.boulders import tabletop

APART = [seed for seed in range(300, 320) if not np.random.default_rng([seed, 11]).random() < 0.34][:8]


@pytest.mark.parametrize("seed", APART)
def test_pieces_that_lie_apart_are_counted_exactly(seed: int) -> None:
    table = tabletop.table(seed)
    count = count_on_ground(table.image, Calibration(table.colours))
    assert count.colours == table.truth


def test_no_wrong_count_is_called_sure_however_the_pieces_touch() -> None:
    sure = 0
    for seed in range(340, 348):
        table = tabletop.table(seed)
        count = count_photo(table.image, Calibration(table.colours))
        sure += count.sure
        assert not count.sure or count.colours == table.truth, f"seed {seed}"
    assert sure, "whoever is never sure is never wrong either"


def test_two_of_one_colour_side_by_side_are_two_once_others_tell_the_size() -> None:
    picture = np.full((480, 640, 3), (205, 215, 220), np.uint8)
    for x, y in ((60, 60), (200, 90), (400, 70), (120, 300), (520, 220)):
        cv2.rectangle(picture, (x, y), (x + 40, y + 40), (40, 30, 180), -1)
    cv2.rectangle(picture, (300, 320), (380, 360), (40, 30, 180), -1)
    noisy = np.clip(picture + np.random.default_rng(5).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    assert count_photo(noisy, Calibration({"red": ("#b41e28",)})).total == 7


def test_a_soft_shadow_is_no_piece() -> None:
    shade = np.zeros((480, 640), np.float32)
    cv2.circle(shade, (400, 250), 60, 1.0, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), 18.0)
    picture = np.full((480, 640, 3), (190, 205, 215), np.float32) * (1 - 0.5 * soft[..., None])
    noisy = np.clip(picture + np.random.default_rng(6).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    assert not ground.read(noisy).things.any()
    assert count_on_ground(noisy, Calibration()).total == 0


def test_the_pieces_tell_the_light_they_lie_in() -> None:
    """In a lamp's warm light white looks like none of the samples, and no other piece like its own."""
    samples: dict[str, tuple[str, ...]] = {
        "white": ("#e6e2d8",),
        "yellow": ("#e3b32a",),
        "blue": ("#22539c",),
        "red": ("#b3262e",),
    }
    lamp = np.array([0.72, 0.95, 1.1]) * 0.9
    seen = []
    for each in samples.values():
        value = int(each[0][1:], 16)
        paint = np.array([value & 255, value >> 8 & 255, value >> 16 & 255]) / 255
        shown = np.clip((paint**2.2 * lamp) ** (1 / 2.2) * 255, 0, 255)
        seen += [np.tile(shown, (50, 1)).astype(np.uint8)] * 4
    assert [named.colour for named in Names(samples).of(seen)] == [name for name in samples for _ in range(4)]


@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_a_photo_may_be_small_or_very_large(scale: float) -> None:
    table = tabletop.table(310)
    size = cv2.resize(table.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    assert count_photo(np.asarray(size, np.uint8), Calibration(table.colours)).colours == table.truth
