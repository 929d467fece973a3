"""Rendered tower sessions: what a piezo on a Pico would give while people hammer, bump the table and boulders rattle.

The truth is when the blows fell; everything else in the waveform must not be heard.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RATE = 8000
FULL_SCALE = 2047
Wave = NDArray[np.float64]


class Session(NamedTuple):
    samples: list[int]
    blows: list[float]


def _db(decibel: float) -> float:
    return float(10 ** (decibel / 20))


def _tone(rng: np.random.Generator, seconds: float, hertz: float, fall: float) -> Wave:
    time = np.arange(int(seconds * RATE)) / RATE
    return np.exp(-time / fall) * np.sin(2 * np.pi * hertz * time + rng.uniform(0, 2 * np.pi))


def _add(wave: Wave, at: float, sound: Wave) -> None:
    start = int(at * RATE)
    fits = sound[: max(0, len(wave) - start)]
    wave[start : start + len(fits)] += fits


def _blow(rng: np.random.Generator, tones: list[tuple[float, float, float]], height: float) -> Wave:
    """The tower's own tones, each blow exciting them a little differently, with a hammer's rise of up to 2 ms."""
    sound = sum(
        (share * rng.uniform(0.5, 1.5) * _tone(rng, 0.4, hertz, fall) for hertz, share, fall in tones),
        np.zeros(int(0.4 * RATE)),
    )
    rise = rng.uniform(0.0002, 0.002)
    sound *= 1 - np.exp(-np.arange(len(sound)) / (rise * RATE))
    return np.asarray(height * sound / np.abs(sound).max())


def _rattle(rng: np.random.Generator, wave: Wave, at: float, height: float) -> None:
    for _ in range(rng.integers(0, 20)):
        after = rng.uniform(0.04, 0.6)
        click = height * _db(rng.uniform(-45, -26)) * np.exp(-after / 0.3)
        _add(wave, at + after, click * _tone(rng, 0.03, rng.uniform(600, 3000), rng.uniform(0.001, 0.004)))


def _bump(rng: np.random.Generator, wave: Wave, at: float) -> None:
    """A fist on the table, a slammed door: a slow thump, next to nothing where the detector listens."""
    thump = np.sin(np.pi * np.arange(int(0.02 * RATE)) / (0.02 * RATE)) ** 2
    swing = np.convolve(_tone(rng, 0.5, rng.uniform(12, 45), rng.uniform(0.03, 0.12)), thump / thump.sum())
    _add(wave, at, FULL_SCALE * _db(rng.uniform(-20, -6)) * swing)
    _add(wave, at, FULL_SCALE * _db(rng.uniform(-70, -56)) * _tone(rng, 0.1, rng.uniform(150, 500), 0.02))


def render(seed: int) -> Session:
    """One hammering; soft players and hard ones, 30 dB apart, and some who are both."""
    rng = np.random.default_rng(seed)
    blows = int(rng.integers(3, 13))
    shortest, longest = [(0.25, 0.45), (0.4, 0.9), (0.8, 2.5)][seed % 3]
    tones = [(rng.uniform(250, 2800), rng.uniform(0.3, 1), rng.uniform(0.004, 0.03)) for _ in range(4)]
    steady = rng.uniform(-31, -1)
    mixed = seed % 4 == 0 and shortest >= 0.4
    at, truth = 1.0, []
    wave = np.zeros(int((2.5 + blows * longest) * RATE))
    for _ in range(blows):
        loud = rng.uniform(-31, -1) if mixed else float(np.clip(steady + rng.normal(0, 2.5), -31, -1))
        height = FULL_SCALE * _db(loud)
        _add(wave, at, _blow(rng, tones, height))
        for after in rng.uniform(0.03, 0.11, rng.integers(0, 3)):
            _add(wave, at + after, _blow(rng, tones, height * _db(rng.uniform(-28, -18))))
        _rattle(rng, wave, at, height)
        truth.append(at)
        at += rng.uniform(shortest, longest)
    for _ in range(rng.integers(0, 5)):
        _bump(rng, wave, rng.uniform(0.3, len(wave) / RATE - 0.6))
    time = np.arange(len(wave)) / RATE
    wave += rng.normal(0, rng.uniform(1, 2), len(wave))
    wave += rng.uniform(0, 8) * np.sin(2 * np.pi * 50 * time) + rng.uniform(0, 30) * np.sin(2 * np.pi * 0.3 * time)
    return Session(np.clip(np.rint(wave + 2048), 0, 4095).astype(int).tolist(), truth)
