"""A recording played as if it were a sensor, in real time; it never plays twice."""

from collections.abc import Callable
from pathlib import Path

from companion.common.health import Health, failing, fine
from companion.common.worker import Worker
from hardware.devices import Blow, Clock
from hardware.hits.recordings import Recording, noise_floor, read_recording
from hardware.hits.sampled_sensor import SampledSensor
from hardware.hits.settings import HitSettings

BLOCK = 0.02
RING_OUT = 0.5  # seconds of silence after the end, so that the last hit is told


class WavHits:
    name = "wav"

    def __init__(self, clock: Clock, settings: HitSettings) -> None:
        self._clock = clock
        self._file = Path(settings.file)
        self._played = 0
        self._fault: Health | None = None
        self._recording = Recording(8000, [], 1, None)
        try:
            self._recording = read_recording(self._file)
        except (OSError, ValueError) as error:
            self._fault = failing(
                "The recording cannot be played: {reason} Enter hits by hand meanwhile.", reason=str(error)
            )
        floor = noise_floor(self._recording)
        self._sampled = SampledSensor(self._recording.rate, self._recording.full_scale, settings, clock(), floor)
        self.trace = self._sampled.trace
        rest = self._recording.samples[-1:] * round(RING_OUT * self._recording.rate)
        self._samples = self._recording.samples + rest
        self.worker = Worker("recording", self._play, clock)
        self._begin = 0.0
        self._heard: Callable[[Blow], None] = lambda _: None

    def start(self, heard: Callable[[Blow], None]) -> None:
        self._heard = heard
        self._begin = self._clock()
        self._sampled.begin(self._begin)
        self.worker.start()

    def watch(self) -> None:
        """The trace runs by itself."""

    def tune(self, settings: HitSettings) -> None:
        self._sampled.tune(settings)

    def health(self) -> Health:
        if self._fault is not None:
            return self._fault
        if self._played >= len(self._samples):
            return failing("The recording {file} has ended. Enter hits by hand.", file=self._file.name)
        length = len(self._recording.samples) / self._recording.rate
        played = self._played / self._recording.rate
        return fine(
            "The recording {file} plays: {played} of {length} s.",
            file=self._file.name,
            played=round(played, 1),
            length=round(length, 1),
        )

    def close(self) -> None:
        self.worker.close()

    def _play(self) -> float | None:
        self.play_until(self._clock() - self._begin, self._heard)
        return BLOCK if self._played < len(self._samples) else None

    def play_until(self, seconds: float, heard: Callable[[Blow], None]) -> None:
        """Everything up to so many seconds after the start."""
        due = min(int(seconds * self._recording.rate), len(self._samples))
        self._sampled.feed(self._samples[self._played : due], heard)
        self._played = max(due, self._played)
