"""The hit sensor as the host sets it up: its signal, its threshold, a guided calibration, the last hits again.

It hears no hit itself: the blows of a calibration are handed to it.
"""

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Literal

import msgspec

from companion.app.device_setup import writing
from companion.app.settings import CompanionSettings
from companion.rules import Illegal, say
from companion.settings import Settings
from hardware.devices import Blow, Clock, HitSensor
from hardware.hits import HitSettings, Tunable
from hardware.hits.calibration import Calibration, Calibrator
from hardware.hits.programmable import Program, Programmable
from hardware.hits.recordings import Recording, noise_floor
from hardware.hits.sampled_sensor import SampledSensor
from hardware.hits.trace import Burst, as_wav
from hardware.rig.retried_device import there

FORGOTTEN = 15.0
"""Seconds without a look: the page was closed amid a calibration, and the blows belong to the game again."""

RING_OUT = 0.5
"""Seconds of rest after a kept hit, so that the detector tells it."""


class KeptHit(msgspec.Struct, frozen=True):
    number: int
    seconds_ago: float
    strength: float


class Listening(msgspec.Struct, frozen=True):
    """What the sensor heard after the first so many levels, and how it is set."""

    sensor: str
    step: float
    levels: Sequence[float]
    heard: int
    threshold: float
    gap: float
    kept: Sequence[KeptHit]
    calibrating: Calibration | None
    program: Program | None
    """What can be done about the sensor's own program, if it has one."""


class Replayed(msgspec.Struct, frozen=True):
    """One kept hit: its samples, −1 to 1 of full scale, and what the detector makes of it as it is set now."""

    number: int
    rate: int
    samples: Sequence[float]
    strength: float
    heard: Sequence[float]
    """The strength of every hit heard in it."""


