"""What is known of a Pico from the lines it sent: its blows, what to answer, how it is; it never opens a port."""

import errno

from companion.common.health import Health, failing, fine
from hardware.devices import Blow, Clock
from hardware.hits import protocol
from hardware.hits.protocol import Beat, Failed, Garbage, Hit, Kept, Levels, Lines, Refused
from hardware.hits.sampled_sensor import health_of, silent
from hardware.hits.settings import HitSettings
from hardware.hits.trace import Burst, Trace

PATIENCE = 3.0  # seconds without a beat
DISTURBED = 5  # garbled lines within the last beats
FLAT_BEATS = 2


def cannot_open(error: OSError) -> Health:
    """Why a port that is there cannot be had: each reason has another cure."""
    port = error.filename or ""
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return failing(
                "Nothing is plugged in at {port}: check the cable and the port in the settings. "
                "Enter hits by hand meanwhile.",
                port=port,
            )
        case errno.EACCES:
            return failing(
                "The Pico at {port} may not be opened: add this program's user to the group dialout, then restart it. "
                "Enter hits by hand meanwhile.",
                port=port,
            )
        case errno.EPERM:
            return failing(
                "The system forbids this program the Pico at {port}: restart the companion, and if that does not help, "
                "allow the device in its unit. Enter hits by hand meanwhile.",
                port=port,
            )
        case errno.EBUSY | errno.EAGAIN:
            return failing(
                "Another program holds the Pico at {port}: close it. Enter hits by hand meanwhile.",
                port=port,
            )
        case _:
            return failing("The Pico cannot be opened ({reason}). Enter hits by hand meanwhile.", reason=str(error))


