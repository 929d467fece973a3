"""Draws what the proposer learns from: flat mats as the counter sees them, and where the tops are; it trains nothing.

python -m tests.hardware.boulders.training.lessons FOLDER FIRST_ROOM ROOMS [plain]

`plain`: tables of the rig's own renderer in place of rooms that are traced.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import COLOURS, EACH, illumination
from hardware.boulders.mat import CUBE_SIZE, marker_boxes
from hardware.boulders.plane import HEIGHT as FLAT_HEIGHT
from hardware.boulders.plane import WIDTH as FLAT_WIDTH
from hardware.boulders.plane import Plane
from hardware.boulders.pose import Pose
from hardware.boulders.proposer import sweeps
from hardware.camera.render import Painter, corners_of
from hardware.camera.scene import Cube, Scene
from hardware.camera.view import HEIGHT as TALL
from hardware.camera.view import WIDTH as WIDE
from hardware.camera.view import Lens
from hardware.devices import Image
from tests.hardware.boulders import hard
from tests.hardware.boulders.falls import Block
from tests.hardware.boulders.room import Room

Floats = NDArray[np.float32]
Random = np.random.Generator

WIDTH = 900
"""Of the pictures: the mat laid flat has fewer pixels still."""
SCENES_OF_A_ROOM = 6
LEAST_SHOWN = 0.06
"""Of a boulder's usual pixels: one that is hidden more is not asked for."""
_MARKER_NOISE = 0.25
_ON_OTHERS, _ASIDE = 0.06, 0.45
"""On plain tables: how many lie on another, and how far aside of it, in boulders."""


class Lesson(NamedTuple):
    balanced: Image
    sweep: Floats
    tops: Floats
    """A row each: x, y, angle in degrees, how much of the boulder is shown, 1 if it lies on others."""


def lessons_of(number: int) -> list[Lesson]:
    room = Room(number, WIDTH, any_paint=True)
    random = np.random.default_rng([number, 99])
    plane = Plane(_pose(room, random), CUBE_SIZE)
    sweep = sweeps(plane)
    lessons = []
    for _ in range(SCENES_OF_A_ROOM):
        kind = str(random.choice(["apart", "poured", "clumps", "heap"], p=[0.08, 0.17, 0.3, 0.45]))
        blocks = room.falls.throw(kind, random)
        flat = plane.flatten(room.shoot(blocks, random))
        field = illumination.measure(plane.cells(flat), plane.usable)
        lessons.append(Lesson(illumination.balance(flat, field), sweep, _tops(room, plane, blocks)))
    return lessons


def plain_lessons_of(number: int) -> list[Lesson]:
    """One table and one camera, a light and a throw each; nothing has bevels or gloss, and shadows are simple."""
    random = np.random.default_rng([number, 98])
    look = hard.a_look(random)
    painter, lens = Painter(look), look.view.lens()
    plane = Plane(_posed(_markers(), lens, 1.0, (TALL, WIDE), random), CUBE_SIZE)
    sweep = sweeps(plane)
    lessons = []
    for _ in range(SCENES_OF_A_ROOM):
        bag = [colour for colour in COLOURS for _ in range(EACH)]
        random.shuffle(bag)
        few = int(random.integers(5, 30) if random.random() < 0.4 else random.integers(28, 45))
        cubes = hard.a_throw(bag[:few], look.size_mm, bool(random.random() < 0.7), random)
        cubes += _upon(cubes, bag[few:], look.size_mm, random)
        lighting = hard.LIGHTINGS[int(random.integers(len(hard.LIGHTINGS)))]
        clean = painter.paint(Scene(cubes, light=hard.a_light(lighting, random)))
        flat = plane.flatten(hard.developed(clean, lighting, random))
        field = illumination.measure(plane.cells(flat), plane.usable)
        lessons.append(Lesson(illumination.balance(flat, field), sweep, _plain_tops(cubes, look.size_mm, lens, plane)))
    return lessons