class HitsSetup:
    def __init__(
        self,
        sensor: HitSensor,
        settings: Settings[CompanionSettings],
        in_play: Callable[[], bool],
        clock: Clock,
    ) -> None:
        self._sensor = sensor
        self._settings = settings
        self._in_play = in_play
        self._clock = clock
        self._lock = RLock()
        self._calibrator: Calibrator | None = None
        self._awaited: Literal["no", "waiting", "heard"] = "no"
        """One blow that only shows that the sensor hears."""
        self._looked = 0.0

    @property
    def watched(self) -> bool:
        return self._signal is not None

    def listen(self, since: int) -> Listening:
        with self._lock:
            sensor = self._demand_signal()
            sensor.watch()
            self._looked = self._clock()
            levels, heard = sensor.trace.levels_since(since)
            return Listening(
                sensor=sensor.name,
                step=sensor.trace.step,
                levels=[round(level, 4) for level in levels],
                heard=heard,
                threshold=self._set.threshold,
                gap=self._set.gap,
                kept=[self._line(burst) for burst in reversed(sensor.trace.bursts())],
                calibrating=self._calibrator.look() if self._calibrator else None,
                program=sensor.program() if isinstance(sensor, Programmable) else None,
            )

    def tune(self, threshold: float, gap: float) -> None:
        with self._lock:
            with writing():
                self._settings.change({"hits.threshold": threshold, "hits.gap": gap})
            self.cancel()
            if self._signal:
                self._signal.tune(self._set)

    @property
    def next_by_blow(self) -> bool:
        """Whether a blow plays the next step in games that offer it."""
        return self._settings.values.game.next_by_blow

    def play_next_by_blow(self, on: bool) -> None:
        with self._lock, writing():
            self._settings.change({"game.next_by_blow": on})

    def await_blow(self) -> None:
        with self._lock:
            if self._in_play():
                raise Illegal("in_play", say("The tower is in play. Try it before or after the hammering."))
            self._looked = self._clock()
            self._awaited = "waiting"

    @property
    def blow_heard(self) -> bool:
        with self._lock:
            self._looked = self._clock()
            return self._awaited == "heard"

    def calibrate(self) -> None:
        with self._lock:
            sensor = self._demand_signal()
            if self._in_play():
                raise Illegal("in_play", say("The tower is in play. Calibrate before or after the hammering."))
            self._looked = self._clock()
            self._calibrator = Calibrator(sensor, self._set)

    def step_done(self) -> None:
        with self._lock:
            calibrator = self._demand_calibration()
            before = calibrator.look()
            if before.step == "hits" and not before.hits:
                raise Illegal("no_hit_yet", say("No hit has been heard yet. Hit the tower at least once."))
            calibrator.done()

    def again(self) -> None:
        with self._lock:
            self._demand_calibration().again()

    def cancel(self) -> None:
        with self._lock:
            if self._calibrator is not None:
                self._calibrator.cancel()
                self._calibrator = None

    def accept(self) -> None:
        with self._lock:
            proposal = self._demand_calibration().look().proposal
            if proposal is None:
                raise Illegal("unfinished", say("The calibration is not finished yet."))
            self.tune(proposal.threshold, self._set.gap)

    def flash(self) -> None:
        with self._lock:
            sensor = self._demand_signal()
            program = sensor.program() if isinstance(sensor, Programmable) else Program()
            if not program.offer:
                raise Illegal("no_program", say("There is no program to put on this hit sensor."))
            if program.written is not None:
                raise Illegal("flashing", say("The program is being written already."))
            if self._in_play():
                raise Illegal("in_play", say("The tower is in play. Write the program before or after the hammering."))
            self.cancel()
            assert isinstance(sensor, Programmable)
            sensor.flash()

    def replay(self, number: int) -> Replayed | None:
        burst = self._burst(number)
        if burst is None:
            return None
        middle = sum(burst.samples) / len(burst.samples)
        return Replayed(
            number=number,
            rate=burst.rate,
            samples=[round((sample - middle) / burst.full_scale, 4) for sample in burst.samples],
            strength=round(burst.strength, 4),
            heard=[round(blow.strength, 4) for blow in heard_in(burst, self._set)],
        )

    def recording(self, number: int) -> bytes | None:
        burst = self._burst(number)
        return as_wav(burst) if burst is not None else None

    def takes(self, blow: Blow) -> bool:
        """Whether the blow is one of a calibration or was only tried, and so none of the game."""
        with self._lock:
            if self._calibrator is not None:
                self._calibrator.heard(blow)
            elif self._awaited == "waiting":
                self._awaited = "heard"
            else:
                return False
            return True

    def tick(self) -> None:
        """The game comes first: what is tried ends when the tower is in play, or when nobody looks any more."""
        trying = self._calibrator is not None or self._awaited == "waiting"
        if trying and (self._in_play() or self._clock() - self._looked > FORGOTTEN):
            self._awaited = "no"
            self.cancel()

    @property
    def _set(self) -> HitSettings:
        return self._settings.values.hits

    @property
    def _signal(self) -> Tunable | None:
        sensor = there(self._sensor)
        return sensor if isinstance(sensor, Tunable) else None

    def _demand_signal(self) -> Tunable:
        if self._signal is None:
            raise Illegal("no_signal", say("This hit sensor has no signal to look at."))
        return self._signal

    def _demand_calibration(self) -> Calibrator:
        if self._calibrator is None:
            raise Illegal("not_calibrating", say("No calibration is running. Start it again."))
        return self._calibrator

    def _line(self, burst: Burst) -> KeptHit:
        return KeptHit(_number(burst), round(self._clock() - burst.time, 1), round(burst.strength, 4))

    def _burst(self, number: int) -> Burst | None:
        if self._signal is None:
            return None
        return next((burst for burst in self._signal.trace.bursts() if _number(burst) == number), None)


def heard_in(burst: Burst, settings: HitSettings) -> list[Blow]:
    """What a detector with these settings hears in a kept hit."""
    samples = list(burst.samples)
    floor = noise_floor(Recording(burst.rate, samples, burst.full_scale, None))
    sensor = SampledSensor(burst.rate, burst.full_scale, settings, 0.0, floor)
    heard: list[Blow] = []
    sensor.feed(samples + samples[-1:] * round(RING_OUT * burst.rate), heard.append)
    return heard


def _number(burst: Burst) -> int:
    """Hits are some hundred milliseconds apart, so the time tells them apart."""
    return round(burst.time * 1000)
