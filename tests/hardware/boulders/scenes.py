"""Scenes for the tests: cubes that do not overlap, from a seeded generator."""

import numpy as np

from hardware.boulders import COLOURS, EACH
from hardware.boulders.mat import LANDING
from hardware.camera.render import Look, Painter
from hardware.camera.scene import Cube, Light, Scene
from hardware.devices import Image


def scattered(colours: list[str], random: np.random.Generator, apart_mm: float = 15.0) -> tuple[Cube, ...]:
    cubes: list[Cube] = []
    while len(cubes) < len(colours):
        x, y = random.uniform(LANDING.x0, LANDING.x1), random.uniform(LANDING.y0, LANDING.y1)
        if all((cube.x_mm - x) ** 2 + (cube.y_mm - y) ** 2 > apart_mm**2 for cube in cubes):
            cubes.append(Cube(colours[len(cubes)], x, y, random.uniform(0, 90)))
    return tuple(cubes)


def all_44() -> list[str]:
    return [colour for colour in COLOURS for _ in range(EACH)]


def photo(
    cubes: tuple[Cube, ...], light: Light | None = None, hand: bool = False, look: Look | None = None, seed: int = 1
) -> Image:
    picture = Painter(look).paint(Scene(cubes, hand, light or Light()))
    noise = np.random.default_rng(seed).normal(0.0, 2.0, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def tally(cubes: tuple[Cube, ...]) -> dict[str, int]:
    return {colour: sum(cube.colour == colour for cube in cubes) for colour in COLOURS}
