"""The camera's desk: what is seen now, the last counts with their pictures and what came of them; it counts nothing."""

from collections import deque
from dataclasses import dataclass
from threading import Lock

from companion.referee import Status
from companion.rules import Boulders, Text
from hardware.boulders import troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count
from hardware.boulders.counter import Counter
from hardware.boulders.watcher import Sighting
from hardware.devices import Camera, Clock, Image
from hardware.rig.eyes import Eyes
from web.desks import Counted, Learned, Seeing, SeenPiece

KEPT = 40
"""Counts, with a picture of some 100 kB each."""

LOOKED_AT = 3.0
"""Seconds for which a page that asked once is taken to be still open."""

WITHOUT_MAT = {troubles.NO_MAT.sentence, troubles.MIRRORED.sentence, troubles.partly_seen(0).sentence}


class UnhurriedCounter:
    """A counter made when the first picture comes: its tables take a second, and no page should wait for them."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._counter: Counter | None = None

    def count(self, image: Image) -> Count:
        if self._counter is None or self._counter.calibration is not self.calibration:
            self._counter = Counter(self.calibration)
        return self._counter.count(image)


@dataclass
class _Entry:
    number: int
    time: float
    count: Count
    picture: bytes | None
    played: Boulders | None = None
    asked: Text | None = None

    def repeats(self, later: "_Entry") -> bool:
        """Whether the later one tells nothing new: a still mat is counted again every few seconds."""
        same = (self.count.colours, self.count.sure) == (later.count.colours, later.count.sure)
        return same and self.played is None and self.asked is None


class CameraDesk:
    def __init__(self, camera: Camera, eyes: Eyes, counter: UnhurriedCounter, clock: Clock) -> None:
        self._camera = camera
        self._eyes = eyes
        self._counter = counter
        self._clock = clock
        self._lock = Lock()
        self._entries: deque[_Entry] = deque(maxlen=KEPT)
        self._mat: bool | None = None
        self._looked = float("-inf")

    @property
    def looked_at(self) -> bool:
        """Whether the page is open: then the eyes look as often as in a hammering."""
        return self._clock() - self._looked < LOOKED_AT

    def now(self) -> Seeing:
        self._looked = self._clock()
        sighting = self._eyes.sighting
        count = sighting.count if sighting else None
        return Seeing(
            camera=self._camera.name,
            kind=sighting.kind if sighting else None,
            words=sighting.words if sighting else None,
            mat=self._mat,
            boulders=count.colours if count else None,
            sure=bool(count and count.sure),
            confidence=round(count.confidence, 3) if count else 0.0,
            pieces=[
                SeenPiece(round(piece.x, 4), round(piece.y, 4), piece.colour, round(piece.confidence, 3))
                for piece in (count.pieces if count else ())
            ],
            learned=self._learned(),
        )

    def history(self) -> list[Counted]:
        with self._lock:
            return [self._line(entry) for entry in reversed(self._entries)]

    def picture_of(self, number: int) -> bytes | None:
        with self._lock:
            return next((entry.picture for entry in self._entries if entry.number == number), None)

    def seen(self, number: int, sighting: Sighting) -> None:
        """Remember a count when it is first seen, and whether the mat was there."""
        if sighting.words.sentence in WITHOUT_MAT:
            self._mat = False
        if sighting.count is None:
            return
        self._mat = True
        with self._lock:
            if self._entries and self._entries[-1].number == number:
                return
            entry = _Entry(number, sighting.time, sighting.count, self._eyes.picture_of(number))
            if self._entries and self._entries[-1].repeats(entry):
                self._entries.pop()
            self._entries.append(entry)

    def judged(self, number: int, fallen: Boulders | None, status: Status) -> None:
        """What the referee made of a count: a hit that is played, a question, or nothing."""
        with self._lock:
            entry = self._entries[-1] if self._entries else None
            if entry is None or entry.number != number:
                return
            if fallen is not None:
                entry.played = fallen
            elif status.question is not None and status.question.picture == number:
                entry.asked = status.question.text

    def _line(self, entry: _Entry) -> Counted:
        return Counted(
            number=entry.number,
            seconds_ago=round(self._clock() - entry.time, 1),
            boulders=entry.count.colours,
            sure=entry.count.sure,
            confidence=round(entry.count.confidence, 3),
            played=entry.played.by_colour() if entry.played else None,
            asked=entry.asked,
        )

    def _learned(self) -> Learned:
        calibration = self._counter.calibration
        return Learned(calibration.colours, calibration.size_mm, calibration != Calibration())
