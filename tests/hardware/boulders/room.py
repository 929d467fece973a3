"""Pictures of the mat in rooms harder than life, traced ray by ray: nothing but the page is drawn as the rig draws it.

Cubes have bevels, grain and gloss, throw shadows on each other, stain each other, lie stacked and lean; lamps are
several, near and soft or hard; the paper curls, cloths lie below it, and the camera errs in white and exposure.
"""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import COLOURS
from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH
from hardware.camera.render import printed_page
from hardware.camera.view import HEIGHT, WIDTH, Lens
from hardware.devices import Image
from tests.hardware.boulders import hard
from tests.hardware.boulders.falls import Block, Falls, Paper

Floats = NDArray[np.float32]
Random = np.random.Generator

_GRID, _MARGIN = 1.0, 30.0
"""Millimetres: how fine shadows are, and how far around the mat."""
_SHAPE = (int((MAT_HEIGHT + 2 * _MARGIN) / _GRID), int((MAT_WIDTH + 2 * _MARGIN) / _GRID))
_SKY = 5
_PAGE = 4
"""Pixels a millimetre of the printed page."""
_PAPER = (17.5, 9.0)
"""Millimetres of white paper beside and above the mat."""
_TOWER = "tower"


class Lamp(NamedTuple):
    place: Floats
    """In millimetres."""
    colour: Floats
    softness: float
    samples: int


class Shadows(NamedTuple):
    """From one direction of light: how high and which the highest block is over each place that the light would hit."""

    towards: Floats
    height: Floats
    owner: NDArray[np.int16]


