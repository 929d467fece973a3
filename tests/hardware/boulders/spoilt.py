"""Pictures of the mat that cannot be counted, and what is to be said of each."""

from collections.abc import Callable

import cv2
import numpy as np

from hardware.devices import Image
from tests.hardware.boulders.scenes import photo, scattered


def on_the_mat() -> Image:
    return photo(scattered(["red", "blue", "yellow", "white"] * 3, np.random.default_rng(2)))


def half_covered(picture: Image) -> Image:
    covered = picture.copy()
    covered[:, : picture.shape[1] // 2] = (60, 90, 150)
    return covered


def face_down(picture: Image) -> Image:
    table = np.full_like(picture, 70)
    sheet = np.array([[300, 100], [980, 100], [1100, 640], [180, 640]])
    return np.asarray(cv2.fillConvexPoly(table, sheet, (215, 225, 228)), np.uint8)


def with_a_phone(picture: Image, screen: tuple[int, int, int]) -> Image:
    shown = picture.copy()
    for colour, thick in ((screen, -1), ((20, 20, 20), 8)):
        cv2.rectangle(shown, (550, 300), (730, 420), colour, thick)
    return shown


def with_a_grey_card(picture: Image) -> Image:
    shown = picture.copy()
    shown[240:450, 480:790] = (58, 58, 58)
    return shown


def brighter(picture: Image, by: float) -> Image:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=by), np.uint8)


def blurred(picture: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 9), np.uint8)


def mirrored(picture: Image) -> Image:
    return np.asarray(cv2.flip(picture, 1), np.uint8)


SPOILT: dict[str, tuple[Callable[[Image], Image], str]] = {
    "black": (lambda picture: picture // 60, "too dark"),
    "overexposed": (lambda picture: brighter(picture, 3.5), "overexposed"),
    "so bright that white is lost": (lambda picture: brighter(picture, 2.0), "overexposed"),
    "lit in red alone": (lambda picture: np.asarray(picture * np.array([0, 0, 1]), np.uint8), "lacks colours"),
    "out of focus": (blurred, "out of focus"),
    "half covered": (half_covered, "of the mat's markers can be seen"),
    "face down": (face_down, "face down"),
    "mirrored": (mirrored, "mirrored"),
    "a phone on it": (lambda picture: with_a_phone(picture, (235, 180, 90)), "A phone"),
    "a phone with a pale screen": (lambda picture: with_a_phone(picture, (250, 245, 240)), "A phone"),
    "a phone that sleeps": (lambda picture: with_a_phone(picture, (20, 20, 20)), "A phone"),
    "a dark grey card": (with_a_grey_card, "A grey card"),
}
