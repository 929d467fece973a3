"""A detector for one signal with a full scale: samples in, blows and health out; it never touches a device."""

from collections.abc import Callable

from hardware.devices import Blow
from hardware.health import Health, failing, fine
from hardware.hits.detector import LOUD, Detector
from hardware.hits.settings import HitSettings

SILENT_SECONDS = 1.0
DROWNED = 0.25  # of full scale: a hit must be louder than this to stand out

SILENT = "The hit sensor gives no signal at all: check its plug and wire. Enter hits by hand meanwhile."
NOISY = "The hit sensor hears noise at {noise} % of full scale, so blows drown in it. Enter hits by hand meanwhile."
HEARS = "The hit sensor listens; noise {noise} % of full scale."


def health_of(noise: float) -> Health:
    """How a sensor is that hears noise of 0 to 1 of full scale between the hits."""
    percent = round(100 * noise, 1)
    return failing(NOISY, noise=percent) if noise * LOUD > DROWNED else fine(HEARS, noise=percent)


class Ear:
    def __init__(self, rate: int, full_scale: int, settings: HitSettings, begin: float, floor: int = 0) -> None:
        self.rate = rate
        self._full_scale = full_scale
        threshold = round(settings.threshold * full_scale)
        self._detector = Detector(rate, round(settings.gap * 1000), threshold, floor)
        self._begin = begin
        self._heard = 0
        self._flat_since = 0

    def feed(self, samples: list[int], heard: Callable[[Blow], None]) -> None:
        hits = self._detector.feed(samples)
        self._heard += len(samples)
        if self._detector.level:
            self._flat_since = self._heard
        for onset, peak, length in hits:
            strength = min(1.0, peak / self._full_scale)
            heard(Blow(self._begin + onset / self.rate, strength, length / self.rate))

    def skip(self, samples: int) -> None:
        """Time that passed unheard, so that later blows still get their right time."""
        self._begin += samples / self.rate

    def health(self) -> Health:
        if self._heard - self._flat_since > SILENT_SECONDS * self.rate:
            return failing(SILENT)
        return health_of(self._detector.floor / self._full_scale)