class Room:
    """One table, one camera, one set of boulders; `width` is how many pixels wide its pictures are."""

    def __init__(self, seed: int, width: int = WIDTH, any_paint: bool = False) -> None:
        random = np.random.default_rng([seed, 2025])
        self.random = random
        view = hard.a_view(random)
        self._from_the_front = abs(view.turn) < 90
        self.lens: Lens = view.lens()
        self.scale = width / WIDTH
        self.shape = (round(HEIGHT * self.scale), width)
        self._rays()
        self._lights()
        self._things(any_paint)
        self._camera()

    def _rays(self) -> None:
        height, width = self.shape
        x, y = self.lens.on_the_table()
        x, y = (
            np.asarray(cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA), np.float32) for each in (x, y)
        )
        eye = self.lens.eye.astype(np.float32)
        ways = np.stack([x - eye[0], y - eye[1], np.full_like(x, -eye[2])], axis=-1)
        self._ways: Floats = ways / np.linalg.norm(ways, axis=-1, keepdims=True)
        curl = float(self.random.uniform(0, 3.0)) if self.random.random() < 0.5 else 0.0
        across, along = self.random.choice([0.0, 1.0], 2).tolist()
        self.paper = Paper(curl * across, curl * along)
        lifted = self.paper.height(x, y)
        self._x: Floats = np.asarray(x + self._ways[..., 0] / self._ways[..., 2] * lifted, np.float32)
        self._y: Floats = np.asarray(y + self._ways[..., 1] / self._ways[..., 2] * lifted, np.float32)

    def _lights(self) -> None:
        random = self.random
        self.lamps: list[Lamp] = []
        warm = random.uniform(0.0, 1.0)
        for number in range(1 + int(random.random() < 0.4) + int(random.random() < 0.15)):
            around, high = random.uniform(0, 2 * np.pi), math.radians(random.uniform(20, 80))
            far = random.uniform(350, 2500)
            way = np.array([math.cos(around) * math.cos(high), math.sin(around) * math.cos(high), math.sin(high)])
            place = np.array([MAT_WIDTH / 2, MAT_HEIGHT / 2, 0]) + way * far
            tint = np.array([1.0, 1.0 - 0.5 * warm, 1.0 - 0.85 * warm]) * random.uniform(0.9, 1.1, 3)
            strength = 1.0 if number == 0 else random.uniform(0.15, 0.7)
            softness = float(random.choice([0.02, 0.08, 0.2, 0.4]))
            samples = 1 if softness < 0.05 else 3
            self.lamps.append(Lamp(place.astype(np.float32), (tint * strength).astype(np.float32), softness, samples))
        other = np.clip(warm + random.normal(0, 0.3), 0, 1)
        tint = np.array([1.0, 1.0 - 0.5 * other, 1.0 - 0.85 * other]) * random.uniform(0.9, 1.1, 3)
        self._sky = (tint * random.uniform(0.12, 1.0)).astype(np.float32)

    def _things(self, any_paint: bool) -> None:
        random = self.random
        self.size = float(10.0 * random.uniform(0.97, 1.03))
        self.paints: dict[str, Floats] = {}
        for colour in COLOURS:
            paint = np.array(hard.a_paint(colour, random))
            if any_paint and random.random() < 0.5:
                paint = random.uniform(0.02, 0.85, 3)
            self.paints[colour] = paint.astype(np.float32)
        self.bevel = float(random.uniform(0.2, 1.3))
        self.varied, self.grain = float(random.uniform(0.0, 0.08)), float(random.uniform(0.0, 0.12))
        self.worn, self.gloss = float(random.normal(0.0, 0.1)), float(random.uniform(0.0, 0.08))
        self.falls = Falls(self.size, float(random.uniform(0.0, 0.015)), self.paper)
        grey = random.uniform(0.13, 0.24) * random.uniform(0.93, 1.07, 3)
        page = printed_page((float(grey[0]), float(grey[1]), float(grey[2])), _PAGE)
        noise = cv2.GaussianBlur(random.normal(0, 1, page.shape[:2]).astype(np.float32), (0, 0), 1.5)
        page *= (1 + random.uniform(0, 0.12) * noise)[..., None]
        inside = (self._x > 0) & (self._y > 0) & (self._x < MAT_WIDTH) & (self._y < MAT_HEIGHT)
        printed = cv2.remap(page, self._x * _PAGE - 0.5, self._y * _PAGE - 0.5, cv2.INTER_AREA)
        beside, above = _PAPER if random.random() < 0.6 else (-1.0, -1.0)
        paper = (self._x > -beside) & (self._y > -above)
        paper &= (self._x < MAT_WIDTH + beside) & (self._y < MAT_HEIGHT + above)
        around = np.where(paper[..., None], np.float32(random.uniform(0.6, 0.85)), self._table())
        self._ground: Floats = np.where(inside[..., None], printed[..., ::-1], around).astype(np.float32)
        self.paints[_TOWER] = np.array([0.4, 0.25, 0.12], np.float32) * np.float32(random.uniform(0.4, 1.5))
        self._tower = [self._a_tower()] if self._from_the_front and random.random() < 0.5 else []
        streaks = random.normal(0, 1, (256, 256)).astype(np.float32)
        long = cv2.GaussianBlur(streaks, (0, 0), sigmaX=float(random.uniform(4, 20)), sigmaY=1.2)
        self._streaks: Floats = np.asarray(long / np.std(long), np.float32)

    def _a_tower(self) -> Block:
        """Behind the mat's upper edge."""
        wide, high = self.random.uniform(50, 90), self.random.uniform(80, 180)
        middle = np.array([MAT_WIDTH / 2 + self.random.uniform(-30, 30), -wide / 2 - 2, high / 2], np.float32)
        return Block(_TOWER, middle, np.eye(3, dtype=np.float32), 1.0, 0, (wide, wide, high))

    def _table(self) -> Floats:
        random, x, y = self.random, self._x, self._y
        tones = ((0.26, 0.15, 0.08), (0.6, 0.58, 0.54), (0.05, 0.05, 0.06), (0.35, 0.08, 0.07), (0.5, 0.36, 0.22))
        tone = np.array(tones[int(random.integers(len(tones)))]) * random.uniform(0.8, 1.2)
        kind = int(random.integers(4))
        other = np.array(tones[int(random.integers(len(tones)))])
        if kind == 0:
            pattern = 0.5 + 0.5 * np.sin(y * 0.35 + 3 * np.sin(x * 0.013)) * np.sin(x * 0.021)
            return np.asarray(tone * (0.75 + 0.5 * pattern[..., None]), np.float32)
        if kind == 1:
            wide = random.uniform(8, 30)
            check = ((x // wide).astype(int) + (y // wide).astype(int)) % 2
            return np.where(check[..., None] > 0, tone, other).astype(np.float32)
        rough = random.normal(0, random.uniform(0.02, 0.15), x.shape)
        return np.asarray(np.maximum(tone * (1 + rough[..., None]), 0.01), np.float32)

    def _camera(self) -> None:
        random = self.random
        self._exposed = random.uniform(0.10, 0.30)
        self._balanced = random.uniform(0.0, 1.0) if random.random() < 0.5 else 1.0
        self._white = np.exp(random.normal(0, 0.08, 3)).astype(np.float32)
        self._blur = float(random.uniform(0.5, 1.5))
        self._noise = float(random.uniform(0.5, 4.5))
        self._contrast, self._saturation = float(random.uniform(0.85, 1.15)), float(random.uniform(0.85, 1.2))
        self._quality = int(random.integers(65, 96))
        self._vignette = float(random.uniform(0.0, 0.35))

    def shoot(self, blocks: list[Block], random: Random) -> Image:
        blocks = blocks + self._tower
        order = self._hits(blocks)
        lights = [self._shadows(blocks, way) for way in self._sky_ways()]
        lamps = [[self._shadows(blocks, way) for way in self._lamp_ways(lamp, random)] for lamp in self.lamps]
        light = self._on_the_ground(blocks, lights, lamps)
        column, row = (self._x + _MARGIN) / _GRID - 0.5, (self._y + _MARGIN) / _GRID - 0.5
        picture = self._ground * cv2.remap(light, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        owner, near = order
        shown = np.nonzero(owner >= 0)
        if len(shown[0]):
            picture[shown] = self._on_blocks(blocks, owner[shown], near[shown], self._ways[shown], lights, lamps, light)
        return self._developed(np.asarray(picture, np.float32), light, random)

    def shown(self, blocks: list[Block]) -> list[int]:
        """How many pixels of each can be seen."""
        owner, _ = self._hits(blocks + self._tower)
        pixels = np.bincount(owner[owner >= 0].astype(np.int64), minlength=len(blocks))
        return [int(each) for each in pixels[: len(blocks)]]

    def _hits(self, blocks: list[Block]) -> tuple[NDArray[np.int16], Floats]:
        owner, near = np.full(self.shape, -1, np.int16), np.full(self.shape, np.inf, np.float32)
        eye = self.lens.eye.astype(np.float32)
        for number, block in enumerate(blocks):
            seen = self.lens.project(block.corners().astype(np.float64)) * self.scale
            low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
            high = np.ceil(seen.max(axis=0)).astype(int) + 2
            part = (slice(low[1], high[1]), slice(low[0], high[0]))
            first, last = _through(block, eye, self._ways[part])
            closer = (first < last) & (first < near[part])
            near[part][closer], owner[part][closer] = first[closer], number
        return owner, near

    def _sky_ways(self) -> list[Floats]:
        around = np.arange(_SKY - 1) * 2 * np.pi / (_SKY - 1) + 0.4
        sides = [np.array([math.cos(a) * 0.77, math.sin(a) * 0.77, 0.64], np.float32) for a in around]
        return [np.array([0.02, 0.01, 1.0], np.float32), *sides]

    def _lamp_ways(self, lamp: Lamp, random: Random) -> list[Floats]:
        middle = np.array([MAT_WIDTH / 2, MAT_HEIGHT / 2, 0], np.float32)
        way = (lamp.place - middle) / np.linalg.norm(lamp.place - middle)
        ways = []
        turn = random.uniform(0, 2 * np.pi)
        aside = np.cross(way, [0.0, 0.0, 1.0])
        aside /= np.linalg.norm(aside)
        upward = np.cross(aside, way)
        for number in range(lamp.samples):
            angle = turn + 2 * np.pi * number / lamp.samples
            off = lamp.softness * 0.7 * (lamp.samples > 1) * (math.cos(angle) * aside + math.sin(angle) * upward)
            moved = way + off
            moved[2] = max(moved[2], 0.15)
            ways.append(np.asarray(moved / np.linalg.norm(moved), np.float32))
        return ways

    def _shadows(self, blocks: list[Block], way: Floats) -> Shadows:
        height, owner = np.zeros(_SHAPE, np.float32), np.full(_SHAPE, -1, np.int16)
        slope = way[:2] / way[2]
        for number, block in enumerate(blocks):
            corners = block.corners()
            ground = (corners[:, :2] - slope * corners[:, 2:] + _MARGIN) / _GRID
            low = np.maximum(np.floor(ground.min(axis=0)).astype(int) - 1, 0)
            high = np.minimum(np.ceil(ground.max(axis=0)).astype(int) + 2, _SHAPE[::-1])
            if (low >= high).any():
                continue
            down, right = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
            start = np.stack([(right + 0.5) * _GRID - _MARGIN, (down + 0.5) * _GRID - _MARGIN, np.zeros_like(down)], -1)
            first, last = _through(block, start, way)
            part = (slice(low[1], high[1]), slice(low[0], high[0]))
            top = last * way[2]
            higher = (first < last) & (top > height[part])
            height[part][higher], owner[part][higher] = top[higher], number
        return Shadows(way, height, owner)

    def _on_the_ground(self, blocks: list[Block], sky: list[Shadows], lamps: list[list[Shadows]]) -> Floats:
        light = np.zeros((*_SHAPE, 3), np.float32)
        for shadows in sky:
            lit = (shadows.owner < 0)[..., None] + self._stain(blocks, shadows.owner)
            light += lit * self._sky * float(shadows.towards[2]) / _SKY * 1.4
        down, right = np.mgrid[0 : _SHAPE[0], 0 : _SHAPE[1]].astype(np.float32)
        places = np.stack([right * _GRID - _MARGIN, down * _GRID - _MARGIN, np.zeros_like(down)], -1)
        for lamp, several in zip(self.lamps, lamps, strict=True):
            open_ = np.mean([shadows.owner < 0 for shadows in several], axis=0).astype(np.float32)
            open_ = cv2.GaussianBlur(open_, (0, 0), 0.5 + 4 * lamp.softness)
            light += _falling(lamp, places, np.array([0, 0, 1], np.float32))[..., None] * open_[..., None] * lamp.colour
        return light

    def _stain(self, blocks: list[Block], owner: NDArray[np.int16]) -> Floats:
        """What light comes from a block where it stands before the sky."""
        paints = np.array([*(self.paints[block.colour] for block in blocks), np.zeros(3)], np.float32)
        return np.asarray(0.35 * paints[owner], np.float32)

    def _on_blocks(
        self,
        blocks: list[Block],
        owner: NDArray[np.int16],
        near: Floats,
        ways: Floats,
        sky: list[Shadows],
        lamps: list[list[Shadows]],
        ground: Floats,
    ) -> Floats:
        places = self.lens.eye.astype(np.float32) + near[:, None] * ways
        turns = np.array([block.turn for block in blocks], np.float32)[owner]
        middles = np.array([block.middle for block in blocks], np.float32)[owner]
        half = np.array([block.half for block in blocks], np.float32)[owner]
        local = np.einsum("nji,nj->ni", turns, places - middles)
        beyond = np.maximum(np.abs(local) - (half - self.bevel), 1e-3)
        normal = np.sign(local) * np.where(beyond > 2e-3, beyond, 0)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
        edge = np.asarray(np.sort(beyond, axis=1)[:, 1] / self.bevel, np.float32)
        normal = np.einsum("nij,nj->ni", turns, normal)
        paint = self._paint(blocks, owner, local, half, edge)
        light = np.zeros_like(places)
        for shadows in sky:
            facing = np.maximum(normal @ shadows.towards, 0)[:, None]
            blocked = self._blocked(shadows, places, owner)
            lit = np.where((blocked < 0)[:, None], 1.0, self._stain(blocks, blocked))
            light += facing * lit * self._sky / _SKY * 1.4
        below = np.median(ground.reshape(-1, 3)[::97], axis=0)
        light += (0.5 - 0.5 * normal[:, 2:]) * below * 0.16 * np.clip(places[:, 2:] / 10 + 0.4, 0, 1)
        shine = np.zeros_like(places)
        for lamp, several in zip(self.lamps, lamps, strict=True):
            seen = np.mean([self._blocked(shadows, places, owner) < 0 for shadows in several], axis=0)
            light += (_falling(lamp, places, normal) * seen)[:, None] * lamp.colour
            half_way = several[0].towards - ways
            half_way /= np.linalg.norm(half_way, axis=1, keepdims=True)
            spot = np.maximum((normal * half_way).sum(axis=1), 0) ** (8 + 40 * self.gloss / 0.08)
            shine += (spot * seen)[:, None] * lamp.colour
        slant = 1 - np.maximum(-(normal * ways).sum(axis=1, keepdims=True), 0)
        return np.asarray(paint * light + self.gloss * shine + (0.02 + 0.1 * slant**5) * self._sky * self.gloss / 0.08)

    def _paint(
        self, blocks: list[Block], owner: NDArray[np.int16], local: Floats, half: Floats, edge: Floats
    ) -> Floats:
        paints = np.array([self.paints[block.colour] for block in blocks], np.float32)
        own = np.random.default_rng(round(float(sum(block.middle[0] for block in blocks)) * 100) % 2**31)
        paints = (
            paints
            * np.exp(own.normal(0, self.varied, (len(blocks), 1)))
            * np.exp(own.normal(0, self.varied / 4, (len(blocks), 3)))
        )
        face = np.argmax(np.abs(local) / half, axis=1)
        along = np.where(face == 0, local[:, 1], local[:, 0])
        across = np.where(face == 2, local[:, 1], local[:, 2])
        columns = (along * 6 + own.uniform(0, 256, len(blocks))[owner] + 80 * face).astype(int) % 256
        rows = (across * 6 + own.uniform(0, 256, len(blocks))[owner]).astype(int) % 256
        grain = 1 + self.grain * self._streaks[rows, columns] * 0.5
        worn = 1 + self.worn * np.clip(edge, 0, 1)
        return np.asarray(np.clip(paints[owner] * (grain * worn)[:, None], 0.005, 0.95), np.float32)

    def _blocked(self, shadows: Shadows, places: Floats, owner: NDArray[np.int16]) -> NDArray[np.int16]:
        """Which block stands between each place and that light, or -1."""
        slope = shadows.towards[:2] / shadows.towards[2]
        ground = ((places[:, :2] - slope * places[:, 2:] + _MARGIN) / _GRID).astype(np.int32)
        column, row = np.clip(ground[:, 0], 0, _SHAPE[1] - 1), np.clip(ground[:, 1], 0, _SHAPE[0] - 1)
        who = shadows.owner[row, column]
        hidden = (who >= 0) & (who != owner) & (shadows.height[row, column] > places[:, 2] + 0.7)
        return np.where(hidden, who, -1).astype(np.int16)

    def _developed(self, linear: Floats, light: Floats, random: Random) -> Image:
        usual = np.median(light.reshape(-1, 3)[::31], axis=0)
        gains = (usual.max() / usual) ** self._balanced * self._white
        exposed = self._exposed / float((usual * gains).mean()) / 0.19
        picture = linear * (gains * exposed).astype(np.float32)
        height, width = self.shape
        down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        picture *= (1 - self._vignette * (right**2 + down**2) / 2)[..., None]
        picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, self._blur * self.scale))
        shown = np.clip(picture, 0, 1) ** (self._contrast / 2.2)
        grey = shown.mean(axis=2, keepdims=True)
        shown = grey + (shown - grey) * self._saturation
        noise = random.normal(0, 1, shown.shape).astype(np.float32)
        noise = noise * 0.6 + 0.9 * cv2.GaussianBlur(noise, (0, 0), 0.8)
        shown = shown * 255 + noise * self._noise * self.scale**0.5
        shot = np.clip(shown[..., ::-1], 0, 255).astype(np.uint8)
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _through(block: Block, start: Floats, ways: Floats) -> tuple[Floats, Floats]:
    """How far along each way a block begins and ends; it is missed where it ends before it begins."""
    begin, along = (start - block.middle) @ block.turn, ways @ block.turn
    along = np.where(np.abs(along) < 1e-6, np.float32(1e-6), along)
    one, other = (-block.half - begin) / along, (block.half - begin) / along
    first, last = np.minimum(one, other).max(axis=-1), np.maximum(one, other).min(axis=-1)
    return np.asarray(first, np.float32), np.asarray(last, np.float32)


def _falling(lamp: Lamp, places: Floats, normal: Floats) -> Floats:
    way = lamp.place - places
    far = np.linalg.norm(way, axis=-1)
    usual = float(np.linalg.norm(lamp.place - np.array([MAT_WIDTH / 2, MAT_HEIGHT / 2, 0], np.float32)))
    return np.asarray(np.maximum((way * normal).sum(axis=-1), 0) / far * (usual / far) ** 2, np.float32)
