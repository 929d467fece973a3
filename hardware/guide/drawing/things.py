"""What stands on and around the table, drawn simply: tower, phone, camera, boards; each at the canvas's origin."""

from math import atan2, degrees

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH, marker_boxes
from hardware.guide.drawing.canvas import INK, PAPER, SOFT, Canvas, Point

WOOD, DARK_WOOD, GREEN, GOLD, METAL = "#c99a5b", "#8f6636", "#2c6147", "#d8b45a", "#c9ccd1"
BOULDERS = {"red": "#c8322b", "blue": "#2a62b8", "yellow": "#e8bd2c", "white": "#f4f1ea"}
SCREEN = "#211c18"


def tower(canvas: Canvas) -> None:
    """120 wide, 190 high, its foot on the line y = 0."""
    canvas.rect(-70, -16, 140, 16, rx=3, fill=DARK_WOOD)
    for row in range(6):
        shift = 8 if row % 2 else 0
        for part in range(3):
            canvas.rect(
                -54 + 36 * part + shift - 4, -44 - 27 * row, 34, 25, rx=4, fill=WOOD, stroke=DARK_WOOD, stroke_width=2
            )
    canvas.path("M-58 -184 h116 l-12 -14 h-92 z", fill=DARK_WOOD)
    canvas.rect(-20, -40, 40, 24, rx=3, fill=SCREEN)


def hammer(canvas: Canvas) -> None:
    canvas.rect(-6, 0, 12, 92, rx=5, fill=DARK_WOOD)
    canvas.rect(-34, -26, 68, 32, rx=6, fill="#9aa0a6", stroke="#6d7278", stroke_width=2)


def cube(canvas: Canvas, colour: str) -> None:
    canvas.polygon(((0, 0), (14, -6), (28, 0), (14, 6)), fill=BOULDERS[colour], stroke=INK, stroke_width=1)
    canvas.polygon(((0, 0), (14, 6), (14, 22), (0, 15)), fill=BOULDERS[colour], stroke=INK, stroke_width=1)
    canvas.polygon(((28, 0), (14, 6), (14, 22), (28, 15)), fill=BOULDERS[colour], stroke=INK, stroke_width=1)
    canvas.polygon(((28, 0), (14, 6), (14, 22), (28, 15)), fill="#000", opacity=0.25)


def phone(canvas: Canvas, *words: str, big: str = "") -> None:
    """100 by 176, its upper left corner at the origin."""
    canvas.rect(0, 0, 100, 176, rx=14, fill="#15120f", stroke="#000")
    canvas.rect(7, 10, 86, 156, rx=8, fill="#2a231d")
    if big:
        canvas.text(50, 76, big, "light title", "middle")
    for number, line in enumerate(words):
        top = 104 + 32 * number - (32 if not big else 0)
        canvas.rect(14, top, 72, 26, rx=7, fill="#d9822b" if number == 0 else "#4a3d31")
        canvas.text(50, top + 17, line, "tiny" if number == 0 else "light tiny", "middle")


def laptop(canvas: Canvas, *lines: str) -> None:
    """360 by 210 with a terminal on its screen."""
    canvas.rect(0, 0, 360, 200, rx=12, fill="#3d3a37", stroke="#211f1d", stroke_width=2)
    canvas.rect(10, 10, 340, 176, rx=5, fill=SCREEN)
    for number, line in enumerate(lines):
        colour = "#ffc06a" if line.startswith("$ ") else "#efe6d8"
        canvas.text(22, 36 + 22 * number, line, "mono", style=f"fill: {colour}")
    canvas.path("M-26 200 h412 l-16 16 h-380 z", fill="#5a5652")


def mat(canvas: Canvas, scale: float = 1.0) -> None:
    """From above: its markers are where they are printed, a unit a millimetre."""
    canvas.rect(0, 0, MAT_WIDTH * scale, MAT_HEIGHT * scale, fill="#9b9b98", stroke=INK, stroke_width=1)
    for box in marker_boxes():
        side = (box.x1 - box.x0) * scale
        canvas.rect(box.x0 * scale, box.y0 * scale, side, side, fill="#161616")
        canvas.rect(box.x0 * scale + side / 4, box.y0 * scale + side / 3, side / 3, side / 4, fill="#9b9b98")


def mat_from_the_side(canvas: Canvas) -> None:
    canvas.path("M0 0 h260 l26 26 h-260 z", fill="#9b9b98", stroke=INK, stroke_width=1)


def camera(canvas: Canvas) -> None:
    """It looks down from the origin."""
    canvas.rect(-30, -22, 60, 30, rx=8, fill="#2b2b2f", stroke="#000")
    canvas.circle(0, 6, 12, fill="#2b2b2f")
    canvas.circle(0, 6, 7, fill="#6f8fb8", stroke="#d9e4f2", stroke_width=2)


def pico_board(canvas: Canvas) -> None:
    """150 by 60, its USB socket to the left: pins 40 to 21 run along the upper edge."""
    canvas.rect(0, 0, 150, 60, rx=6, fill=GREEN, stroke="#1c4331", stroke_width=2)
    canvas.rect(-12, 17, 34, 26, rx=3, fill=METAL, stroke="#7d8288", stroke_width=2)
    canvas.rect(70, 17, 26, 26, rx=2, fill="#222")
    canvas.rect(34, 22, 18, 16, rx=3, fill="#f4f1ea", stroke="#999")
    for pin in range(20):
        canvas.circle(9 + 7 * pin, 5, 2.2, fill=GOLD)
        canvas.circle(9 + 7 * pin, 55, 2.2, fill=GOLD)


