"""What a sensor heard lately, for people to look at: the level as it runs, and the raw samples of the last hits.

It is bounded and never decides anything; threads may share it.
"""

import io
import wave
from array import array
from collections import deque
from threading import Lock
from typing import NamedTuple

SECONDS = 6.0
BURSTS = 40


class Burst(NamedTuple):
    """The samples around one hit, as the sensor gave them."""

    time: float
    strength: float
    rate: int
    full_scale: int
    samples: tuple[int, ...]


class Trace:
    def __init__(self, step: float) -> None:
        self.step = step  # seconds a level
        self._levels: deque[float] = deque(maxlen=round(SECONDS / step))
        self._bursts: deque[Burst] = deque(maxlen=BURSTS)
        self._heard = 0
        self._lock = Lock()

    def hear(self, *levels: float) -> None:
        with self._lock:
            self._levels.extend(levels)
            self._heard += len(levels)

    def keep(self, burst: Burst) -> None:
        with self._lock:
            self._bursts.append(burst)

    def levels(self) -> list[float]:
        """The last seconds, oldest first, each 0 to 1 of full scale."""
        with self._lock:
            return list(self._levels)

    def levels_since(self, heard: int) -> tuple[list[float], int]:
        """The levels after the first so many, as far as they are still there, and how many there were in all."""
        with self._lock:
            new = min(self._heard - heard, len(self._levels))
            return list(self._levels)[len(self._levels) - new :], self._heard

    def bursts(self) -> list[Burst]:
        with self._lock:
            return list(self._bursts)


def as_wav(burst: Burst) -> bytes:
    """The burst as a recording that `companion hits` and the wav sensor can play."""
    middle = round(sum(burst.samples) / len(burst.samples))
    loud = 32767 // max(burst.full_scale, 1)
    samples = array("h", [max(-32768, min(32767, (sample - middle) * loud)) for sample in burst.samples])
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(burst.rate)
        writer.writeframes(samples.tobytes())
    return file.getvalue()
