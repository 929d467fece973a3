"""Boulders that fell on the mat: apart, in touch, stacked and leaning, none inside another; it draws nothing."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import COLOURS, EACH
from hardware.boulders.mat import LANDING, MAT_HEIGHT, MAT_WIDTH

Floats = NDArray[np.float32]
Random = np.random.Generator

KINDS = ("apart", "poured", "clumps", "heap")
_ON_THE_MAT = np.array([[0, 0], [MAT_WIDTH, 0], [MAT_WIDTH, MAT_HEIGHT], [0, MAT_HEIGHT]], np.float32)
_STRAYS, _ASTRAY = 0.03, 9.0
"""How many come to lie at the edge, and how many millimetres beyond it at most."""


class Block(NamedTuple):
    """A cube in space: `turn` has its axes as columns, the third one up."""

    colour: str
    middle: Floats
    turn: Floats
    size: float
    level: int
    """0 on the mat, 1 on others."""
    stretched: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Along its axes: a tower is no cube."""

    @property
    def half(self) -> Floats:
        return np.array(self.stretched, np.float32) * np.float32(self.size / 2)

    def corners(self) -> Floats:
        unit = np.array([(x, y, z) for z in (1, -1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
        return np.asarray(unit * self.half @ self.turn.T + self.middle, np.float32)

    def footprint(self) -> Floats:
        return np.asarray(cv2.convexHull(np.ascontiguousarray(self.corners()[:, :2]))[:, 0], np.float32)

    def lies(self) -> str:
        """Whether the whole of it is on the mat, a part, or none."""
        area = cv2.contourArea(self.footprint())
        common, _ = cv2.intersectConvexConvex(self.footprint(), _ON_THE_MAT)
        return "on" if common > 0.999 * area else "rim" if common > 0.001 * area else "off"

    def top(self) -> Floats:
        """The corners of the face that looks up most."""
        up = int(np.argmax(np.abs(self.turn[2])))
        sign = 1.0 if self.turn[2, up] > 0 else -1.0
        a, b = (self.turn[:, axis] * self.size / 2 for axis in range(3) if axis != up)
        middle = self.middle + sign * self.turn[:, up] * self.size / 2
        return np.array([middle - a - b, middle + a - b, middle + a + b, middle - a + b], np.float32)


class Paper(NamedTuple):
    """How far it is off the table at its edges, in millimetres: those across the mat, those along it."""

    across: float
    along: float

    def height(self, x: Floats, y: Floats) -> Floats:
        right = np.clip((x - MAT_WIDTH / 2) / (MAT_WIDTH / 2), -1, 1)
        down = np.clip((y - MAT_HEIGHT / 2) / (MAT_HEIGHT / 2), -1, 1)
        return np.asarray(self.across * right**4 + self.along * down**4, np.float32)


class Falls(NamedTuple):
    """Boulders of one size, but for how uneven they are, on one paper."""

    size: float
    uneven: float
    paper: Paper

    def throw(self, kind: str, random: Random, most: int | None = None) -> list[Block]:
        """Boulders that fell: `kind` is one of `KINDS`; in a heap some lie on others or lean against them."""
        bag = [colour for colour in COLOURS for _ in range(EACH)]
        random.shuffle(bag)
        count = most or int(random.integers(28, 45) if kind in ("clumps", "heap") else random.integers(0, 30))
        beside = {"apart": 0.0, "poured": 0.35, "clumps": 0.8, "heap": 0.85}[kind] + float(random.uniform(-0.15, 0.12))
        stacked, leaning = (0.08, 0.04) if kind == "heap" else (0.0, 0.01)
        blocks: list[Block] = []
        for colour in bag[:count]:
            size = self.size * (1 + float(random.normal(0, self.uneven)))
            chance = random.random()
            block = None
            if blocks and chance < stacked:
                block = self._upon(colour, size, blocks, random)
            elif blocks and chance < stacked + leaning:
                block = self._beside(colour, size, blocks, random, float(random.uniform(8, 45)))
            for _ in range(60):
                if block is not None:
                    break
                if blocks and random.random() < beside:
                    block = self._beside(colour, size, blocks, random, 0.0)
                else:
                    block = self._lying(colour, size, self._anywhere(random), float(random.uniform(0, 90)))
                block = block if block is not None and self._free(block, blocks) else None
            if block is not None:
                blocks.append(block)
        return blocks

    def _anywhere(self, random: Random) -> tuple[float, float]:
        x, y = float(random.uniform(LANDING.x0, LANDING.x1)), float(random.uniform(LANDING.y0, LANDING.y1))
        if random.random() < _STRAYS:
            away = float(random.uniform(-_ASTRAY, 2 * self.size))
            edges = ((away, y), (MAT_WIDTH - away, y), (x, away), (x, MAT_HEIGHT - away))
            x, y = edges[int(random.integers(len(edges)))]
        return x, y

    def _lying(self, colour: str, size: float, place: tuple[float, float], angle: float, level: int = 0) -> Block:
        turn = math.radians(angle)
        axes = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        foot = float(self.paper.height(*np.array(place, np.float32)[:, None])[0])
        middle = np.array([*place, foot + size / 2 + level * self.size], np.float32)
        return Block(colour, middle, axes.astype(np.float32), size, level)

    def _beside(self, colour: str, size: float, blocks: list[Block], random: Random, lean: float) -> Block | None:
        other = blocks[int(random.integers(len(blocks)))]
        if other.level or abs(other.turn[2, 2]) < 0.99:
            return None
        facing = math.atan2(other.turn[1, 0], other.turn[0, 0]) + math.pi / 2 * int(random.integers(4))
        spin = 0.0 if lean or random.random() < 0.5 else float(random.uniform(0, math.pi / 2))
        half, tilt = size / 2, math.radians(lean)
        reach = other.size / 2 + random.uniform(0.02, 0.5)
        reach += half * (math.cos(tilt) + math.sin(tilt)) if lean else half * (math.cos(spin) + math.sin(spin))
        shift = float(random.uniform(-0.7, 0.7)) * size if random.random() < 0.6 else 0.0
        x = float(other.middle[0]) + reach * math.cos(facing) - shift * math.sin(facing)
        y = float(other.middle[1]) + reach * math.sin(facing) + shift * math.cos(facing)
        block = self._lying(colour, size, (x, y), math.degrees(facing + spin))
        if not (LANDING.x0 < x < LANDING.x1 and LANDING.y0 < y < LANDING.y1):
            return None
        if lean:
            over = np.array([[math.cos(tilt), 0, -math.sin(tilt)], [0, 1, 0], [math.sin(tilt), 0, math.cos(tilt)]])
            tilted = block._replace(turn=np.asarray(block.turn @ over, np.float32))
            low = float(tilted.corners()[:, 2].min()) - (float(block.middle[2]) - half)
            tilted.middle[2] -= low
            block = tilted
        return block if self._free(block, blocks) else None

    def _upon(self, colour: str, size: float, blocks: list[Block], random: Random) -> Block | None:
        """On one block or between several: what bears it must be around its middle."""
        for _ in range(20):
            other = blocks[int(random.integers(len(blocks)))]
            place = other.middle[:2] + random.uniform(-0.8, 0.8, 2) * size
            block = self._lying(colour, size, (float(place[0]), float(place[1])), float(random.uniform(0, 90)), level=1)
            outline = block.footprint()
            borne: list[Floats] = []
            for below in blocks:
                area, common = cv2.intersectConvexConvex(outline, below.footprint())
                if area > 0.5:
                    if below.level or abs(below.turn[2, 2]) < 0.99:
                        break
                    borne.append(np.asarray(common, np.float32)[:, 0])
            else:
                if borne:
                    hull = cv2.convexHull(np.concatenate(borne))
                    if cv2.pointPolygonTest(hull, (float(place[0]), float(place[1])), True) > 0.08 * size:
                        return block
        return None

    def _free(self, block: Block, blocks: list[Block]) -> bool:
        outline = block.footprint()
        for other in blocks:
            if float(np.hypot(*(block.middle[:2] - other.middle[:2]))) < 1.9 * self.size:
                area, _ = cv2.intersectConvexConvex(outline, other.footprint())
                if area > 0.05:
                    return False
        return True
