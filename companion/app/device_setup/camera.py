"""The camera as the host sets it up: what it sees, the last counts and what came of each; it counts nothing."""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

import msgspec

from companion.app.device_setup import writing
from companion.app.device_setup.colour_teaching import ColourTeaching, Learned, Lesson, as_learned
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.table_counter import TableCounter
from companion.common.health import Health
from companion.referee import Status
from companion.rules import Boulders, Illegal, Text, say
from hardware.boulders import mat_svg
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Piece, Point
from hardware.boulders.hints import hints
from hardware.boulders.mat_view import MatView
from hardware.boulders.overlay import draw
from hardware.boulders.watcher import RECALIBRATE, Sighting
from hardware.camera.jpeg import jpeg, picture_in
from hardware.devices import Camera, Clock
from hardware.rig.camera_loop import CameraLoop, CanSettle
from hardware.rig.retried_device import there

KEPT = 40
"""Counts, with a picture of some 100 kB each."""

LOOKED_AT = 3.0
"""Seconds for which a page that asked once is taken to be still open."""

SMALLEST = 0.02
"""Of the picture: a landing place is never that small."""

HINTS_PAUSE = 2.0
"""Seconds: whoever turns the focus ring or moves the lamp sees soon enough what came of it."""


DECIMALS = {"x": 4, "y": 4, "confidence": 3}
"""A tenth of a pixel, a tenth of a percent: the page asks twice a second, and a phone shows no more."""


class Seeing(msgspec.Struct, frozen=True):
    """What the camera sees now. Pieces are there only when they lie still and were counted."""

    camera: str
    kind: str | None
    words: Health | None
    hints: Sequence[Health]
    """Whether the mat is found, then what would make the camera see better."""
    boulders: Mapping[str, int] | None
    sure: bool
    confidence: float
    pieces: Sequence[Mapping[str, object]]
    learned: Learned
    place: Sequence[Point]
    """The corners of the landing place, as shares of the picture, where it is counted without a mat."""
    lesson: Lesson | None
    warning: Health | None
    """Why what was taught is not used."""
    corrected: int
    """How many pictures are kept that somebody put right."""
    settles: bool
    """Whether the camera holds exposure and white balance, and can find them anew."""
    relearn: bool = False
    """Whether the colours no longer fit the light, and are to be learned anew."""


class Counted(msgspec.Struct, frozen=True):
    """One count of the last ones; `played` or `asked` is what came of it, if anything."""

    number: int
    seconds_ago: float
    boulders: Mapping[str, int]
    sure: bool
    confidence: float
    played: Mapping[str, int] | None
    asked: Text | None


@dataclass
class _Entry:
    number: int
    time: float
    count: Count
    picture: bytes | None
    """As it was taken: what was recognised is drawn into it when somebody looks."""
    played: Boulders | None = None
    asked: Text | None = None

    def repeats(self, later: "_Entry") -> bool:
        """Whether the later one tells nothing new: a still mat is counted again every few seconds."""
        same = (self.count.colours, self.count.sure) == (later.count.colours, later.count.sure)
        return same and self.played is None and self.asked is None


