"""Looks for a better explanation where the boulders found so far do not fit what is seen; it never touches the rest."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.explain import Evidence, Story, halved
from hardware.boulders.shapes import Square, fill
from hardware.boulders.split import placed

_SPOT = 0.08
"""In tops: less misfit than that within a boulder's reach is but noise."""
_TOO_MUCH = 12.0
"""In tops: where that much does not fit, something else lies on the mat."""
_RIMS = 0.15
"""In tops: what the rims of one spot of colour that are as light as a top may add up to."""
_SPOTS = 20
"""Looked at in one picture at most."""
_REACH = 2.6
"""In boulders: what is that far from a spot has no part in it."""
_RENEWED = (0.0, 1.0, 1.5, 2.0)
"""In boulders: those that near to a spot are found anew, fewer of them first."""
_WITHIN = 2.0
"""In boulders: new ones are looked for that near to a spot."""
_APART = 0.55
"""In boulders: two tops are never nearer."""
_WORTH = 0.15
"""In tops: what a further boulder's top must explain at least."""
_OTHER_FACE = 0.7
"""How much a pixel that is not as light as a top is one: how light tops are may be wrong."""
_EDGES = 0.5
"""What edges all around a square are worth, in tops."""
_TRIES, _TURN, _SHIFT = 10, 8.0, 0.1
"""How many are weighed in full; those turned by fewer degrees and moved by less (in boulders) are the same."""
_HOPE = 0.4
"""In tops: how much worse an explanation may be that is still worth to be moved into place."""

_AT_EDGE = 0.2
"""In tops: how much of a boulder's top may be beyond the far edge of the mat, as it is seen."""
_IN_TOUCH = 1.6
"""In boulders: the middles of two that touch are nearer."""
_OWN = 0.3
"""In tops: what a boulder explains at least that the sides of others would not."""
_BETTER = 0.04
"""In tops: by how much fewer boulders must fit better, for a story does not tell of the seams around a found top."""

Floats = NDArray[np.float32]
Place = tuple[float, float]
Doubt = tuple[Place, float]
"""Where something is doubtful, and how much, in tops."""


class Candidates(NamedTuple):
    """Squares that might be tops; a row each for where its top is, at half the pixels each way."""

    squares: list[Square]
    tops: Floats


class View(NamedTuple):
    """What is seen around a spot, and the boulders near it, counted from its left upper corner; and those beyond."""

    seen: Evidence
    near: list[Square]
    outer: list[Square]
    left: int
    top: int
    spot: Place


class Mended(NamedTuple):
    """Boulders that fit as well as is written on them, and how much does not fit at the worst spot, in tops."""

    squares: list[Square]
    misfit: float


def mended(seen: Evidence, squares: list[Square]) -> Mended:
    """At each spot that does not fit, the boulders around are found anew, if that fits better."""
    quick = seen.halved()
    first = Story(quick, [halved(square) for square in squares])
    quick.lighting = first.lighting()
    spots = _spots(first)
    fits = float(spots.max()) < _SPOT and not _sides(first)
    if fits or float(first.misfit.sum()) > _TOO_MUCH * quick.size**2:
        return _judged(squares, spots, 2, _rims(first))
    # More pixels tell more about the light.
    seen.lighting = Story(seen, squares).lighting()
    story = _settled(Story(seen, squares))
    if float(_spots(story).max()) > _SPOT:
        # Wrong boulders told wrong things about the light.
        seen.lighting = story.lighting()
        story = _settled(Story(seen, story.squares))
    rims = _rims(Story(quick, [halved(square) for square in story.squares]))
    return _judged(story.squares, _spots(story), 1, rims)


def _judged(squares: list[Square], spots: Floats, step: int, rims: float) -> Mended:
    """`step`: how many pixels of the picture one of the spots stands for."""
    height, width = spots.shape
    rows = [min(max(0, int(square.y / step)), height - 1) for square in squares]
    columns = [min(max(0, int(square.x / step)), width - 1) for square in squares]
    fits = np.maximum(0.0, 1.0 - spots[rows, columns]).tolist() if squares else []
    judged = [square._replace(fit=fit) for square, fit in zip(squares, fits, strict=True)]
    return Mended(judged, max(float(spots.max()), rims))


