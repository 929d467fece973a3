"""The lines between the host and a sensor, as PROTOCOL.md tells them, read and written; it never opens a port."""

import json
import struct
from typing import Annotated

import msgspec

VERSION = 1
LEVEL_SECONDS = 0.008
LONGEST = 8192  # bytes of a line; a hit with its samples takes 3.4 kB
FIRMWARE = 2  # of the Pico's program that this one brings along
Count = Annotated[int, msgspec.Meta(ge=0)]


class Beat(msgspec.Struct, frozen=True):
    beat: Count
    version: Count
    sensor: str = "pico"
    firmware: Count = 1  # the first did not tell
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
    raw: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{4})*$")] = ""
    samples: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{3})*$")] = ""  # the Pico's first program has these

    def signal(self) -> tuple[int, ...]:
        if self.raw:
            return struct.unpack(f"<{len(self.raw) // 4}H", bytes.fromhex(self.raw))
        return tuple(int(self.samples[i : i + 3], 16) for i in range(0, len(self.samples), 3))


class Levels(msgspec.Struct, frozen=True):
    levels: list[Count]  # the loudest of each 8 ms


class Settings(msgspec.Struct, frozen=True):
    threshold: Count
    gap: Count


class Kept(msgspec.Struct, frozen=True):
    kept: Settings
    unsaved: str = ""  # why they will be forgotten without power


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
