"""Walks through PROTOCOL.md with whatever is plugged in and says of each point whether it holds; it changes nothing
for good: the settings that the sensor had are given back."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple, TypeVar

from hardware.devices import Clock
from hardware.hits import protocol
from hardware.hits.detector import GAP_MS
from hardware.hits.pico import Port
from hardware.hits.protocol import Beat, Failed, Garbage, Hit, Kept, Levels, Message, Refused

PATIENCE = 5.0  # seconds for a first beat: some boards start anew when their port is opened
ANSWER = 2.0  # seconds for an answer, and for the beat that shows it
BEATS = 5  # that are timed
WATCHED = 2  # seconds
STRIKING = 60.0  # seconds that somebody may take
LATEST = 2000  # milliseconds by which a hit must be told
SAMPLED = 0.12  # seconds of samples that a hit may carry
MOST_LEVELS = 64
BEAT_KEYS = {"beat", "version", "rate", "scale", "noise", "loudest", "lost", "threshold", "gap"}
NONSENSE = (
    b"hello",
    b"\xe2\x80\xff\x00",
    b'{"keep": {"thresh',
    b"x" * 2000,
    b'{"sing": 1}',
    b'{"watch": 1e999}',
    b'{"keep": {"threshold": 99999999999999999999999999, "gap": 200}}',
    b"[1, 2]",
)

Kind = TypeVar("Kind", bound=Message)


class Point(NamedTuple):
    passed: bool
    words: str


class Heard(NamedTuple):
    time: float
    line: bytes
    message: Message


class _Sensor:
    """The other end of the port: what it said, and when."""

    def __init__(self, port: Port, clock: Clock) -> None:
        self._port = port
        self._clock = clock
        self._rest = b""
        self.heard: list[Heard] = []

    def say(self, line: bytes) -> None:
        self._port.write(line.rstrip(b"\n") + b"\n")

    def listen(self, seconds: float) -> list[Heard]:
        first, end = len(self.heard), self._clock() + seconds
        while self._clock() < end:
            self._read()
        return self.heard[first:]

    def wait(self, kind: type[Kind], seconds: float, fits: Callable[[Kind], bool] = lambda _: True) -> Kind | None:
        """The next line of a kind that fits, or None."""
        at, end = len(self.heard), self._clock() + seconds
        while True:
            for heard in self.heard[at:]:
                if isinstance(heard.message, kind) and fits(heard.message):
                    return heard.message
            at = len(self.heard)
            if self._clock() >= end:
                return None
            self._read()

    def _read(self) -> None:
        *lines, self._rest = (self._rest + self._port.read_some()).split(b"\n")
        now = self._clock()
        self.heard += [Heard(now, line, protocol.parse(line.strip())) for line in lines if line.strip()]


def walk(port: Port, clock: Clock, strikes: int, ask: Callable[[str], None]) -> Iterator[Point]:
    """Each point as it is decided; `ask` tells the person at the sensor what to do."""
    sensor = _Sensor(port, clock)
    beat = sensor.wait(Beat, PATIENCE)
    if beat is None:
        yield Point(False, f"It says a beat within {PATIENCE:.0f} seconds. Without one nothing else can be tried.")
        return
    yield from _introduction(sensor, beat)
    if beat.version != protocol.VERSION:
        return
    begun = len(sensor.heard)
    yield from _beating(sensor)
    yield from _keeping(sensor, beat)
    yield from _nonsense(sensor)
    yield from _watching(sensor, beat)
    if strikes:
        yield from _striking(sensor, beat, strikes, ask)
    yield from _manners(sensor.heard[begun:])
    sensor.say(protocol.keep(beat.threshold, beat.gap))
    yield Point(sensor.wait(Kept, ANSWER) is not None, "It takes back the settings that it had.")


def _introduction(sensor: _Sensor, beat: Beat) -> Iterator[Point]:
    line = next(heard.line for heard in sensor.heard if heard.message is beat)
    lacking = sorted(BEAT_KEYS - json.loads(line).keys())
    yield Point(not lacking, f"Its beat says all there is to say{_but('it lacks', ', '.join(lacking))}.")
    ours = beat.version == protocol.VERSION
    yield Point(ours, f"It speaks version {protocol.VERSION}{_but('it says', '' if ours else str(beat.version))}.")


def _beating(sensor: _Sensor) -> Iterator[Point]:
    first = sensor.wait(Beat, ANSWER)
    since = sensor.heard[-1].time
    beats = [heard for heard in sensor.listen(BEATS + 0.5) if isinstance(heard.message, Beat)]
    numbers = [heard.message.beat for heard in beats if isinstance(heard.message, Beat)]
    start = first.beat if first else 0
    counts = numbers == list(range(start + 1, start + 1 + len(numbers))) and bool(numbers)
    yield Point(counts, f"Its beats count up by one{_but('they are', '' if counts else str([start, *numbers]))}.")
    pace = (beats[-1].time - since) / len(beats) if beats else 0.0
    yield Point(0.9 <= pace <= 1.1, f"A beat comes each second; here each {pace:.2f} s.")


def _keeping(sensor: _Sensor, beat: Beat) -> Iterator[Point]:
    shortest, longest = GAP_MS
    for threshold, gap in ((beat.scale // 2, 300), (0, shortest), (beat.scale, longest), (0, 200)):
        sensor.say(protocol.keep(threshold, gap))
        wanted = protocol.Settings(threshold, gap)
        kept = sensor.wait(Kept, ANSWER, lambda said, wanted=wanted: said.kept == wanted)  # type: ignore[misc]
        shown = sensor.wait(Beat, ANSWER)
        in_force = shown is not None and (shown.threshold, shown.gap) == (threshold, gap)
        yield Point(kept is not None, f"It keeps a threshold of {threshold} and a gap of {gap} ms.")
        yield Point(in_force, f"The next beat says {threshold} and {gap}.")
    for threshold, gap in ((beat.scale + 1, 200), (0, shortest - 1), (0, longest + 1), (-1, 200)):
        sensor.say(protocol.keep(threshold, gap))
        refused = sensor.wait(Refused, ANSWER)
        shown = sensor.wait(Beat, ANSWER)
        unchanged = shown is not None and (shown.threshold, shown.gap) == (0, 200)
        yield Point(refused is not None and unchanged, f"It refuses a threshold of {threshold} with a gap of {gap} ms.")


def _nonsense(sensor: _Sensor) -> Iterator[Point]:
    before = sensor.wait(Beat, ANSWER)
    for line in NONSENSE:
        sensor.say(line)
        said = sensor.listen(ANSWER / 2)
        kept = any(isinstance(heard.message, Kept) for heard in said)
        beat = sensor.wait(Beat, ANSWER)
        alive = before is not None and beat is not None and beat.beat > before.beat
        shown = line if len(line) < 40 else line[:20] + b"..."
        yield Point(alive and not kept, f"It goes on after {shown!r}.")
        before = beat or before


def _watching(sensor: _Sensor, beat: Beat) -> Iterator[Point]:
    sensor.say(protocol.watch(WATCHED))
    said = [heard.message for heard in sensor.listen(WATCHED + 1)]
    lines = [message.levels for message in said if isinstance(message, Levels)]
    levels = [level for line in lines for level in line]
    due = round(WATCHED / protocol.LEVEL_SECONDS)
    yield Point(
        0.8 * due <= len(levels) <= 1.2 * due, f"Watched for {WATCHED} s it tells {due} levels; {len(levels)} came."
    )
    fit = all(level <= beat.scale for level in levels) and all(len(line) <= MOST_LEVELS for line in lines)
    yield Point(fit, f"No level is above {beat.scale}, no line longer than {MOST_LEVELS}.")
    after = [heard for heard in sensor.listen(1) if isinstance(heard.message, Levels)]
    yield Point(not after, "It tells no levels once that time is over.")


def _striking(sensor: _Sensor, beat: Beat, strikes: int, ask: Callable[[str], None]) -> Iterator[Point]:
    ask(f"Strike the tower {strikes} times now, a second apart; there is a minute.")
    hits: list[tuple[float, Hit]] = []
    waited = 0.0
    while len(hits) < strikes and waited < STRIKING:
        hits += [(heard.time, heard.message) for heard in sensor.listen(0.5) if isinstance(heard.message, Hit)]
        waited += 0.5
    yield Point(len(hits) == strikes, f"It tells {strikes} hits for {strikes} strikes; {len(hits)} came.")
    if not hits:
        return
    numbers = [hit.hit for _, hit in hits]
    yield Point(numbers == list(range(numbers[0], numbers[0] + len(hits))), "Its hits count up by one.")
    latest = max(hit.ago for _, hit in hits)
    yield Point(latest <= LATEST, f"Each is told within {LATEST} ms of its onset; here {latest} at most.")
    yield Point(all(0 < hit.peak <= beat.scale for _, hit in hits), f"Each has a peak of 1 to {beat.scale}.")
    onsets = [time - hit.ago / 1000 for time, hit in hits]
    apart = all(later - sooner > 0.15 for sooner, later in pairwise(onsets))
    yield Point(apart, "No two begin closer together than the gap of 200 ms.")
    most = max(len(hit.signal()) for _, hit in hits)
    yield Point(
        most <= SAMPLED * beat.rate, f"None carries more than {SAMPLED * 1000:.0f} ms of samples; here {most} samples."
    )


def _manners(heard: list[Heard]) -> Iterator[Point]:
    garbled = [each.line for each in heard if isinstance(each.message, Garbage)]
    example = repr(garbled[0][:60]) if garbled else ""
    yield Point(not garbled, f"Every line is one of the page{_but('one is', example)}.")
    failed = [each.message.failed for each in heard if isinstance(each.message, Failed)]
    yield Point(not failed, f"Its program never stopped{_but('it did', ', '.join(failed))}.")
    longest = max((len(each.line) for each in heard), default=0)
    yield Point(longest < protocol.LONGEST, f"No line is longer than {protocol.LONGEST} bytes; here {longest} at most.")


def _but(what: str, value: str) -> str:
    return f", but {what} {value}" if value else ""
