"""Small solid things as faces in space: bricks, cubes, chips, sweets and odder ones; they know no picture."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def floats(values: object) -> Floats:
    return np.asarray(values, np.float32)


class Face(NamedTuple):
    corners: Floats
    """Flat and convex, in order; from outside anticlockwise."""
    paint: int = 0
    """Of the thing's own paints: 0 the usual one, 1 that of its marks."""


Make = Callable[[np.random.Generator], list[Face]]


def prism(base: Floats, low: float, high: float, shrink: float = 1.0) -> list[Face]:
    """On a convex base, anticlockwise; the top may be smaller than the foot."""
    middle = base.mean(axis=0)
    roof = middle + (base - middle) * np.float32(shrink)
    foot = np.column_stack([base, np.full(len(base), low)]).astype(np.float32)
    top = np.column_stack([roof, np.full(len(base), high)]).astype(np.float32)
    sides = [
        Face(np.stack([foot[i], foot[(i + 1) % len(base)], top[(i + 1) % len(base)], top[i]])) for i in range(len(base))
    ]
    return [*sides, Face(top), Face(foot[::-1].copy())]


def oblong(wide: float, deep: float, x: float = 0.0, y: float = 0.0) -> Floats:
    return np.array(
        [
            (x - wide / 2, y - deep / 2),
            (x + wide / 2, y - deep / 2),
            (x + wide / 2, y + deep / 2),
            (x - wide / 2, y + deep / 2),
        ],
        np.float32,
    )


def ring(radius: float, corners: int, x: float = 0.0, y: float = 0.0, flat: float = 1.0) -> Floats:
    steps = np.arange(corners) * 2 * np.pi / corners
    return np.column_stack([x + radius * np.cos(steps), y + flat * radius * np.sin(steps)]).astype(np.float32)


def studs(wide: int, deep: int, high: float) -> list[Face]:
    faces: list[Face] = []
    for column in range(wide):
        for row in range(deep):
            faces += prism(ring(0.3, 10, column - (wide - 1) / 2, row - (deep - 1) / 2), high, high + 0.2)
    return faces


def hollow(wide: float, deep: float, high: float, wall: float) -> list[Face]:
    """A box without a roof: its walls are seen from within, too."""
    faces = prism(oblong(wide, deep), 0.0, high)[:4]
    inner = prism(oblong(wide - 2 * wall, deep - 2 * wall), wall, high)
    faces += [Face(face.corners[::-1].copy()) for face in [*inner[:4], inner[5]]]
    for x, y, w, d in (
        (0, (deep - wall) / 2, wide, wall),
        (0, (wall - deep) / 2, wide, wall),
        ((wide - wall) / 2, 0, wall, deep),
        ((wall - wide) / 2, 0, wall, deep),
    ):
        faces.append(Face(np.column_stack([oblong(w, d, x, y), np.full(4, high)]).astype(np.float32)))
    return [*faces, Face(np.column_stack([oblong(wide, deep)[::-1], np.zeros(4)]).astype(np.float32))]


def dome(radius: float, flat: float, corners: int = 14, under: bool = False, wide: float = 1.0) -> list[Face]:
    """Half a ball, or a whole one."""
    faces: list[Face] = []
    steps = np.linspace(-np.pi / 2 if under else 0.0, np.pi / 2, 9 if under else 6)
    for low, high in pairwise(steps.tolist()):
        one, other = (ring(radius * float(np.cos(s)), corners, flat=wide) for s in (low, high))
        z = [float(radius * flat * np.sin(s)) for s in (low, high)]
        foot, top = (np.column_stack([r, np.full(corners, h)]) for r, h in zip((one, other), z, strict=True))
        for i in range(corners):
            j = (i + 1) % corners
            faces.append(Face(np.stack([foot[i], foot[j], top[j], top[i]]).astype(np.float32)))
    return faces


def mark(faces: list[Face], base: Floats, high: float) -> list[Face]:
    top = np.column_stack([base, np.full(len(base), high + 0.01)]).astype(np.float32)
    return [*faces, Face(top, 1)]


def _brick(random: np.random.Generator) -> list[Face]:
    wide = int(random.choice([1, 2, 3, 4, 6, 8], p=[0.15, 0.2, 0.1, 0.15, 0.2, 0.2]))
    deep = 1 if wide > 4 else int(random.choice([1, 2], p=[0.35, 0.65]))
    high = float(random.choice([0.4, 1.2], p=[0.3, 0.7]))
    if random.random() < 0.3:
        faces = hollow(wide, deep, high, 0.16)
        for x in np.arange(wide - 1) - (wide - 2) / 2 if deep > 1 else []:
            faces += prism(ring(0.4, 10, float(x)), 0.16, high)
        return faces
    body = prism(oblong(wide, deep), 0.0, high)
    return body if random.random() < 0.2 else body + studs(wide, deep, high)


