"""Every drawing of the guide by its file's name, drawn in memory; it writes none."""

from pathlib import Path

from hardware.guide.drawing.scenes import SCENES
from hardware.guide.drawing.wiring import WIRINGS

GUIDE = Path(__file__).parents[1]


def drawings() -> dict[str, str]:
    wirings = {f"{name}.svg": draw().canvas.svg() for name, draw in WIRINGS.items()}
    return wirings | {f"pictures/{name}.svg": draw().svg() for name, draw in SCENES.items()}
