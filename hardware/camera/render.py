"""Draws a scene as a camera would see it, 1280 × 720, with sides, shadows and blur; it never knows how it is counted.

Pictures are drawn in square-root light: a product of light is a product of pixels, and eight bits are enough.
"""

import math
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import mat
from hardware.boulders.colours import BOULDER_COLOURS
from hardware.camera.dice import DiceLook, draw_round, draw_side
from hardware.camera.scene import Colour, Cube, Die, Light, Scene
from hardware.camera.view import HEIGHT, WIDTH, View
from hardware.devices import Image

Points = NDArray[np.float64]
Floats = NDArray[np.float32]

SIZE = 10.0
TABLE: Colour = (0.26, 0.15, 0.08)
SKIN: Colour = (0.55, 0.33, 0.24)
FACES = ((0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0))
BLEED = 0.16
TOWER = 80.0
"""How wide the tower is that stands behind the mat's upper edge, in millimetres."""


class Look(msgspec.Struct, frozen=True):
    """What a print, a set of boulders and a lens bring along: it differs from home to home, not from hit to hit."""

    view: View = View()
    paints: dict[str, Colour] = msgspec.field(
        default_factory=lambda: {name: colour.paint for name, colour in BOULDER_COLOURS.items()}
    )
    size_mm: float = SIZE
    grey: Colour = mat.GREY
    table: Colour = TABLE
    blur: float = 0.8
    """Of the lens, in pixels."""
    grain: float = 0.03
    """How much the wood's lightness varies from cube to cube and across the picture."""
    worn: float = 0.10
    """How much lighter the edges of a cube are."""
    gloss: float = 0.0
    """How much of the lamp a face mirrors, whatever its paint."""


class Face(NamedTuple):
    corners: Points
    normal: Points
    middle: Points


class Block(NamedTuple):
    """A cube in space, with the paint it got; on each side of a die something is drawn."""

    corners: Points
    middle: Points
    paint: Points
    drawn: tuple[Image, ...] = ()


