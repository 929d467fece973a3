"""Looks for a better explanation where the boulders found so far do not fit what is seen; it never touches the rest."""

import math
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.compare import Hypothesis, Observation, halved
from hardware.boulders.shapes import Square
from hardware.boulders.witness import Doubt, Place, Proposed, agreed, left_out_of, witnessed

_SPOT, _DOUBT = 0.08, 0.12
"""In tops: less misfit than that within a boulder's reach is but noise; or too little to look for other boulders."""
_TOO_MUCH = 12.0
"""In tops: where that much does not fit, something else lies on the mat."""
_RIMS, _RIMS_IN_A_CROWD, _CROWD = 0.15, 0.05, 4
"""In tops: what the rims of one spot of colour that are as light as a top may add up to; less where many are around."""
_SPOTS = 20
"""Looked at in one picture at most."""
_APART = 24
"""Pixels: nearer to each other two spots are one."""
_REACH = 2.6
"""In boulders: what is that far from a spot has no part in it."""
_AROUND = 2.0
"""In boulders: others that near to a spot make a crowd, and may be too many."""
_WITHIN = 1.5
"""In boulders: others that may be there are tried that near to a spot."""
_NUDGED = 1.4
"""In boulders: those that near to a spot are moved into place."""
_NUDGES = (2.0, 1.0)
"""Pixels, and thirds of a degree, by which one is moved and turned at a time."""
_SURELY = 0.8
"""How likely a proposed one is that need not show what it explains."""
_BESIDE = 1.6
"""In boulders: what is that far from one has no part in where it lies."""
_STAKE = 0.02
"""In tops: where less does not fit, a boulder is left in its place."""
_AT_EDGE = 0.2
"""In tops: how much of a boulder's top may be beyond the far edge of the mat, as it is seen."""
_IN_TOUCH = 1.6
"""In boulders: the middles of two that touch are nearer."""
_OWN = 0.3
"""In tops: what a boulder explains at least that the sides of others would not."""
_ANYWAY = 60
"""Boulders: a picture with more is never sure, and not worth the work."""
_BETTER = 0.04
"""In tops: by how much fewer boulders must fit better, for none tells of the seams around a found top."""

Floats = NDArray[np.float32]
Propose = Callable[[], Proposed]


class Surroundings(NamedTuple):
    """What is seen around a spot, and the boulders near it, counted from its left upper corner; and those beyond."""

    seen: Observation
    near: list[Square]
    outer: list[Square]
    left: int
    top: int
    spot: Place


class Refined(NamedTuple):
    """Boulders that fit as well as is written on them, and where something does not, the worst spot first."""

    squares: list[Square]
    doubts: list[Doubt]

    @property
    def misfit(self) -> float:
        """In tops, at the worst spot."""
        return self.doubts[0][1] if self.doubts else 0.0


