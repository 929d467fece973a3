"""`python -m hardware.mounts FOLDER`: exports every part as STL, checks it, draws its picture."""

import shutil
import sys
from pathlib import Path

import cv2

from hardware.mounts.export import HERE, PARTS, export, faults
from hardware.mounts.picture import picture


def main(folder: Path) -> int:
    if shutil.which("openscad") is None:
        print("OpenSCAD is missing: sudo apt install openscad", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    wrong = False
    for name, part in PARTS.items():
        solid = export(part, folder / f"{name}.stl")
        found = faults(solid)
        wrong |= bool(found)
        size = " × ".join(f"{side:.0f}" for side in solid.size)
        print(f"{folder / name}.stl: {size} mm, {solid.volume / 1000:.0f} cm³. {' '.join(found) or 'Closed.'}")
        cv2.imwrite(str(HERE / "pictures" / f"{name}.png"), picture(solid, part.turned, part.tilted))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
