"""How the mat lies in a picture: from the four markers to any height above the mat; it never looks at colours."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

_USUAL_FOCAL = 0.95
"""Of the picture's width: what a phone, a webcam and the Pi's camera have in common."""

_TRUST_IN_USUAL = 2e-3


class Pose:
    """Where each millimetre on and above the mat is in the picture. Heights are in millimetres, up is positive."""

    def __init__(self, flat: Matrix, width: int, height: int) -> None:
        """`flat` takes millimetres on the mat to pixels."""
        self.flat: Matrix = flat / flat[2, 2]
        middle = np.array([[1.0, 0.0, -width / 2], [0.0, 1.0, -height / 2], [0.0, 0.0, width]]) / width
        centred = middle @ self.flat
        focal = _focal(centred)
        axes = np.diag([1 / focal, 1 / focal, 1.0]) @ centred
        size = float(np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1])))
        up = -np.cross(axes[:, 0], axes[:, 1]) / size
        self._up = np.linalg.solve(middle, np.diag([focal, focal, 1.0]) @ up)

    def at(self, height: float) -> Matrix:
        """Millimetres on a plane `height` above the mat to pixels."""
        lifted: Matrix = self.flat.copy()
        lifted[:, 2] += height * self._up
        return lifted


def project(matrix: Matrix, points: Points) -> Points:
    moved = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), matrix)
    return np.asarray(moved, np.float64).reshape(-1, 2)


def corners_of_the_mat() -> Points:
    return np.array([[0, 0], [MAT_WIDTH, 0], [MAT_WIDTH, MAT_HEIGHT], [0, MAT_HEIGHT]], dtype=np.float64)


def _focal(centred: Matrix) -> float:
    """In picture widths, from the mat's right angles and equal scales; seen straight on, any focal length would do."""
    a, b = centred[:, 0], centred[:, 1]
    scale = float(np.linalg.norm(a[:2]) * np.linalg.norm(b[:2]))
    slope = np.array([a[0] * b[0] + a[1] * b[1], a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2]) / scale
    rest = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2]) / scale
    usual = 1 / _USUAL_FOCAL**2
    inverse = (-slope @ rest + _TRUST_IN_USUAL * usual) / (slope @ slope + _TRUST_IN_USUAL)
    return float(1 / np.sqrt(np.clip(inverse, 1 / 2.5**2, 1 / 0.5**2)))
