"""Photos of pieces on a bare table, drawn from a seed: wood, paper and cloth, for counting without a mat.

`table` is a table as one would lay it out for counting; `troubled` has one of the things that go wrong in a room.
"""

from typing import Literal, NamedTuple, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image
from tests.hardware.boulders.pieces import (
    ALL_PAINTS,
    PAINTS,
    PALE,
    Floats,
    Place,
    Shape,
    fill,
    lab_of,
    linear,
    outline,
    round_off,
    stud,
)

Ground = Literal["paper", "ruled", "wood", "cloth", "felt", "carpet"]
Trouble = Literal[
    "photographer",
    "lamps",
    "reflection",
    "glow",
    "clutter",
    "alone",
    "empty",
    "pale",
    "vignette",
    "tilted",
    "bricks",
    "carpet",
    "sizes",
    "marks",
    "dark",
    "slanted",
]
GROUNDS: tuple[Ground, ...] = ("paper", "ruled", "wood", "cloth", "felt")
SHAPES: tuple[Shape, ...] = ("cube", "disc", "hexagon", "bean")
HARDER: tuple[Trouble, ...] = ("sizes", "marks", "dark", "slanted")
"""Two sizes, marks on each piece, dark blue beside black, and a table seen from as low as a hand may hold a phone."""
TROUBLES: tuple[Trouble, ...] = tuple(trouble for trouble in get_args(Trouble) if trouble not in HARDER)

_LONG = (640, 960, 1440)
_FAINT, _APART = 13.0, 26.0
"""In Lab, between two paints, and between a paint and the ground: closer ones a person would mix up as well."""


class Table(NamedTuple):
    image: Image
    truth: dict[str, int]
    colours: dict[str, tuple[str, ...]]
    """Samples for each colour: picked from the photo, or the paint in white light."""
    ground: Ground
    shape: Shape
    touching: bool
    trouble: Trouble | None = None


def troubled(seed: int) -> Table:
    return table(seed, TROUBLES[seed % len(TROUBLES)])


def harder(seed: int) -> Table:
    return table(seed, HARDER[seed % len(HARDER)])


