"""Scenes harder than a living room's, from a seed: other paints, prints, lenses and lamps than the counter knows."""

import math
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from hardware.boulders import COLOURS, EACH
from hardware.boulders.mat import LANDING, MAT_HEIGHT, MAT_WIDTH
from hardware.camera.render import Look, Painter
from hardware.camera.scene import Colour, Cube, Light, Scene
from hardware.camera.view import HEIGHT, WIDTH, View
from hardware.devices import Image

Random = np.random.Generator

LIGHTINGS = ("warm", "cold", "dim", "one-sided", "coloured")

# Reflectances measured by eye on painted wood, on purpose not the counter's samples.
FAMILIES: dict[str, tuple[Colour, ...]] = {
    "red": ((0.42, 0.035, 0.04), (0.50, 0.06, 0.05), (0.33, 0.02, 0.035)),
    "blue": ((0.03, 0.10, 0.33), (0.05, 0.16, 0.42), (0.025, 0.07, 0.25)),
    "yellow": ((0.72, 0.46, 0.04), (0.80, 0.58, 0.08), (0.66, 0.38, 0.03)),
    "white": ((0.74, 0.72, 0.66), (0.82, 0.81, 0.79), (0.66, 0.62, 0.53)),
}


class Hard(NamedTuple):
    image: Image
    cubes: tuple[Cube, ...]
    lighting: str
    touching: bool

    def truth(self) -> dict[str, int]:
        return {colour: sum(cube.colour == colour for cube in self.cubes) for colour in COLOURS}


def scene(seed: int) -> Hard:
    random = np.random.default_rng([seed, 44])
    lighting = LIGHTINGS[seed % len(LIGHTINGS)]
    touching = seed % 3 == 0
    bag = [colour for colour in COLOURS for _ in range(EACH)]
    random.shuffle(bag)
    look = a_look(random)
    cubes = a_throw(bag[: int(random.integers(0, 45))], look.size_mm, touching, random)
    light = a_light(lighting, random)
    clean = Painter(look).paint(Scene(cubes, light=light))
    return Hard(developed(clean, lighting, random), cubes, lighting, touching)


def heap(seed: int) -> Hard:
    """30 to 44 boulders in clumps, in the warm light of one low lamp."""
    random = np.random.default_rng([seed, 1])
    bag = [colour for colour in COLOURS for _ in range(EACH)]
    random.shuffle(bag)
    look = a_look(random)
    cubes = a_throw(bag[: int(random.integers(30, len(bag) + 1))], look.size_mm, True, random)
    cast = (1.0, float(random.uniform(0.68, 0.85)), float(random.uniform(0.4, 0.65)))
    light = msgspec.structs.replace(a_light("one-sided", random), cast=cast)
    clean = Painter(look).paint(Scene(cubes, light=light))
    return Hard(developed(clean, "one-sided", random), cubes, "one-sided", True)


def a_look(random: Random) -> Look:
    paints = {colour: a_paint(colour, random) for colour in FAMILIES}
    level = random.uniform(0.15, 0.23)
    grey = level * random.uniform(0.94, 1.06, 3)
    return Look(
        view=a_view(random),
        paints=paints,
        size_mm=10.0 * random.uniform(0.97, 1.03),
        grey=(float(grey[0]), float(grey[1]), float(grey[2])),
        table=_varied(((0.26, 0.15, 0.08), (0.6, 0.58, 0.54), (0.05, 0.05, 0.06), (0.35, 0.08, 0.07)), random),
        blur=random.uniform(0.6, 1.6),
        grain=random.uniform(0.01, 0.05),
        worn=random.uniform(0.0, 0.2),
        gloss=random.uniform(0.0, 0.05),
    )


def a_paint(colour: str, random: Random) -> Colour:
    return _varied(FAMILIES[colour], random)


def _varied(family: tuple[Colour, ...], random: Random) -> Colour:
    one = np.array(family[int(random.integers(len(family)))]) * random.uniform(0.88, 1.12, 3) + random.uniform(0, 0.012)
    r, g, b = np.minimum(one, 0.92)
    return float(r), float(g), float(b)


def a_view(random: Random) -> View:
    """A camera on a stand in front of the tower, or on the tower itself, that has the whole mat in its picture."""
    focal = random.uniform(900, 1400)
    view = View(
        distance=focal * 0.235,
        tilt=random.uniform(4, 34),
        turn=random.uniform(-14, 14) + (180 if random.random() < 0.2 else 0),
        roll=random.uniform(-4, 4),
        focal=focal,
        aim=(random.uniform(-4, 4), random.uniform(-4, 4)),
        bend=random.uniform(-0.03, 0.03),
    )
    corners = np.array([[x, y, 0.0] for x in (0, MAT_WIDTH) for y in (0, MAT_HEIGHT)])
    while True:
        seen = view.lens().project(corners)
        if seen.min() > 6 and seen[:, 0].max() < WIDTH - 6 and seen[:, 1].max() < HEIGHT - 6:
            return view
        view = msgspec.structs.replace(view, distance=view.distance * 1.03)