class Painter:
    """Draws scenes with one look; keeps the empty mat in the last light, for it is most of the work, and no more:
    what it was drawn with takes three times its memory.
    """

    def __init__(self, look: Look | None = None, dice: DiceLook | None = None) -> None:
        self.look = look or Look()
        self.dice = dice or DiceLook()
        self._lens = self.look.view.lens()
        self._lit: tuple[Light, Image] | None = None
        self._texture = _texture(self.look.grain)

    def paint(self, scene: Scene) -> Image:
        light = scene.light
        if self._lit is None or self._lit[0] != light:
            self._lit = light, self._empty_mat(light)
        blocks = [_block(cube, self.look) for cube in scene.cubes] + [self._die(die) for die in scene.dice]
        picture = self._shadowed(self._lit[1], blocks, light)
        middles, paints = np.array([b.middle for b in blocks]), np.array([b.paint for b in blocks])
        for number in _farthest_first(middles, self._lens.eye):
            self._draw(picture, blocks[number], np.delete(middles, number, 0), np.delete(paints, number, 0), light)
        if scene.hand:
            _draw_hand(picture, light)
        cv2.multiply(picture, self._texture, picture, 1.0 / 200.0)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), self.look.blur), np.uint8)

    def _empty_mat(self, light: Light) -> Image:
        x, y = self._lens.on_the_table()
        shade = np.sqrt(_evenness(light, x, y))[..., None] * _ink(_falling_on_up(light))
        return np.asarray(np.clip(_empty(self.look, x, y) * shade * 255.0, 0, 255), np.uint8)

    def _shadowed(self, background: Image, blocks: list[Block], light: Light) -> Image:
        """Shadows are soft and the mat takes a little of each cube's colour: a small picture will do for both."""
        if not blocks:
            return background.copy()
        small, glow = (
            np.full((HEIGHT // 4, WIDTH // 4, 3), 200, np.uint8),
            np.zeros((HEIGHT // 4, WIDTH // 4, 3), np.uint8),
        )
        sun = _direction(light)
        kept = 200.0 * math.sqrt(light.ambient / (light.ambient + (1 - light.ambient) * sun[2]))
        for block in blocks:
            ground = block.corners - sun * (block.corners[:, 2:3] / sun[2])
            _fill(small, self._lens.project(ground) / 4, (kept, kept, kept))
            flat = block.corners * np.array([1.0, 1.0, 0.0])
            wide = flat.mean(axis=0) + (flat - flat.mean(axis=0)) * 1.35
            _fill(glow, self._lens.project(wide) / 4, 255 * BLEED * block.paint[::-1])
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0 + 1.5 * light.ambient), np.uint8)
        small = np.asarray(cv2.add(small, cv2.GaussianBlur(glow, (0, 0), 3.5)), np.uint8)
        factor = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(background, factor, None, 1.0 / 200.0), np.uint8)

    def _die(self, die: Die) -> Block:
        corners = corners_of(die, self.dice.size_mm)
        drawn = tuple(self.dice.drawn[side] for side in die.sides)
        return Block(corners, corners.mean(axis=0), np.array(self.dice.body), drawn)

    def _draw(self, picture: Image, block: Block, middles: Points, paints: Points, light: Light) -> None:
        even = float(_evenness(light, np.float32(block.middle[0]), np.float32(block.middle[1])))
        sides = _faces(block.corners)
        seen = [n for n, side in enumerate(sides) if float(side.normal @ (self._lens.eye - side.middle)) > 0]
        if block.drawn:
            shades = [self._falling_on(sides[number], middles, paints, light) for number in seen]
            edge = block.paint * np.mean(shades, axis=0) * even
            draw_round(picture, block.corners, self.dice.rounding, self._lens.project, 255.0 * np.sqrt(edge[::-1]))
        for number in seen:
            face = sides[number]
            falling, mirrored = self._falling_on(face, middles, paints, light), self._mirrored(face, light)
            outline = self._lens.project(face.corners)
            if block.drawn:
                side = block.drawn[number]
                draw_side(picture, outline, side, self.dice.rounding, falling * even, mirrored * even)
                continue
            colour = ((block.paint * falling + mirrored) * even)[::-1]
            _fill(picture, outline, 255.0 * np.sqrt(colour))
            if self.look.worn:
                edge = 255.0 * np.sqrt(colour * (1 + self.look.worn))
                fixed = np.round(outline * 16).astype(np.int32)
                cv2.polylines(picture, [fixed], True, tuple(map(float, edge)), 1, cv2.LINE_AA, 4)

    def _falling_on(self, face: Face, middles: Points, paints: Points, light: Light) -> Points:
        """The light on a face: from the lamp, from the room, from the mat below, and from the cubes it looks at."""
        sun, up = _direction(light), face.normal[2]
        direct = (1 - light.ambient) * max(0.0, float(face.normal @ sun))
        room = light.ambient * (0.55 + 0.45 * up)
        bounce = np.array(self.look.grey) * 0.25 * (1 - up)
        if len(middles):
            way = middles - face.middle
            far = np.sqrt((way**2).sum(axis=1))
            size = float(np.linalg.norm(face.corners[1] - face.corners[0]))
            close = far < 2.2 * size
            way, far = way[close], far[close]
            near = np.maximum(way @ face.normal, 0.0) / far * np.minimum((size / far) ** 2, 1.0)
            bounce = bounce + 0.35 * near @ paints[close]
            room *= float(np.prod(1 - 0.6 * near))
            direct *= float(np.prod(np.where(way @ sun > 0.6 * far, 1 - near, 1.0)))
        falling: Points = (direct + room + bounce) * np.array(light.cast) * light.brightness
        return falling

    def _mirrored(self, face: Face, light: Light) -> Points:
        sun, eye = _direction(light), self._lens.eye - face.middle
        half = sun + eye / np.linalg.norm(eye)
        straight = max(0.0, float(face.normal @ half) / float(np.linalg.norm(half)))
        shine = self.look.gloss * (1 - light.ambient) * straight**12
        mirrored: Points = shine * np.array(light.cast) * light.brightness
        return mirrored


def _block(cube: Cube, look: Look) -> Block:
    """Each cube took the paint a little differently; where it lies tells them apart."""
    wave = math.sin(cube.x_mm * 12.9898 + cube.y_mm * 78.233) * 43758.5453
    lighter = 1.0 + 2.0 * look.grain * (2.0 * (wave - math.floor(wave)) - 1.0)
    corners = corners_of(cube, look.size_mm)
    paint = np.minimum(np.array(look.paints[cube.colour]) * lighter, 1.0)
    return Block(corners, corners.mean(axis=0), paint)


def _farthest_first(middles: Points, eye: Points) -> list[int]:
    if not len(middles):
        return []
    return [int(number) for number in np.argsort(-((middles - eye) ** 2).sum(axis=1))]


def printed_page(grey: Colour, scale: int) -> Floats:
    """What the printed mat reflects, blue, green, red; `scale` pixels a millimetre."""
    page = np.empty((int(mat.MAT_HEIGHT * scale), int(mat.MAT_WIDTH * scale), 3), np.float32)
    page[:] = grey[::-1]
    ink = np.array(grey[::-1], np.float32) * 0.16
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, box in enumerate(mat.marker_boxes()):
        x0, y0, x1, y1 = (round(v * scale) for v in box)
        marker = cv2.aruco.generateImageMarker(words, number, x1 - x0)
        page[y0:y1, x0:x1][marker == 0] = ink
    for patch in mat.patches():
        x0, y0, x1, y1 = (round(v * scale) for v in patch.box)
        page[y0:y1, x0:x1] = 0.02 + 0.83 * (np.array(patch.colour[::-1], np.float32) / 255.0) ** 2.2
    return page


def _empty(look: Look, x: Floats, y: Floats) -> Floats:
    """The square root of what the table and the mat on it reflect, for pixels that show these places."""
    scale = 4
    page = printed_page(look.grey, scale)
    albedo = np.empty((HEIGHT, WIDTH, 3), np.float32)
    albedo[:] = look.table[::-1]
    albedo *= 1.0 + 0.25 * np.sin(y * 0.35 + 3 * np.sin(x * 0.013))[..., None] * np.sin(x * 0.021)[..., None]
    inside = (x > 0) & (y > 0) & (x < mat.MAT_WIDTH) & (y < mat.MAT_HEIGHT)
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.8), np.float32)
    printed = cv2.remap(page, x * scale - 0.5, y * scale - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    albedo[inside] = printed[inside]
    return np.sqrt(np.maximum(albedo, 0))


def _texture(grain: float) -> Image:
    """Slow, faint variation over the picture, around 200."""
    rough = np.random.default_rng(7).normal(0.0, 1.0, (HEIGHT // 4, WIDTH // 4)).astype(np.float32)
    slow = cv2.resize(cv2.GaussianBlur(rough, (0, 0), 1.5), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(
        cv2.merge([np.clip(200.0 * (1 + 0.5 * grain * slow / np.std(slow)), 0, 255).astype(np.uint8)] * 3), np.uint8
    )


def _direction(light: Light) -> Points:
    around, high = math.radians(light.azimuth), math.radians(light.elevation)
    return np.array([math.cos(around) * math.cos(high), math.sin(around) * math.cos(high), math.sin(high)])


def _falling_on_up(light: Light) -> Points:
    lamp = (1 - light.ambient) * math.sin(math.radians(light.elevation))
    falling: Points = (lamp + light.ambient) * np.array(light.cast) * light.brightness
    return falling


def _ink(light: Points) -> Floats:
    return np.sqrt(light[::-1]).astype(np.float32)


def _evenness(light: Light, x: NDArray[np.float32] | np.float32, y: NDArray[np.float32] | np.float32) -> Floats:
    """How much of the lamp's light reaches a place on the table, about 1 in the middle."""
    around = math.radians(light.azimuth)
    right, down = (x - mat.MAT_WIDTH / 2) / mat.MAT_WIDTH, (y - mat.MAT_HEIGHT / 2) / mat.MAT_WIDTH
    along = right * math.cos(around) + down * math.sin(around)
    even = np.clip(1.0 + light.slope * along * 2.0 - 0.35 * (right**2 + down**2), 0.15, 2.5)
    if light.tower:
        right, down = x - mat.MAT_WIDTH / 2, y + TOWER / 2
        aside, away = (
            down * math.cos(around) - right * math.sin(around),
            -right * math.cos(around) - down * math.sin(around),
        )
        within = np.clip((TOWER / 2 - np.abs(aside)) / 12.0 + 0.5, 0.0, 1.0) * np.clip(away / 12.0 + 0.5, 0.0, 1.0)
        even = even * (1.0 - light.tower * within)
    return np.asarray(even, np.float32)


def corners_of(cube: Cube | Die, size: float) -> Points:
    """The eight corners of a cube, the upper four first; a leaning cube stands on its lowest edge."""
    half = size / 2
    unit = [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1), (-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)]
    corners = np.array(unit, dtype=np.float64) * half
    lean, turn = math.radians(cube.tilt), math.radians(cube.angle)
    over = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    around = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    corners = corners @ over.T @ around.T
    placed: Points = corners + np.array([cube.x_mm, cube.y_mm, cube.lift_mm - corners[:, 2].min()])
    return placed


def _faces(corners: Points) -> list[Face]:
    centre = corners.mean(axis=0)
    faces = []
    for numbers in FACES:
        square = corners[list(numbers)]
        middle = square.mean(axis=0)
        out = middle - centre
        faces.append(Face(square, out / np.linalg.norm(out), middle))
    return faces


def _fill(picture: Image, outline: Points, colour: Points | tuple[float, ...]) -> None:
    hull = cv2.convexHull((outline * 16).astype(np.float32))
    cv2.fillConvexPoly(picture, np.round(hull).astype(np.int32), tuple(map(float, colour)), cv2.LINE_AA, 4)


def _draw_hand(picture: Image, light: Light) -> None:
    """An arm from the lower right with four fingers, in the light of the room."""
    skin = np.sqrt(np.array(SKIN) * _falling_on_up(light))[::-1] * 255
    wrist, palm = (1010, 560), (880, 430)
    cv2.line(picture, (1220, 760), wrist, tuple(map(float, skin * 0.92)), 150, cv2.LINE_AA)
    cv2.line(picture, wrist, palm, tuple(map(float, skin)), 170, cv2.LINE_AA)
    for tip in ((700, 400), (720, 320), (790, 260), (880, 240)):
        cv2.line(picture, palm, tip, tuple(map(float, skin * 0.96)), 44, cv2.LINE_AA)
