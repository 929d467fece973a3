"""The hit sensor's desk: its signal as it runs, its threshold, a guided calibration, the last hits to look at again."""

from collections.abc import Callable
from threading import RLock

from companion.cli.desks import store
from companion.cli.settings import CompanionSettings
from companion.rules import Illegal, say
from companion.settings import Settings
from hardware.devices import Blow, Clock, HitSensor
from hardware.hits import HitSettings, Watched, calibration
from hardware.hits.calibration import Calibrator
from hardware.hits.ear import Ear
from hardware.hits.recordings import Recording, noise_floor
from hardware.hits.trace import Burst, as_wav
from hardware.rig.late import there
from web.desks import Calibrating, KeptHit, Listening, Proposal, Replayed

FORGOTTEN = 15.0
"""Seconds without a look: the page was closed amid a calibration, and the blows belong to the game again."""

RING_OUT = 0.5
"""Seconds of rest after a kept hit, so that the detector tells it."""


class HitsDesk:
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
                calibrating=self._progress(),
            )

    def tune(self, threshold: float, gap: float) -> None:
        with self._lock:
            store(self._settings, {"hits.threshold": threshold, "hits.gap": gap})
            self.cancel()
            if self._signal:
                self._signal.tune(self._set)

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
                raise Illegal("no_hit_yet", say("No hit was heard yet. Hit the tower at least once."))
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
            proposal = self._demand_calibration().look().proposal()
            if proposal is None:
                raise Illegal("unfinished", say("The calibration is not finished yet."))
            self.tune(proposal.threshold, self._set.gap)

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
        """Whether the blow is one of a calibration, and so none of the game."""
        with self._lock:
            if self._calibrator is None:
                return False
            self._calibrator.heard(blow)
            return True

    def tick(self) -> None:
        """The game comes first: a calibration ends when the tower is in play, or when nobody looks any more."""
        if self._calibrator is not None and (self._in_play() or self._clock() - self._looked > FORGOTTEN):
            self.cancel()

    @property
    def _set(self) -> HitSettings:
        return self._settings.values.hits

    @property
    def _signal(self) -> Watched | None:
        sensor = there(self._sensor)
        return sensor if isinstance(sensor, Watched) else None

    def _demand_signal(self) -> Watched:
        if self._signal is None:
            raise Illegal("no_signal", say("This hit sensor has no signal to look at."))
        return self._signal

    def _demand_calibration(self) -> Calibrator:
        if self._calibrator is None:
            raise Illegal("not_calibrating", say("No calibration is running. Start it again."))
        return self._calibrator

    def _progress(self) -> Calibrating | None:
        if self._calibrator is None:
            return None
        now = self._calibrator.look()
        proposal = now.proposal()
        return Calibrating(str(now.step), now.hits, now.bumps, now.set_down, proposed(proposal) if proposal else None)

    def _line(self, burst: Burst) -> KeptHit:
        return KeptHit(_number(burst), round(self._clock() - burst.time, 1), round(burst.strength, 4))

    def _burst(self, number: int) -> Burst | None:
        if self._signal is None:
            return None
        return next((burst for burst in self._signal.trace.bursts() if _number(burst) == number), None)


def proposed(found: calibration.Proposal) -> Proposal:
    return Proposal(found.threshold, found.softest_hit, found.hardest_bump, found.margin, found.verdict)


def heard_in(burst: Burst, settings: HitSettings) -> list[Blow]:
    """What a detector with these settings hears in a kept hit."""
    samples = list(burst.samples)
    floor = noise_floor(Recording(burst.rate, samples, burst.full_scale, None))
    ear = Ear(burst.rate, burst.full_scale, settings, 0.0, floor)
    heard: list[Blow] = []
    ear.feed(samples + samples[-1:] * round(RING_OUT * burst.rate), heard.append)
    return heard


def _number(burst: Burst) -> int:
    """Hits are some hundred milliseconds apart, so the time tells them apart."""
    return round(burst.time * 1000)