def refined(seen: Observation, squares: list[Square], propose: Propose | None = None, cut: bool = False) -> Refined:
    """Where the boulders found do not fit, or some touch, others are proposed for the whole picture; the better ones
    are taken.

    Then, at each spot that still does not fit, what else may be there is tried. `cut`: whether something is seen that
    these boulders cannot explain, for it ends at the edge.
    """
    quick = seen.halved()
    first = Hypothesis(quick, [halved(square) for square in squares])
    quick.lighting = first.lighting()
    spots = _spots(first)
    rims = _rims(first)
    fits = float(spots.max()) < _SPOT and all(rim < _DOUBT for _, rim in rims) and not _sides(first)
    if fits and not cut and not _joined(seen, squares):
        return _judged(squares, spots, 2, rims)
    proposed = propose() if propose is not None else Proposed(seen, [], [])
    seen, quick = proposed.seen, proposed.seen.halved()
    squares = witnessed(squares, proposed)
    # More pixels tell more about the light.
    seen.lighting = quick.lighting = Hypothesis(seen, squares).lighting()
    guess = min(Hypothesis(seen, squares), Hypothesis(seen, proposed.likely), key=_cost)
    if len(guess.squares) > _ANYWAY or float(guess.misfit.sum()) > _TOO_MUCH * seen.size**2:
        return _judged(guess.squares, _spots(guess), 1, rims)
    guess = min(guess, _needed(_placed(_levelled(_needed(Hypothesis(seen, proposed.likely))))), key=_cost)
    seen.lighting = guess.lighting()
    others = [*proposed.others, *squares, *proposed.likely]
    guess = _settled(Hypothesis(seen, guess.squares), others, proposed)
    if float((_spots(guess) * agreed(guess.squares, proposed)).max()) > _DOUBT:
        # Wrong boulders say wrong things about the light.
        seen.lighting = guess.lighting()
        guess = _settled(Hypothesis(seen, guess.squares), others, proposed)
    weights = agreed(guess.squares, proposed)
    rims = _rims(Hypothesis(quick, [halved(square) for square in guess.squares]))
    rims = [((x, y), rim * float(weights[round(y), round(x)])) for (x, y), rim in rims]
    left_out = left_out_of(guess.squares, proposed)
    return _judged(guess.squares, _spots(guess) * weights, 1, [*rims, *left_out])


def _judged(squares: list[Square], spots: Floats, step: int, others: list[Doubt]) -> Refined:
    """`step`: how many pixels of the picture one of the spots stands for; `others` are doubts that are no spots."""
    height, width = spots.shape
    rows = [min(max(0, int(square.y / step)), height - 1) for square in squares]
    columns = [min(max(0, int(square.x / step)), width - 1) for square in squares]
    fits = np.maximum(0.0, 1.0 - spots[rows, columns]).tolist() if squares else []
    judged = [square._replace(fit=fit) for square, fit in zip(squares, fits, strict=True)]
    doubts = [((x * step, y * step), doubt) for (x, y), doubt in _worst(spots)]
    return Refined(judged, sorted(doubts + others, key=lambda doubt: -doubt[1]))


def _worst(spots: Floats) -> list[Doubt]:
    """Where it fits worst, apart from each other."""
    spots, found = spots.copy(), list[Doubt]()
    while len(found) < _SPOTS:
        _, misfit, _, (x, y) = cv2.minMaxLoc(spots)
        if misfit < _SPOT and found:
            break
        found.append(((x, y), misfit))
        cv2.circle(spots, (x, y), _APART, 0.0, cv2.FILLED)
    return found


def _rims(guess: Hypothesis) -> list[Doubt]:
    """Where more of one spot of colour is left unexplained, as light as a top, than may be, and how much, in tops.

    Rims are blurred, so a thin one is no misfit; but if many are left, they may hide a boulder that was missed, most of
    all where several others stand around it. `guess` has half the pixels each way.
    """
    tops, doubts = np.where(guess.unexplained, guess.seen.tops, 0), list[Doubt]()
    for label in np.unique(tops[tops > 0]):
        _, numbers = cv2.connectedComponents((guess.seen.labels == label).astype(np.uint8), connectivity=4)
        areas = np.bincount(numbers[tops == label])
        for number in np.flatnonzero(areas > _RIMS_IN_A_CROWD * guess.seen.size**2).tolist():
            down, right = np.nonzero((numbers == number) & (tops == label))
            x, y = float(np.median(right)), float(np.median(down))
            limit = _RIMS_IN_A_CROWD if len(_near(guess, (x, y))) >= _CROWD else _RIMS
            doubts.append(((2 * x, 2 * y), int(areas[number]) / guess.seen.size**2 - limit))
    return doubts


