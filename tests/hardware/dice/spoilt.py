"""Throws that nobody may be sure of, and how many dice were thrown."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.scene import Die
from tests.hardware.dice.homes import Home, Throw

Spoilt = tuple[Throw, int]


def three(home: Home) -> tuple[Die, ...]:
    return tuple(home.die(home.faces[n % len(home.faces)], 70.0 + 55 * n, 90.0, 25.0 * n) for n in range(3))


def leaning(home: Home) -> Spoilt:
    """On the edge of another one."""
    one, two, _ = three(home)
    size = home.dice.size_mm
    cocked = home.die(home.faces[0], two.x_mm, two.y_mm + 1.2 * size, two.angle, 35.0)
    return home.photo((one, two, cocked)), 3


def stacked(home: Home) -> Spoilt:
    one, two, _ = three(home)
    upon = home.die(home.faces[-1], two.x_mm + 2, two.y_mm - 2, two.angle + 20, 0.0, home.dice.size_mm)
    return home.photo((one, two, upon)), 3


def missing(home: Home) -> Spoilt:
    return home.photo(three(home)[:2]), 3


def too_many(home: Home) -> Spoilt:
    return home.photo(three(home)), 2


def beyond_the_mat(home: Home) -> Spoilt:
    one, two, _ = three(home)
    return home.photo((one, two, home.die(home.faces[0], 275.0, 80.0, 10.0))), 3


def under_a_hand(home: Home) -> Spoilt:
    return home.photo(three(home), hand=True), 3


def beside_a_pen(home: Home) -> Spoilt:
    throw = home.photo(three(home))
    for colour, wide in (((40, 40, 40), 22), ((200, 90, 30), 18)):
        cv2.line(throw.image, (420, 470), (800, 520), colour, wide, cv2.LINE_AA)
    return throw, 3


def covered_in_part(home: Home) -> Spoilt:
    """A finger on a die."""
    throw = home.photo(three(home))
    top = home.look.view.lens().project(_top(throw.dice[1], home.dice.size_mm))[0]
    tip = (round(float(top[0])), round(float(top[1])) + 6)
    cv2.line(throw.image, tip, (tip[0] + 120, tip[1] + 420), (120, 150, 205), 52, cv2.LINE_AA)
    return throw, 3


def glaring(home: Home) -> Spoilt:
    """The lamp is mirrored in the middle of a die."""
    throw = home.photo(three(home))
    top = home.look.view.lens().project(_top(throw.dice[1], home.dice.size_mm))[0]
    cv2.circle(throw.image, (round(float(top[0])), round(float(top[1]))), 22, (255, 255, 255), -1, cv2.LINE_AA)
    return throw, 3


def _top(die: Die, size: float) -> NDArray[np.float64]:
    return np.array([[die.x_mm, die.y_mm, size]])


SPOILT: dict[str, Callable[[Home], Spoilt]] = {
    "a die leans": leaning,
    "a die on top of another": stacked,
    "a die is missing": missing,
    "a die too many": too_many,
    "a die beyond the mat": beyond_the_mat,
    "a hand": under_a_hand,
    "a pen beside them": beside_a_pen,
    "a finger on a die": covered_in_part,
    "glare on a die": glaring,
}