def table(seed: int, trouble: Trouble | None = None) -> Table:
    random, odd = np.random.default_rng([seed, 11]), np.random.default_rng([seed, 12])
    ground: Ground = "carpet" if trouble == "carpet" else GROUNDS[seed % 5]
    shape: Shape = "brick" if trouble == "bricks" else "cube" if trouble == "tilted" else SHAPES[seed // 5 % 4]
    touching = bool(random.random() < 0.34)
    long = int(random.choice(_LONG))
    height, width = (long * 3 // 4, long) if random.random() < 0.6 else (long, long * 3 // 4)
    floor, tone = floor_of(ground, height, width, random)
    paints = _paints(tone, int(random.integers(1, 7)), random, pale=trouble == "pale")
    if trouble == "dark":
        floor, tone = floor_of("wood" if seed % 2 else "paper", height, width, odd)
        paints = ["navy", "black", "white"]
    size = long * float(random.uniform(0.035, 0.1))
    most = int(min(44, 0.16 * height * width / size**2))
    count = int(random.integers(0, most + 1))
    if trouble == "alone":
        count, size = 1, long * float(odd.uniform(0.12, 0.4))
    count = 0 if trouble == "empty" else count
    places = _places(paints, count, size, (height, width), touching, random)
    if trouble == "alone":
        places = [p._replace(x=width * odd.uniform(0.3, 0.7), y=height * odd.uniform(0.3, 0.7)) for p in places]
    if trouble == "bricks":
        places = _bricks(places, size, odd)
    if trouble == "clutter":
        places = _cluttered(floor, places, size, odd)
    if trouble == "reflection":
        _reflect(floor, odd)
    if trouble == "glow":
        _glow(floor, shape, places)
    if trouble == "sizes":
        places = _of_two_sizes(places, size, odd)
    picture = _painted(floor, shape, places, _light(trouble, size, random, odd), random)
    if trouble == "marks":
        _mark(picture, places, paints, odd)
    cast = np.exp(random.normal((-0.1, 0.0, 0.1 * random.uniform(-0.5, 1.5)), 0.07)).astype(np.float32)
    lit = picture * _lamp(height, width, random)[..., None] * cast * np.float32(random.uniform(0.6, 1.05))
    if trouble == "photographer":
        lit *= _photographer(height, width, odd)
    if trouble == "vignette":
        lit *= _vignette(height, width, odd)
    slant = _slant(height, width, odd) if trouble == "slanted" else np.eye(3)
    if trouble == "slanted":
        lit = np.asarray(cv2.warpPerspective(lit, slant, (width, height), flags=cv2.INTER_CUBIC), np.float32)
    image = _shot(lit, random)
    whole = [p for p in places if _whole(p, shape, height, width, slant)]
    picked = bool(random.random() < 0.5) and trouble != "slanted"
    colours = {name: _samples(name, places, image, picked) for name in paints}
    truth = {name: sum(p.paint == name for p in whole) for name in paints}
    return Table(image, truth, colours, ground, shape, touching, trouble)


def _paints(tone: Floats, count: int, random: np.random.Generator, pale: bool) -> list[str]:
    """Far from each other and from the ground, or just far enough from it to be seen."""
    chosen: list[str] = []
    for name in random.permutation(list(PAINTS | PALE if pale else PAINTS)):
        own = lab_of(linear(ALL_PAINTS[name]))
        apart = min(
            (float(np.linalg.norm(own - lab_of(linear(ALL_PAINTS[other])))) for other in chosen), default=np.inf
        )
        away = float(np.linalg.norm(own - lab_of(tone)))
        if apart > _APART and (_FAINT < away < 1.3 * _APART if pale else away > _APART) and len(chosen) < count:
            chosen.append(str(name))
    return chosen or ["black" if lab_of(tone)[0] > 50 else "white"]


def floor_of(ground: Ground, height: int, width: int, random: np.random.Generator) -> tuple[Floats, Floats]:
    """The bare table's reflectance, and its middle tone."""
    down, right = np.mgrid[0:height, 0:width].astype(np.float32)
    fine = random.normal(0, 1, (height, width)).astype(np.float32)
    long = max(height, width)
    if ground == "wood":
        tone = linear(str(random.choice(["#b98a5a", "#8a5a35", "#d3b286", "#6b4428"])))
        grain = cv2.GaussianBlur(fine, (0, 0), sigmaX=long / 18, sigmaY=long / 500) * np.sqrt(long / 18 * long / 500)
        rings = np.sin(down / long * 160 + 3 * cv2.GaussianBlur(fine, (0, 0), long / 20) * long / 20)
        plank = np.where(down % (long / 4) < long / 400, -0.35, 0.0)
        pattern = 0.16 * grain + 0.05 * rings + plank
    elif ground == "cloth":
        tone = linear(str(random.choice(["#8c8f94", "#a39a86", "#4a5a78", "#7a3b3f"])))
        thread = long / 250
        weave = np.sin(right * 2 * np.pi / thread) * np.sin(down * 2 * np.pi / thread)
        folds = cv2.GaussianBlur(fine, (0, 0), long / 12) * long / 12
        pattern = 0.10 * weave + 0.05 * folds + 0.06 * fine
    elif ground == "carpet":
        tone = linear(str(random.choice(["#b3a999", "#9a8f86", "#6f7680"])))
        tufts, coarse = (cv2.GaussianBlur(fine, (0, 0), long / part) * long / part for part in (300, 90))
        pattern = 0.22 * tufts + 0.1 * coarse
    elif ground == "felt":
        tone = linear(str(random.choice(["#1f5a38", "#2a2c33", "#1e3560"])))
        pattern = 0.12 * cv2.GaussianBlur(fine, (0, 0), long / 700) * 3 + 0.05 * fine
    else:
        tone = linear(str(random.choice(["#e8e6e0", "#f2efe2", "#c9cdd0"])))
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


class Shadow(NamedTuple):
    throw: Floats
    blur: float
    dark: Floats
    """How much of each colour's light is missing in it."""


class Light(NamedTuple):
    shadows: tuple[Shadow, ...]
    lean: float
    """How far the sides of a cube show, in pixels."""


def _light(trouble: Trouble | None, size: float, random: np.random.Generator, odd: np.random.Generator) -> Light:
    sun, far = random.uniform(0, 2 * np.pi), float(random.uniform(0.1, 0.4))
    lean = float(random.uniform(0.0, 0.22))
    blur, dark = float(random.uniform(0.02, 0.12)), np.full(3, random.uniform(0.3, 0.65), np.float32)
    throw = far * np.array([np.cos(sun), np.sin(sun)], np.float32)
    shadows = [Shadow(size * throw, size * blur, dark)]
    if trouble == "tilted":
        lean = float(odd.uniform(0.3, 0.8))
    if trouble == "lamps":
        # Where one lamp does not reach, the other one's tint shows.
        warm = np.float32(odd.uniform(-0.3, 0.3)) * np.array([1, 0, -1], np.float32)
        around = sun + odd.uniform(0.8, 3.0)
        second = float(odd.uniform(0.3, 0.9)) * np.array([np.cos(around), np.sin(around)], np.float32)
        shadows = [Shadow(size * throw, size * blur, np.asarray(0.5 * (1 + warm), np.float32))]
        shadows.append(
            Shadow(size * second, size * float(odd.uniform(0.01, 0.08)), np.asarray(0.45 * (1 - warm), np.float32))
        )
    return Light(tuple(shadows), size * lean)


def _painted(floor: Floats, shape: Shape, places: list[Place], light: Light, random: np.random.Generator) -> Floats:
    picture, empty = floor.copy(), np.zeros(floor.shape[:2], np.float32)
    lean = light.lean * np.array([0.0, 1.0]) * (shape in ("cube", "brick"))
    for throw, blur, dark in light.shadows:
        shadow = empty.copy()
        for place in places:
            base = outline(place, shape) + lean
            for share in (0.0, 0.25, 0.5, 0.75, 1.0):
                fill(shadow, np.asarray(base + share * throw, np.float32))
        picture *= 1 - dark * cv2.GaussianBlur(shadow, (0, 0), max(0.6, blur))[..., None]
    sun = float(np.arctan2(light.shadows[0].throw[1], light.shadows[0].throw[0]))
    for place in sorted(places, key=lambda p: p.y):
        paint = linear(ALL_PAINTS[place.paint]) * np.float32(random.uniform(0.9, 1.1))
        top = outline(place, shape)
        if lean.any():
            side = empty.copy()
            fill(side, np.asarray(cv2.convexHull(np.concatenate([top, top + np.float32(lean)])), np.float32)[:, 0])
            picture[side > 0] = paint * np.float32(random.uniform(0.4, 0.8))
        face = empty.copy()
        fill(face, top)
        picture[face > 0] = paint
        if shape in ("disc", "bean"):
            round_off(picture, face, place, paint, sun)
        if shape == "brick":
            stud(picture, place, paint, sun)
    return picture


def _bricks(places: list[Place], size: float, odd: np.random.Generator) -> list[Place]:
    """Some twice or three times as long as others, where there is room."""
    bricks = []
    for place in places:
        long = float(odd.choice([1.0, 1.5, 2.0, 3.0]))
        room = min((np.hypot(p.x - place.x, p.y - place.y) for p in places if p is not place), default=np.inf)
        bricks.append(place._replace(long=long if room > (0.55 * long + 1.8) * size else 1.0))
    return bricks


def _of_two_sizes(places: list[Place], size: float, odd: np.random.Generator) -> list[Place]:
    """Half of them are larger, where there is room."""
    sized, factor = list[Place](), float(odd.uniform(1.35, 1.7))
    for place in places:
        room = min((np.hypot(p.x - place.x, p.y - place.y) for p in places if p is not place), default=np.inf)
        large = odd.random() < 0.5 and room > (factor + 1) * 0.75 * size
        sized.append(place._replace(size=place.size * factor) if large else place)
    return sized


def _mark(picture: Floats, places: list[Place], paints: list[str], odd: np.random.Generator) -> None:
    """A ring, a spot or a bar on each, of one paint that is none of theirs."""
    paint = ALL_PAINTS[str(odd.choice([name for name in PAINTS if name not in paints]))]
    kind = int(odd.integers(3))
    for place in places:
        middle, half = (round(place.x), round(place.y)), place.size / 2
        across = np.array([np.cos(place.turn), np.sin(place.turn)]) * 0.4 * half
        start, end = (np.round([place.x, place.y] + side * across).astype(int).tolist() for side in (-1, 1))
        if kind == 2:
            cv2.line(picture, start, end, linear(paint).tolist(), max(1, round(0.2 * half)))
        else:
            wide = max(1, round(0.15 * half)) if kind else -1
            cv2.circle(picture, middle, max(1, round(0.4 * half)), linear(paint).tolist(), wide)


def _slant(height: int, width: int, odd: np.random.Generator) -> NDArray[np.float64]:
    """From above the table's flat picture to one taken from beside it; nothing beyond it is seen."""
    far, near = float(odd.uniform(0.0, 0.1)), float(odd.uniform(0.15, 0.32))
    seen = np.array([(far, 0.05), (1 - far, 0.05), (1 - near, 0.95), (near, 0.95)], np.float32)
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    sides = np.array([width, height], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(seen * sides, frame * sides), np.float64)


def _cluttered(floor: Floats, places: list[Place], size: float, odd: np.random.Generator) -> list[Place]:
    """The table's end, an arm or a cable at one side; the pieces that lie clear of it."""
    height, width = floor.shape[:2]
    long, what = max(height, width), int(odd.integers(3))
    clutter = np.zeros((height, width), np.uint8)
    side, at, deep = int(odd.integers(4)), float(odd.uniform(0.2, 0.8)), float(odd.uniform(0.06, 0.2))
    if what == 0:
        tone = linear(str(odd.choice(["#1a1a1c", "#5b4a3a", "#c8c8c8", "#30405a"])))
        strip = [(-0.1, -0.1), (1.1, -0.1), (1.1, deep * float(odd.uniform(-0.3, 1.2))), (-0.1, deep)]
    elif what == 1:
        tone = linear("#c08a6c")
        strip = [(at - 0.1, -0.1), (at + 0.1, -0.1), (at + 0.08, deep), (at, 1.3 * deep), (at - 0.08, deep)]
    else:
        tone = linear(str(odd.choice(["#141416", "#e4e4e2"])))
        strip = [
            (-0.1, deep),
            (at, 1.4 * deep),
            (1.1, 0.8 * deep),
            (1.1, 0.8 * deep + 0.012),
            (at, 1.4 * deep + 0.012),
            (-0.1, deep + 0.012),
        ]
    for _ in range(side):
        strip = [(1 - y, x) for x, y in strip]
    cv2.fillPoly(clutter, [np.round(np.array(strip) * (width, height)).astype(np.int32)], 1)
    shadow = cv2.GaussianBlur(clutter.astype(np.float32), (0, 0), long / 100)
    floor *= 1 - 0.4 * shadow[..., None]
    floor[clutter > 0] = tone
    away = cv2.distanceTransform(1 - clutter, cv2.DIST_L2, 5)
    rows = [int(np.clip(p.y, 0, height - 1)) for p in places]
    columns = [int(np.clip(p.x, 0, width - 1)) for p in places]
    return [p for p, row, column in zip(places, rows, columns, strict=True) if away[row, column] > 1.5 * size]


def _reflect(floor: Floats, odd: np.random.Generator) -> None:
    """A lamp mirrored in a table that is not quite smooth: every grain glitters."""
    height, width = floor.shape[:2]
    down, right = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    away = np.hypot(right - odd.uniform(0.1, 0.7), (down - odd.uniform(0.1, 0.7)) * odd.uniform(0.6, 1.4))
    grains = cv2.GaussianBlur(odd.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.0) * 2
    shine = np.exp(-((away / odd.uniform(0.06, 0.2)) ** 2)) * np.maximum(0, 1 + 0.3 * grains)
    floor += (np.float32(odd.uniform(0.1, 0.45)) * shine)[..., None] * np.array([0.85, 0.95, 1.0], np.float32)


def _glow(floor: Floats, shape: Shape, places: list[Place]) -> None:
    """Paint tints the ground around it."""
    cast = np.zeros_like(floor)
    for place in places:
        face = np.zeros(floor.shape[:2], np.float32)
        fill(face, outline(place, shape))
        cast += face[..., None] * linear(ALL_PAINTS[place.paint])
    if places:
        floor *= 1 + 1.2 * cv2.GaussianBlur(cast, (0, 0), 0.3 * places[0].size)


def _photographer(height: int, width: int, odd: np.random.Generator) -> Floats:
    """The deep, soft shadow of a head or a hand, from one side; a little light of another lamp reaches it."""
    shade = np.zeros((height, width), np.float32)
    long = max(height, width)
    middle = (int(odd.uniform(0.0, 1.0) * width), int(odd.choice([-0.05, 1.05]) * height))
    axes = (int(odd.uniform(0.15, 0.35) * long), int(odd.uniform(0.15, 0.45) * long))
    cv2.ellipse(shade, middle, axes, float(odd.uniform(-30, 30)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), long * float(odd.uniform(0.008, 0.04)))
    tint = 1 + np.float32(odd.uniform(-0.25, 0.25)) * np.array([1, 0, -1], np.float32)
    return np.asarray(1 - soft[..., None] * (1 - np.float32(odd.uniform(0.15, 0.5)) * tint), np.float32)


def _vignette(height: int, width: int, odd: np.random.Generator) -> Floats:
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    away = np.hypot(right - odd.uniform(-0.2, 0.2), down - odd.uniform(-0.2, 0.2)) / 1.41
    return np.asarray(1 - np.float32(odd.uniform(0.4, 0.8)) * away**4, np.float32)[..., None]


def _lamp(height: int, width: int, random: np.random.Generator) -> Floats:
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    slope = random.uniform(-0.25, 0.25, 2)
    away = (right - random.uniform(-0.5, 0.5)) ** 2 + (down - random.uniform(-0.5, 0.5)) ** 2
    return np.asarray((1 + slope[0] * right + slope[1] * down) * (1 - random.uniform(0.0, 0.15) * away), np.float32)


def _shot(light: Floats, random: np.random.Generator) -> Image:
    blurred = cv2.GaussianBlur(light, (0, 0), float(random.uniform(0.5, 1.3)) * max(light.shape) / 960)
    shown = 255 * np.clip(blurred, 0, 1) ** (1 / 2.2) + random.normal(0, random.uniform(1, 4), light.shape)
    image = np.clip(shown, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _whole(place: Place, shape: Shape, height: int, width: int, slant: NDArray[np.float64]) -> bool:
    inside = np.zeros((height, width), np.uint8)
    edge = cv2.perspectiveTransform(outline(place, shape)[None], slant)[0]
    cv2.fillPoly(inside, [np.round(edge).astype(np.int32)], 1)
    return float(inside.sum()) > 0.97 * cv2.contourArea(edge)


def _samples(name: str, places: list[Place], image: Image, picked: bool) -> tuple[str, ...]:
    own = [p for p in places if p.paint == name and 0 <= p.x < image.shape[1] and 0 <= p.y < image.shape[0]]
    if not picked or not own:
        return (ALL_PAINTS[name],)
    shown = []
    for place in (own[0], own[-1]):
        y, x = int(place.y), int(place.x)
        blue, green, red = np.median(image[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4].reshape(-1, 3), axis=0)
        shown.append(f"#{int(red):02x}{int(green):02x}{int(blue):02x}")
    return tuple(shown)
