"""Keeps what was learned about the boulders, beside the picture it was learned from; it never learns anything itself.

`boulders.toml` is meant to be read and mended by people. It is replaced as a whole: a power cut leaves the old one.
"""

import os
import tomllib
from pathlib import Path

import cv2

from companion.common.health import Health, failing
from hardware.boulders.calibration import Calibration
from hardware.boulders.palette import is_colour
from hardware.devices import Image

FILE = "boulders.toml"
PICTURE = "boulders.jpg"


def save(folder: Path, calibration: Calibration, picture: Image) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"size_mm = {calibration.size_mm:g}", "", "[colours]"]
    for name, samples in calibration.colours.items():
        lines.append(f"{_key(name)} = [" + ", ".join(f'"{sample}"' for sample in samples) + "]")
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    if done:
        _replace(folder / PICTURE, data.tobytes())
    _replace(folder / FILE, ("\n".join(lines) + "\n").encode())


def load(folder: Path) -> Calibration | Health | None:
    """None if nothing was learned yet; words if the file is no use."""
    path = folder / FILE
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return failing(
            "{file} cannot be read, so the usual colours are used: {reason}.", file=str(path), reason=str(error)
        )
    size, colours = table.get("size_mm"), table.get("colours")
    if not isinstance(size, int | float) or isinstance(size, bool) or not 5 <= size <= 30:
        return failing("size_mm in {file} must be a number from 5 to 30.", file=str(path))
    if not isinstance(colours, dict) or not colours:
        return failing("{file} needs a table [colours].", file=str(path))
    for name, samples in colours.items():
        if not isinstance(samples, list) or not samples or not all(is_colour(sample) for sample in samples):
            return failing('The colour {name} in {file} needs samples such as ["#c0202a"].', name=name, file=str(path))
    return Calibration({name: tuple(samples) for name, samples in colours.items()}, float(size))


def _key(name: str) -> str:
    return (
        name if name.isascii() and name.isidentifier() else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_suffix(".new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