def _rims(story: Story) -> float:
    """By how much the most that is as light as a top and still untold in one spot of colour is too much, in tops.

    Rims are blurred, so a thin one is no misfit; but if many are left untold, they may hide a boulder that was missed.
    """
    tops, most = np.where(story.untold, story.seen.tops, 0), 0
    for label in np.unique(tops[tops > 0]):
        _, numbers = cv2.connectedComponents((story.seen.labels == label).astype(np.uint8), connectivity=4)
        most = max(most, int(np.bincount(numbers[tops == label]).max()))
    return most / story.seen.size**2 - _RIMS


def _settled(story: Story) -> Story:
    """What may be but a side first, then the worst spot, each of them once."""
    for (x, y), _ in _sides(story):
        story = _renewed(story, round(x), round(y))
    tried: list[tuple[int, int]] = []
    for _ in range(_SPOTS):
        spots = _spots(story)
        for place in tried:
            cv2.circle(spots, place, round(0.7 * story.seen.size), 0.0, -1)
        _, misfit, _, (x, y) = cv2.minMaxLoc(spots)
        if misfit < _SPOT:
            break
        tried.append((x, y))
        story = _renewed(story, x, y)
    return story


def _spots(story: Story) -> Floats:
    """How much does not fit within a boulder's reach of each pixel, in tops."""
    whole = round(1.2 * story.seen.size)
    around = cv2.boxFilter(story.misfit, -1, (whole, whole), normalize=False)
    spots: Floats = np.asarray(around / np.float32(story.seen.size**2), np.float32)
    doubts = _overlaps(story.squares, story.seen.size)
    doubts += [((s.x, s.y), off - _AT_EDGE) for s, off in zip(story.squares, story.off_mat.tolist(), strict=True)]
    doubts += [((s.x, s.y), lit) for s, lit in zip(story.squares, story.lit_sides.tolist(), strict=True)]
    for (x, y), doubt in doubts + _sides(story):
        if 0 <= round(x) < spots.shape[1] and 0 <= round(y) < spots.shape[0]:
            spots[round(y), round(x)] = max(float(spots[round(y), round(x)]), doubt)
    return spots


def _overlaps(squares: list[Square], size: float) -> list[Doubt]:
    """Where two tops are nearer than a boulder is wide, and by how much, in tops: they cannot both be there."""
    apart = _apart(squares) / size
    pairs = [(squares[a], squares[b], apart[a, b]) for a, b in np.argwhere(np.triu(apart < 1.0, 1))]
    return [(((one.x + other.x) / 2, (one.y + other.y) / 2), 1.0 - float(near)) for one, other, near in pairs]


def _sides(story: Story) -> list[Doubt]:
    """Tops that may be but sides of others, for they lie where these would show; less so if they explain much."""
    squares, labels = story.squares, np.array([square.label for square in story.squares])
    in_touch = (_apart(squares) < _IN_TOUCH * story.seen.size) & (labels[:, None] == labels)
    pairs = [(squares[a], squares[b]) for a, b in np.argwhere(in_touch) if a != b]
    below = {square for behind, square in pairs if _shows_side_at(story.seen, behind, (square.x, square.y))}
    return [((square.x, square.y), _OWN - _explained_by(story, square)) for square in below]


def _shows_side_at(seen: Evidence, square: Square, place: Place) -> bool:
    right, down = seen.sweep_at(np.array([square.x]), np.array([square.y]))
    outline = square.whole(seen.size, (float(right[0]), float(down[0]))).astype(np.float32)
    return cv2.pointPolygonTest(outline, place, False) >= 0


def _explained_by(story: Story, square: Square) -> float:
    """In tops: how much worse all would fit without it."""
    view = _view(story, square.x, square.y)
    others = [other for other in view.near if _far(other, view.spot) > 0]
    return Story(view.seen, others).cost - Story(view.seen, view.near).cost


def _apart(squares: list[Square]) -> NDArray[np.float64]:
    x, y = np.array([square.x for square in squares]), np.array([square.y for square in squares])
    return np.asarray(np.hypot(x[:, None] - x, y[:, None] - y))


def _view(story: Story, x: float, y: float) -> View:
    reach = round(_REACH * story.seen.size)
    # Even, for the part may be halved.
    left, top = max(0, round(x) - reach) // 2 * 2, max(0, round(y) - reach) // 2 * 2
    near = [square for square in story.squares if _far(square, (x, y)) <= 2 * reach]
    outer = [square for square in story.squares if _far(square, (x, y)) > 2 * reach]
    return View(story.seen.part(left, top, 2 * reach), _moved(near, -left, -top), outer, left, top, (x - left, y - top))


def _moved(squares: list[Square], right: int, down: int) -> list[Square]:
    return [square._replace(x=square.x + right, y=square.y + down) for square in squares]


