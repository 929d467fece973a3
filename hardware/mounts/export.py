"""Has OpenSCAD make the printable parts from their sources, and says of each whether it can be printed."""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hardware.mounts.solid import Solid, read_stl

HERE = Path(__file__).parent
BED = 200.0
"""Millimetres: what a small printer can make at once."""


class Part(NamedTuple):
    source: str
    chosen: str = ""
    """Which part of a source that holds several."""
    turned: float = -35.0
    tilted: float = 58.0
    """How it is turned and tilted on its picture, in degrees."""


PARTS: Mapping[str, Part] = {
    "camera-foot": Part("camera-arm.scad", "foot"),
    "camera-elbow": Part("camera-arm.scad", "elbow"),
    "camera-cradle": Part("camera-arm.scad", "cradle", -150.0),
    "piezo-clip": Part("piezo-clip.scad", turned=125.0, tilted=246.0),
    "lamp-ring": Part("lamp-ring.scad"),
}


class NotMade(Exception):
    """OpenSCAD's own words on why it made nothing."""


def export(part: Part, path: Path, measures: Mapping[str, float] | None = None) -> Solid:
    """Write the part as STL, with other measures than its source's if they are given."""
    given = [f"{name}={value}" for name, value in (measures or {}).items()]
    given += [f'part="{part.chosen}"'] if part.chosen else []
    defined = [word for definition in given for word in ("-D", definition)]
    made = subprocess.run(
        ["openscad", "--quiet", "-o", path, *defined, HERE / part.source], capture_output=True, text=True, check=False
    )
    if made.returncode or not path.exists():
        raise NotMade(made.stderr.strip())
    return read_stl(path)


def faults(solid: Solid) -> list[str]:
    """Why a printer could not make this; empty if it can."""
    found = []
    if edges := solid.open_edges():
        found.append(f"{edges} edges are open: the body is not closed.")
    if solid.volume <= 0:
        found.append("It is turned inside out.")
    if (bodies := solid.bodies()) != 1:
        found.append(f"It falls into {bodies} pieces.")
    if max(solid.size) > BED:
        found.append(f"It is {max(solid.size):.0f} mm long: more than {BED:.0f} mm.")
    return found
