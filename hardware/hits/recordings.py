"""Recordings of a hit sensor, WAV or CSV, made ready for the detector; it never changes a file.

Of a recording only its rate and its noise floor are used to set up the detector.
"""

import csv
import math
import re
import wave
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.devices import Blow
from hardware.hits.detector import Detector

Values = NDArray[np.float64]

# A logger's other clocks and its own state; a magnitude only repeats its parts.
NOT_SIGNAL = re.compile(r"time|_(ms|us|s)$|temp|volt|batt|soc|mag|index", re.IGNORECASE)
QUIETEST_TENTH = 10


class Recording(NamedTuple):
    rate: int
    samples: list[int]
    full_scale: int
    times: list[float] | None  # of each sample, where the file says so; else they are evenly spaced

    def time(self, sample: int) -> float:
        return self.times[sample] if self.times is not None else sample / self.rate


class _Levels(Detector):
    """The detector's front end alone: the level of each frame."""

    def __init__(self, rate: int) -> None:
        super().__init__(rate)
        self.levels: list[int] = []

    def _hear(self, level: int, hits: list[tuple[int, int, int]]) -> None:
        del hits
        self.levels.append(level)

    def quiet(self) -> int:
        ends = range(self._stretch, len(self.levels) + 1, self._stretch)
        peaks = sorted(max(self.levels[end - self._stretch : end]) for end in ends)
        return peaks[len(peaks) // QUIETEST_TENTH] if peaks else 0


def noise_floor(recording: Recording) -> int:
    """How loud the recording is where it is quiet: all but the lowest tenth of its stretches are louder."""
    front = _Levels(recording.rate)
    front.feed(recording.samples)
    return front.quiet()


def hits_in(recording: Recording, gap: float) -> list[Blow]:
    detector = Detector(recording.rate, round(gap * 1000), floor=noise_floor(recording))
    hits = detector.feed(recording.samples) + detector.finish()
    return [
        Blow(recording.time(onset), min(1.0, peak / recording.full_scale), length / recording.rate)
        for onset, peak, length in hits
    ]


def read_recording(path: Path) -> Recording:
    """ValueError or OSError, with a sentence, if it is no recording."""
    return read_csv(path) if path.suffix.lower() == ".csv" else read_wav(path)


def read_wav(path: Path) -> Recording:
    try:
        with wave.open(str(path), "rb") as file:
            rate, width, channels = file.getframerate(), file.getsampwidth(), file.getnchannels()
            data = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"{path} is not a WAV file with plain samples: {error}") from error
    values = _sixteen_bits(data, width).reshape(-1, channels)
    return Recording(rate, _whole(_one(values)), 2**15, None)


def _sixteen_bits(data: bytes, width: int) -> Values:
    """Samples of any width, scaled to 16 bits; only the widths' top bytes are needed for that."""
    if width == 1:
        return (np.frombuffer(data, np.uint8).astype(np.float64) - 128) * 256
    raw = np.frombuffer(data, np.uint8).reshape(-1, width)[:, -2:]
    return np.ascontiguousarray(raw).view("<i2")[:, 0].astype(np.float64)


def read_csv(path: Path) -> Recording:
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if row]
    names = rows.pop(0) if rows and not all(_is_number(cell) for cell in rows[0]) else []
    width = len(names) or (len(rows[0]) if rows else 0)
    numbers = [[float(cell) for cell in row] for row in rows if len(row) == width and all(map(_is_number, row))]
    if len(numbers) < 2 or width < 2:
        raise ValueError(f"{path} needs a time column and at least one column of values.")
    table = np.array(numbers)
    at = next((i for i, name in enumerate(names) if re.search("time|^t$", name, re.IGNORECASE)), 0)
    times = _seconds(names[at] if names else "", table[:, at])
    if times[-1] <= times[0]:
        raise ValueError(f"{path}: the time column does not run forward.")
    values = table[:, _signal_columns(names, at, table)]
    signal = _one(values)
    size = float(np.abs(signal - np.median(signal)).max())
    if size and not np.equal(values, np.rint(values)).all():
        signal, size = signal * (2**15 / size), 2**15  # volts or g: the detector counts in whole steps
    rate = max(1, round((len(times) - 1) / (times[-1] - times[0])))
    return Recording(rate, _whole(signal), max(1, round(size)), times.tolist())


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _seconds(name: str, times: Values) -> Values:
    """The time column in seconds, by its name or else by how far apart its rows are."""
    step = float(np.median(np.diff(times)))
    named = re.search(r"(ms|us|s)\W*$", name, re.IGNORECASE)
    unit = named[1].lower() if named else "us" if step >= 200 else "ms" if step >= 0.2 else "s"
    return times / {"s": 1, "ms": 1e3, "us": 1e6}[unit]


def _signal_columns(names: list[str], at: int, table: Values) -> list[int]:
    others = [i for i in range(table.shape[1]) if i != at and np.isfinite(table[:, i]).all()]
    signal = [i for i in others if not names or not NOT_SIGNAL.search(names[i])]
    return signal or others


def _one(values: Values) -> Values:
    """One signal of one or more columns: of several, how far together they are from where they rest."""
    if values.shape[1] == 1:
        return values[:, 0]
    return np.asarray(np.sqrt(((values - np.median(values, axis=0)) ** 2).sum(axis=1)))


def _whole(values: Values) -> list[int]:
    return [math.trunc(value) for value in values.tolist()]
