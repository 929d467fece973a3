"""Counts the boulders in one picture, by colour, and says when it cannot tell; it never remembers an earlier count."""

import math
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import EACH, troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.compare import Observation
from hardware.boulders.count import Count, Piece, Point
from hardware.boulders.find_tops import TopSearch
from hardware.boulders.heap import Heap, heap_of
from hardware.boulders.hiding import hiding
from hardware.boulders.illumination import Field
from hardware.boulders.mat_view import FlatMat, MatView
from hardware.boulders.palette import MAT_LEVEL, Palette
from hardware.boulders.plane import CELL, SCALE
from hardware.boulders.proposer import PROPOSING, proposals
from hardware.boulders.refine import refined
from hardware.boulders.shapes import Square, area_of, fill, share_of
from hardware.boulders.witness import Doubt, Proposed
from hardware.boulders.work_budget import Budget
from hardware.devices import Image

SURE = 0.87
"""The confidence from which on a count is played without asking: the worst spot decides."""

SURE_OF_A_HEAP = 0.92
"""Where the proposer was asked: boulders that touch or lie on others may hide one that nobody sees. Of 740 drawn
pictures five were wrong and surer than 0.9, and four surer than 0.92: heaps with boulders on others, all of them."""

UNFINISHED = 0.5
"""In tops: a picture that took more work than there was may hold so much that was not explained."""
ON_OTHERS = 0.3
"""In tops: so much of one may be in sight, and taken for noise, that lies below others."""
HALF_SEEN = 0.5
"""In tops: so much may be hidden of what is seen but a glimpse of, at the edge of the mat."""
_GLIMPSE, _SOME = 0.15, 0.1
"""In boulders: how wide a glimpse is that is looked at closely. In tops: how large one is that must be explained."""
_EDGE, _RIM = np.ones((9, 9), np.uint8), np.ones((3, 3), np.uint8)
"""In pixels: how far the edge reaches; the page's own colours have blurred rims that are thinner."""

_LIKE_ONE, _LARGE = 0.9, 3.0
"""In tops: what is neither mat nor boulder may be a boulder of an unknown colour; larger, a hand, a hammer, a phone."""
_THICK = 1.6
"""In tops, from the middle to the edge."""
_SHADE, _TOGETHER = 0.9, 5
"""How dark a pixel is against the mat in the light, and how many pixels each way are looked at together there."""
_SPECK = 0.12
"""In tops: what is seen of a boulder by itself is more, for whatever hides it has a colour too."""
_DIM = 45.0
"""Of 255: where one of the mat's colours is darker, a camera's noise of three or four becomes seven and more."""
_AROUND = np.ones((_TOGETHER, _TOGETHER), np.uint8)
_ON_THE_EDGE, _AT_THE_EDGE, _MOSTLY = 1.2, 15.0, 0.5
"""In millimetres: nearer to the edge nobody can tell whether all of a boulder is on the mat; and its top may be seen
beyond. Of its top: if less of it is on the mat, anything there may pass for it."""
_SURELY_THERE = 0.75
"""How likely one is that is there even if most of its top is seen beyond the edge."""
_RECTANGULAR = 0.85
"""How much of the smallest rectangle around it a thing fills if it is a rectangle itself."""


class Strange(NamedTuple):
    """Something that does not belong on the mat: its area in tops, and whether it is a rectangle."""

    tops: float
    rectangular: bool


class Glimpse(NamedTuple):
    """How wide it is in boulders, and how large in tops."""

    wide: float
    tops: float


