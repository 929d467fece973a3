"""A detector for one signal with a full scale: samples in, blows and health out; it never touches a device."""

from collections import deque
from collections.abc import Callable
from threading import Lock

from companion.common.health import Health, failing, fine
from hardware.devices import Blow
from hardware.hits.detector import LOUD, Detector
from hardware.hits.settings import HitSettings
from hardware.hits.trace import Burst, Trace

SILENT_SECONDS = 1.0
DROWNED = 0.25  # of full scale: a hit must be louder than this to stand out
STEP = 0.01  # seconds a level of the trace
BEFORE, AFTER = 0.04, 0.08  # seconds kept of a hit: enough quiet before it to be heard again


def silent() -> Health:
    return failing("The hit sensor gives no signal at all: check its plug and wire. Enter hits by hand meanwhile.")


def health_of(noise: float) -> Health:
    """How a sensor is that hears noise of 0 to 1 of full scale between the hits."""
    percent = round(100 * noise, 1)
    if noise * LOUD > DROWNED:
        return failing(
            "The hit sensor hears noise at {noise} % of full scale, so blows drown in it. "
            "Enter hits by hand meanwhile.",
            noise=percent,
        )
    return fine("The hit sensor listens; noise {noise} % of full scale.", noise=percent)


class SampledSensor:
    def __init__(self, rate: int, full_scale: int, settings: HitSettings, begin: float, floor: int = 0) -> None:
        self.rate = rate
        self.trace = Trace(STEP)
        self._full_scale = full_scale
        self._settings = settings
        self._lock = Lock()  # samples come from the driver's thread, new settings from a page's
        self._detector = self._listen(floor)
        self._begin = begin  # when the detector's first sample was
        self._fed = 0  # samples since then
        self._flat = 0  # samples since the signal last moved
        self._past: deque[int] = deque(maxlen=round((settings.gap + 2 * AFTER) * rate))

    def _listen(self, floor: int) -> Detector:
        threshold = round(self._settings.threshold * self._full_scale)
        return Detector(self.rate, round(self._settings.gap * 1000), threshold, floor)

    def feed(self, samples: list[int], heard: Callable[[Blow], None]) -> None:
        step = round(STEP * self.rate)
        for start in range(0, len(samples), step):
            with self._lock:
                blows = self._feed(samples[start : start + step])
            for blow in blows:
                heard(blow)

    def _feed(self, samples: list[int]) -> list[Blow]:
        hits = self._detector.feed(samples)
        self._past.extend(samples)
        self._fed += len(samples)
        loudest, self._detector.loudest = self._detector.loudest, 0
        self._flat = 0 if loudest else self._flat + len(samples)
        self.trace.hear(min(1.0, loudest / self._full_scale))
        blows = []
        for onset, peak, length in hits:
            blow = Blow(self._begin + onset / self.rate, min(1.0, peak / self._full_scale), length / self.rate)
            self._keep(blow, onset)
            blows.append(blow)
        return blows

    def _keep(self, blow: Blow, onset: int) -> None:
        oldest = self._fed - len(self._past)
        first = max(0, onset - round(BEFORE * self.rate) - oldest)
        samples = tuple(self._past)[first : first + round((BEFORE + AFTER) * self.rate)]
        self.trace.keep(Burst(blow.time, blow.strength, self.rate, self._full_scale, samples))

    def begin(self, time: float) -> None:
        """The first sample will have been at this time."""
        self._begin = time

    def skip(self, samples: int) -> None:
        """Time that passed unheard, so that later blows still get their right time."""
        self._begin += samples / self.rate

    def tune(self, settings: HitSettings) -> None:
        """Go on with other settings and the noise floor known so far."""
        with self._lock:
            self._settings = settings
            self._begin += self._fed / self.rate
            self._fed = 0
            self._past = deque(maxlen=round((settings.gap + 2 * AFTER) * self.rate))
            self._detector = self._listen(self._detector.floor)

    def health(self) -> Health:
        if self._flat > SILENT_SECONDS * self.rate:
            return silent()
        return health_of(self._detector.floor / self._full_scale)
