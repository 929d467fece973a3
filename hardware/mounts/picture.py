"""A picture of a solid, seen from above at an angle, with its edges drawn; it never changes the solid."""

import numpy as np
import numpy.typing as npt

from hardware.devices import Image
from hardware.mounts.solid import Solid

WIDTH, HEIGHT, FINER = 560, 400, 3
MARGIN = 36
PAPER, PLASTIC, INK = (238, 247, 251), (108, 168, 217), (32, 38, 43)
"""Blue, green, red, as OpenCV has them."""
LIGHT = np.array((-0.35, -0.55, 0.76))
"""From above and the left of whoever looks."""
SAME_FACE = 0.93
"""How alike two directions are so that no edge is drawn between them: a cylinder's facets are one face."""


def picture(solid: Solid, turned: float = -35.0, tilted: float = 58.0) -> Image:
    """Turned about the upright axis and tilted towards the viewer, in degrees."""
    view = _view(np.radians(turned), np.radians(tilted))
    normals = _normals(solid.triangles) @ view.T
    depth, seen = _nearest(_fitted(solid.triangles @ view.T))
    shade = np.clip(normals @ (LIGHT / np.linalg.norm(LIGHT)), 0, 1) * 0.62 + 0.38
    colours = np.vstack([shade[:, None] * PLASTIC, PAPER])  # the last one is where nothing is
    image = colours[seen]
    image[_edges(depth, seen, np.vstack([normals, (0, 0, 0)]))] = INK
    smaller = image.reshape(HEIGHT, FINER, WIDTH, FINER, 3).mean(axis=(1, 3))
    drawn: Image = smaller.round().astype(np.uint8)
    return drawn


def _view(turned: float, tilted: float) -> npt.NDArray[np.float64]:
    """x to the right, y down, z towards the viewer."""
    about = np.array(((np.cos(turned), -np.sin(turned), 0), (np.sin(turned), np.cos(turned), 0), (0, 0, 1)))
    tilt = np.array(((1, 0, 0), (0, -np.cos(tilted), -np.sin(tilted)), (0, -np.sin(tilted), np.cos(tilted))))
    view: npt.NDArray[np.float64] = tilt @ about
    return view


def _normals(triangles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals: npt.NDArray[np.float64] = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    return normals


def _fitted(triangles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    room = np.array((WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)) * FINER
    scale = float(np.min(room / (high - low)[:2]))
    middle = np.array((WIDTH, HEIGHT, 0)) * FINER / 2
    placed: npt.NDArray[np.float64] = (triangles - (low + high) / 2) * scale + middle
    return placed


def _nearest(triangles: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """For each pixel how near the nearest triangle is, and which; -1 where there is none."""
    depth = np.full((HEIGHT * FINER, WIDTH * FINER), -np.inf)
    seen = np.full(depth.shape, -1, dtype=np.int64)
    for number, (a, b, c) in enumerate(triangles):
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(area) < 1e-9:
            continue
        (left, top), (right, bottom) = np.floor(np.min((a, b, c), axis=0)[:2]), np.ceil(np.max((a, b, c), axis=0)[:2])
        window = (slice(int(top), int(bottom) + 1), slice(int(left), int(right) + 1))
        y, x = np.mgrid[window]
        second = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
        third = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
        height = a[2] + second * (b[2] - a[2]) + third * (c[2] - a[2])
        nearer = (second >= 0) & (third >= 0) & (second + third <= 1) & (height > depth[window])
        depth[window][nearer] = height[nearer]
        seen[window][nearer] = number
    return depth, seen


def _edges(
    depth: npt.NDArray[np.float64], seen: npt.NDArray[np.int64], normals: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Where two faces meet at an angle, or one hides another."""
    found = np.zeros(seen.shape, dtype=bool)
    for axis in (0, 1):
        here, there = (np.take(seen, range(start, seen.shape[axis] - 1 + start), axis=axis) for start in (0, 1))
        alike = np.sum(normals[here] * normals[there], axis=-1)
        filled = np.where(np.isinf(depth), -1e6, depth)
        step = np.abs(np.diff(filled, axis=axis))
        edge = ((alike < SAME_FACE) & (here != there)) | (step > 25)
        for start in (0, 1):
            place = [slice(None), slice(None)]
            place[axis] = slice(start, seen.shape[axis] - 1 + start)
            found[tuple(place)] |= edge
    return found
