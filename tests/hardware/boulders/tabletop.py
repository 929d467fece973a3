"""Photos of pieces on a bare table, drawn from a seed: wood, paper and cloth, for counting without a mat."""

from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image

Ground = Literal["paper", "ruled", "wood", "cloth", "felt"]
Shape = Literal["cube", "disc", "hexagon", "bean"]
GROUNDS: tuple[Ground, ...] = ("paper", "ruled", "wood", "cloth", "felt")
SHAPES: tuple[Shape, ...] = ("cube", "disc", "hexagon", "bean")

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
_LONG = (640, 960, 1440)
_APART = 26.0
"""In Lab, between two paints, and between a paint and the ground: closer ones a person would mix up as well."""

Floats = NDArray[np.float32]


class Table(NamedTuple):
    image: Image
    truth: dict[str, int]
    colours: dict[str, tuple[str, ...]]
    """Samples for each colour: picked from the photo, or the paint in white light."""
    ground: Ground
    shape: Shape
    touching: bool


class Place(NamedTuple):
    x: float
    y: float
    size: float
    turn: float
    paint: str


def table(seed: int) -> Table:
    random = np.random.default_rng([seed, 11])
    ground, shape = GROUNDS[seed % 5], SHAPES[seed // 5 % 4]
    touching = bool(random.random() < 0.34)
    long = int(random.choice(_LONG))
    height, width = (long * 3 // 4, long) if random.random() < 0.6 else (long, long * 3 // 4)
    floor, tone = _floor(ground, height, width, random)
    paints = _paints(tone, int(random.integers(1, 7)), random)
    size = long * float(random.uniform(0.035, 0.1))
    most = int(min(44, 0.16 * height * width / size**2))
    count = int(random.integers(0, most + 1))
    places = _places(paints, count, size, (height, width), touching, random)
    picture = _painted(floor, shape, places, random)
    cast = np.exp(random.normal((-0.1, 0.0, 0.1 * random.uniform(-0.5, 1.5)), 0.07)).astype(np.float32)
    lit = picture * _lamp(height, width, random)[..., None] * cast * np.float32(random.uniform(0.6, 1.05))
    image = _shot(lit, random)
    whole = [p for p in places if _whole(p, shape, height, width)]
    picked = bool(random.random() < 0.5)
    colours = {name: _samples(name, places, image, picked) for name in paints}
    truth = {name: sum(p.paint == name for p in whole) for name in paints}
    return Table(image, truth, colours, ground, shape, touching)


def _linear(sample: str) -> Floats:
    """Blue, green, red."""
    value = int(sample[1:], 16)
    parts = np.array([value & 255, value >> 8 & 255, value >> 16 & 255], np.float32) / 255
    return np.asarray(parts**2.2, np.float32)


def _lab(linear: Floats) -> Floats:
    pixel = np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2), np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float32)


def _paints(tone: Floats, count: int, random: np.random.Generator) -> list[str]:
    chosen: list[str] = []
    for name in random.permutation(list(PAINTS)):
        others = [tone, *(_linear(PAINTS[other]) for other in chosen)]
        apart = min(float(np.linalg.norm(_lab(_linear(PAINTS[name])) - _lab(other))) for other in others)
        if apart > _APART and len(chosen) < count:
            chosen.append(str(name))
    return chosen


def _floor(ground: Ground, height: int, width: int, random: np.random.Generator) -> tuple[Floats, Floats]:
    """The bare table's reflectance, and its middle tone."""
    down, right = np.mgrid[0:height, 0:width].astype(np.float32)
    fine = random.normal(0, 1, (height, width)).astype(np.float32)
    long = max(height, width)
    if ground == "wood":
        tone = _linear(str(random.choice(["#b98a5a", "#8a5a35", "#d3b286", "#6b4428"])))
        grain = cv2.GaussianBlur(fine, (0, 0), sigmaX=long / 18, sigmaY=long / 500) * np.sqrt(long / 18 * long / 500)
        rings = np.sin(down / long * 160 + 3 * cv2.GaussianBlur(fine, (0, 0), long / 20) * long / 20)
        plank = np.where(down % (long / 4) < long / 400, -0.35, 0.0)
        pattern = 0.16 * grain + 0.05 * rings + plank
    elif ground == "cloth":
        tone = _linear(str(random.choice(["#8c8f94", "#a39a86", "#4a5a78", "#7a3b3f"])))
        thread = long / 250
        weave = np.sin(right * 2 * np.pi / thread) * np.sin(down * 2 * np.pi / thread)
        folds = cv2.GaussianBlur(fine, (0, 0), long / 12) * long / 12
        pattern = 0.10 * weave + 0.05 * folds + 0.06 * fine
    elif ground == "felt":
        tone = _linear(str(random.choice(["#1f5a38", "#2a2c33", "#1e3560"])))
        pattern = 0.12 * cv2.GaussianBlur(fine, (0, 0), long / 700) * 3 + 0.05 * fine
    else:
        tone = _linear(str(random.choice(["#e8e6e0", "#f2efe2", "#c9cdd0"])))
        pattern = 0.015 * fine
        if ground == "ruled":
            lines = (right % (long / 40) < long / 640) | (down % (long / 40) < long / 640)
            pattern = pattern - np.where(lines, 0.25, 0.0)
    return np.asarray(tone * np.exp(pattern)[..., None], np.float32), tone


