"""Draws what was recognised on a copy of the picture, for people; it never counts."""

import cv2
import numpy as np

from hardware.boulders.colours import BOULDER_COLOURS
from hardware.boulders.count import Count
from hardware.devices import Image

_OTHER = (255, 120, 255)
_CROSS = (0, 0, 255)


def draw(image: Image, count: Count) -> Image:
    """Outlines in the boulder's colour on a dark rim, to show on any picture; a cross where it is doubtful."""
    picture = image.copy()
    share = np.array([image.shape[1], image.shape[0]])
    thick = max(1, round(image.shape[1] / 640))
    for piece in count.pieces:
        outline = np.round(np.array(piece.outline) * share).astype(np.int32)
        cv2.polylines(picture, [outline], True, (20, 20, 20), thick + 2, cv2.LINE_AA)
        known = BOULDER_COLOURS.get(piece.colour)
        cv2.polylines(picture, [outline], True, known.outline if known else _OTHER, thick, cv2.LINE_AA)
        if piece.doubtful:
            middle = (round(piece.x * image.shape[1]), round(piece.y * image.shape[0]))
            cv2.drawMarker(picture, middle, _CROSS, cv2.MARKER_TILTED_CROSS, 8 * thick, thick, cv2.LINE_AA)
    return picture
