"""Counting without a mat: on wood, paper and cloth, with colours that were picked or named."""

import cv2
import numpy as np
import pytest

from hardware.boulders import troubles
from hardware.boulders.bare_table.background import measure
from hardware.boulders.bare_table.count_pieces import count_on_bare_table
from hardware.boulders.bare_table.name_colours import ColourNames
from hardware.boulders.calibration import Calibration
from hardware.boulders.photos import count_photo
from tests.hardware.boulders import tabletop
from tests.hardware.boulders.spoilt import on_the_mat

APART = [seed for seed in range(300, 320) if not np.random.default_rng([seed, 11]).random() < 0.34][:8]


@pytest.mark.parametrize("seed", APART)
def test_pieces_that_lie_apart_are_counted_exactly(seed: int) -> None:
    table = tabletop.table(seed)
    count = count_on_bare_table(table.image, Calibration(table.colours))
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
    assert not measure(noisy).things.any()
    assert count_on_bare_table(noisy, Calibration()).total == 0


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
    assert [named.colour for named in ColourNames(samples).of(seen)] == [name for name in samples for _ in range(4)]


@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_a_photo_may_be_small_or_very_large(scale: float) -> None:
    table = tabletop.table(310)
    size = cv2.resize(table.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    assert count_photo(np.asarray(size, np.uint8), Calibration(table.colours)).colours == table.truth


@pytest.mark.parametrize("seed", [12012, 12013, 12002, 12015, 12016, 12065, 12007, 12020, 12045, 12022, 12023])
def test_what_goes_wrong_in_a_room_does_not_spoil_the_count(seed: int) -> None:
    """A shadow over it, two lamps, a lamp's reflection, glows, an arm, one large piece, pale ones, dark corners…"""
    table = tabletop.troubled(seed)
    count = count_photo(table.image, Calibration(table.colours))
    assert count.trouble is None
    assert count.colours == table.truth, table.trouble


@pytest.mark.parametrize("seed", [12006, 12018, 12030, 12000])
def test_an_empty_table_has_no_pieces_and_is_not_called_out_of_focus(seed: int) -> None:
    count = count_photo(tabletop.table(seed, "empty").image, Calibration())
    assert (count.trouble, count.total, count.sure) == (None, 0, False)


def test_a_bright_sheet_of_paper_is_empty_but_a_white_picture_is_overexposed() -> None:
    paper = np.random.default_rng(8).normal(244, 1.5, (480, 640, 3)).astype(np.uint8)
    assert count_photo(paper, Calibration()).trouble is None
    assert count_photo(np.full_like(paper, 255), Calibration()).trouble == troubles.BRIGHT


def test_pieces_out_of_focus_are_not_counted_but_said_to_be() -> None:
    picture = cv2.GaussianBlur(on_the_mat(), (0, 0), 6)
    assert count_photo(np.asarray(picture, np.uint8), Calibration()).trouble == troubles.BLURRED


def test_a_lamps_reflection_is_light_whatever_lies_in_it() -> None:
    down, right = np.mgrid[0:480, 0:640].astype(np.float32)
    shine = np.exp(-(((right - 300) / 130) ** 2 + ((down - 240) / 110) ** 2))
    picture = np.full((480, 640, 3), (70, 110, 150), np.float32) * (1 + 0.6 * shine[..., None])
    for x, y in ((280, 220), (380, 260), (100, 100)):
        cv2.rectangle(picture, (x, y), (x + 40, y + 40), (40.0, 30.0, 60.0), -1)
    noisy = np.clip(picture + np.random.default_rng(9).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    things = measure(noisy).things
    assert things[225:255, 285:315].all()
    assert things[160:205, 200:400].mean() < 0.02
    assert count_on_bare_table(noisy, Calibration()).total == 3


def test_a_black_piece_that_touches_a_bright_one_is_a_piece() -> None:
    picture = np.full((480, 640, 3), (120, 145, 160), np.uint8)
    for x, y in ((60, 60), (200, 90), (400, 70), (300, 320)):
        cv2.rectangle(picture, (x, y), (x + 39, y + 39), (50, 200, 150), -1)
        cv2.rectangle(picture, (x + 40, y), (x + 79, y + 39), (28, 28, 28), -1)
    noisy = np.clip(picture + np.random.default_rng(7).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    count = count_photo(noisy, Calibration({"lime": ("#96c832",), "black": ("#1c1c1c",)}))
    assert count.colours == {"lime": 4, "black": 4}
