"""How the real recordings are scored: exactly as each set's truth.json says."""

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hardware.hits.recordings import hits_in, read_recording
from tests.needs import shared_data

FORGIVEN = 0.06


class Score(NamedTuple):
    right: int
    false: int
    missed: int

    def __add__(self, other: object) -> "Score":
        assert isinstance(other, Score)
        return Score(self.right + other.right, self.false + other.false, self.missed + other.missed)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, 2 * self.right + self.false + self.missed)


class Clip(NamedTuple):
    set: str
    kind: str  # "hits", "none" (nothing to hear), "saw" (lasting vibration), "other" (impulses that are no knocks)
    file: str
    onsets: list[float]
    ignored: list[float]
    tolerance: float
    scored_from: float
    gap: float


def score(found: Sequence[float], onsets: Sequence[float], tolerance: float, ignored: Sequence[float] = ()) -> Score:
    """Closest pairs first, one to one; what is left over within 60 ms of an ignored event is forgiven."""
    pairs = sorted((abs(f - t), i, j) for i, f in enumerate(found) for j, t in enumerate(onsets))
    matched: set[int] = set()
    told: set[int] = set()
    for distance, i, j in pairs:
        if distance <= tolerance and i not in matched and j not in told:
            matched.add(i)
            told.add(j)
    false = [f for i, f in enumerate(found) if i not in matched and all(abs(f - t) > FORGIVEN for t in ignored)]
    return Score(len(matched), len(false), len(onsets) - len(told))


def hear(clip: Clip) -> Score:
    blows = hits_in(read_recording(shared_data("hits", clip.set, clip.file)), clip.gap)
    found = [blow.time for blow in blows if blow.time >= clip.scored_from]
    return score(found, clip.onsets, clip.tolerance, clip.ignored)


def clips() -> Iterator[Clip]:
    yield from _piezo(_truth("piezo"))
    yield from _accelerometer(_truth("accelerometer"))
    yield from _knocks(_truth("knocks"))


def _truth(folder: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads(shared_data("hits", folder, "truth.json").read_text())
    return truth


def _piezo(truth: dict[str, Any]) -> Iterator[Clip]:
    for file, entry in truth["files"].items():
        yield Clip("piezo", "hits", file, entry["onsets_s"], [], 0.04, 0, 0.2)
    for file, entry in truth["no_hits"].items():
        yield Clip("piezo", "none", file, [], [], 0.04, entry["no_hits_from_s"], 0.2)


def _accelerometer(truth: dict[str, Any]) -> Iterator[Clip]:
    for file, entry in truth["hits"].items():
        ignored = [one["t"] for one in entry["ignore"]]
        yield Clip("accelerometer", "hits", file, entry["onsets_s"], ignored, 0.04, 0, 0.2)
    for kind, files in (("none", truth["no_hits"]), ("saw", truth["continuous_vibration_not_hits"])):
        for file in files:
            yield Clip("accelerometer", kind, file, [], [], 0.04, 0, 0.2)


def _knocks(truth: dict[str, Any]) -> Iterator[Clip]:
    for file, entry in truth["knocks"].items():
        if entry["status"] == "ambiguous":
            continue
        onsets = entry["onsets_s"]
        closest = min((b - a for a, b in itertools.pairwise(onsets)), default=1.0)
        ignored = [one["t"] for one in entry["ignore"]]
        yield Clip("knocks", "hits", file, onsets, ignored, 0.04 if closest < 0.15 else 0.05, 0, 0.06)
    for file in truth["no_knocks"]:
        yield Clip("knocks", "other", file, [], [], 0.05, 0, 0.06)
