"""The landing mat: where everything is on the printed page, in millimetres; it never looks at a picture.

The mat is mid-grey with black markers, without any white around them: a white boulder on a marker is still the only
white thing there. One layout fits A4 and Letter. As on the page, x runs to the right and y down: the tower stands at
the upper edge.
"""

from typing import NamedTuple

from hardware.boulders import BLUE, RED, YELLOW

MAT_WIDTH = 262.0
MAT_HEIGHT = 192.0
MARKER_SIZE = 20.0
SMALL_MARKER_SIZE = 14.0
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
    """The markers, by number: four at the corners clockwise from the upper left, then smaller ones along the edges.

    Boulders come to lie on some of them; those that can be seen are enough.
    """
    near, far = MARKER_MARGIN, MARKER_MARGIN + MARKER_SIZE
    left, right = (near, far), (MAT_WIDTH - far, MAT_WIDTH - near)
    upper, lower = (near, far), (MAT_HEIGHT - far, MAT_HEIGHT - near)
    corners = [Box(x[0], y[0], x[1], y[1]) for x, y in ((left, upper), (right, upper), (right, lower), (left, lower))]
    edges = []
    for middle in (MAT_WIDTH * share for share in (0.27, 0.5, 0.73)):
        for y in (MARKER_MARGIN, MAT_HEIGHT - MARKER_MARGIN - SMALL_MARKER_SIZE):
            edges.append(Box(middle - SMALL_MARKER_SIZE / 2, y, middle + SMALL_MARKER_SIZE / 2, y + SMALL_MARKER_SIZE))
    return (*corners, *edges)


def patches() -> tuple[Patch, ...]:
    """Reference colours along both sides, too narrow to be taken for a boulder."""
    left = (("white", (255, 255, 255)), ("light grey", (186, 186, 186)), ("dark grey", (64, 64, 64)))
    right = ((RED, (200, 30, 40)), (YELLOW, (245, 200, 20)), (BLUE, (20, 80, 170)))
    rows = ((60.0, 80.0), (86.0, 106.0), (112.0, 132.0))
    return tuple(
        Patch(name, Box(x, y0, x + 5.0, y1), colour)
        for x, column in ((1.0, left), (MAT_WIDTH - 6.0, right))
        for (name, colour), (y0, y1) in zip(column, rows, strict=True)
    )