class Counter:
    """One table's counter: knows its boulders, and where the mat was last."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.calibration = calibration or Calibration()
        self._mat_view = MatView(self.calibration.size_mm)

    @cached_property
    def _palette(self) -> Palette:
        """Made once a mat is seen: it takes longer than to see that there is none."""
        return Palette(self.calibration.colours)

    def count(self, image: Image, budget: Budget | None = None) -> Count:
        budget = budget or Budget()
        seen = self._mat_view.look(image)
        if isinstance(seen, Health):
            return self._nothing(seen)
        seen = seen._replace(balanced=_calmed(seen))
        named = self._named(seen)
        labels = np.where(seen.plane.countable, named, np.uint8(0))
        size = self.calibration.size_mm * SCALE
        coarse = labels[CELL // 2 :: CELL, CELL // 2 :: CELL]
        trouble = _solid(seen.field, coarse, size)
        if trouble is not None:
            return self._nothing(trouble)
        level = lightest(seen.balanced)
        found = TopSearch(labels, level, size, seen.plane.sweep, self._palette.levels).run()
        calm = np.asarray(cv2.blur(level, (3, 3)), np.uint8)
        observation = Observation(labels, calm, found.tops, seen.plane.countable, size, seen.plane.sweep, 2, budget)

        heap: Heap | None = None

        def propose() -> Proposed:
            nonlocal heap
            budget.spend(PROPOSING)
            heap = heap_of(proposals(seen.balanced, seen.plane, size), seen, named, self._palette, size)
            closer = Observation(heap.labels, calm, found.tops, heap.known, size, seen.plane.sweep, 2, budget)
            return Proposed(closer, heap.squares, heap.others)

        cut = _glimpsed(labels, seen, found.squares, size).wide > _GLIMPSE
        best = refined(observation, found.squares, propose, cut)
        strange = _strange(seen.field, best.squares, size)
        if strange.tops > _LARGE:
            return self._nothing(troubles.FLAT_THING if strange.rectangular else troubles.COVERED)
        unexplained = strange.tops if strange.tops > _LIKE_ONE else 0.0
        if budget.exhausted:
            unexplained = max(unexplained, UNFINISHED)
        if cut and _glimpsed(labels, seen, best.squares, size).tops > _SOME:
            unexplained = max(unexplained, HALF_SEEN)
        counted = [square for square in best.squares if seen.plane.inside(square, size) > 0]
        doubts = [*best.doubts, *_doubts(best.squares, heap, seen, size)]
        enough = SURE if heap is None else SURE_OF_A_HEAP
        return self._counted(self._pieces(counted, size, seen, image), unexplained, doubts, enough, seen, image)

    def _named(self, seen: FlatMat) -> Image:
        """In the shade little but noise is left of a colour: pixels are taken together there, and specks are none."""
        dark = lightest(seen.balanced) < _SHADE * MAT_LEVEL
        labels = self._palette.name(_calm_where(dark, seen.balanced))
        together = cv2.morphologyEx((labels > 0).astype(np.uint8), cv2.MORPH_OPEN, _AROUND)
        labels[dark & (together == 0)] = 0
        return _without_specks(labels, seen.plane.countable, self.calibration.size_mm * SCALE)

    def _pieces(self, squares: list[Square], size: float, seen: FlatMat, image: Image) -> list[Piece]:
        if not squares:
            return []
        corners = seen.plane.to_picture(np.concatenate([square.corners(size) for square in squares]))
        shares = (corners / (image.shape[1], image.shape[0])).reshape(-1, 4, 2)
        pieces = []
        for square, (x, y), outline in zip(squares, shares.mean(axis=1).tolist(), shares.tolist(), strict=True):
            pieces.append(
                Piece(x, y, self._palette.names[square.label - 1], square.fit, tuple((px, py) for px, py in outline))
            )
        return pieces

    def _counted(
        self, pieces: list[Piece], unexplained: float, doubts: list[Doubt], enough: float, seen: FlatMat, image: Image
    ) -> Count:
        """`unexplained` is what has no place in the picture."""
        colours = dict.fromkeys(self._palette.names, 0)
        for piece in pieces:
            colours[piece.colour] += 1
        confidence = max(0.0, 1.0 - max([unexplained, *(doubt for _, doubt in doubts)]))
        possible = all(number <= EACH for number in colours.values())
        sure = possible and confidence >= enough
        places: list[Point] = []
        if not sure and possible and 1.0 - unexplained >= enough:
            spots = np.array([place for place, doubt in doubts if 1.0 - doubt < enough], np.float64)
            places = [(x, y) for x, y in (seen.plane.to_picture(spots) / (image.shape[1], image.shape[0])).tolist()]
        return Count(tuple(pieces), colours, confidence, sure, None, tuple(places))

    def _nothing(self, trouble: Health) -> Count:
        return Count((), dict.fromkeys(self.calibration.colours, 0), 0.0, False, trouble)


def _doubts(squares: list[Square], heap: Heap | None, seen: FlatMat, size: float) -> list[Doubt]:
    """Boulders that may hide others, that have no colour that is known, or whose place at the edge nobody can tell."""
    within = [seen.plane.inside(square, size) for square in squares]
    edge = [square for square, each in zip(squares, within, strict=True) if 0 < each < _AT_THE_EDGE]
    edge = [square for square in edge if share_of(seen.plane.countable, square.corners(size)) < _MOSTLY]
    half_seen = [square for square in edge if square.likely < _SURELY_THERE]
    half_seen += [square for square, each in zip(squares, within, strict=True) if abs(each) < _ON_THE_EDGE]
    half_seen += [square for square in squares if heap is not None and _is_one_of(square, heap.colourless, size)]
    doubts = [((square.x, square.y), HALF_SEEN) for square in half_seen]
    proposed = [*heap.squares, *heap.others] if heap is not None else []
    return doubts + [((one.x, one.y), ON_OTHERS) for one in hiding(squares, proposed, seen.plane.sweep, size)]


def _is_one_of(square: Square, proposed: list[Square], size: float) -> bool:
    """Moved into place or not."""
    return any(
        square.label == one.label and math.hypot(square.x - one.x, square.y - one.y) < size / 2 for one in proposed
    )


def _calmed(seen: FlatMat) -> Image:
    """The balanced picture with less noise where balancing made a dim one lighter."""
    dim = seen.field.level.min(axis=2) < _DIM
    if not dim.any():
        return seen.balanced
    height, width = seen.balanced.shape[:2]
    return _calm_where(
        cv2.resize(dim.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST) > 0, seen.balanced
    )


def _calm_where(mask: NDArray[np.bool_], picture: Image) -> Image:
    calm = cv2.medianBlur(picture, _TOGETHER)
    return np.asarray(cv2.copyTo(calm, mask.astype(np.uint8), picture.copy()), np.uint8)


def _without_specks(labels: Image, countable: NDArray[np.bool_], size: float) -> Image:
    """Spots of colour by themselves, away from any edge, that are too small to be seen of a boulder, are none."""
    outlines, _ = cv2.findContours((labels > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if area_of(outline) < _SPECK * size**2:
            x, y, width, height = cv2.boundingRect(outline)
            part = (slice(y, y + height), slice(x, x + width))
            if countable[part].all():
                cv2.drawContours(labels, [outline], -1, 0, cv2.FILLED)
    return labels


def lightest(balanced: Image) -> Image:
    """The lightest channel of each pixel: what paint reflects best tells its faces apart best."""
    blue, green, red = cv2.split(balanced)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _solid(field: Field, labels: Image, size: float) -> Health | None:
    """What to say of one colour, known or not, that fills more than a heap of boulders would: skin looks whitish."""
    for mask in (field.black, *(field.strange & (labels == label) for label in np.unique(labels))):
        solid = np.pad(mask, 1).astype(np.uint8)
        depth = cv2.distanceTransform(solid, cv2.DIST_L2, 3)
        if float(np.max(depth)) * CELL > _THICK * size:
            _, things = cv2.connectedComponents(solid, connectivity=4)
            thing = things == things[np.unravel_index(np.argmax(depth), depth.shape)]
            return troubles.FLAT_THING if _rectangular(thing) else troubles.COVERED
    return None


def _strange(field: Field, found: list[Square], size: float) -> Strange:
    """The largest thing that is neither mat nor shadow nor near a boulder that was found."""
    strange = field.strange.astype(np.uint8)
    for square in found:
        cv2.circle(strange, (round(square.x / CELL), round(square.y / CELL)), math.ceil(1.7 * size / CELL), 0, -1)
    count, numbers, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=4)
    if count < 2:
        return Strange(0.0, False)
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    area = int(stats[largest, cv2.CC_STAT_AREA])
    return Strange(area * CELL**2 / size**2, _rectangular(numbers == largest))


def _glimpsed(labels: Image, seen: FlatMat, found: list[Square], size: float) -> Glimpse:
    """The most of a colour at the edge of the mat that none of the boulders found explains."""
    inner = cv2.erode(seen.plane.countable.astype(np.uint8), _EDGE, borderValue=0)
    edge = np.asarray(cv2.morphologyEx((labels > 0).astype(np.uint8), cv2.MORPH_OPEN, _RIM), np.uint8)
    edge[inner > 0] = 0
    for square in found:
        fill(edge, square.whole(1.2 * size, seen.plane.sweep(square.x, square.y)), 0)
    outlines, _ = cv2.findContours(edge, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    wide = max((max(cv2.boundingRect(outline)[2:]) for outline in outlines), default=0)
    return Glimpse(wide / size, max(map(area_of, outlines), default=0.0) / size**2)


def _rectangular(thing: NDArray[np.bool_]) -> bool:
    outlines, _ = cv2.findContours(thing.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (_, (width, height), _) = cv2.minAreaRect(outlines[0])
    return int(thing.sum()) > _RECTANGULAR * (width + 1) * (height + 1)
