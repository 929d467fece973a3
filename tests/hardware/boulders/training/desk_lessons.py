"""Draws what the finder of pieces learns from: photos of desks and where the pieces are on them; it trains nothing.

python -m tests.hardware.boulders.training.desk_lessons FOLDER FIRST_DESK DESKS
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from tests.hardware.boulders.training.desks import desk

_TOGETHER = 100
"""In a file."""


def main(folder: Path, first: int, desks: int) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(first, first + desks, _TOGETHER):
        drawn = [desk(number) for number in range(start, start + _TOGETHER)]
        unfinished = folder / f".{start}.npz"
        pictures = np.stack([each.picture for each in drawn])
        np.savez(unfinished, pictures=pictures, pieces=np.stack([each.pieces for each in drawn]))
        unfinished.rename(folder / f"{start}.npz")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
