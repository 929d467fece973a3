"""Hears blows in a stream of samples, or in the edges of a switch; it never does I/O and never asks for the time.

CPython and MicroPython run this very file: integers only, no imports. A sample costs a few operations; everything
that thinks runs once a frame of about a millisecond, because a Pico has 125 µs a sample.

A blow stands out three times: over the noise floor (the quietest stretch of the last 0.6 s, so that a saw or a hum
raises it and a row of hits does not), over the ringing still in the wood (which falls away like a drum's, so that a
bounce hides under it and the next blow does not), and over the unrest before it that no blow explains.
"""

ALERT = 5  # times the noise floor: here a hit may begin
LOUD = 8  # times the noise floor: the peak of a hit is louder than this
JUMP = 2  # times what still rings: so far a hit jumps out of it
RING_MS = 62  # the ringing falls by a factor e in this time
RATTLE = 16  # a blow shakes the boulders: they rattle on, at most this far below it,
RATTLE_MS = 250  # and fall by a factor e in this time
CALM = 3  # times the unrest: the peak of a hit is louder than this
SETTLE_MS = 200  # what sounds so soon after a hit belongs to it and is no unrest
UNREST_MS = 300  # unrest is forgotten by a factor e in this time
SCAN_MS = 4  # the highest peak of a piezo hit comes within 2.5 ms of its first
SCAN_FRAMES = 4  # and a slow sensor needs some samples to show it at all
HERALD = 4  # what a hit surpasses so far was only its herald: the hammer brushed the wood, the pedal set off
HOLD_MS = 12  # so long without a peak over a tenth of the highest: the ring has died down
FLOOR_MS = 600
STRETCH_MS = 20
STRETCH_SAMPLES = 48  # a stretch of fewer says little about how loud the noise gets
QUIETEST = 2  # no converter is more silent than this
FINE = 8  # bits after the point, so that slow filters still move on small numbers
CUT = 1500  # samples a second over two to the filter's shift: a high-pass at some 200 Hz
GAP_MS = (20, 5000)  # the least and the most that the gap between two hits may be, here and on every sensor
STILL_US = 15_000  # edges closer than this are one burst