def _needed(guess: Hypothesis) -> Hypothesis:
    """Without the unlikely ones that explain less than they are worth."""
    squares = list(guess.squares)
    for square in sorted(guess.squares, key=lambda square: square.likely):
        if square.likely > _SURELY or guess.seen.budget.exhausted:
            break
        around = _surroundings(guess.seen, squares, square.x, square.y, _BESIDE)
        others = [other for other in around.near if _far(other, around.spot) > 0]
        if Hypothesis(around.seen, others).cost < Hypothesis(around.seen, around.near).cost:
            squares.remove(square)
    return Hypothesis(guess.seen, squares) if len(squares) < len(guess.squares) else guess


def _levelled(guess: Hypothesis) -> Hypothesis:
    """Those on others laid on the mat where that fits better."""
    squares = list(guess.squares)
    for square in guess.squares:
        if square.lifted:
            around = _surroundings(guess.seen, squares, square.x, square.y, _BESIDE)
            level = [one._replace(lifted=False) if _far(one, around.spot) == 0 else one for one in around.near]
            if Hypothesis(around.seen, level).cost < Hypothesis(around.seen, around.near).cost:
                squares = around.outer + _moved(level, around.left, around.top)
    return Hypothesis(guess.seen, squares) if squares != guess.squares else guess


def _placed(guess: Hypothesis) -> Hypothesis:
    """Each boulder moved into place among those around it: what was proposed is but roughly there."""
    squares = list(guess.squares)
    for number in sorted(range(len(squares)), key=guess.at_stake, reverse=True):
        if guess.at_stake(number) < _STAKE:
            break
        around = _surroundings(guess.seen, squares, squares[number].x, squares[number].y, _BESIDE)
        own = around.near.index(_moved([squares[number]], -around.left, -around.top)[0])
        moved = _nudged_one(Hypothesis(around.seen, around.near), own)
        squares[number] = _moved([moved.squares[own]], around.left, around.top)[0]
    return Hypothesis(guess.seen, squares)


def _settled(guess: Hypothesis, others: list[Square], proposed: Proposed) -> Hypothesis:
    """What may be but a side first, then the worst spot, each of them once."""
    for (x, y), doubt in _sides(guess):
        if doubt > 0:
            guess = _with_others(guess, others, round(x), round(y), thorough=True)
    tried: list[tuple[int, int]] = []
    while len(tried) < _SPOTS and not guess.seen.budget.exhausted:
        spots = _spots(guess) * agreed(guess.squares, proposed)
        for place in tried:
            cv2.circle(spots, place, round(0.7 * guess.seen.size), 0.0, -1)
        _, misfit, _, (x, y) = cv2.minMaxLoc(spots)
        if misfit < _DOUBT:
            break
        tried.append((x, y))
        guess = _with_others(guess, others, x, y)
    return guess


def _spots(guess: Hypothesis) -> Floats:
    """How much does not fit within a boulder's reach of each pixel, in tops."""
    whole = round(1.2 * guess.seen.size)
    around = cv2.boxFilter(guess.misfit, -1, (whole, whole), normalize=False)
    spots: Floats = np.asarray(around / np.float32(guess.seen.size**2), np.float32)
    doubts = _overlaps(guess.squares, guess.seen.size)
    doubts += [((s.x, s.y), off - _AT_EDGE) for s, off in zip(guess.squares, guess.off_mat.tolist(), strict=True)]
    doubts += [((s.x, s.y), lit) for s, lit in zip(guess.squares, guess.lit_sides.tolist(), strict=True)]
    for (x, y), doubt in doubts + _sides(guess):
        if 0 <= round(x) < spots.shape[1] and 0 <= round(y) < spots.shape[0]:
            spots[round(y), round(x)] = max(float(spots[round(y), round(x)]), doubt)
    return spots


def _overlaps(squares: list[Square], size: float) -> list[Doubt]:
    """Where two tops are nearer than a boulder is wide, and by how much, in tops: they cannot both be there."""
    squares = [square for square in squares if not square.lifted]
    apart = _apart(squares) / size
    pairs = [(squares[a], squares[b], apart[a, b]) for a, b in np.argwhere(np.triu(apart < 1.0, 1))]
    return [(((one.x + other.x) / 2, (one.y + other.y) / 2), 1.0 - float(near)) for one, other, near in pairs]


