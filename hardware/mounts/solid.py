"""A body made of triangles, as a printer gets it: read from an STL file and asked whether it can be printed."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Triangles = npt.NDArray[np.float64]
"""n × 3 corners × 3 coordinates, each triangle counter-clockwise as seen from outside."""

NUMBER = rb"([-+.\deE]+)"
VERTEX = re.compile(rb"vertex\s+" + rb"\s+".join([NUMBER] * 3))


class Solid(NamedTuple):
    corners: npt.NDArray[np.float64]
    faces: npt.NDArray[np.int64]
    """Three corners each, by number."""

    @property
    def triangles(self) -> Triangles:
        found: Triangles = self.corners[self.faces]
        return found

    @property
    def size(self) -> tuple[float, float, float]:
        x, y, z = np.ptp(self.corners, axis=0)
        return float(x), float(y), float(z)

    @property
    def volume(self) -> float:
        """Cubic millimetres; negative if the faces are turned inside out."""
        a, b, c = self.triangles.transpose(1, 0, 2)
        return float(np.sum(a * np.cross(b, c)) / 6)

    def open_edges(self) -> int:
        """How many edges do not have exactly one face on either side; a closed body has none."""
        edges = Counter((int(a), int(b)) for face in self.faces for a, b in zip(face, np.roll(face, -1), strict=True))
        return sum(1 for (a, b), count in edges.items() if count != 1 or edges[b, a] != 1)

    def bodies(self) -> int:
        """How many pieces there are that do not hang together."""
        piece = list(range(len(self.corners)))

        def root(corner: int) -> int:
            while piece[corner] != corner:
                piece[corner] = piece[piece[corner]]
                corner = piece[corner]
            return corner

        for a, b, c in self.faces:
            piece[root(int(a))] = piece[root(int(b))] = root(int(c))
        return len({root(int(corner)) for corner in np.unique(self.faces)})


def read_stl(path: Path) -> Solid:
    """OpenSCAD writes STL as text; corners with the same coordinates are the same corner."""
    found = [tuple(map(float, vertex)) for vertex in VERTEX.findall(path.read_bytes())]
    if not found or len(found) % 3:
        raise ValueError(f"{path} holds no triangles.")
    corners, faces = np.unique(np.array(found), axis=0, return_inverse=True)
    return Solid(corners, faces.reshape(-1, 3))
