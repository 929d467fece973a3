"""Draws photos of desks with pieces among hands, cables, paper and computers; it says where the pieces are."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Image
from tests.hardware.boulders.pieces import ALL_PAINTS, linear
from tests.hardware.boulders.tabletop import GROUNDS, Ground, floor_of
from tests.hardware.boulders.training.solids import ALIKE, ODD, Face, Make, floats

Floats = NDArray[np.float32]
Numbers = NDArray[np.int16]

SIDE = 352
"""Pixels of a lesson, each way."""
_FINE = 1.5
"""Drawn so many times larger."""
_SEEN = 0.35
"""Of a piece: where less is left in view, nothing is asked."""
_GROUNDS: tuple[Ground, ...] = (*GROUNDS, "wood", "paper", "carpet")


class Desk(NamedTuple):
    picture: Image
    pieces: Numbers
    """Each pixel's piece, from 1 on; 0 where none is, -1 where nothing is asked."""


class Lens:
    """Looks at the middle of the table from `away` with a tilt; lengths are in pieces."""

    def __init__(self, side: int, away: float, tilt: float, focal: float) -> None:
        self.side, self._focal, self._tilt = side, focal * side, tilt
        self._forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
        self._up = np.array([0.0, np.cos(tilt), np.sin(tilt)])
        self.at = -away * self._forward

    def project(self, points: NDArray[np.floating]) -> tuple[Floats, Floats]:
        """Places in the picture, and how far away."""
        seen = points - self.at
        deep = np.maximum(seen @ self._forward, 0.05)
        x, y = seen[..., 0] / deep, seen @ self._up / deep
        places = np.stack([self.side / 2 + self._focal * x, self.side / 2 - self._focal * y], axis=-1)
        return places.astype(np.float32), deep.astype(np.float32)

    def on_the_table(self, x: float, y: float) -> NDArray[np.float64] | None:
        ray = self._forward + (x - self.side / 2) / self._focal * np.array([1.0, 0, 0])
        ray = ray - (y - self.side / 2) / self._focal * self._up
        if ray[2] > -0.08:
            return None
        return np.asarray(self.at - ray * self.at[2] / ray[2], np.float64)


class Lamp(NamedTuple):
    towards: Floats
    tint: Floats
    soft: float


class Solid(NamedTuple):
    """One piece where it lies."""

    faces: list[Face]
    paints: tuple[Floats, Floats]
    clear: float
    """How much of what is behind it shines through."""
    gloss: float


