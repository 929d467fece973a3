"""Holds what was proposed against the boulders that explain a picture, as a second witness; it never chooses any."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.compare import Observation
from hardware.boulders.shapes import Square

_SAME = 0.45
"""In boulders: what is proposed that near to one that was found is that one."""
_DISPUTED, _AGREED = 0.5, 0.15
"""How unlikely a boulder that was found, or how likely one that was not, is disputed; where nothing is, so much of what
does not fit counts. Between 0.15 and 0.25 as many were right; with less, fewer heaps are too much work."""
_SURELY_THERE, _UNHEARD = 0.75, 0.3
"""How likely one is, though nothing else speaks for it, that makes a count unsure; and, in tops, how much. In scenes
that were counted right hardly any is likelier."""
_WITHIN = 1.5
"""In boulders: how far around it a dispute reaches."""
_EITHER = 0.35
"""In boulders: one on the mat and one on others that are nearer to each other may be one that nobody can tell."""

Floats = NDArray[np.float32]
Place = tuple[float, float]
Doubt = tuple[Place, float]
"""Where something is doubtful, and how much, in tops."""


class Proposed(NamedTuple):
    """What is seen of the whole picture, also beyond the mat's edge where one is proposed; boulders that are likely
    there, and others that may be."""

    seen: Observation
    likely: list[Square]
    others: list[Square]


def witnessed(squares: list[Square], proposed: Proposed) -> list[Square]:
    """As likely as they were proposed."""
    unlikely, _ = _disputes(squares, proposed)
    return [square._replace(likely=1.0 - doubt) for square, (_, doubt) in zip(squares, unlikely, strict=True)]


def agreed(squares: list[Square], proposed: Proposed) -> Floats:
    """How much what does not fit counts around each pixel: less where everybody sees the same boulders."""
    weights = np.full(proposed.seen.labels.shape, _AGREED, np.float32)
    unlikely, left_out = _disputes(squares, proposed)
    for (x, y), doubt in unlikely + left_out:
        if doubt > _DISPUTED:
            cv2.circle(weights, (round(x), round(y)), round(_WITHIN * proposed.seen.size), 1.0, cv2.FILLED)
    return weights


def left_out_of(squares: list[Square], proposed: Proposed) -> list[Doubt]:
    """Where one is missing that was surely proposed."""
    _, left_out = _disputes(squares, proposed)
    return [(place, _UNHEARD * likely) for place, likely in left_out if likely > _SURELY_THERE]


def _disputes(squares: list[Square], proposed: Proposed) -> tuple[list[Doubt], list[Doubt]]:
    """How unlikely each boulder was held to be, and how likely each that is not among them; they go one to one."""
    others = [*proposed.likely, *proposed.others]
    pairs = [
        (one.lifted != other.lifted, math.hypot(one.x - other.x, one.y - other.y), n, m)
        for n, one in enumerate(squares)
        for m, other in enumerate(others)
    ]
    same: dict[int, int] = {}
    for *_, number, other in sorted(pair for pair in pairs if pair[1] < _SAME * proposed.seen.size):
        if number not in same and other not in same.values():
            same[number] = other
    unmatched = [other for number, other in enumerate(others) if number not in same.values()]
    unlikely, left_out = list[Doubt](), list[Doubt]()
    for number, square in enumerate(squares):
        seen = [others[same[number]]] if number in same else []
        seen += [other for other in unmatched if _either(other, square, proposed.seen.size)]
        unlikely.append(((square.x, square.y), 1.0 - max((other.likely for other in seen), default=0.0)))
    for one in unmatched:
        if not any(_either(one, square, proposed.seen.size) for square in squares):
            left_out.append(((one.x, one.y), one.likely))
    return unlikely, left_out


def _either(one: Square, other: Square, size: float) -> bool:
    return one.lifted != other.lifted and math.hypot(one.x - other.x, one.y - other.y) < _EITHER * size
