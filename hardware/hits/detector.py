"""Hears blows in a stream of samples; it never does I/O and never asks for the time.

CPython and MicroPython run this very file: integers only, no imports. A sample costs a few operations; everything
that thinks runs once a frame of about a millisecond, because a Pico has 125 µs a sample.

A blow is a frame that stands out twice: over the noise floor (the quietest 20 ms of the last half second, so that a
saw or a hum raises it and a row of hits does not), and over the ringing still in the wood (which falls away like a
drum's, so that a bounce hides under it and the next blow does not; what the blow set rattling falls away slower).
"""

LOUD = 6  # how far a hit stands over the noise floor
JUMP = 2  # and over what still rings
RING_MS = 62  # the ringing is expected to fall by a factor e in this time
RATTLE = 16  # a blow shakes the boulders: they rattle on, up to this far below it,
RATTLE_MS = 250  # and fall by a factor e in this time
SCAN_MS = 4  # the highest peak of a piezo hit comes within 2.5 ms of its first
HOLD_MS = 12  # this long without a peak over a tenth of the highest: the ring has died down
FLOOR_MS = 500  # the noise floor is the quietest stretch of this time
STRETCH_MS = 20
STRETCH_SAMPLES = 32  # a stretch of fewer says little about how loud the noise gets
QUIETEST = 2  # no converter is more silent than this
FINE = 8  # bits after the point, so that the slow mean still moves on small numbers


class Detector:
    """Feed it samples, get the hits as (first sample, peak, length in samples).

    A hit is told when its ring has died down, at the latest when the next one may begin: `gap_ms` after its onset.
    """

    def __init__(self, rate: int, gap_ms: int = 200, threshold: int = 0, floor: int = 0) -> None:
        self.threshold = threshold
        self.floor = max(floor, QUIETEST)
        self.level = 0
        self.frame = max(1, rate // 1000)
        self._frames_a_second = rate // self.frame
        self._gap = self._frames(gap_ms)
        self._ring_frames = self._frames(RING_MS)
        self._rattle_frames = self._frames(RATTLE_MS)
        self._scan = self._frames(SCAN_MS)
        self._hold = self._frames(HOLD_MS)
        self._slow = 1  # the high-pass: some 200 Hz, or all that a slow sensor has
        while (rate >> self._slow) > 1500:
            self._slow += 1

        self._started = False
        self._mean = 0
        self._loudest = 0
        self._filled = 0

        self._now = 0
        self._ring = 0
        self._rattle = 0
        self._recent = [0] * self._scan
        self._onset = -self._gap
        self._peak = 0  # of the hit being followed; 0: none is
        self._last = 0

        self._stretch = max(self._frames(STRETCH_MS), -(-STRETCH_SAMPLES // self.frame))
        self._stretch_loudest = 0
        self._stretch_left = self._stretch
        self._stretches = [floor] * max(4, self._frames(FLOOR_MS) // self._stretch)
        self._deaf = floor == 0  # until a first stretch was heard

    def _frames(self, ms: int) -> int:
        return max(1, ms * self._frames_a_second // 1000)

    def feed(self, samples: list[int]) -> list[tuple[int, int, int]]:
        hits: list[tuple[int, int, int]] = []
        if not self._started and len(samples):
            self._mean = samples[0] << FINE  # a sensor rests anywhere; starting from there is no jump
            self._started = True
        mean = self._mean
        slow = self._slow
        loudest = self._loudest
        filled = self._filled
        frame = self.frame
        for sample in samples:
            high = (sample << FINE) - mean
            mean += high >> slow
            if high < 0:
                high = -high
            if high > loudest:
                loudest = high
            filled += 1
            if filled == frame:
                self._hear(loudest >> FINE, hits)
                loudest = 0
                filled = 0
        self._mean = mean
        self._loudest = loudest
        self._filled = filled
        return hits

    def finish(self) -> list[tuple[int, int, int]]:
        """The hit that was still ringing when the samples ended, if any."""
        hits: list[tuple[int, int, int]] = []
        if self._peak:
            self._tell(hits)
        return hits

    def _hear(self, level: int, hits: list[tuple[int, int, int]]) -> None:
        now = self._now
        self._now = now + 1
        self.level = level
        since = now - self._onset
        if self._peak:
            self._follow(level, since, hits)
        if since >= self._gap and level > self.bar() and not self._deaf:
            self._onset = now
            self._peak = level
            self._last = now
        self._ring_down(level, now)
        self._listen_to_noise(level)

    def bar(self) -> int:
        """What a frame must exceed to be a hit."""
        return max(self.threshold, self.floor * LOUD, self._ring * JUMP >> FINE, self._rattle >> FINE)

    def _follow(self, level: int, since: int, hits: list[tuple[int, int, int]]) -> None:
        if since < self._scan and level > self._peak:
            self._peak = level
        if level * 10 > self._peak:
            self._last = self._now - 1
        if since >= self._gap or self._now - self._last > self._hold:
            self._tell(hits)

    def _tell(self, hits: list[tuple[int, int, int]]) -> None:
        length = self._last - self._onset + 1
        hits.append((self._onset * self.frame, self._peak, length * self.frame))
        self._peak = 0

    def _ring_down(self, level: int, now: int) -> None:
        """Let the ringing fall; what was heard a scan ago is ringing by now, what is rising just now is not."""
        at = now % self._scan
        heard = self._recent[at] << FINE
        self._recent[at] = level
        self._ring -= self._ring // self._ring_frames
        if heard > self._ring:
            self._ring = heard
        self._rattle -= self._rattle // self._rattle_frames
        if heard > self._rattle * RATTLE:
            self._rattle = heard // RATTLE

    def _listen_to_noise(self, level: int) -> None:
        if level > self._stretch_loudest:
            self._stretch_loudest = level
        self._stretch_left -= 1
        if self._stretch_left:
            return
        stretches = self._stretches
        if self._deaf:
            self._deaf = False
            for i in range(len(stretches)):
                stretches[i] = self._stretch_loudest
        stretches.pop(0)
        stretches.append(self._stretch_loudest)
        self.floor = max(QUIETEST, min(stretches))
        self._stretch_loudest = 0
        self._stretch_left = self._stretch