class PicoLink:
    """The state of one Pico; `PicoHits` gives it the bytes that arrive."""

    def __init__(self, settings: HitSettings, clock: Clock) -> None:
        self.trace = Trace(protocol.LEVEL_SECONDS)
        self._settings = settings
        self._clock = clock
        self._port: str | None = None
        self._barred: Health | None = None
        self._absence = failing("No Pico is plugged in: connect it by USB. Enter hits by hand meanwhile.")
        self._lines = Lines()
        self._since = clock()  # when it last showed life, or was plugged in
        self._beat: Beat | None = None
        self._lost = 0  # samples, over the last beat
        self._flat_beats = 0
        self._garbled = 0
        self._refused = ""
        self._unsaved = ""
        self._failed = ""
        self._restarts = 0
        self._answers = b""

    def plugged(self, port: str) -> None:
        self._port = port
        self._barred = None
        self._lines = Lines()
        self._beat = None
        self._garbled = 0
        self._unsaved = ""
        self._since = self._clock()

    def barred(self, error: OSError) -> None:
        """It is there and cannot be opened."""
        self._barred = cannot_open(error)

    def missing(self) -> None:
        """It is not there."""
        self._barred = None

    def unplugged(self, reason: str) -> None:
        if self._port is not None:
            self._absence = failing(
                "The Pico was unplugged ({reason}); it is looked for again and again. Enter hits by hand meanwhile.",
                reason=reason,
            )
        self._port = None

    def tune(self, settings: HitSettings) -> None:
        self._settings = settings
        if self._beat is not None:
            self._agree(self._beat)

    def take(self, data: bytes) -> list[Blow]:
        """Bytes as they came; the blows that were in them."""
        blows = []
        for message in self._lines.feed(data):
            match message:
                case Hit() if self._understood():
                    blows.append(self._blow(message))
                case Beat():
                    self._heartbeat(message)
                case Levels() if self._beat is not None:
                    self.trace.hear(*(min(1.0, level / self._beat.scale) for level in message.levels))
                case Kept():
                    self._refused = ""
                    self._unsaved = message.unsaved
                case Refused():
                    self._refused = message.refused
                case Failed():
                    self._failed = message.failed
                case Garbage() if self._beat is not None:  # many a board talks of its own while it starts
                    self._garbled += 1
                case _:
                    pass
        return blows

    def answers(self) -> bytes:
        """What to send now."""
        answers, self._answers = self._answers, b""
        return answers

    def watch(self) -> None:
        self._answers += protocol.watch(10)

    def health(self) -> Health:
        if self._port is None:
            return self._barred or self._absence
        beat = self._beat
        if beat is not None and beat.version != protocol.VERSION:
            return failing(
                "The Pico speaks version {theirs} of the protocol, this program version {ours}: "
                "bring it up to date with companion flash-pico. Enter hits by hand meanwhile.",
                theirs=beat.version,
                ours=protocol.VERSION,
            )
        if self._garbled >= DISTURBED:
            return failing(
                "The line from the Pico is disturbed ({count} garbled lines): try another USB cable. "
                "Enter hits by hand meanwhile.",
                count=self._garbled,
            )
        if self._failed:
            return failing(
                "The Pico's program stopped ({reason}) and starts again. Enter hits by hand meanwhile.",
                reason=self._failed,
            )
        late = self._clock() - self._since > PATIENCE
        if late:
            return failing(
                "What is plugged in at {port} sends no heartbeat: put the firmware on it with companion flash-pico. "
                "Enter hits by hand meanwhile.",
                port=self._port,
            )
        return fine("The Pico is plugged in; its heartbeat is awaited.") if beat is None else self._hearing(beat)

    def _hearing(self, beat: Beat) -> Health:
        if self._refused:
            return failing(
                "The Pico refused its settings ({reason}) and goes on with those it had.", reason=self._refused
            )
        if self._flat_beats >= FLAT_BEATS:
            return silent()
        if self._lost:
            return failing("The Pico came too late for {lost} samples: a hit may be missing.", lost=self._lost)
        health = health_of(beat.noise / beat.scale)
        if health.fine and self.has_old_program:
            return fine(
                "The Pico listens with an older program: put the new one on it from the page of the hit sensor. "
                "Noise {noise} % of full scale.",
                **health.text.facts,
            )
        if health.fine and self._unsaved:
            return fine(
                "The Pico listens, but cannot store its settings ({reason}): it gets them anew at each start. "
                "Noise {noise} % of full scale.",
                reason=self._unsaved,
                **health.text.facts,
            )
        if health.fine and self._restarts:
            return fine(
                "The Pico listens; times it restarted: {times}; noise {noise} % of full scale.",
                times=self._restarts,
                **health.text.facts,
            )
        return health

    @property
    def has_old_program(self) -> bool:
        """Whether it runs our own firmware, of a version before the one that this program brings along."""
        beat = self._beat
        return beat is not None and beat.sensor == "pico" and beat.firmware < protocol.FIRMWARE

    @property
    def says_nothing(self) -> bool:
        """Whether something is plugged in that has never shown life: a Pico without our program, perhaps."""
        return self._port is not None and self._beat is None and self._clock() - self._since > PATIENCE

    def _understood(self) -> bool:
        return self._beat is None or self._beat.version == protocol.VERSION

    def _heartbeat(self, beat: Beat) -> None:
        before = self._beat
        if before is not None and beat.beat <= before.beat:
            self._restarts += 1
            before = None
        self._lost = beat.lost - (before.lost if before else 0)
        self._flat_beats = 0 if beat.loudest else self._flat_beats + 1
        self._garbled = self._garbled // 2
        self._failed = ""
        self._since = self._clock()
        self._beat = beat
        if before is None and beat.version == protocol.VERSION:
            self._agree(beat)

    def _agree(self, beat: Beat) -> None:
        """See to it that the Pico keeps what the table's settings say."""
        threshold, gap = round(self._settings.threshold * beat.scale), round(self._settings.gap * 1000)
        self._refused = ""
        if (threshold, gap) != (beat.threshold, beat.gap):
            self._answers += protocol.keep(threshold, gap)

    def _blow(self, hit: Hit) -> Blow:
        scale, rate = (self._beat.scale, self._beat.rate) if self._beat else (2047, 8000)
        blow = Blow(self._clock() - hit.ago / 1000, min(1.0, hit.peak / scale), hit.length / 1000)
        if hit.raw or hit.samples:
            self.trace.keep(Burst(blow.time, blow.strength, rate, scale, hit.signal()))
        return blow
