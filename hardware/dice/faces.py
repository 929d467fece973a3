"""What was learned of one set of dice: how large they are and how each face looks; it never sees a picture.

A patch is a face from above in even, white light: `PATCH` pixels across the whole of it, blue, green, red.
"""

from typing import NamedTuple

import numpy as np

from hardware.devices import Image

Face = int | str
"""What a game calls a face."""

PATCH = 32
PHOTOS = 2
"""So many pictures show every face well enough: what is only a shadow in one is not in the other."""

SMALLEST_MM, LARGEST_MM = 10.0, 26.0


class Sample(NamedTuple):
    face: Face
    patch: Image


class Faces(NamedTuple):
    """`photos` is how many pictures they were shown in."""

    size_mm: float
    samples: tuple[Sample, ...]
    photos: int = PHOTOS

    @property
    def names(self) -> list[Face]:
        return list(dict.fromkeys(sample.face for sample in self.samples))


def turned(patch: Image) -> list[Image]:
    """The four ways in which a face lies in the same square."""
    return [np.ascontiguousarray(np.rot90(patch, quarter)) for quarter in range(4)]