def _sides(guess: Hypothesis) -> list[Doubt]:
    """Tops that may be but sides of others, for they lie where these would show; less so if they explain much."""
    squares = [square for square in guess.squares if not square.lifted]
    pairs = [(squares[a], squares[b]) for a, b in np.argwhere(_in_touch(squares, guess.seen.size))]
    below = {square for behind, square in pairs if _shows_side_at(guess.seen, behind, (square.x, square.y))}
    return [((square.x, square.y), _OWN - _explained_by(guess, square)) for square in below]


def _in_touch(squares: list[Square], size: float) -> NDArray[np.bool_]:
    """Which two of one colour touch: what looks like two of them may be three."""
    labels = np.array([square.label for square in squares])
    return np.asarray(
        (_apart(squares) < _IN_TOUCH * size) & (labels[:, None] == labels) & ~np.eye(len(squares), dtype=bool)
    )


def _joined(seen: Observation, squares: list[Square]) -> bool:
    """Whether two of one colour touch and nothing of another is seen between them."""
    for a, b in np.argwhere(np.triu(_in_touch(squares, seen.size))).tolist():
        one, other = squares[a], squares[b]
        x, y = (np.linspace(*ends, round(seen.size)) for ends in ((one.x, other.x), (one.y, other.y)))
        rows, columns = (
            np.clip(np.round(v).astype(int), 0, n - 1) for v, n in zip((y, x), seen.labels.shape, strict=True)
        )
        if (seen.labels[rows, columns] == one.label).all():
            return True
    return False


def _shows_side_at(seen: Observation, square: Square, place: Place) -> bool:
    outline = square.whole(seen.size, seen.sweep_at(square.x, square.y)).astype(np.float32)
    return cv2.pointPolygonTest(outline, place, False) >= 0


def _explained_by(guess: Hypothesis, square: Square) -> float:
    """In tops: how much worse all would fit without it."""
    if len(guess.squares) > _ANYWAY:
        return 0.0
    around = _surroundings(guess.seen, guess.squares, square.x, square.y)
    others = [other for other in around.near if _far(other, around.spot) > 0]
    return Hypothesis(around.seen, others).cost - Hypothesis(around.seen, around.near).cost


def _apart(squares: list[Square]) -> NDArray[np.float64]:
    x, y = np.array([square.x for square in squares]), np.array([square.y for square in squares])
    return np.asarray(np.hypot(x[:, None] - x, y[:, None] - y))


def _surroundings(whole: Observation, squares: list[Square], x: float, y: float, far: float = _REACH) -> Surroundings:
    reach = round(far * whole.size)
    # Even, for the part may be halved.
    left, top = max(0, round(x) - reach) // 2 * 2, max(0, round(y) - reach) // 2 * 2
    seen = whole.part(left, top, 2 * reach)
    here = _moved(squares, -left, -top)
    within = seen.within(here)
    near = [square for square, reaches in zip(here, within, strict=True) if reaches]
    outer = [square for square, reaches in zip(squares, within, strict=True) if not reaches]
    return Surroundings(seen, near, outer, left, top, (x - left, y - top))


def _moved(squares: list[Square], right: int, down: int) -> list[Square]:
    return [square._replace(x=square.x + right, y=square.y + down) for square in squares]