class Drawing:
    def __init__(self, seed: int) -> None:
        self.random = random = np.random.default_rng([seed, 31])
        self.side = side = round(SIDE * _FINE)
        self.size = float(np.exp(random.uniform(np.log(9), np.log(120)))) * _FINE
        focal = float(random.uniform(0.9, 1.6))
        tilt = np.radians(float(random.choice([random.uniform(0, 25), random.uniform(20, 62)])))
        self.lens = Lens(side, max(3.0, focal * side / self.size), tilt, focal)
        self.lamps = [self._lamp() for _ in range(int(random.integers(1, 4)))]
        self.around = np.float32(random.uniform(0.25, 0.8)) * self._tint(0.1)
        small = max(200, side // 2)
        floor, self.tone = floor_of(random.choice(_GROUNDS), small, small, random)
        if random.random() < 0.6:
            # Any paint, or a pale, a grey or a wooden one.
            plain = np.float32(random.uniform(0.03, 0.95)) * self._tint(0.15) * floats([0.7, 0.9, 1.0])
            plain = floats(random.uniform(0.03, 0.95, 3)) if random.random() < 0.3 else plain
            keep = np.float32(random.uniform(0.0, 0.8))
            self.tone = np.asarray(plain, np.float32)
            floor = self.tone * (np.maximum(floor, 1e-3) / floor.mean(axis=(0, 1))) ** keep
        self.canvas = np.asarray(cv2.resize(np.asarray(floor, np.float32), (side, side)), np.float32)
        self.numbers: Numbers = np.zeros((side, side), np.int16)
        self.drawn: dict[int, int] = {}
        self.cleared = bool(random.random() < 0.45)
        self.step = 1.0
        self.row: float | None = None

    def _lamp(self) -> Lamp:
        turn, high = self.random.uniform(0, 2 * np.pi), self.random.uniform(0.35, 1.4)
        towards = np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)], np.float32)
        soft = float(np.exp(self.random.uniform(np.log(0.01), np.log(0.25)))) * self.size
        return Lamp(towards, np.float32(self.random.uniform(0.2, 0.9)) * self._tint(0.12), soft)

    def _tint(self, by: float) -> Floats:
        return np.exp(self.random.normal(0, by, 3)).astype(np.float32)

    def any_paint(self) -> Floats:
        """From the usual ones, or any; often one near the ground's, or nearly black or white."""
        kind = self.random.random()
        if kind < 0.45:
            paint = linear(str(self.random.choice(list(ALL_PAINTS.values()))))
        elif kind < 0.6:
            paint = self.tone * np.exp(self.random.normal(0, 0.35)) * self._tint(0.12)
        elif kind < 0.72:
            paint = np.float32(self.random.choice([0.012, 0.02, 0.7, 0.85])) * self._tint(0.08)
        else:
            paint = floats(self.random.uniform(0.01, 0.9, 3))
        return np.clip(paint, 0.005, 0.95).astype(np.float32)

    # What lies below and behind.

    def sheets(self) -> None:
        """Paper, cloths, other tables, the wall: large, flat, and cut by the picture's edge or not."""
        for _ in range(int(self.random.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
            middle, wide = self.random.uniform(0, self.side, 2), self.random.uniform(0.3, 1.0) * self.side
            turn = self.random.uniform(0, 2 * np.pi) + np.arange(4) * np.pi / 2
            corners = middle + wide * np.column_stack([np.cos(turn), np.sin(turn)]) * self.random.uniform(
                0.6, 1.1, (4, 1)
            )
            self._sheet(corners.astype(np.float32))
        if self.random.random() < 0.3:
            # The table's far edge, and a wall with mouldings.
            y, slope = self.random.uniform(0.03, 0.35) * self.side, self.random.uniform(-0.3, 0.3)
            for _ in range(int(self.random.integers(1, 5))):
                top = [(-9, -999), (self.side + 9, -999), (self.side + 9, y + slope * self.side), (-9, y)]
                self._sheet(np.array(top, np.float32))
                y -= self.random.uniform(0.02, 0.15) * self.side

    def _sheet(self, corners: Floats) -> None:
        mask = self._polygon(corners)
        paint = (
            np.float32(self.random.uniform(0.5, 0.9)) * self._tint(0.04)
            if self.random.random() < 0.5
            else self.any_paint()
        )
        shade = cv2.GaussianBlur(mask, (0, 0), self.random.uniform(1, 8))
        self.canvas *= (1 - np.float32(self.random.uniform(0, 0.5)) * shade)[..., None]
        rough = 1 + self.random.normal(0, self.random.uniform(0, 0.05), mask.shape).astype(np.float32)
        face = paint * rough[..., None]
        if self.random.random() < 0.4:
            self._rule(face)
        self.canvas[mask > 0] = face[mask > 0]

    def _rule(self, face: Floats) -> None:
        """Lines, squares or something like writing."""
        step, dark = int(self.random.integers(7, 30)), np.float32(self.random.uniform(0.4, 0.9))
        wide = int(self.random.integers(1, 3))
        kind = int(self.random.integers(3))
        for at in range(0, self.side, step):
            if kind == 2:
                at += int(self.random.integers(step))
                for start in range(0, self.side, 17):
                    if self.random.random() < 0.3:
                        face[at : at + 2 * wide, start : start + int(self.random.integers(3, 14))] *= dark
                continue
            face[at : at + wide] *= dark
            if kind == 1:
                face[:, at : at + wide] *= dark

    def _polygon(self, corners: NDArray[np.floating]) -> Floats:
        mask = np.zeros((self.side, self.side), np.float32)
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1.0)
        return mask

    def devices(self) -> None:
        """Computers, telephones, books, cups: things much larger than a piece."""
        for _ in range(int(self.random.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))):
            long = max(self.random.uniform(0.3, 0.8) * self.side, 3.5 * self.size)
            middle, turn = self.random.uniform(-0.1, 1.1, 2) * self.side, self.random.uniform(0, np.pi)
            wide = long * self.random.uniform(0.5, 0.8)
            along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
            shape = [
                middle + a * long / 2 * along + b * wide / 2 * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            corners, paint = np.array(shape, np.float32), self.any_paint() * np.float32(0.7)
            mask = self._shaded(corners, paint, high=0.03 * self.side)
            few = self.random.random() < 0.3
            for _ in range(int(self.random.integers(1, 5) if few else self.random.integers(0, 40))):
                # A screen and its windows, or keys and print.
                at = middle + self.random.uniform(-0.4, 0.4) * (long * along + 0.7 * wide * across)
                key = np.float32(self.random.uniform(0.1, 0.4) if few else self.random.uniform(0.01, 0.05)) * long
                box = [at + a * key * along + b * key * 0.7 * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
                tone = self.any_paint() if few else paint * np.float32(self.random.uniform(0.4, 1.8))
                window = cv2.fillPoly(np.zeros_like(mask), [np.round(np.array(box)).astype(np.int32)], 1.0)
                self.canvas[(window > 0) & (mask > 0)] = tone

    def _shaded(self, corners: Floats, paint: Floats, high: float) -> Floats:
        mask = self._polygon(corners)
        throw = self.lamps[0].towards[:2] * -high
        moved = floats([[1, 0, throw[0]], [0, 1, -throw[1]]])
        shade = cv2.GaussianBlur(cv2.warpAffine(mask, moved, (self.side, self.side)), (0, 0), max(0.6, 0.3 * high))
        self.canvas *= (1 - np.float32(self.random.uniform(0.2, 0.7)) * shade)[..., None]
        slope = self._slope(0.3)
        self.canvas[mask > 0] = (paint * slope[..., None])[mask > 0]
        self.numbers[mask > 0] = 0
        return mask

    def _slope(self, by: float) -> Floats:
        down, right = np.mgrid[-1 : 1 : self.side * 1j, -1 : 1 : self.side * 1j].astype(np.float32)
        a, b = self.random.uniform(-by, by, 2)
        return np.asarray(1 + np.float32(a) * down + np.float32(b) * right, np.float32)

    def cables(self) -> None:
        for _ in range(int(self.random.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1]))):
            knots = self.random.uniform(-0.2, 1.2, (4, 2)) * self.side
            share = np.linspace(0, 1, 40)[:, None]
            way = (
                (1 - share) ** 3 * knots[0]
                + 3 * (1 - share) ** 2 * share * knots[1]
                + 3 * (1 - share) * share**2 * knots[2]
                + share**3 * knots[3]
            )
            if self.random.random() < 0.4:
                way = way[: int(self.random.integers(15, 40))]
            line = np.round(way).astype(np.int32)
            wide = max(2, round(min(0.35 * self.size, self.side * self.random.uniform(0.006, 0.03))))
            paint = (
                self.any_paint()
                if self.random.random() < 0.3
                else np.float32(self.random.choice([0.02, 0.75])) * self._tint(0.05)
            )
            shade = np.zeros((self.side, self.side), np.float32)
            cv2.polylines(shade, [line + round(self.random.uniform(-1, 1) * wide)], False, 1.0, wide)
            self.canvas *= (1 - 0.5 * cv2.GaussianBlur(shade, (0, 0), 0.5 * wide))[..., None]
            cv2.polylines(self.canvas, [line], False, (0.75 * paint).tolist(), wide, cv2.LINE_AA)
            cv2.polylines(
                self.canvas, [line - wide // 5], False, (1.2 * paint).tolist(), max(1, wide // 3), cv2.LINE_AA
            )
            if self.random.random() < 0.5:
                end, way_on = way[-1], (way[-1] - way[-3]) / (np.linalg.norm(way[-1] - way[-3]) + 1e-6)
                cv2.line(
                    self.canvas,
                    np.round(end).astype(int).tolist(),
                    np.round(end + 3 * wide * way_on).astype(int).tolist(),
                    paint.tolist(),
                    2 * wide,
                )

    def pencils(self) -> None:
        if self.random.random() > 0.18:
            return
        start, turn = self.random.uniform(0, self.side, 2), self.random.uniform(0, 2 * np.pi)
        wide = min(0.5 * self.size, self.side * self.random.uniform(0.012, 0.035))
        way = np.array([np.cos(turn), np.sin(turn)])
        aside, long = np.array([-way[1], way[0]]) * wide / 2, wide * self.random.uniform(10, 18)
        paint, end = self.any_paint(), start + way * long
        self._shaded(floats([start - aside, start + aside, end + aside, end - aside]), paint, 0.6 * wide)
        light = floats([start, start + aside * 0.8, end + aside * 0.8, end])
        cv2.fillConvexPoly(self.canvas, np.round(light).astype(np.int32), np.minimum(1.5 * paint, 1).tolist())
        tip = floats([end - aside, end + aside, end + 2.2 * wide * way])
        cv2.fillConvexPoly(self.canvas, np.round(tip).astype(np.int32), (0.5, 0.65, 0.8))

    def marks(self) -> None:
        """Specks, scratches, stains."""
        for _ in range(int(self.random.integers(0, 12))):
            at = tuple(int(v) for v in self.random.uniform(0, self.side, 2))
            x, y = at
            paint = self.canvas[y, x] * np.float32(self.random.uniform(0.3, 1.3))
            if self.random.random() < 0.7:
                cv2.circle(self.canvas, at, int(self.random.integers(1, 3)), paint.tolist(), -1)
            else:
                other = tuple(int(v) for v in np.add(at, self.random.normal(0, 40, 2)))
                cv2.line(self.canvas, at, other, paint.tolist(), 1, cv2.LINE_AA)

    # The pieces.

    def solid(self, kinds: tuple[Make, ...], paint: Floats, where: Floats, scale: float, lying: bool) -> Solid:
        make = kinds[int(self.random.integers(len(kinds)))]
        faces = make(self.random)
        turn = self._turned(lying)
        moved = [Face(face.corners @ turn.T * np.float32(scale), face.paint) for face in faces]
        low = min(float(face.corners[:, 2].min()) for face in moved)
        lift = floats([where[0], where[1], where[2] - low])
        clear = float(self.random.uniform(0.3, 0.75)) if self.random.random() < 0.03 else 0.0
        other = self.any_paint()
        return Solid(
            [Face(face.corners + lift, face.paint) for face in moved],
            (paint, other),
            clear,
            float(self.random.uniform(0, 0.5)),
        )

    def _turned(self, lying: bool) -> Floats:
        turn = self.random.uniform(0, 2 * np.pi) if self.row is None else self.row
        around = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        if lying:
            return np.asarray(around, np.float32)
        rests = {
            0: np.eye(3),
            1: np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]),
            2: np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
        }
        flipped = np.diag([1.0, -1.0, -1.0]) if self.random.random() < 0.3 else np.eye(3)
        return np.asarray(around @ rests[int(self.random.integers(3))] @ flipped, np.float32)

    def put(self, solids: list[Solid]) -> None:
        for lamp in self.lamps:
            self._shadows(solids, lamp)
        self.canvas *= self._light(floats([0, 0, 1]))
        for solid in sorted(
            solids, key=lambda s: -float(np.linalg.norm(s.faces[0].corners.mean(axis=0) - self.lens.at))
        ):
            self.draw(solid)

    def _shadows(self, solids: list[Solid], lamp: Lamp) -> None:
        shade = np.zeros((self.side, self.side), np.float32)
        for solid in solids:
            points = np.concatenate([face.corners for face in solid.faces])
            fallen = points - lamp.towards * (points[:, 2:] / lamp.towards[2])
            places, _ = self.lens.project(fallen)
            hull = cv2.convexHull(places)
            cv2.fillConvexPoly(shade, np.round(hull).astype(np.int32), 1.0 - 0.6 * solid.clear)
        lit = lamp.tint * lamp.towards[2]
        total = self._light(floats([0, 0, 1]))
        shade = floats(cv2.GaussianBlur(shade, (0, 0), max(0.6, lamp.soft)))
        self.canvas *= 1 - shade[..., None] * (lit / total)

    def _light(self, normal: Floats) -> Floats:
        total = self.around * np.float32(0.8 + 0.2 * normal[2])
        for lamp in self.lamps:
            total = total + lamp.tint * max(0.0, float(normal @ lamp.towards))
        return np.asarray(total, np.float32)

    def draw(self, solid: Solid) -> None:
        number = len(self.drawn) + 1
        before = self.canvas.copy() if solid.clear else self.canvas
        order = sorted(
            solid.faces, key=lambda f: (f.paint, -float(np.linalg.norm(f.corners.mean(axis=0) - self.lens.at)))
        )
        mine = np.zeros((self.side, self.side), np.uint8)
        for face in order:
            corners = face.corners
            normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
            if float(normal @ (self.lens.at - corners[0])) <= 0:
                continue
            normal = (normal / (np.linalg.norm(normal) + 1e-9)).astype(np.float32)
            places, _ = self.lens.project(corners)
            shine = np.float32(solid.gloss * max(0.0, float(self._halfway(corners) @ normal)) ** 20)
            paint = solid.paints[face.paint] * self._light(normal) * np.float32(self.random.uniform(0.92, 1.08)) + shine
            spot = np.clip(np.round(places * 16), -30000, 30000).astype(np.int32)
            cv2.fillConvexPoly(self.canvas, spot, paint.tolist(), cv2.LINE_8, 4)
            cv2.fillConvexPoly(mine, spot, 1, cv2.LINE_8, 4)
        if solid.clear:
            self.canvas[:] = np.float32(solid.clear) * before + np.float32(1 - solid.clear) * self.canvas
        elif solid.gloss > 0.25 and mine.any():
            self._glints(mine)
        self.numbers[mine > 0] = number
        self.drawn[number] = int(mine.sum())

    def _halfway(self, corners: Floats) -> Floats:
        back = self.lens.at - corners.mean(axis=0)
        both = back / np.linalg.norm(back) + self.lamps[0].towards
        return np.asarray(both / np.linalg.norm(both), np.float32)

    def _glints(self, mine: NDArray[np.uint8]) -> None:
        ys, xs = np.nonzero(mine)
        for _ in range(int(self.random.integers(0, 4))):
            pick = int(self.random.integers(len(ys)))
            wide = self.size * self.random.uniform(0.02, 0.18)
            spot = np.zeros_like(self.canvas[..., 0])
            axes = (max(1, round(wide)), max(1, round(wide * self.random.uniform(0.2, 1))))
            cv2.ellipse(spot, (int(xs[pick]), int(ys[pick])), axes, self.random.uniform(0, 180), 0, 360, 1.0, -1)
            self.canvas += (np.float32(self.random.uniform(0.1, 0.7)) * spot * mine)[..., None]

    def places(self) -> list[Floats]:
        """On the table; often side by side."""
        most = float(np.clip(0.35 * (self.side / self.size) ** 2, 1, 45))
        most = most if self.cleared else min(most, 14.0)
        count = round(float(np.exp(self.random.uniform(0, np.log(most + 1))))) if self.random.random() < 0.95 else 0
        near = float(self.random.choice([1.0, 1.25, 1.8]))
        self.step = near
        if near == 1.0 and self.random.random() < 0.5:
            self.row = float(self.random.uniform(0, np.pi / 2))
        found: list[Floats] = []
        for _ in range(12 * count):
            if len(found) == count:
                break
            if found and self.random.random() < 0.4:
                way = self.random.uniform(0, 2 * np.pi)
                if self.row is not None:
                    way = self.row + np.pi / 2 * int(self.random.integers(4))
                beside = found[int(self.random.integers(len(found)))]
                spot = beside + floats([near * np.cos(way) * 1.02, near * np.sin(way) * 1.02, 0])
            else:
                at = self.lens.on_the_table(*self.random.uniform(-0.02, 1.02, 2) * self.side)
                if at is None or np.linalg.norm(at - self.lens.at) > 2.2 * np.linalg.norm(self.lens.at):
                    continue
                spot = at.astype(np.float32)
            if all(np.hypot(*(spot - other)[:2]) > 0.99 * near for other in found):
                found.append(spot)
        return found

    def pieces(self) -> None:
        odd = self.random.random() < 0.55
        kinds: tuple[Make, ...] = ODD if odd else (ALIKE[int(self.random.integers(len(ALIKE)))],)
        lying = not odd or self.random.random() < 0.3
        paints = [self.any_paint() for _ in range(int(self.random.integers(1, 12 if odd else 6)))]
        solids = []
        for where in self.places():
            paint = paints[int(self.random.integers(len(paints)))]
            full = 0.42 if odd else 0.9 if self.row is None else 1.0
            scale = self.step * full * float(np.exp(self.random.normal(0, 0.2 if odd else 0.03)))
            if not odd and self.step > 1.2 and self.random.random() < 0.15:
                scale *= float(self.random.choice([0.5, 0.7, 1.3]))
            solids.append(self.solid(kinds, paint, where, max(0.3, scale), lying))
        self.put(solids)

    # What is in front.

    def hand(self) -> None:
        """From the picture's edge; it may hold a piece between two fingers."""
        if self.random.random() > 0.2:
            return
        skin = linear(str(self.random.choice(["#c98f6f", "#e0b090", "#8a5a40", "#d9a58a", "#5a3a2a"]))) * self._tint(
            0.08
        )
        skin = skin * self._light(floats([0, 0, 1]))
        wide = self.side * self.random.uniform(0.08, 0.25)
        way = self.random.uniform(0, 2 * np.pi)
        out = np.array([np.cos(way), np.sin(way)])
        palm = self.side / 2 + out * self.side * self.random.uniform(0.05, 0.45)
        self._limb(palm, palm + out * self.side, wide, skin)
        tips = []
        for finger in range(int(self.random.integers(2, 6))):
            bend = way + np.pi + self.random.uniform(-1.0, 1.0) + 0.2 * finger
            tip = palm + wide * self.random.uniform(0.8, 1.8) * np.array([np.cos(bend), np.sin(bend)])
            tips.append(tip)
            self._limb(
                palm, tip, wide * self.random.uniform(0.22, 0.34), skin * np.float32(self.random.uniform(0.8, 1.15))
            )
        if self.random.random() < 0.6:
            at = np.mean(tips[:2], axis=0)
            spot = self.lens.on_the_table(float(at[0]), float(at[1]))
            if spot is None:
                return
            toward = (self.lens.at - spot) * self.random.uniform(0.0, 0.4)
            held = (spot + toward).astype(np.float32)
            self.draw(self.solid((ALIKE[0],), self.any_paint(), held, self.random.uniform(0.7, 1.1), False))
            for tip in tips[:2]:
                self._limb(tip, tip + (palm - tip) * 0.6, wide * 0.24, skin)

    def _limb(self, start: NDArray[np.floating], end: NDArray[np.floating], wide: float, skin: Floats) -> None:
        low, high = np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist()
        for share, level in ((1.0, 0.65), (0.85, 0.85), (0.6, 1.0), (0.3, 1.1)):
            tone = (skin * np.float32(level)).tolist()
            cv2.line(self.canvas, low, high, tone, max(1, round(wide * share)), cv2.LINE_AA)
        cv2.line(self.numbers, low, high, 0, max(1, round(wide)))

    def edges(self) -> None:
        """Dark or bright things that reach in from the picture's edge, near the lens."""
        for _ in range(int(self.random.choice([0, 1, 2], p=[0.5, 0.2, 0.3]))):
            at = np.array([self.random.uniform(0, 1), self.random.choice([0.0, 1.0])]) * self.side
            at = at[::-1] if self.random.random() < 0.4 else at
            out, spread = at - self.side / 2, self.side * self.random.uniform(0.06, 0.4)
            dark = np.float32(self.random.choice([0.004, 0.01, 0.03])) * self._tint(0.3)
            paint = dark if self.random.random() < 0.6 else self.any_paint()
            hull = cv2.convexHull(floats([*(at + self.random.normal(0, spread * 0.6, (7, 2))), at + 0.3 * out]))[:, 0]
            corners = [hull[i] for i in range(len(hull))]
            if self.random.random() < 0.6:
                corners = self._notched(corners)
            self._shaded(floats(corners), paint, self.size * 0.2)

    def _notched(self, corners: list[Floats]) -> list[Floats]:
        """Each side with a step or two in it, as tools and cases have."""
        stepped: list[Floats] = []
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            along = end - start
            inwards = floats([-along[1], along[0]]) * np.float32(self.random.uniform(-0.25, 0.25))
            low, high = sorted(self.random.uniform(0.1, 0.9, 2).tolist())
            stepped += [start, start + along * low, start + along * low + inwards]
            stepped += [start + along * high + inwards, start + along * high]
        return [np.asarray(corner, np.float32) for corner in stepped]

    def shades(self) -> Floats:
        """The light over the table: lamps near and far, the photographer's shadow, a reflection."""
        down, right = np.mgrid[-1 : 1 : self.side * 1j, -1 : 1 : self.side * 1j].astype(np.float32)
        x, y = self.random.uniform(-1, 1, 2)
        light = np.exp(-np.float32(self.random.uniform(0, 0.8)) * ((right - x) ** 2 + (down - y) ** 2))
        for _ in range(int(self.random.choice([0, 1, 2, 3], p=[0.45, 0.3, 0.15, 0.1]))):
            corners = self.random.uniform(0, self.side, 2) + self.random.normal(0, self.side * 0.25, (6, 2))
            shade = self._polygon(floats(cv2.convexHull(floats(corners))[:, 0]))
            shade = floats(cv2.GaussianBlur(shade, (0, 0), float(np.exp(self.random.uniform(np.log(1.5), np.log(40))))))
            light *= 1 - np.float32(self.random.uniform(-0.15, 0.65)) * shade
        return np.asarray(light[..., None] * np.ones(3, np.float32), np.float32)

    def shot(self) -> Desk:
        lit = self.canvas * self.shades()
        level = float(np.percentile(lit, 95))
        lit = lit / max(level, 1e-3) * np.float32(self.random.uniform(0.45, 1.1)) * self._tint(0.12)
        if self.random.random() < 0.3:
            at = self.random.uniform(0, self.side, 2)
            down, right = np.mgrid[0 : self.side, 0 : self.side].astype(np.float32)
            shine = np.exp(
                -(((right - at[0]) ** 2 + (down - at[1]) ** 2) / (self.side * self.random.uniform(0.08, 0.4)) ** 2)
            )
            lit = lit + (np.float32(self.random.uniform(0.05, 0.4)) * shine)[..., None]
        blur = self.random.uniform(0.4, 1.2) if self.random.random() < 0.85 else self.random.uniform(1.2, 4.0)
        lit = floats(cv2.GaussianBlur(lit, (0, 0), blur * _FINE))
        lit = floats(cv2.resize(lit, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
        shown = 255 * np.clip(lit, 0, 1) ** np.float32(1 / 2.2)
        shown = shown + self.random.normal(0, self.random.uniform(0.5, 5), shown.shape)
        image = np.clip(shown, 0, 255).astype(np.uint8)
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(self.random.integers(60, 96))])
        numbers = self.numbers.copy()
        left = np.bincount(np.maximum(numbers, 0).ravel(), minlength=len(self.drawn) + 1)
        for number, whole in self.drawn.items():
            if left[number] < _SEEN * whole or left[number] < 40:
                numbers[numbers == number] = -1
        small = cv2.resize(numbers, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
        return Desk(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), np.asarray(small, np.int16))


def desk(seed: int) -> Desk:
    drawing = Drawing(seed)
    if not drawing.cleared:
        drawing.sheets()
        drawing.devices()
        drawing.cables()
        drawing.pencils()
    drawing.marks()
    drawing.pieces()
    if not drawing.cleared:
        drawing.hand()
        drawing.edges()
    return drawing.shot()
