"""The simulated tower's sensor: a struck piezo's waveform into the very same detector; it never makes up a hit.

Its faults are attributes that can be switched while it runs.
"""

import math
import random
from collections.abc import Callable
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health, fine
from companion.common.worker import Worker
from hardware.devices import Blow, Clock
from hardware.hits.programmable import Program, Writing
from hardware.hits.sampled_sensor import SampledSensor
from hardware.hits.settings import HitSettings

RATE = 8000
MIDDLE = 2048  # a 12-bit converter, biased to its middle as on the Pico
FULL_SCALE = 2047
BLOCK = 0.02
NOISE = 1.5  # counts, as a quiet converter has
HUM = 700  # counts: the fault, a cable lying along a lamp's supply
TAIL = 0.6
FLASHING = 6.0  # seconds that a program takes to be written, long enough to be looked at

# The wood's own tones: hertz, share of the strength, seconds to fall by a factor e.
TONES = ((310.0, 0.35, 0.022), (870.0, 0.65, 0.012), (1900.0, 0.45, 0.006))

Waveform = NDArray[np.float64]


def ring(strength: float, rng: np.random.Generator) -> Waveform:
    """What the piezo gives for one blow: a burst that rings down, then boulders rattling far below it."""
    time = np.arange(int(TAIL * RATE)) / RATE
    wave = np.zeros_like(time)
    for hertz, share, fall in TONES:
        tone = hertz * rng.uniform(0.9, 1.1)
        wave += share * np.exp(-time / (fall * rng.uniform(0.8, 1.2))) * np.sin(2 * math.pi * tone * time)
    wave *= strength * FULL_SCALE / np.abs(wave).max()
    for _ in range(rng.integers(3, 12)):
        after = rng.uniform(0.03, 0.4)
        start = int(after * RATE)
        height = strength * FULL_SCALE * rng.uniform(0.005, 0.03) * math.exp(-after / 0.25)
        click = np.exp(-time / 0.003) * np.sin(2 * math.pi * rng.uniform(900, 2500) * time)
        wave[start:] += height * click[: len(time) - start]
    return wave


class SimHits:
    name = "sim"

    def __init__(self, clock: Clock, rng: random.Random, settings: HitSettings | None = None) -> None:
        self.noise = False
        self.unplugged = False
        self.old_program = False
        self._writing = Writing(clock)
        self._flashed = 0.0  # since when
        self._clock = clock
        self._rng = np.random.default_rng(rng.getrandbits(64))
        self._begin = clock()
        self._sampled = SampledSensor(RATE, FULL_SCALE, settings or HitSettings(), self._begin, floor=round(4 * NOISE))
        self.trace = self._sampled.trace
        self._made = 0
        self._coming: Waveform = np.zeros(0)
        self._lock = Lock()
        self.worker = Worker("simulated hits", self._pass_time, clock)
        self._heard: Callable[[Blow], None] = lambda _: None

    def strike(self, strength: float = 0.5) -> None:
        """Hit the tower: 0 to 1 of what the sensor can tell."""
        wave = ring(strength, self._rng)
        with self._lock:
            longer = max(len(wave), len(self._coming))
            self._coming = np.pad(self._coming, (0, longer - len(self._coming)))
            self._coming[: len(wave)] += wave

    def listen(self, heard: Callable[[Blow], None]) -> None:
        """Say who hears, without a thread: time passes only by `advance`."""
        self._heard = heard

    def advance(self, seconds: float) -> None:
        self._make(round(seconds * RATE))

    def start(self, heard: Callable[[Blow], None]) -> None:
        self.listen(heard)
        self._sleep_through(0)
        self.worker.start()

    def watch(self) -> None:
        """The trace runs by itself."""

    def tune(self, settings: HitSettings) -> None:
        self._sampled.tune(settings)

    def health(self) -> Health:
        return self._sampled.health()

    def program(self) -> Program:
        if self._writing.share is not None:
            self._writing.arrived((self._clock() - self._flashed) / FLASHING)
            if self._writing.share >= 1:
                self.old_program = False
                self._writing.end(fine("The Pico has its program and starts it."))
        return self._writing.told("old" if self.old_program else "")

    def flash(self) -> None:
        self._flashed = self._clock()
        self._writing.begin()

    def close(self) -> None:
        self.worker.close()

    def _pass_time(self) -> float:
        self._sleep_through(1.0)
        self._make(self._due())
        return BLOCK

    def _due(self) -> int:
        return int((self._clock() - self._begin) * RATE) - self._made

    def _sleep_through(self, backlog: float) -> None:
        """Leave out what is due beyond the backlog: before the start, or while the machine slept, nobody listened."""
        late = max(0, self._due() - int(backlog * RATE))
        self._made += late
        self._sampled.skip(late)

    def _make(self, count: int) -> None:
        self._sampled.feed(self._samples(count).tolist(), self._heard)
        self._made += count

    def _samples(self, count: int) -> NDArray[np.int64]:
        with self._lock:
            blow, self._coming = self._coming[:count], self._coming[count:]
        if self.unplugged:
            return np.full(count, MIDDLE)
        wave = self._rng.normal(MIDDLE, NOISE, count)
        wave[: len(blow)] += blow
        if self.noise:
            time = (self._made + np.arange(count)) / RATE
            wave += HUM * np.sin(2 * math.pi * 250 * time) * self._rng.uniform(0.6, 1.0, count)
        return np.clip(np.rint(wave), 0, 2 * MIDDLE - 1).astype(np.int64)
