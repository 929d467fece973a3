"""Counts pieces of about equal size on a bare, fairly even table; it never needs the mat.

Only whole pieces count; one that the edge of the picture cuts off does not.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from hardware.boulders.bare_table.background import measure
from hardware.boulders.bare_table.blob import Blob
from hardware.boulders.bare_table.name_colours import ColourNames, Named
from hardware.boulders.bare_table.second_look import compared, odds
from hardware.boulders.bare_table.segment import segment
from hardware.boulders.bare_table.spotter import spotted
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece, Point
from hardware.boulders.counter import SURE
from hardware.boulders.work_budget import Budget
from hardware.devices import Image

LONG_SIDE = 960
"""Pixels that are enough without a mat."""
A_TABLE = 20e6
"""In pixels of work. Of 80 drawn tables that were counted right none took more than 18 million; where more lies there
than that, the spotter's glance is all there is."""
_PIECE = 50_000
"""In pixels: what naming one costs."""
_STRONG = 0.5
"""How likely a spot is that outweighs the outlines of pieces of one size; a weaker one only makes them unsure. On drawn
tables those that were wrong about them stayed below."""
_AGREED, _SPOTTED = 0.9, 0.6
"""How clear it is that these are all, where sizes differ: if outlines say the same, or not."""


class BareCount(NamedTuple):
    """And whether something was left out that is out of focus, a shadow or a reflection."""

    counted: Count
    soft: bool


def count_on_bare_table(image: Image, calibration: Calibration, place: Sequence[Point] = ()) -> Count:
    """`place` are the corners of the landing place, in shares of the picture; without them all of it counts."""
    budget = Budget(A_TABLE)
    if not place:
        return count_everywhere(image, calibration, budget).counted
    height, width = image.shape[:2]
    corners = np.round(np.array(place) * (width, height)).astype(np.int32)
    left, top, wide, high = cv2.boundingRect(corners)
    inside = np.asarray(cv2.fillConvexPoly(np.zeros((height, width), np.uint8), corners, 1), np.uint8)
    # What is around the landing place may be another ground.
    part = (slice(top, min(height, top + high)), slice(left, min(width, left + wide)))
    around, within = np.ascontiguousarray(image[part]), np.ascontiguousarray(inside[part])
    count = _counted(around, within, calibration, budget).counted
    rows, columns = image[part].shape[:2]

    def back(point: Point) -> Point:
        return (left + point[0] * columns) / width, (top + point[1] * rows) / height

    pieces = tuple(
        Piece(*back((piece.x, piece.y)), piece.colour, piece.confidence, tuple(back(point) for point in piece.outline))
        for piece in count.pieces
    )
    return msgspec.structs.replace(count, pieces=pieces)


def count_everywhere(image: Image, calibration: Calibration, budget: Budget) -> BareCount:
    return _counted(image, np.ones(image.shape[:2], np.uint8), calibration, budget)


def _counted(image: Image, inside: Image, calibration: Calibration, budget: Budget) -> BareCount:
    """`inside` is 1 where pieces count."""
    small = shrunk(image, LONG_SIDE)
    there = np.asarray(cv2.resize(inside, small.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    background = measure(small)
    found = segment(background, there, budget)
    spots = [spot for spot in spotted(small) if np.asarray(spot.of(there))[spot.mask > 0].mean() > 0.5]
    against = odds(spots, found.pieces, there.shape)
    strong = odds([spot for spot in spots if spot.clear > _STRONG], found.pieces, there.shape)
    if found.pieces and not (budget.exhausted or strong.missed or strong.cut_up):
        blobs = [blob for blob in found.pieces if budget.affords(_PIECE)]
        clear = min(found.clear, _SPOTTED) if against.missed or against.joined else found.clear
    else:
        look = compared(spots, found.things, background.lab)
        blobs, clear = look.pieces, _AGREED if look.agreed else _SPOTTED
        blobs = [blob._replace(clear=1.0 if look.agreed else blob.clear) for blob in blobs]
    names = ColourNames(calibration.colours).of([_pixels(small, blob) for blob in blobs])
    pieces = [_piece(blob, name, small) for blob, name in zip(blobs, names, strict=True)]
    colours = dict.fromkeys(calibration.colours, 0)
    for piece in pieces:
        colours[piece.colour] += 1
    # Without a mat only the pieces tell how large a piece is, and two of them do not.
    unclear = len(pieces) < 3 or budget.exhausted
    confidence = 0.5 if unclear else min([clear, *(piece.confidence for piece in pieces)])
    return BareCount(Count(tuple(pieces), colours, confidence, confidence >= SURE), found.soft)


def shrunk(image: Image, side: int) -> Image:
    """Made smaller if it must be."""
    shrink = min(1.0, side / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def _pixels(picture: Image, blob: Blob) -> Image:
    """Without its rim, which is blurred."""
    core = cv2.erode(np.pad(blob.mask, 1), np.ones((5, 5), np.uint8))[1:-1, 1:-1]
    return np.asarray(blob.of(picture)[(core if core.any() else blob.mask) > 0], np.uint8)


def _piece(blob: Blob, name: Named, picture: Image) -> Piece:
    height, width = picture.shape[:2]
    outlines, _ = cv2.findContours(blob.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = cv2.approxPolyDP(max(outlines, key=cv2.contourArea), 1.5, True).reshape(-1, 2)
    outline = [((float(x) + blob.x) / width, (float(y) + blob.y) / height) for x, y in largest]
    rows, columns = np.nonzero(blob.mask)
    middle = ((blob.x + float(columns.mean())) / width, (blob.y + float(rows.mean())) / height)
    return Piece(*middle, name.colour, min(blob.clear, name.clear), tuple(outline))
