"""The landing mat: where everything is on the printed page, in millimetres; it never looks at a picture.

The mat is mid-grey with black markers, without any white around them: a white boulder on a marker is still the only
white thing there. One layout fits A4 and Letter. As on the page, x runs to the right and y down: the tower stands at
the upper edge.
"""

from typing import NamedTuple

MAT_WIDTH = 262.0
MAT_HEIGHT = 192.0
MARKER_SIZE = 22.0
MARKER_MARGIN = 5.0

GREY = (0.184, 0.184, 0.184)
"""What the field reflects in linear red, green and blue: the printer's 50 % (sRGB 119)."""


class Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float


class Patch(NamedTuple):
    name: str
    box: Box
    colour: tuple[int, int, int]
    """Red, green and blue as sent to the printer, 0 to 255."""


LANDING = Box(16.0, 16.0, MAT_WIDTH - 16.0, MAT_HEIGHT - 16.0)
"""Where a cube's middle may lie so that the whole of it is on the mat."""

CUBE_SIZE = 10.0
"""The edge of a boulder before any calibration."""


def marker_boxes() -> tuple[Box, ...]:
    """The four markers, by number: clockwise from the upper left."""
    near, far = MARKER_MARGIN, MARKER_MARGIN + MARKER_SIZE
    left, right = (near, far), (MAT_WIDTH - far, MAT_WIDTH - near)
    front, back = (near, far), (MAT_HEIGHT - far, MAT_HEIGHT - near)
    return tuple(Box(x[0], y[0], x[1], y[1]) for x, y in ((left, front), (right, front), (right, back), (left, back)))


def patches() -> tuple[Patch, ...]:
    """Reference colours along both sides, too narrow to be taken for a boulder."""
    left = (("white", (255, 255, 255)), ("light grey", (186, 186, 186)), ("dark grey", (64, 64, 64)))
    right = (("red", (200, 30, 40)), ("yellow", (245, 200, 20)), ("blue", (20, 80, 170)))
    rows = ((60.0, 80.0), (86.0, 106.0), (112.0, 132.0))
    return tuple(
        Patch(name, Box(x, y0, x + 5.0, y1), colour)
        for x, column in ((1.0, left), (MAT_WIDTH - 6.0, right))
        for (name, colour), (y0, y1) in zip(column, rows, strict=True)
    )
