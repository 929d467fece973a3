"""Draws what the proposer learns from: flat mats as the counter sees them, and where the tops are; it trains nothing.

python -m tests.hardware.boulders.training.lessons FOLDER FIRST_ROOM ROOMS
"""

import sys
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import illumination
from hardware.boulders.mat import CUBE_SIZE, marker_boxes
from hardware.boulders.plane import HEIGHT as FLAT_HEIGHT
from hardware.boulders.plane import WIDTH as FLAT_WIDTH
from hardware.boulders.plane import Plane
from hardware.boulders.pose import Pose
from hardware.boulders.proposer import sweeps
from hardware.devices import Image
from tests.hardware.boulders.falls import Block
from tests.hardware.boulders.room import Room

Floats = NDArray[np.float32]

WIDTH = 900
"""Of the pictures: the mat laid flat has fewer pixels still."""
SCENES_OF_A_ROOM = 6
LEAST_SHOWN = 0.06
"""Of a boulder's usual pixels: one that is hidden more is not asked for."""
_MARKER_NOISE = 0.25


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


def _pose(room: Room, random: np.random.Generator) -> Pose:
    """As the finder would see it: from the corners of the markers, with the paper's curl and a little noise."""
    corners = np.array([[(b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)] for b in marker_boxes()]).reshape(
        -1, 2
    )
    height = room.paper.height(corners[:, 0].astype(np.float32), corners[:, 1].astype(np.float32))
    seen = room.lens.project(np.column_stack([corners, height]).astype(np.float64)) * room.scale
    flat, _ = cv2.findHomography(corners, seen + random.normal(0, _MARKER_NOISE, seen.shape))
    return Pose(np.asarray(flat, np.float64), room.shape[1], room.shape[0])


def _tops(room: Room, plane: Plane, blocks: list[Block]) -> Floats:
    rows = []
    for block, shown in zip(blocks, room.shown(blocks), strict=True):
        corners = room.lens.project(block.top().astype(np.float64)) * room.scale
        places = np.array([plane.from_picture(float(x), float(y)) for x, y in corners])
        x, y = places.mean(axis=0)
        edge = places[1] - places[0]
        angle = float(np.degrees(np.arctan2(edge[1], edge[0]))) % 90
        usual = cv2.contourArea(corners.astype(np.float32))
        if shown > LEAST_SHOWN * usual and 0 <= x < FLAT_WIDTH and 0 <= y < FLAT_HEIGHT:
            rows.append((x, y, angle, shown / usual, block.level))
    return np.array(rows, np.float32).reshape(-1, 5)


def main(folder: Path, first: int, rooms: int) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + rooms):
        if (folder / f"{number}.npz").exists():
            continue
        lessons = lessons_of(number)
        tops = np.concatenate([lesson.tops for lesson in lessons])
        counts = np.array([len(lesson.tops) for lesson in lessons])
        pictures = np.stack([lesson.balanced for lesson in lessons])
        unfinished = folder / f".{number}.npz"
        np.savez(unfinished, pictures=pictures, sweep=lessons[0].sweep, tops=tops, counts=counts)
        unfinished.rename(folder / f"{number}.npz")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
