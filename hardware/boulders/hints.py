"""What would make the camera see better, in words for the host's camera page; it never counts."""

import cv2
import numpy as np

from companion.common.health import Health, failing, fine
from hardware.boulders.finder import sharpness
from hardware.boulders.mat_view import MatView
from hardware.boulders.pose import project
from hardware.devices import Image

_SOFT = 1.0
_DIM = 45.0
_CLIPPED = 0.05
_SMALL = 2.2
"""Pixels a millimetre."""

FOUND = fine("The mat is found.")
SOFT = failing("The picture is a little out of focus: turn the camera's focus ring until the markers are crisp.")
DIM = failing("There is little light: a lamp from above makes the count surer.")
GLARING = failing("Parts of the picture are overexposed: dim the light, or let the camera settle again.")
FAR = failing("The mat is small in the picture: move the camera closer.")
TURNED = fine("The mat is seen from the tower's side.")
UNEVEN = failing("One side of the mat gets much more light than the other: move the lamp.")


def hints(image: Image, view: MatView) -> tuple[Health, ...]:
    """The first says whether the mat is found; the others what could be better, the worst first."""
    seen = view.look(image)
    if isinstance(seen, Health):
        return (seen,)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    level = seen.field.level.max(axis=2)
    across = project(seen.plane.pose.flat, np.array([[100.0, 96.0], [150.0, 96.0], [131.0, 20.0], [131.0, 170.0]]))
    found = [FOUND]
    if sharpness(grey) < _SOFT:
        found.append(SOFT)
    if float(np.median(level)) < _DIM:
        found.append(DIM)
    if float((image.min(axis=2)[::4, ::4] > 252).mean()) > _CLIPPED:
        found.append(GLARING)
    if float(np.percentile(level, 95)) > 2.0 * float(np.percentile(level, 5)):
        found.append(UNEVEN)
    if float(np.linalg.norm(across[1] - across[0])) / 50 < _SMALL:
        found.append(FAR)
    if across[3, 1] < across[2, 1]:
        found.append(TURNED)
    return tuple(found)