def _renewed(story: Story, x: int, y: int) -> Story:
    """The best of what there is and what is found if more and more of the boulders around are forgotten."""
    view = _view(story, x, y)
    before = best = Story(view.seen, view.near)
    if before.unfit < _BETTER:
        return story
    candidates = _candidates(view.seen, view.spot)
    for renewed in _RENEWED:
        kept = [square for square in view.near if _far(square, view.spot) > renewed * view.seen.size]
        built = _fewer(_built(Story(view.seen, kept), candidates), view.spot)
        if built.cost < best.cost + _HOPE:
            best = min(best, _nudged(built, view.spot), key=_cost)
    fewer = len(best.squares) < len(before.squares)
    if best is before or (fewer and before.unfit < best.unfit + _BETTER):
        return story
    return Story(story.seen, view.outer + _moved(best.squares, view.left, view.top))


def _cost(story: Story) -> float:
    return story.cost


def _far(square: Square, place: Place) -> float:
    return math.hypot(square.x - place[0], square.y - place[1])


def _candidates(part: Evidence, spot: Place) -> Candidates:
    """Squares around a spot that might be tops; half the pixels each way are enough to place them."""
    small = part.halved()
    found: list[Square] = []
    for label in np.unique(small.labels[small.labels > 0]):
        weights = np.where(small.tops == label, 1.0, _OTHER_FACE).astype(np.float32) * (small.labels == label)
        for square in placed(weights, small.level, int(label), small.size):
            found.append(square._replace(x=2 * square.x, y=2 * square.y))
    found = [square for square in found if _far(square, spot) < _WITHIN * part.size]
    shape = small.labels.shape
    tops = np.zeros((len(found), *shape), np.uint8)
    for top, square in zip(tops, found, strict=True):
        fill(top, square.corners(part.size) / 2, 1)
    return Candidates(found, tops.reshape(len(found), shape[0] * shape[1]).astype(np.float32))


def _built(story: Story, candidates: Candidates) -> Story:
    """Always the boulder that explains most of what is left, until none is worth it."""
    while True:
        best = min(
            (Story(story.seen, [*story.squares, square]) for square in _promising(story, candidates)),
            key=_cost,
            default=story,
        )
        if best.cost >= story.cost:
            return story
        story = best


def _promising(story: Story, candidates: Candidates) -> list[Square]:
    """The few, not nearly the same, whose tops lie where most is to be explained."""
    shape = (story.misfit.shape[1] // 2, story.misfit.shape[0] // 2)
    misfit = cv2.resize(story.misfit, shape, interpolation=cv2.INTER_AREA)
    covered = candidates.tops @ misfit.reshape(-1) * 4 / story.seen.size**2
    fits = np.array([square.fit for square in candidates.squares])
    free = [
        number
        for number in np.argsort(-(covered + _EDGES * fits))
        if covered[number] > _WORTH and _room(candidates.squares[number], story.squares, _APART * story.seen.size)
    ]
    chosen: list[Square] = []
    for number in free:
        square = candidates.squares[number]
        alike = [other for other in chosen if abs(other.angle - square.angle) < _TURN]
        if _room(square, alike, _SHIFT * story.seen.size):
            chosen.append(square)
    return chosen[:_TRIES]


def _room(square: Square, others: list[Square], apart: float) -> bool:
    return all(_far(square, (other.x, other.y)) > apart for other in others)


def _near(story: Story, spot: Place) -> list[int]:
    return [n for n, square in enumerate(story.squares) if _far(square, spot) < max(_RENEWED) * story.seen.size]


def _fewer(story: Story, spot: Place) -> Story:
    """Without those that explain less than they are worth."""
    while True:
        without = (Story(story.seen, story.squares[:n] + story.squares[n + 1 :]) for n in _near(story, spot))
        best = min(without, key=_cost, default=story)
        if best.cost >= story.cost:
            return story
        story = best


def _nudged(story: Story, spot: Place) -> Story:
    """Each one moved and turned a little, as long as that fits better."""
    for reach in (2.0, 1.0):
        for number in _near(story, spot):
            for right, down, turn in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 3), (0, 0, -3)):
                old = story.squares[number]
                moved = old._replace(x=old.x + right * reach, y=old.y + down * reach, angle=old.angle + turn * reach)
                other = Story(story.seen, [*story.squares[:number], moved, *story.squares[number + 1 :]])
                story = min(story, other, key=_cost)
    return story