def a_light(lighting: str, random: Random) -> Light:
    tower = float(random.uniform(0.1, 0.4)) if random.random() < 0.25 else 0.0
    light = Light(
        brightness=random.uniform(0.6, 1.15),
        azimuth=random.uniform(0, 360),
        elevation=random.uniform(45, 80),
        ambient=random.uniform(0.3, 0.6),
        slope=random.uniform(0.0, 0.35),
        tower=tower,
    )
    if lighting == "warm":
        return msgspec.structs.replace(light, cast=(1.0, random.uniform(0.68, 0.85), random.uniform(0.4, 0.65)))
    if lighting == "cold":
        return msgspec.structs.replace(light, cast=(random.uniform(0.6, 0.8), random.uniform(0.8, 0.92), 1.0))
    if lighting == "dim":
        return msgspec.structs.replace(light, brightness=random.uniform(0.15, 0.35))
    if lighting == "one-sided":
        return msgspec.structs.replace(
            light, elevation=random.uniform(22, 40), ambient=random.uniform(0.18, 0.35), slope=random.uniform(0.4, 0.8)
        )
    cast = random.uniform(0.55, 1.0, 3)
    cast /= cast.max()
    return msgspec.structs.replace(light, cast=(float(cast[0]), float(cast[1]), float(cast[2])))


def developed(clean: Image, lighting: str, random: Random) -> Image:
    """What a cheap camera makes of it: its own contrast and saturation, noise, JPEG."""
    picture = clean.astype(np.float32) / 255
    picture = picture ** random.uniform(0.85, 1.12)
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * random.uniform(0.85, 1.15)
    sigma = random.uniform(3.0, 5.5) if lighting == "dim" else random.uniform(1.0, 3.5)
    noisy = picture * 255 + random.normal(0, sigma, picture.shape).astype(np.float32)
    quality = int(random.integers(70, 96))
    done, data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def a_throw(
    colours: list[str], size: float, touching: bool, random: Random, lying: tuple[Cube, ...] = ()
) -> tuple[Cube, ...]:
    """Cubes on the mat, none inside another; where they touch, flush, shifted, by a corner, now and then leaning.

    `lying` are the first of them, where they have come to lie before.
    """
    cubes = list(lying)
    for colour in colours[len(lying) :]:
        while True:
            cube = _beside(colour, cubes, size, random) if cubes and touching and random.random() < 0.6 else None
            cube = cube or Cube(
                colour,
                float(random.uniform(LANDING.x0, LANDING.x1)),
                float(random.uniform(LANDING.y0, LANDING.y1)),
                float(random.uniform(0, 90)),
            )
            inside = LANDING.x0 < cube.x_mm < LANDING.x1 and LANDING.y0 < cube.y_mm < LANDING.y1
            if inside and all(_apart(cube, other, size) for other in cubes):
                cubes.append(cube)
                break
    return tuple(cubes)


def _beside(colour: str, cubes: list[Cube], size: float, random: Random) -> Cube:
    other = cubes[int(random.integers(len(cubes)))]
    way = math.radians(other.angle + 90 * int(random.integers(4)))
    lean = float(random.uniform(8, 30)) if random.random() < 0.04 else 0.0
    spin = 0.0 if random.random() < 0.5 or lean else float(random.uniform(0, 90))
    half = size / 2
    turned = math.radians(spin % 90)
    reach = half + half * (math.cos(turned) + math.sin(turned))
    if lean:
        reach = half + half * (math.cos(math.radians(lean)) + math.sin(math.radians(lean)))
    reach += random.uniform(0.0, 0.5)
    shift = float(random.uniform(-0.7, 0.7)) * size if random.random() < 0.6 else 0.0
    x = other.x_mm + reach * math.cos(way) - shift * math.sin(way)
    y = other.y_mm + reach * math.sin(way) + shift * math.cos(way)
    # A cube leans about the edge that looks at its neighbour.
    angle = math.degrees(way) + 90 if lean else other.angle + spin
    return Cube(colour, x, y, angle, lean)


def _outline(cube: Cube, size: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    turn, half = math.radians(cube.angle), size / 2
    deep = half * (math.cos(math.radians(cube.tilt)) + math.sin(math.radians(cube.tilt)))
    corners = np.array([[-half, -deep], [half, -deep], [half, deep], [-half, deep]])
    around = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    return np.asarray(corners @ around.T + np.array([cube.x_mm, cube.y_mm]), np.float32)


def _apart(cube: Cube, other: Cube, size: float) -> bool:
    distance = math.hypot(cube.x_mm - other.x_mm, cube.y_mm - other.y_mm)
    if not 0.99 * size < distance < 2 * size:
        return distance > size
    area, _ = cv2.intersectConvexConvex(_outline(cube, size), _outline(other, size))
    return area < 0.05