def _upon(cubes: tuple[Cube, ...], colours: list[str], size: float, random: Random) -> tuple[Cube, ...]:
    """Some on some of those that lie flat."""
    below = [cube for cube in cubes if cube.tilt == 0]
    random.shuffle(below)
    several = int(random.binomial(len(below), _ON_OTHERS))
    return tuple(
        Cube(
            colour,
            cube.x_mm + float(random.uniform(-_ASIDE, _ASIDE)) * size,
            cube.y_mm + float(random.uniform(-_ASIDE, _ASIDE)) * size,
            float(random.uniform(0, 90)),
            lift_mm=size,
        )
        for colour, cube in zip(colours, below[:several], strict=False)
    )


def _plain_tops(cubes: tuple[Cube, ...], size: float, lens: Lens, plane: Plane) -> Floats:
    """Each covers what is farther from the camera."""
    owner = np.zeros((TALL, WIDE), np.uint8)
    corners = [corners_of(cube, size) for cube in cubes]
    far = [float(np.linalg.norm(each.mean(axis=0) - lens.eye)) for each in corners]
    for number in sorted(range(len(cubes)), key=lambda n: -far[n]):
        outline = cv2.convexHull(lens.project(corners[number]).astype(np.float32))
        cv2.fillConvexPoly(owner, np.round(outline).astype(np.int32), number + 1)
    shown = np.bincount(owner.ravel(), minlength=len(cubes) + 1)[1:]
    tops = [lens.project(each[:4]) for each in corners]
    return _rows(tops, shown.tolist(), [int(cube.lift_mm > 0) for cube in cubes], plane)


def _markers() -> NDArray[np.float64]:
    boxes = [[(b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)] for b in marker_boxes()]
    return np.column_stack([np.array(boxes).reshape(-1, 2), np.zeros(4 * len(boxes))])


def _pose(room: Room, random: Random) -> Pose:
    corners = _markers()
    corners[:, 2] = room.paper.height(corners[:, 0].astype(np.float32), corners[:, 1].astype(np.float32))
    return _posed(corners, room.lens, room.scale, room.shape, random)


def _posed(corners: NDArray[np.float64], lens: Lens, scale: float, shape: tuple[int, int], random: Random) -> Pose:
    """As the finder would see it: from the corners of the markers, with the paper's curl and a little noise."""
    seen = lens.project(corners) * scale
    flat, _ = cv2.findHomography(corners[:, :2], seen + random.normal(0, _MARKER_NOISE, seen.shape))
    return Pose(np.asarray(flat, np.float64), shape[1], shape[0])


def _tops(room: Room, plane: Plane, blocks: list[Block]) -> Floats:
    tops = [room.lens.project(block.top().astype(np.float64)) * room.scale for block in blocks]
    return _rows(tops, room.shown(blocks), [block.level for block in blocks], plane)


def _rows(tops: list[NDArray[np.float64]], shown: list[int], levels: list[int], plane: Plane) -> Floats:
    rows = []
    for corners, pixels, level in zip(tops, shown, levels, strict=True):
        places = np.array([plane.from_picture(float(x), float(y)) for x, y in corners])
        x, y = places.mean(axis=0)
        edge = places[1] - places[0]
        angle = float(np.degrees(np.arctan2(edge[1], edge[0]))) % 90
        usual = cv2.contourArea(corners.astype(np.float32))
        if pixels > LEAST_SHOWN * usual and 0 <= x < FLAT_WIDTH and 0 <= y < FLAT_HEIGHT:
            rows.append((x, y, angle, pixels / usual, level))
    return np.array(rows, np.float32).reshape(-1, 5)


def main(folder: Path, first: int, rooms: int, draw: Callable[[int], list[Lesson]]) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + rooms):
        if (folder / f"{number}.npz").exists():
            continue
        lessons = draw(number)
        tops = np.concatenate([lesson.tops for lesson in lessons])
        counts = np.array([len(lesson.tops) for lesson in lessons])
        pictures = np.stack([lesson.balanced for lesson in lessons])
        unfinished = folder / f".{number}.npz"
        np.savez(unfinished, pictures=pictures, sweep=lessons[0].sweep, tops=tops, counts=counts)
        unfinished.rename(folder / f"{number}.npz")


if __name__ == "__main__":
    plain = sys.argv[4:] == ["plain"]
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), plain_lessons_of if plain else lessons_of)
