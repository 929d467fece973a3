"""One piece as it is drawn on a bare table: its paint, its outline and its knobs; it never knows the table."""

from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Shape = Literal["cube", "disc", "hexagon", "bean", "brick"]

PAINTS = {
    "red": "#b3202a",
    "orange": "#e8741c",
    "yellow": "#e6bc28",
    "lime": "#9cc437",
    "green": "#1f7a3c",
    "teal": "#1b8f94",
    "blue": "#23559f",
    "violet": "#5a3a8c",
    "pink": "#e58fae",
    "brown": "#5c3320",
    "white": "#e8e4da",
    "black": "#1c1c1e",
}
PALE = {
    "cream": "#efe3c4",
    "silver": "#b9bcbf",
    "grey": "#7d8084",
    "tan": "#cfae7c",
    "slate": "#4c5a6b",
    "rose": "#c9a3a0",
}
ALL_PAINTS = PAINTS | PALE | {"navy": "#1d2c58"}

Floats = NDArray[np.float32]


class Place(NamedTuple):
    x: float
    y: float
    size: float
    turn: float
    paint: str
    long: float = 1.0
    """Times its width."""


def linear(sample: str) -> Floats:
    """Blue, green, red."""
    value = int(sample[1:], 16)
    parts = np.array([value & 255, value >> 8 & 255, value >> 16 & 255], np.float32) / 255
    return np.asarray(parts**2.2, np.float32)


def lab_of(light: Floats) -> Floats:
    pixel = np.asarray(np.clip(light, 0, 1) ** (1 / 2.2), np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float32)


def outline(place: Place, shape: Shape) -> Floats:
    half = place.size / 2
    if shape == "cube":
        steps, reach = np.radians(place.turn + 45 + 90 * np.arange(4)), half * np.sqrt(2) * np.ones(4)
    elif shape == "brick":
        aside = np.arctan(1 / place.long)
        corners4 = np.array([aside, np.pi - aside, np.pi + aside, -aside])
        steps, reach = np.radians(place.turn) + corners4, half * np.hypot(1, place.long) * np.ones(4)
    elif shape == "hexagon":
        steps, reach = np.radians(place.turn + 60 * np.arange(6)), half * 1.05 * np.ones(6)
    else:
        steps = np.radians(np.arange(0, 360, 10.0))
        long = half * np.ones(36)
        wide = half * (0.72 if shape == "bean" else 1.0)
        x, y = long * np.cos(steps), wide * np.sin(steps)
        turn = np.radians(place.turn)
        corners = np.stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)], axis=1)
        return np.asarray(corners + np.array([place.x, place.y]), np.float32)
    corners = np.stack([reach * np.cos(steps), reach * np.sin(steps)], axis=1)
    return np.asarray(corners + np.array([place.x, place.y]), np.float32)


def fill(mask: Floats, edge: Floats) -> None:
    cv2.fillPoly(mask, [np.round(edge * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)


def round_off(picture: Floats, face: Floats, place: Place, paint: Floats, sun: float) -> None:
    """Brighter towards the lamp, with a small highlight."""
    ys, xs = np.nonzero(face)
    if not len(ys):
        return
    along = ((xs - place.x) * np.cos(sun) + (ys - place.y) * np.sin(sun)) / place.size
    picture[ys, xs] = paint * (1 - 0.35 * along)[:, None]
    middle = (round(place.x - 0.2 * place.size * np.cos(sun)), round(place.y - 0.2 * place.size * np.sin(sun)))
    cv2.circle(picture, middle, max(1, round(place.size * 0.06)), (0.8, 0.8, 0.8), -1)


def stud(picture: Floats, place: Place, paint: Floats, sun: float) -> None:
    """Two rows of round knobs, each with a lit and a dark rim."""
    turn = np.radians(place.turn)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    away = np.array([np.cos(sun), np.sin(sun)])
    pitch, many = place.size / 2, round(2 * place.long)
    for right in (np.arange(many) - (many - 1) / 2) * pitch:
        for down in (-0.5 * pitch, 0.5 * pitch):
            middle = np.array([place.x, place.y]) + right * along + down * across
            for off, part in ((0.09, 0.45), (-0.05, 1.5), (0.0, 1.0)):
                spot = middle + off * pitch * away
                cv2.circle(
                    picture, (round(spot[0]), round(spot[1])), max(1, round(0.28 * pitch)), (paint * part).tolist(), -1
                )