class CameraSetup:
    def __init__(
        self,
        camera: Camera,
        camera_loop: CameraLoop,
        counter: TableCounter,
        corrected: CorrectedPictures,
        clock: Clock,
    ) -> None:
        self._camera = camera
        self._camera_loop = camera_loop
        self._counter = counter
        self._corrected = corrected
        self.lessons = ColourTeaching(camera, counter, corrected)
        self._clock = clock
        self._lock = Lock()
        self._entries: deque[_Entry] = deque(maxlen=KEPT)
        self._mat_view = MatView(counter.boulders.size_mm)
        self._hinted: tuple[float, tuple[Health, ...]] = (float("-inf"), ())
        self._looked = float("-inf")

    @property
    def looked_at(self) -> bool:
        """Whether the page is open: then the camera loop looks as often as in a hammering."""
        return self._clock() - self._looked < LOOKED_AT

    def now(self) -> Seeing:
        self._looked = self._clock()
        sighting = self._camera_loop.sighting
        count = sighting.count if sighting else None
        return Seeing(
            camera=self._camera.name,
            kind=sighting.kind if sighting else None,
            words=sighting.words if sighting else None,
            hints=self._hints(),
            boulders=count.colours if count else None,
            sure=bool(count and count.sure),
            confidence=round(count.confidence, DECIMALS["confidence"]) if count else 0.0,
            pieces=[without_outline(piece) for piece in (count.pieces if count else ())],
            learned=as_learned(self._counter.boulders, own=self._counter.boulders != Calibration()),
            place=self._counter.place,
            lesson=self.lessons.now(),
            warning=self._counter.warning,
            corrected=self._corrected.number,
            relearn=sighting is not None and sighting.words == RECALIBRATE,
            settles=isinstance(there(self._camera), CanSettle),
        )

    def boulders(self) -> Mapping[str, int] | None:
        """What is recognised now; whoever asks is taken to look."""
        self._looked = self._clock()
        sighting = self._camera_loop.sighting
        return sighting.count.colours if sighting and sighting.count else None

    def history(self) -> list[Counted]:
        with self._lock:
            return [self._line(entry) for entry in reversed(self._entries)]

    def picture_of(self, number: int) -> bytes | None:
        with self._lock:
            entry = next((entry for entry in self._entries if entry.number == number), None)
        if entry is None or entry.picture is None:
            return None
        return jpeg(draw(picture_in(entry.picture), entry.count))

    def lay_out(self, corners: Sequence[Point]) -> None:
        """Count without a mat, between these four corners; with the mat again when there are none."""
        place = around(corners)
        if corners and area(place) < SMALLEST:
            raise Illegal("bad_corners", say("These four corners enclose no field. Tap them far apart."))
        with writing():
            self._counter.lay_out(place)

    def settle(self) -> None:
        camera = there(self._camera)
        if not isinstance(camera, CanSettle):
            raise Illegal("cannot_settle", say("This camera has nothing to settle."))
        camera.settle_again()

    def learn(self, colour: str | None) -> None:
        self.lessons.learn(colour)

    def learn_from_corrected(self) -> None:
        self.lessons.learn_from_corrected()

    def forget_corrected(self) -> None:
        with writing():
            self._corrected.forget()

    def keep_lesson(self) -> None:
        with writing():
            self.lessons.keep()

    def drop_lesson(self) -> None:
        self.lessons.drop()

    def forget(self) -> None:
        with writing():
            self._counter.forget()

    def lesson_picture(self) -> bytes | None:
        return self.lessons.picture() or self._counter.picture

    def mat(self, paper: mat_svg.Paper, tower: str, scale: str, print_at: str) -> str:
        return mat_svg.svg(paper, mat_svg.Words(tower, scale, print_at))

    def seen(self, number: int, sighting: Sighting) -> None:
        """Remember a count when it is first seen."""
        if sighting.count is None:
            return
        with self._lock:
            if self._entries and self._entries[-1].number == number:
                return
            kept = self._camera_loop.kept(number)
            entry = _Entry(number, sighting.time, sighting.count, kept and kept.picture)
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
            confidence=round(entry.count.confidence, DECIMALS["confidence"]),
            played=entry.played.by_colour() if entry.played else None,
            asked=entry.asked,
        )

    def _hints(self) -> tuple[Health, ...]:
        """Whether the mat is found, and what could be better; looked for only while the page is open."""
        frame = self._camera.newest()
        if frame is None or self._counter.place:
            return ()
        with self._lock:
            since, found = self._hinted
            if self._clock() - since >= HINTS_PAUSE:
                found = hints(frame.image, self._mat_view)
                self._hinted = self._clock(), found
            return found


def without_outline(piece: Piece) -> dict[str, object]:
    """Outlines are drawn into the picture; everything else that is known of a piece, the page's script may use."""
    known = {name: value for name, value in msgspec.structs.asdict(piece).items() if name != "outline"}
    return {name: round(value, DECIMALS[name]) if name in DECIMALS else value for name, value in known.items()}


def around(corners: Sequence[Point]) -> tuple[Point, ...]:
    """The corners in the order in which one walks around them, however they were tapped."""
    if not corners:
        return ()
    x, y = (sum(parts) / len(corners) for parts in zip(*corners, strict=True))
    return tuple(sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x)))


def area(place: Sequence[Point]) -> float:
    """The share of the picture that lies inside."""
    pairs = zip(place, (*place[1:], *place[:1]), strict=True)
    return abs(sum(x * after_y - after_x * y for (x, y), (after_x, after_y) in pairs)) / 2
