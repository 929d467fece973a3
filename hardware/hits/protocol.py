"""The lines between the host and the Pico, written down once; it never opens a port.

One JSON object a line, ASCII, ended by a line feed. Times are milliseconds, levels are counts of the converter.

From the Pico:

- `{"beat": 7, "version": 1, "rate": 8000, "scale": 2047, "noise": 5, "loudest": 9, "lost": 0, "threshold": 0,
  "gap": 200}`: each second. `beat` counts from 1 since the Pico started; `noise` is the floor it tracks, `loudest` the
  loudest frame since the last beat, `lost` the samples it came too late for, `threshold` and `gap` what it keeps.
- `{"hit": 3, "ago": 41, "peak": 812, "length": 33, "samples": "80f80d…"}`: one a hit, once its ring has died down.
  `ago`: since its onset; `samples`: the raw signal around it, from 40 ms before, three hexadecimal digits a sample.
- `{"levels": [5, 841, …]}`: while watched, the loudest frame of each 8 ms.
- `{"kept": {"threshold": 120, "gap": 200}}` or `{"refused": "why"}`: the answer to a wish.
- `{"failed": "what"}`: its program stopped; it starts again within seconds.

To the Pico:

- `{"keep": {"threshold": 120, "gap": 200}}`: take these settings and remember them.
- `{"watch": 10}`: send levels for so many seconds.

A change that an older reader would misunderstand gets a new `version`.
"""

import json
from typing import Annotated

import msgspec

VERSION = 1
LEVEL_SECONDS = 0.008
LONGEST = 8192  # bytes of a line; a hit with its samples takes 2.5 kB
Count = Annotated[int, msgspec.Meta(ge=0)]


class Beat(msgspec.Struct, frozen=True):
    beat: Count
    version: Count
    rate: Annotated[int, msgspec.Meta(ge=1)] = 1
    scale: Annotated[int, msgspec.Meta(ge=1)] = 1
    noise: Count = 0
    loudest: Count = 0
    lost: Count = 0
    threshold: Count = 0
    gap: Count = 0


class Hit(msgspec.Struct, frozen=True):
    hit: Count
    ago: Count
    peak: Count
    length: Count
    samples: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{3})*$")] = ""

    def signal(self) -> tuple[int, ...]:
        return tuple(int(self.samples[i : i + 3], 16) for i in range(0, len(self.samples), 3))


class Levels(msgspec.Struct, frozen=True):
    levels: list[Count]


class Settings(msgspec.Struct, frozen=True):
    threshold: Count
    gap: Count


class Kept(msgspec.Struct, frozen=True):
    kept: Settings


class Refused(msgspec.Struct, frozen=True):
    refused: str


class Failed(msgspec.Struct, frozen=True):
    failed: str


class Garbage(msgspec.Struct, frozen=True):
    """A line that is none of the others."""

    line: bytes


Message = Beat | Hit | Levels | Kept | Refused | Failed | Garbage
KINDS = {"beat": Beat, "hit": Hit, "levels": Levels, "kept": Kept, "refused": Refused, "failed": Failed}


def parse(line: bytes) -> Message:
    try:
        said = msgspec.json.decode(line)
        for key, kind in KINDS.items():
            if isinstance(said, dict) and key in said:
                message: Message = msgspec.convert(said, kind)
                return message
    except msgspec.MsgspecError:
        pass  # what cannot be read is reported as it came
    return Garbage(line)


class Lines:
    """Bytes in as they arrive, whole messages out; the rest of a line waits for its end."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        messages = [parse(line.strip()) for line in lines if line.strip()]
        if len(self._rest) > LONGEST:
            messages.append(Garbage(self._rest[:80]))
            self._rest = b""
        return messages


def keep(threshold: int, gap: int) -> bytes:
    return json.dumps({"keep": {"threshold": threshold, "gap": gap}}).encode() + b"\n"


def watch(seconds: int) -> bytes:
    return json.dumps({"watch": seconds}).encode() + b"\n"
