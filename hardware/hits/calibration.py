"""Finds the threshold between the softest hit and the hardest bump; it never changes a sensor by itself.

Five hits, five bumps on the table, the tower set down: hits are the blows the detector heard, the other two are the
loudest the signal got, since a bump that stays below the detector's bar is the good case.
"""

import math
from enum import StrEnum
from threading import Lock

import msgspec

from companion.common.health import Health, failing, fine
from hardware.devices import Blow
from hardware.hits.settings import HitSettings
from hardware.hits.tunable import Tunable

HITS = 5
BUMPS = 5
THIN = 6.0  # dB: with less between hits and bumps, some will be taken for the other
QUIET = 0.001  # of full scale: a bump nobody could hear still counts as this, for the margin's sake
APART = 0.4  # seconds between two bumps
RATTLE = 0.7  # seconds after the last hit in which the blow itself and what still rattles are no bumps


class Step(StrEnum):
    HITS = "hits"
    BUMPS = "bumps"
    SET_DOWN = "set_down"
    DONE = "done"


class Proposal(msgspec.Struct, frozen=True):
    threshold: float  # 0 to 1 of full scale
    softest_hit: float
    hardest_bump: float
    margin: float  # dB between the two; below 0 they overlap
    verdict: Health


class Calibration(msgspec.Struct, frozen=True):
    """How far the host has come, as the page shows it; each method returns what comes next."""

    step: Step = Step.HITS
    hits: tuple[float, ...] = ()
    bumps: tuple[float, ...] = ()
    set_down: float = 0.0
    proposal: Proposal | None = None
    """Once every step is done."""
    _since_bump: float = APART
    _rattling: float = 0.0

    def hit(self, strength: float) -> "Calibration":
        if self.step is not Step.HITS:
            return self
        hits = (*self.hits, strength)
        if len(hits) < HITS:
            return msgspec.structs.replace(self, hits=hits)
        return msgspec.structs.replace(self, hits=hits, step=Step.BUMPS, _rattling=RATTLE)

    def hear(self, level: float, seconds: float) -> "Calibration":
        """The loudest of the last so many seconds."""
        if self.step is Step.SET_DOWN:
            return msgspec.structs.replace(self, set_down=max(self.set_down, level))
        if self.step is Step.BUMPS and self._rattling > 0:
            return msgspec.structs.replace(self, _rattling=self._rattling - seconds)
        if self.step is Step.BUMPS:
            return self._bump(level, seconds)
        return self

    def _bump(self, level: float, seconds: float) -> "Calibration":
        """Keep the five loudest that are apart; a louder moment of the same bump takes its place."""
        if self._since_bump < APART and self.bumps:
            bumps = (*self.bumps[:-1], max(self.bumps[-1], level))
            since = 0.0 if level >= bumps[-1] else self._since_bump + seconds
            return msgspec.structs.replace(self, bumps=bumps, _since_bump=since)
        if len(self.bumps) < BUMPS or level > min(self.bumps):
            kept = sorted(self.bumps, reverse=True)[: BUMPS - 1]
            return msgspec.structs.replace(self, bumps=(*kept, level), _since_bump=0.0)
        return msgspec.structs.replace(self, _since_bump=self._since_bump + seconds)

    def done(self) -> "Calibration":
        """The host says this step is finished; there must have been at least one hit."""
        following = {Step.BUMPS: Step.SET_DOWN, Step.SET_DOWN: Step.DONE, Step.DONE: Step.DONE}
        if self.step is Step.HITS:
            following[Step.HITS] = Step.BUMPS if self.hits else Step.HITS
        step = following[self.step]
        return msgspec.structs.replace(self, step=step, proposal=self._proposed() if step is Step.DONE else None)

    def _proposed(self) -> Proposal:
        """The threshold half way between."""
        softest = min(self.hits)
        hardest = max(*self.bumps, self.set_down, QUIET)
        margin = 20 * math.log10(softest / hardest)
        threshold = math.sqrt(softest * hardest) if margin > 0 else 0.7 * softest
        return Proposal(round(threshold, 4), softest, hardest, round(margin, 1), _verdict(round(margin, 1)))


def _verdict(margin: float) -> Health:
    if margin <= 0:
        return failing(
            "The hardest bump is as loud as the softest hit: no threshold can tell them apart. "
            "Fix the sensor to the tower itself, put felt under the tower, and calibrate again."
        )
    if margin < THIN:
        return failing(
            "Only {margin} dB lie between the softest hit and the hardest bump: some will be mistaken. "
            "Felt under the tower helps.",
            margin=margin,
        )
    return fine("{margin} dB lie between the softest hit and the hardest bump.", margin=margin)


class Calibrator:
    """Guides one calibration of a sensor; the driver's thread and a page's may both call it."""

    def __init__(self, sensor: Tunable, settings: HitSettings) -> None:
        self._sensor = sensor
        self._settings = settings
        self._lock = Lock()
        self._state = Calibration()
        _, self._seen = sensor.trace.levels_since(0)
        sensor.tune(msgspec.structs.replace(settings, threshold=0.0))  # soft hits must be heard to be measured

    def heard(self, blow: Blow) -> None:
        self.look()  # the blow is told after it was heard: its own noise belongs to this step, not to the next
        with self._lock:
            self._state = self._state.hit(blow.strength)

    def look(self) -> Calibration:
        """How far it is, with everything heard until now; to be called a few times a second."""
        self._sensor.watch()
        with self._lock:
            levels, self._seen = self._sensor.trace.levels_since(self._seen)
            for level in levels:
                self._state = self._state.hear(level, self._sensor.trace.step)
            return self._state

    def done(self) -> Calibration:
        self.look()
        with self._lock:
            self._state = self._state.done()
            return self._state

    def again(self) -> None:
        """From the first hit."""
        self.look()
        with self._lock:
            self._state = Calibration()

    def accept(self) -> HitSettings:
        """Tune the sensor to the proposed threshold and give the settings to be stored."""
        proposal = self.look().proposal
        if proposal is None:
            raise ValueError("The calibration is not finished: hit, bump and set the tower down first.")
        settings = msgspec.structs.replace(self._settings, threshold=proposal.threshold)
        self._sensor.tune(settings)
        return settings

    def cancel(self) -> None:
        """Leave the sensor as it was."""
        self._sensor.tune(self._settings)