class Detector:
    """Feed it samples, get the hits as (first sample, peak, length in samples).

    A hit is told when its ring has died down, at the latest when the next one may begin: `gap_ms` after its onset.
    Without a known noise floor it is deaf for its first stretch.
    """

    def __init__(self, rate: int, gap_ms: int = 200, threshold: int = 0, floor: int = 0) -> None:
        self.threshold = threshold
        self.floor = max(floor, QUIETEST)
        self.loudest = 0  # of the frames since its reader set it back
        self.frame = max(1, rate // 1000)
        self.frames_a_second = rate // self.frame
        self._gap = self._frames(gap_ms)
        self._scan = max(SCAN_FRAMES, self._frames(SCAN_MS))
        self._hold = self._frames(HOLD_MS)
        self._settle = self._frames(SETTLE_MS)
        self._ring_fall = self._frames(RING_MS)
        self._rattle_fall = self._frames(RATTLE_MS)
        self._unrest_fall = self._frames(UNREST_MS)

        # The high-pass has two stages; a slow sensor has no band to spare for the second, which then only centres.
        self._slow = 1
        while rate >> self._slow > CUT:
            self._slow += 1
        self._slower = self._slow if self._slow > 1 else FINE
        self._started = False
        self._mean = 0
        self._drift = 0
        self._loudest = 0
        self._filled = 0

        self._now = 0
        self._ring = 0
        self._rattle = 0
        self._unrest = 0
        self._recent = [0] * self._scan
        self._onset = self._earlier = -self._settle - self._gap
        self._peak = 0  # of the hit being followed; 0: none is
        self._last = 0
        self._shaken = 0  # what rings when we begin to listen is no unrest

        self._stretch = max(self._frames(STRETCH_MS), -(-STRETCH_SAMPLES // self.frame))
        self._stretch_loudest = 0
        self._stretch_left = self._stretch
        self._stretches = [floor] * max(4, self._frames(FLOOR_MS) // self._stretch)
        self._deaf = floor == 0

    def _frames(self, ms: int) -> int:
        return max(1, ms * self.frames_a_second // 1000)

    def feed(self, samples: list[int]) -> list[tuple[int, int, int]]:
        hits: list[tuple[int, int, int]] = []
        if not self._started and len(samples):
            self._mean = samples[0] << FINE  # a sensor rests anywhere; starting from there is no jump
            self._started = True
        mean = self._mean
        drift = self._drift
        slow = self._slow
        slower = self._slower
        loudest = self._loudest
        left = self.frame - self._filled
        for sample in samples:
            high = (sample << FINE) - mean
            mean += high >> slow
            high -= drift
            drift += high >> slower
            if high > loudest:
                loudest = high
            elif -high > loudest:
                loudest = -high
            left -= 1
            if not left:
                self._hear(loudest >> FINE, hits)
                loudest = 0
                left = self.frame
        self._mean = mean
        self._drift = drift
        self._loudest = loudest
        self._filled = self.frame - left
        return hits

    def finish(self) -> list[tuple[int, int, int]]:
        """The hit that was still ringing when the samples ended, if any."""
        hits: list[tuple[int, int, int]] = []
        if self._peak:
            self._tell(hits)
        return hits

    def _hear(self, level: int, hits: list[tuple[int, int, int]]) -> None:
        now = self._now
        if level > self.loudest:
            self.loudest = level
        since = now - self._onset
        if self._peak:
            self._follow(level, since, hits)
        self._unrest -= self._unrest // self._unrest_fall
        if self._peak == 0:
            if level > self.floor * ALERT and since >= self._gap and self._stands_out(level):
                self._earlier = self._onset
                self._onset = self._last = now
                self._peak = level
            elif now - max(self._onset, self._shaken) > self._settle and level << FINE > self._unrest:
                self._unrest = level << FINE
        self._ring_down(level)
        self._listen_to_noise(level)
        self._now = now + 1

    def _stands_out(self, level: int) -> bool:
        return not self._deaf and level << FINE > max(self._ring * JUMP, self._rattle)

    def _follow(self, level: int, since: int, hits: list[tuple[int, int, int]]) -> None:
        if level > self._peak and since < self._scan:
            self._peak = level
        elif level > self._peak * HERALD:
            self._onset = self._now
            self._peak = level
        if since == self._scan and not self._is_blow():
            self._onset = self._earlier
            self._peak = 0
            return
        if level * 10 > self._peak:
            self._last = self._now
        if since >= self._gap or self._now - self._last >= self._hold:
            self._tell(hits)

    def _is_blow(self) -> bool:
        if self._peak < self.threshold or self._peak < self.floor * LOUD:
            return False
        peak = self._peak << FINE
        if peak < self._unrest * CALM:
            # A little less than the peak, so that one mistake does not silence a row of equal blows.
            self._unrest = max(self._unrest, peak // 4 * 3)
            self._shaken = self._now
            return False
        return True

    def _tell(self, hits: list[tuple[int, int, int]]) -> None:
        length = self._last - self._onset + 1
        hits.append((self._onset * self.frame, self._peak, length * self.frame))
        self._peak = 0

    def _ring_down(self, level: int) -> None:
        """Let the ringing fall; what was heard a scan ago is ringing by now, what is rising just now is not."""
        at = self._now % self._scan
        heard = self._recent[at] << FINE
        self._recent[at] = level
        self._ring = max(heard, self._ring - self._ring // self._ring_fall)
        self._rattle = max(heard // RATTLE, self._rattle - self._rattle // self._rattle_fall)

    def _listen_to_noise(self, level: int) -> None:
        if level > self._stretch_loudest:
            self._stretch_loudest = level
        self._stretch_left -= 1
        if self._stretch_left:
            return
        if self._deaf:
            self._deaf = False
            self._stretches = [self._stretch_loudest] * len(self._stretches)
        self._stretches.pop(0)
        self._stretches.append(self._stretch_loudest)
        self.floor = max(QUIETEST, min(self._stretches))
        self._stretch_loudest = 0
        self._stretch_left = self._stretch


class Edges:
    """Tell it each edge of a vibration switch or comparator; it says which one begins a hit.

    A switch gives neither strength nor length, so the hit is told at its first edge. Buzz that never pauses is one
    burst, hence at most one hit.
    """

    def __init__(self, gap_us: int = 200_000) -> None:
        self._gap = gap_us
        self._onset = -gap_us
        self._last = -STILL_US
        self._burst = 0

    def edge(self, now: int) -> bool:
        still = now - self._last >= STILL_US
        self._last = now
        if still:
            self._burst = now
        if still and now - self._onset >= self._gap:
            self._onset = now
            return True
        return False

    def buzzing(self, now: int) -> int:
        """For how many microseconds the edges have not paused; 0 when they have."""
        return self._last - self._burst if now - self._last < STILL_US else 0