def _slope(random: np.random.Generator) -> list[Face]:
    wide, deep, high = float(random.choice([1, 2, 3])), float(random.choice([1, 2])), 1.2
    end = np.array([(0, 0), (deep, 0), (deep * 0.45, high), (0, high)], np.float32) - floats([deep / 2, 0])
    faces = prism(end, -wide / 2, wide / 2)
    return [Face(face.corners[:, [2, 0, 1]].copy(), face.paint) for face in faces]


def _tower(random: np.random.Generator) -> list[Face]:
    """A drum, a cone, a wheel, a tyre."""
    corners, radius, high = 18, float(random.uniform(0.5, 1.2)), float(random.uniform(0.3, 1.8))
    shrink = float(random.choice([1.0, random.uniform(0.3, 0.9)]))
    faces = prism(ring(radius, corners), 0.0, high, shrink)
    if random.random() < 0.5:
        faces = mark(faces, ring(radius * shrink * float(random.uniform(0.3, 0.8)), corners), high)
    return faces


def _cross(random: np.random.Generator) -> list[Face]:
    """Concave: arms from one middle, each of a length of its own."""
    high, wide = float(random.uniform(0.3, 1.0)), float(random.uniform(0.6, 1.0))
    faces = prism(oblong(wide, wide), 0.0, high)
    for turn in range(4):
        if random.random() < 0.75:
            long = float(random.uniform(0.5, 1.3))
            arm = oblong(long, wide, (wide + long) / 2, 0.0)
            cosine, sine = np.cos(turn * np.pi / 2), np.sin(turn * np.pi / 2)
            faces += prism(floats(arm @ np.array([[cosine, sine], [-sine, cosine]])), 0.0, high)
    return faces


def _frame(random: np.random.Generator) -> list[Face]:
    """A window: what it lies on is seen through it."""
    wide, deep, bar, high = float(random.uniform(1.5, 3)), 1.6, 0.3, float(random.uniform(0.3, 1.2))
    faces = prism(oblong(wide, bar, 0, deep / 2), 0.0, high) + prism(oblong(wide, bar, 0, -deep / 2), 0.0, high)
    return faces + prism(oblong(bar, deep, wide / 2, 0), 0.0, high) + prism(oblong(bar, deep, -wide / 2, 0), 0.0, high)


def _rod(random: np.random.Generator) -> list[Face]:
    long = float(random.uniform(3.0, 5.0))
    rod = prism(ring(0.25, 8), 0.0, long) + prism(ring(0.42, 10), -0.2, 0.4)
    return [Face(face.corners[:, [2, 0, 1]].copy(), face.paint) for face in rod]


def cube(_: np.random.Generator) -> list[Face]:
    return prism(oblong(1.0, 1.0), 0.0, 1.0)


def chip(random: np.random.Generator) -> list[Face]:
    high = float(random.uniform(0.08, 0.35))
    faces = prism(ring(0.6, 20), 0.0, high)
    kind = int(random.integers(4))
    if kind == 1:
        faces = mark(mark(faces, ring(0.45, 20), high), ring(0.38, 20), high + 0.01)
        faces[-1] = faces[-1]._replace(paint=0)
    if kind == 2:
        faces = mark(mark(faces, oblong(0.6, 0.14), high), oblong(0.14, 0.6), high)
    if kind == 3:
        faces = mark(faces, ring(0.3, int(random.integers(3, 8))), high)
    return faces


def sweet(random: np.random.Generator) -> list[Face]:
    return dome(0.55, float(random.uniform(0.5, 1.0)), under=True, wide=float(random.choice([1.0, 0.7])))


def hexagon(random: np.random.Generator) -> list[Face]:
    return prism(ring(0.6, 6), 0.0, float(random.uniform(0.15, 1.0)))


def die(random: np.random.Generator) -> list[Face]:
    """A cube with marks on three of its faces."""
    faces = prism(oblong(1.0, 1.0), 0.0, 1.0)
    spots = [(0.0, 0.0), (0.25, 0.25), (-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25)][: int(random.integers(1, 6))]
    for x, y in spots:
        faces = mark(faces, ring(0.1, 8, x, y), 1.0)
    return faces


ALIKE: tuple[Make, ...] = (cube, cube, chip, sweet, hexagon, die)
"""Kinds that come in heaps of one size."""
ODD: tuple[Make, ...] = (_brick, _brick, _brick, _slope, _tower, _cross, _frame, _rod)
