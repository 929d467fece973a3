"""Boulders drawn flat, as an ideal picture would show them: what the explanations are tested with."""

import numpy as np

from hardware.boulders.compare import Observation
from hardware.boulders.shapes import Square, Sweep, fill
from hardware.boulders.work_budget import Budget

SIZE = 20.0
SWEEP = (0.0, 12.0)
TOP, SIDE = 150, 100


def sweep_at(_x: float, _y: float) -> Sweep:
    return SWEEP


def observation(squares: list[Square], side: int = SIDE) -> Observation:
    """`side` is how light the sides are."""
    labels, level = np.zeros((120, 160), np.uint8), np.full((120, 160), 85, np.uint8)
    for square in sorted(squares, key=lambda square: square.y):
        for canvas, value in ((labels, square.label), (level, side)):
            fill(canvas, square.whole(SIZE, SWEEP), value)
    for square in squares:
        fill(level, square.corners(SIZE), TOP)
        fill(labels, square.corners(SIZE), square.label)
    tops = np.where(level == TOP, labels, 0).astype(np.uint8)
    return Observation(labels, level, tops, np.ones(labels.shape, np.bool_), SIZE, sweep_at, rim=2, budget=Budget())


def square(x: float, y: float, angle: float = 0.0, label: int = 1) -> Square:
    return Square(x, y, angle, label, 1.0)
