"""Every state of the lights as one picture per strip length: a row a moment, a square a lamp.

`python -m tests.hardware.lights.sheet` draws the golden pictures anew; look at them before they are committed.
"""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.common.lights import Lights, Mood, PlayerLight
from hardware.devices import Image, Pixel
from hardware.rig.light_player import frame
from tests.hardware.lights.people import BLACK, BROWN, ORANGE, PLAYERS, WHITE

GOLDEN = Path(__file__).parent / "golden"
COUNTS = (8, 16, 24, 60)

LABEL, LAMP, GAP, ROW = 250, 14, 4, 22


class Moment(NamedTuple):
    name: str
    said: Lights
    time: float = 0.0
    before: Lights | None = None


def _hammering(
    boulders: dict[str, int], mood: Mood = "ready", colour: PlayerLight = ORANGE, used: int = 3, swaps: int = 0
) -> Lights:
    return Lights(mood, colour, used, 9, boulders, 9, swaps)


FEW = {"red": 2, "blue": 4, "yellow": 1, "white": 3}
CLOSE = {"red": 8, "blue": 4, "yellow": 3, "white": 3}
BROKEN = {"red": 11, "blue": 4, "yellow": 3, "white": 3}

MOMENTS = (
    Moment("idle", Lights("idle")),
    *(Moment(f"turn of {name}, at rest", Lights("turn", player), 9.0) for name, player in PLAYERS.items()),
    *(Moment(f"turn of brown, {time} s", Lights("turn", BROWN), time) for time in (0.0, 0.5, 1.0)),
    *(
        Moment(f"ready, 0 of 4 hits, {time} s", Lights("ready", WHITE, 0, 4, {}, 4, 0), time)
        for time in (0.0, 0.3, 0.6)
    ),
    *(Moment(f"ready, 3 of 9 hits, {time} s", _hammering(FEW), time) for time in (0.0, 0.6)),
    Moment("ready, the last of 9 hits", _hammering(FEW, used=8)),
    Moment("counting", _hammering(FEW, "counting")),
    *(Moment(f"warned: red 8 of 9, {time} s", _hammering(CLOSE, "warned"), time) for time in (0.0, 0.15, 0.3)),
    *(Moment(f"angry: red 11 of 9, {time} s", _hammering(BROKEN, "angry"), time) for time in (0.0, 0.4)),
    Moment("angry, at rest", _hammering(BROKEN, "angry"), 9.0),
    *(
        Moment(f"empty hit, {time} s", _hammering(FEW, used=4), time, _hammering(FEW))
        for time in (0.05, 0.15, 0.25, 0.4)
    ),
    *(
        Moment(f"swap to black, {time} s", _hammering(FEW, "ready", BLACK, 4, 1), time, _hammering(FEW))
        for time in (0.6, 0.9, 1.2)
    ),
    *(
        Moment(f"and back, {time} s", _hammering(FEW, "ready", ORANGE, 5, 2), time, _hammering(FEW, used=4, swaps=1))
        for time in (0.6, 0.9, 1.2)
    ),
    *(Moment(f"won by white, {time} s", Lights("won", WHITE), time) for time in (0.1, 0.5, 0.9)),
    *(Moment(f"lost, {time} s", Lights("lost"), time) for time in (0.0, 0.8, 1.6, 9.0)),
    *(Moment(f"danger, {time} s", Lights("danger"), time) for time in (0.0, 0.4, 0.8, 9.0)),
    Moment("danger in orange's turn, 2 left", Lights("danger", ORANGE, left=2), 99.0),
    *(Moment(f"alarm, 9 left, {time} s", Lights("alarm", left=9), time) for time in (0.0, 0.5, 9.0)),
    *(Moment(f"a wave, {time} s", Lights("wave"), time) for time in (0.2, 0.6, 1.2, 9.0)),
    Moment("a wave in orange, 0.6 s", Lights("wave", ORANGE), 0.6),
)


def lamps(moment: Moment, count: int) -> list[Pixel]:
    picture, _moving = frame(moment.before, moment.said, count, moment.time)
    return picture


def draw(count: int) -> Image:
    sheet = np.full((ROW * len(MOMENTS) + GAP, LABEL + count * (LAMP + GAP), 3), 24, np.uint8)
    for row, moment in enumerate(MOMENTS):
        top = row * ROW + GAP
        cv2.putText(
            sheet, moment.name, (8, top + LAMP - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (200, 200, 200), 1, cv2.LINE_AA
        )
        for place, (red, green, blue) in enumerate(lamps(moment, count)):
            left = LABEL + place * (LAMP + GAP)
            sheet[top : top + LAMP, left : left + LAMP] = (blue, green, red)
    return sheet


def read(sheet: Image, count: int) -> dict[str, list[Pixel]]:
    """The lamps of each moment, from a picture of them."""
    found: dict[str, list[Pixel]] = {}
    for row, moment in enumerate(MOMENTS):
        line = sheet[row * ROW + GAP + LAMP // 2, LABEL + LAMP // 2 :: LAMP + GAP][:count]
        found[moment.name] = [(int(red), int(green), int(blue)) for blue, green, red in line]
    return found


def load(count: int) -> Image:
    picture = cv2.imread(str(GOLDEN / f"{count}.png"), cv2.IMREAD_COLOR)
    assert picture is not None, f"there is no golden picture for {count} lamps"
    return np.asarray(picture, np.uint8)


if __name__ == "__main__":
    for size in COUNTS:
        cv2.imwrite(str(GOLDEN / f"{size}.png"), draw(size), [cv2.IMWRITE_PNG_COMPRESSION, 9])