def _places(
    paints: list[str],
    count: int,
    size: float,
    shape: tuple[int, int],
    touching: bool,
    random: np.random.Generator,
) -> list[Place]:
    height, width = shape
    places: list[Place] = []
    for _ in range(60 * count):
        if len(places) == count:
            break
        own = size * float(np.clip(random.normal(1, 0.04), 0.9, 1.1))
        x, y = random.uniform(-0.2 * size, width + 0.2 * size), random.uniform(-0.2 * size, height + 0.2 * size)
        turn = float(random.uniform(0, 90))
        room = 1.75
        if touching and places and random.random() < 0.6:
            beside = places[int(random.integers(len(places)))]
            turn, room = beside.turn, 1.0
            way = np.radians(turn + 90 * int(random.integers(4)))
            slip = float(random.uniform(-0.25, 0.25)) * size
            x = beside.x + (own + beside.size) / 2 * np.cos(way) - slip * np.sin(way)
            y = beside.y + (own + beside.size) / 2 * np.sin(way) + slip * np.cos(way)
        clear = all(np.hypot(p.x - x, p.y - y) > room * 0.97 * size for p in places)
        turned = all(p.turn == turn or np.hypot(p.x - x, p.y - y) > 1.75 * size for p in places)
        # Whole, or clearly cut off.
        beyond = max(-x, -y, x - width, y - height) + 0.5 * own
        if clear and turned and (beyond < -0.45 * own or beyond > 0.35 * own):
            places.append(Place(float(x), float(y), own, turn, str(random.choice(paints))))
    return places


def _outline(place: Place, shape: Shape) -> Floats:
    half = place.size / 2
    if shape == "cube":
        steps, reach = np.radians(place.turn + 45 + 90 * np.arange(4)), half * np.sqrt(2) * np.ones(4)
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


def _fill(mask: Floats, outline: Floats) -> None:
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)


def _painted(floor: Floats, shape: Shape, places: list[Place], random: np.random.Generator) -> Floats:
    picture, empty = floor.copy(), np.zeros(floor.shape[:2], np.float32)
    size = places[0].size if places else 1.0
    sun = random.uniform(0, 2 * np.pi)
    throw = size * float(random.uniform(0.1, 0.4)) * np.array([np.cos(sun), np.sin(sun)])
    lean = size * float(random.uniform(0.0, 0.22)) * np.array([0.0, 1.0]) * (shape == "cube")
    shadow = empty.copy()
    for place in places:
        base = _outline(place, shape) + lean
        for share in (0.0, 0.5, 1.0):
            _fill(shadow, np.asarray(base + share * throw, np.float32))
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.6, size * float(random.uniform(0.02, 0.12))))
    picture *= 1 - np.float32(random.uniform(0.3, 0.65)) * soft[..., None]
    for place in sorted(places, key=lambda p: p.y):
        paint = _linear(PAINTS[place.paint]) * np.float32(random.uniform(0.9, 1.1))
        top = _outline(place, shape)
        if lean.any():
            side = empty.copy()
            _fill(side, np.asarray(cv2.convexHull(np.concatenate([top, top + np.float32(lean)])), np.float32)[:, 0])
            picture[side > 0] = paint * np.float32(random.uniform(0.4, 0.8))
        face = empty.copy()
        _fill(face, top)
        picture[face > 0] = paint
        if shape in ("disc", "bean"):
            _round_off(picture, face, place, paint, sun)
    return picture


def _round_off(picture: Floats, face: Floats, place: Place, paint: Floats, sun: float) -> None:
    """Brighter towards the lamp, with a small highlight."""
    ys, xs = np.nonzero(face)
    if not len(ys):
        return
    along = ((xs - place.x) * np.cos(sun) + (ys - place.y) * np.sin(sun)) / place.size
    picture[ys, xs] = paint * (1 - 0.35 * along)[:, None]
    middle = (round(place.x - 0.2 * place.size * np.cos(sun)), round(place.y - 0.2 * place.size * np.sin(sun)))
    cv2.circle(picture, middle, max(1, round(place.size * 0.06)), (0.8, 0.8, 0.8), -1)


def _lamp(height: int, width: int, random: np.random.Generator) -> Floats:
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    slope = random.uniform(-0.25, 0.25, 2)
    away = (right - random.uniform(-0.5, 0.5)) ** 2 + (down - random.uniform(-0.5, 0.5)) ** 2
    return np.asarray((1 + slope[0] * right + slope[1] * down) * (1 - random.uniform(0.0, 0.15) * away), np.float32)


def _shot(linear: Floats, random: np.random.Generator) -> Image:
    blurred = cv2.GaussianBlur(linear, (0, 0), float(random.uniform(0.5, 1.3)) * max(linear.shape) / 960)
    shown = 255 * np.clip(blurred, 0, 1) ** (1 / 2.2) + random.normal(0, random.uniform(1, 4), linear.shape)
    image = np.clip(shown, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _whole(place: Place, shape: Shape, height: int, width: int) -> bool:
    inside = np.zeros((height, width), np.uint8)
    outline = _outline(place, shape)
    cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 1)
    return float(inside.sum()) > 0.97 * cv2.contourArea(outline)


def _samples(name: str, places: list[Place], image: Image, picked: bool) -> tuple[str, ...]:
    own = [p for p in places if p.paint == name and 0 <= p.x < image.shape[1] and 0 <= p.y < image.shape[0]]
    if not picked or not own:
        return (PAINTS[name],)
    shown = []
    for place in (own[0], own[-1]):
        y, x = int(place.y), int(place.x)
        blue, green, red = np.median(image[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4].reshape(-1, 3), axis=0)
        shown.append(f"#{int(red):02x}{int(green):02x}{int(blue):02x}")
    return tuple(shown)