def pi_board(canvas: Canvas, name: str = "Raspberry Pi") -> None:
    """200 by 130, its USB sockets to the right."""
    canvas.rect(0, 0, 200, 130, rx=10, fill=GREEN, stroke="#1c4331", stroke_width=2)
    canvas.rect(14, 8, 130, 18, rx=3, fill="#1b1b1b")
    for pin in range(20):
        canvas.circle(20 + 6.2 * pin, 13, 1.8, fill=GOLD)
        canvas.circle(20 + 6.2 * pin, 21, 1.8, fill=GOLD)
    canvas.rect(66, 48, 40, 40, rx=3, fill="#222")
    for top in (20, 72):
        canvas.rect(164, top, 46, 38, rx=3, fill=METAL, stroke="#7d8288", stroke_width=2)
    canvas.text(16, 114, name, "light term")


def zero_board(canvas: Canvas) -> None:
    """260 by 120: header above, sockets below, the ribbon's to the right."""
    canvas.rect(0, 0, 260, 120, rx=12, fill=GREEN, stroke="#1c4331", stroke_width=2)
    canvas.rect(24, 8, 212, 24, rx=3, fill="#1b1b1b")
    canvas.rect(90, 48, 44, 44, rx=3, fill="#222")
    canvas.rect(-6, 46, 24, 40, rx=2, fill=METAL, stroke="#7d8288", stroke_width=2)
    for left, width in ((40, 36), (152, 28), (206, 28)):
        canvas.rect(left, 106, width, 22, rx=3, fill=METAL, stroke="#7d8288", stroke_width=2)
    canvas.rect(244, 36, 22, 56, rx=2, fill="#f4f1ea", stroke="#7d8288", stroke_width=2)
    canvas.text(146, 66, "Zero 2 W", "light term")


def disc(canvas: Canvas) -> None:
    canvas.circle(0, 0, 30, fill=GOLD, stroke="#8b6c22", stroke_width=2)
    canvas.circle(0, 0, 18, fill="#f2efe8", stroke="#a59c8b", stroke_width=1.5)


def meter(canvas: Canvas, reading: str) -> None:
    """120 by 170; its leads start at (40, 170) and (80, 170)."""
    canvas.rect(0, 0, 120, 170, rx=14, fill="#e0a63a", stroke="#8d6717", stroke_width=2)
    canvas.rect(14, 16, 92, 46, rx=5, fill="#d3dcc6", stroke="#6b735e", stroke_width=2)
    canvas.text(60, 48, reading, "title", "middle")
    canvas.circle(60, 108, 28, fill="#3a3a3a")
    canvas.path("M60 108 L46 88", stroke=PAPER, stroke_width=5, stroke_linecap="round")
    canvas.circle(40, 156, 6, fill="#222")
    canvas.circle(80, 156, 6, fill="#c8322b")


def strip(canvas: Canvas, lit: int = 8) -> None:
    """340 by 40, eight lamps."""
    canvas.rect(0, 0, 340, 40, rx=5, fill="#26231f")
    for number, colour in enumerate(("#ffffff", "#ff5148", "#59d26a", "#5a86ff", *("#ffb050",) * 4)):
        canvas.rect(22 + 40 * number, 8, 24, 24, rx=4, fill=colour if number < lit else "#4a4540", stroke="#fff6e6")


def ring(canvas: Canvas) -> None:
    canvas.circle(0, 0, 64, fill="none", stroke="#26231f", stroke_width=26)
    for number in range(16):
        with canvas.at(0, 0, turned=22.5 * number):
            colour = ("#ffe0b8", "#ffa640", "#ff5148", "#5a86ff")[number % 4]
            canvas.rect(-8, -72, 16, 16, rx=3, fill=colour, stroke="#fff6e6")


def card(canvas: Canvas) -> None:
    """A memory card, 70 by 90."""
    canvas.path(
        "M0 10 a10 10 0 0 1 10 -10 h40 l20 20 v60 a10 10 0 0 1 -10 10 h-50 a10 10 0 0 1 -10 -10 z", fill="#2f3a4f"
    )
    for number in range(5):
        canvas.rect(10 + 10 * number, 8, 6, 16, fill=GOLD)


def printer(canvas: Canvas) -> None:
    """220 by 130, paper coming out below."""
    canvas.rect(30, 0, 160, 40, fill="#fffdf8", stroke=SOFT, stroke_width=2)
    canvas.rect(0, 36, 220, 78, rx=12, fill="#77736c", stroke="#4b4843", stroke_width=2)
    canvas.rect(22, 96, 176, 12, rx=4, fill="#2b2620")


def arrow(canvas: Canvas, start: Point, end: Point) -> None:
    (x0, y0), (x1, y1) = start, end
    canvas.path(f"M{x0:g} {y0:g} L{x1:g} {y1:g}", stroke=SOFT, stroke_width=4, stroke_linecap="round")
    turned = _angle(x1 - x0, y1 - y0)
    with canvas.at(x1, y1, turned=turned):
        canvas.polygon(((10, 0), (-8, -9), (-8, 9)), fill=SOFT)


def cable(canvas: Canvas, d: str, colour: str = "#7a5aa6") -> None:
    canvas.path(d, fill="none", stroke=colour, stroke_width=5, stroke_linecap="round")


def iron(canvas: Canvas) -> None:
    """A soldering iron whose tip is at the origin."""
    canvas.polygon(((0, 0), (26, -16), (30, -10)), fill="#9aa0a6")
    canvas.path("M28 -13 L62 -34", stroke="#9aa0a6", stroke_width=9)
    canvas.path("M62 -34 L124 -72", stroke="#c8322b", stroke_width=18, stroke_linecap="round")


def _angle(dx: float, dy: float) -> float:
    return round(degrees(atan2(dy, dx)), 2)
