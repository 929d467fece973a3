"""Teaches the counter a table's own boulders: learn from a picture, show what came of it, keep it once confirmed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock, Thread, current_thread

import msgspec

from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.table_counter import TableCounter
from companion.common.boulders import EACH, numbers
from companion.common.health import Health, failing
from companion.rules import Illegal, say
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count
from hardware.boulders.counter import Counter
from hardware.boulders.learn import learn_all, learn_colour, with_learned
from hardware.boulders.learn_from_corrections import Sample, learn_from
from hardware.boulders.overlay import draw
from hardware.camera.jpeg import jpeg
from hardware.devices import Camera, Image

CRASHED = failing("That picture could not be learned from. Try again.")


class Learned(Calibration, frozen=True):
    """What the counter knows of the boulders; `own` when it was learned at this table."""

    own: bool = False


class Lesson(msgspec.Struct, frozen=True):
    """A colour being learned, or all of them (`colour` is None): under way, failed with words, or to be confirmed."""

    colour: str | None
    words: Health | None
    learned: Learned | None
    boulders: Mapping[str, int] | None
    """What is counted in that picture with what was learned."""


@dataclass(frozen=True)
class _Result:
    boulders: Calibration
    count: Count
    image: Image


class ColourTeaching:
    """One at a time. To learn takes seconds on a small machine, so it happens on a thread of its own."""

    def __init__(self, camera: Camera, counter: TableCounter, corrected: CorrectedPictures) -> None:
        self._camera = camera
        self._corrected = corrected
        self._counter = counter
        self._lock = Lock()
        self._thread: Thread | None = None
        self._colour: str | None = None
        self._result: _Result | Health | None = None

    def learn(self, colour: str | None) -> None:
        """Begin to learn one colour from what lies on the mat now; without one, all of them at once."""
        frame = self._camera.newest()
        if frame is None:
            raise Illegal("no_picture", say("The camera has no picture."))
        image = frame.image
        self._begin(colour, lambda: lesson(image, colour, self._counter.boulders))

    def learn_from_corrected(self) -> None:
        """Begin to learn the colours from the pictures that were put right by tapping."""
        if not self._corrected.number:
            raise Illegal("none_corrected", say("No corrected picture is kept yet."))
        self._begin(None, lambda: corrected_lesson(self._corrected.samples(), self._counter.boulders))

    def _begin(self, colour: str | None, learn: Callable[[], _Result | Health]) -> None:
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                raise Illegal("looking", say("One picture is being looked at already. Wait a moment."))
            self._colour, self._result = colour, None
            self._thread = Thread(target=self._learn, args=(learn,), name="lesson", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Until the lesson at hand is over."""
        if self._thread is not None:
            self._thread.join()

    def now(self) -> Lesson | None:
        with self._lock:
            if self._thread is None:
                return None
            if isinstance(self._result, _Result):
                learned = as_learned(self._result.boulders, own=True)
                return Lesson(self._colour, None, learned, self._result.count.colours)
            failed = None if self._thread.is_alive() else CRASHED
            return Lesson(self._colour, self._result or failed, None, None)

    def picture(self) -> bytes | None:
        """The picture learned from, with what is recognised in it now."""
        result = self._result
        return jpeg(draw(result.image, result.count)) if isinstance(result, _Result) else None

    def keep(self) -> None:
        with self._lock:
            if not isinstance(self._result, _Result):
                raise Illegal("nothing_learned", say("Nothing was learned yet."))
            self._counter.teach(self._result.boulders, self._result.image)
            self._thread = self._result = None

    def drop(self) -> None:
        with self._lock:
            self._thread = self._result = None

    def _learn(self, learn: Callable[[], _Result | Health]) -> None:
        result = learn()
        with self._lock:
            # Whoever dropped this lesson meanwhile may have begun another.
            if self._thread is current_thread():
                self._result = result


def as_learned(boulders: Calibration, own: bool) -> Learned:
    return Learned(**msgspec.structs.asdict(boulders), own=own)


def lesson(image: Image, colour: str | None, usual: Calibration) -> _Result | Health:
    """What would not count its own picture right, the bare mat around the boulders included, is not learned."""
    if colour is None:
        taught = learn_all(image, usual)
        return taught if isinstance(taught, Health) else _proven(image, [taught], dict.fromkeys(usual.colours, EACH))
    learned = learn_colour(image, colour, usual)
    if isinstance(learned, Health):
        return learned
    sized = with_learned(usual, [learned])
    # Slanting light makes boulders look larger: the size that was known stays as long as it explains the picture.
    tries = [msgspec.structs.replace(sized, size_mm=usual.size_mm), sized]
    return _proven(image, tries, {**dict.fromkeys(usual.colours, 0), colour: learned.pieces})


def _proven(image: Image, tries: Sequence[Calibration], truth: Mapping[str, int]) -> _Result | Health:
    """The first of these that counts the picture as it is."""
    counted = [_Result(boulders, Counter(boulders).count(image), image) for boulders in tries]
    right = next((result for result in counted if result.count.colours == truth), None)
    return right or failing(
        "With these colours the camera would see {counted} here. Nothing was changed: lay the boulders farther apart, "
        "or put the lamp elsewhere.",
        counted=numbers(counted[-1].count.colours),
    )


def corrected_lesson(samples: Sequence[Sample], usual: Calibration) -> _Result | Health:
    boulders = learn_from(samples, usual)
    if isinstance(boulders, Health):
        return boulders
    newest = samples[-1].image
    return _Result(boulders, Counter(boulders).count(newest), newest)
