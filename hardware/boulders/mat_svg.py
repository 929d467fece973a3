"""The landing mat as a page to print, in vectors and millimetres; it never looks at a picture.

Print it at 100 %, on matt paper: the scale bar tells whether the printer kept the size.
"""

from html import escape
from typing import Literal, NamedTuple

import cv2

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH, Box, marker_boxes, patches

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}

_CELLS = 6
_FIELD = "#777777"
_INK = "#101010"
_BAR = 100.0


class Words(NamedTuple):
    """What is written on the mat; the page that serves it translates these."""

    tower: str = "Put the tower here"
    scale: str = "This bar is 100 mm long"
    print_at: str = "Print at 100 %"


def svg(paper: Paper, words: Words | None = None) -> str:
    words = words or Words()
    width, height = PAPERS[paper]
    left, top = (width - MAT_WIDTH) / 2, (height - MAT_HEIGHT) / 2
    body = [_box(Box(0, 0, MAT_WIDTH, MAT_HEIGHT), _FIELD)]
    for number, box in enumerate(marker_boxes()):
        body += _marker(number, box)
    for patch in patches():
        body.append(_box(patch.box, "#{:02x}{:02x}{:02x}".format(*patch.colour)))
    body.append(_text(MAT_WIDTH / 2, 3.8, "▲ " + words.tower + " ▲"))
    middle, low = MAT_WIDTH / 2, MAT_HEIGHT - 1.2
    body.append(_box(Box(middle - _BAR / 2, low - 3.2, middle + _BAR / 2, low - 2.7), _INK))
    body += [_box(Box(x - 0.2, low - 3.6, x + 0.2, low - 1.8), _INK) for x in (middle - _BAR / 2, middle + _BAR / 2)]
    body.append(_text(middle, low, f"{words.scale} · {words.print_at}"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n'
        f'<g transform="translate({left:g} {top:g})">\n' + "\n".join(body) + "\n</g>\n</svg>\n"
    )


def _box(box: Box, colour: str) -> str:
    x0, y0, x1, y1 = box
    return f'<rect x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}" fill="{colour}"/>'


def _text(x: float, y: float, words: str) -> str:
    font = 'font-family="sans-serif" font-size="2.8" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" {font} fill="{_INK}">{escape(words)}</text>'


def _marker(number: int, box: Box) -> list[str]:
    """A black square; its grey cells are drawn on it, so that no hairline shows between black ones."""
    bits = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, _CELLS, borderBits=1
    )
    cell = (box.x1 - box.x0) / _CELLS
    parts = [_box(box, _INK)]
    for row, column in zip(*bits.nonzero(), strict=True):
        x, y = box.x0 + float(column) * cell, box.y0 + float(row) * cell
        parts.append(_box(Box(x, y, x + cell, y + cell), _FIELD))
    return parts
