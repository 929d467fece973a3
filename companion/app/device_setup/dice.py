"""Dice before the camera: read when a player asks, learned when the host shows their faces; it plays no move.

To learn, the dice lie apart on the mat, a photo is taken, and the host says what each of them shows; two photos, and
every face in one of them at least. What was learned of another size is another set of dice, and takes its place.
"""

from base64 import b64encode
from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock, Thread

import msgspec

from companion.app.device_setup import writing
from companion.app.device_setup.learned_dice import LearnedDice
from companion.common.health import Health, failing
from companion.rules import Illegal, Option, Text, say
from hardware.camera.jpeg import jpeg
from hardware.devices import Camera, Frame, Image
from hardware.dice import store
from hardware.dice.comparing import Comparison
from hardware.dice.faces import PHOTOS, Face, Faces, Sample
from hardware.dice.lesson import Lesson, look
from hardware.dice.overlay import draw, draw_all
from hardware.dice.reader import Reader

KEPT = 8
"""Pictures of throws."""

CRASHED = failing("That picture could not be learned from. Try again.")
LOOKING = say("One picture is being looked at already. Wait a moment.")
ANOTHER_SIZE = 1.2
"""Times as large, or as small: other dice."""


class Seen(msgspec.Struct, frozen=True):
    """What a throw shows, and why that is not sure; its picture has this number."""

    faces: tuple[Face, ...]
    doubt: Text | None
    picture: int


class Shown(msgspec.Struct, frozen=True):
    """One die of a photo: its top, as a picture that a page shows as it is, and what it seems to be."""

    picture: str
    guess: Face | None


class Teaching(msgspec.Struct, frozen=True):
    """How far it is. A photo is looked at, failed with words, or its dice wait to be named."""

    photos: int
    wanted: int
    learned: Sequence[Face]
    ready: bool
    looking: bool
    words: Health | None
    dice: Sequence[Shown]
    warning: Health | None