def _with_others(guess: Hypothesis, others: list[Square], x: int, y: int, thorough: bool = False) -> Hypothesis:
    """The best of what there is, moved into place, and of what may be there beside it or instead.

    What fits is looked at no longer, unless `thorough`: sides that pass for tops fit as well.
    """
    if guess.seen.budget.exhausted:
        return guess
    around = _surroundings(guess.seen, guess.squares, x, y)
    before = Hypothesis(around.seen, around.near)
    if before.unfit < _BETTER:
        return guess
    best = before if thorough else _nudged(before, around.spot)
    if thorough or not _fits_at(best, around.spot):
        near = [other for other in others if _far(other, (x, y)) < _WITHIN * guess.seen.size]
        built = _fewer(_built(best, _moved(near, -around.left, -around.top)), around.spot)
        if built is not best:
            best = _nudged(built, around.spot)
    fewer = len(best.squares) < len(before.squares)
    if best.cost >= before.cost or (fewer and before.unfit < best.unfit + _BETTER):
        return guess
    return Hypothesis(guess.seen, around.outer + _moved(best.squares, around.left, around.top))


def _built(guess: Hypothesis, others: list[Square]) -> Hypothesis:
    """With those that may be there, beside what there is or instead of the nearest, as long as that fits better."""
    while not guess.seen.budget.exhausted:
        changed = []
        for other in others:
            if other in guess.squares:
                continue
            changed.append([*guess.squares, other])
            nearest = min(guess.squares, key=lambda square: _far(square, (other.x, other.y)), default=None)
            if nearest is not None and _far(nearest, (other.x, other.y)) < guess.seen.size:
                changed.append([other if square is nearest else square for square in guess.squares])
        best = min((Hypothesis(guess.seen, squares) for squares in changed), key=_cost, default=guess)
        if best.cost >= guess.cost:
            break
        guess = best
    return guess


def _fits_at(guess: Hypothesis, spot: Place) -> bool:
    """Whether no more than noise is left around the spot."""
    reach = round(guess.seen.size)
    left, top = max(0, round(spot[0]) - reach), max(0, round(spot[1]) - reach)
    here = _spots(guess)[top : round(spot[1]) + reach, left : round(spot[0]) + reach]
    return float(here.max()) < _DOUBT


def _cost(guess: Hypothesis) -> float:
    return guess.cost


def _far(square: Square, place: Place) -> float:
    return math.hypot(square.x - place[0], square.y - place[1])


def _near(guess: Hypothesis, spot: Place, reach: float = _AROUND) -> list[int]:
    return [n for n, square in enumerate(guess.squares) if _far(square, spot) < reach * guess.seen.size]


def _fewer(guess: Hypothesis, spot: Place) -> Hypothesis:
    """Without those that explain less than they are worth."""
    while not guess.seen.budget.exhausted:
        without = (Hypothesis(guess.seen, guess.squares[:n] + guess.squares[n + 1 :]) for n in _near(guess, spot))
        best = min(without, key=_cost, default=guess)
        if best.cost >= guess.cost:
            break
        guess = best
    return guess


def _nudged(guess: Hypothesis, spot: Place) -> Hypothesis:
    """Each one moved and turned a little, as long as that fits better."""
    for reach in _NUDGES:
        for number in _near(guess, spot, _NUDGED):
            guess = _moved_by(guess, number, reach)
    return guess


def _nudged_one(guess: Hypothesis, number: int) -> Hypothesis:
    for reach in _NUDGES:
        guess = _moved_by(guess, number, reach)
    return guess


def _moved_by(guess: Hypothesis, number: int, reach: float) -> Hypothesis:
    if guess.at_stake(number) < _STAKE:
        return guess
    for right, down, turn in ((1, 0, 0), (0, 1, 0), (0, 0, 3)):
        if guess.seen.budget.exhausted:
            return guess
        before = guess
        for way in (reach, -reach):
            old = guess.squares[number]
            moved = old._replace(x=old.x + right * way, y=old.y + down * way, angle=old.angle + turn * way)
            other = Hypothesis(guess.seen, [*guess.squares[:number], moved, *guess.squares[number + 1 :]])
            guess = min(guess, other, key=_cost)
            if guess is not before:
                # The other way would but lead back.
                break
    return guess