class DiceSetup:
    def __init__(self, camera: Camera, learned: LearnedDice, changed: Callable[[], None]) -> None:
        self._camera = camera
        self._learned = learned
        self._changed = changed
        self._lock = Lock()
        self._reading = Lock()
        self._readers: dict[str, tuple[Faces, Reader]] = {}
        self._pictures: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._number = 0
        self._game = ""
        self._thread: Thread | None = None
        self._lesson: Lesson | Health | None = None
        self._image: Image | None = None
        self._asked = False
        """Whether anybody waits for what is found in the photo, or for its dice to be named."""

    def reads(self, game: str, faces: Sequence[Option]) -> bool:
        """Whether every face was shown, in photos enough, and there is a camera to see them with."""
        return self._ready(game, faces) and self._camera.name != "none" and self._camera.health().fine

    def read(self, game: str, thrown: int) -> Seen:
        faces = self._learned.of(game)
        if faces is None:
            raise Illegal("not_learned", say("The camera does not know these dice yet. The host shows it their faces."))
        frame = self._frame()
        # One at a time: whoever taps again and again shall not keep every thread of the pages waiting.
        if not self._reading.acquire(blocking=False):
            raise Illegal("looking", LOOKING)
        try:
            throw = self._reader(game, faces).read(frame.image, thrown)
            self._number += 1
            self._pictures.append((self._number, jpeg(draw(frame.image, throw))))
            return Seen(throw.faces, throw.doubt.text if throw.doubt else None, self._number)
        finally:
            self._reading.release()

    def picture_of(self, number: int) -> bytes | None:
        return next((picture for kept, picture in list(self._pictures) if kept == number), None)

    def teaching(self, game: str, faces: Sequence[Option]) -> Teaching:
        known = self._learned.of(game)
        with self._lock:
            asked = self._asked and self._game == game
            lesson, thread = self._lesson if asked else None, self._thread
        waits = asked and lesson is None
        looking = waits and thread is not None and thread.is_alive()
        crashed = CRASHED if waits and not looking else None
        return Teaching(
            photos=known.photos if known else 0,
            wanted=PHOTOS,
            learned=known.names if known else (),
            ready=self._ready(game, faces),
            looking=looking,
            words=lesson if isinstance(lesson, Health) else crashed,
            dice=shown(lesson, known) if isinstance(lesson, Lesson) else (),
            warning=self._learned.warning(game),
        )

    def look(self, game: str) -> None:
        """Begin to look for dice in what the camera sees now."""
        frame = self._frame()
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                raise Illegal("looking", LOOKING)
            self._game, self._lesson, self._image, self._asked = game, None, frame.image, True
            # No daemon: the end of the program waits for it, since OpenCV must not be cut off in the middle.
            self._thread = Thread(target=self._look, args=(frame.image, game), name="dice lesson")
            self._thread.start()

    def wait(self) -> None:
        """Until the last photo was looked at, whether anybody still asks about it or not."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def keep(self, game: str, named: Sequence[Face | None]) -> None:
        """What each die of the photo shows, from left to right; None is none of the game's dice."""
        with self._lock:
            lesson = self._lesson if self._asked and self._game == game else None
            if not isinstance(lesson, Lesson):
                raise Illegal("nothing_learned", say("Nothing was learned yet."))
            if len(named) != len(lesson.dice):
                raise Illegal("bad_names", say("Say what each die shows."))
            pairs = zip(lesson.dice, named, strict=True)
            samples = tuple(Sample(face, die.patch) for die, face in pairs if face is not None)
            if not samples:
                raise Illegal("bad_names", say("Say what at least one die shows."))
            with writing():
                self._learned.keep(game, together(self._learned.of(game), lesson.size_mm, samples))
            self._forget_photo()
        self._changed()

    def drop(self) -> None:
        with self._lock:
            self._forget_photo()

    def forget(self, game: str) -> None:
        with writing():
            self._learned.forget(game)
        self._changed()

    def photo(self) -> bytes | None:
        """The photo whose dice wait to be named, or in which none were found."""
        with self._lock:
            image, lesson = self._image, self._lesson
        if image is None:
            return None
        return jpeg(draw_all(image, [die.outline for die in lesson.dice]) if isinstance(lesson, Lesson) else image)

    def _ready(self, game: str, faces: Sequence[Option]) -> bool:
        known = self._learned.of(game)
        return known is not None and known.photos >= PHOTOS and {each.value for each in faces} <= set(known.names)

    def _reader(self, game: str, faces: Faces) -> Reader:
        kept = self._readers.get(game)
        if kept is None or kept[0] is not faces:
            kept = self._readers[game] = faces, Reader(faces)
        return kept[1]

    def _frame(self) -> Frame:
        frame = self._camera.newest()
        if frame is None:
            raise Illegal("no_picture", say("The camera has no picture."))
        return frame

    def _look(self, image: Image, game: str) -> None:
        known = self._learned.of(game)
        lesson = look(image)
        if known and isinstance(lesson, Lesson) and same_size(known.size_mm, lesson.size_mm):
            lesson = look(image, known.size_mm)
        with self._lock:
            if self._asked:
                self._lesson = lesson

    def _forget_photo(self) -> None:
        self._lesson = self._image = None
        self._asked = False


def same_size(one: float, other: float) -> bool:
    return 1 / ANOTHER_SIZE < one / other < ANOTHER_SIZE


def together(known: Faces | None, size_mm: float, samples: tuple[Sample, ...]) -> Faces:
    """With what was known of the same dice before, the newest first: it is kept when there are many."""
    if known is None or not same_size(known.size_mm, size_mm):
        return Faces(size_mm, samples, 1)
    every = (*samples, *known.samples)
    return Faces(known.size_mm, every[: store.MOST_SAMPLES], known.photos + 1)


def shown(lesson: Lesson, known: Faces | None) -> list[Shown]:
    dice = []
    comparison = Comparison(known) if known else None
    for die in lesson.dice:
        picture = "data:image/png;base64," + b64encode(store.png(die.patch)).decode()
        dice.append(Shown(picture, comparison.nearest(die.patch) if comparison else None))
    return dice
