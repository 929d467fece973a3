"""What the host's pages may ask of each device; the application hands in set-ups that answer.

A page knows no device: what a set-up answers is a value made of structs, mappings, sequences, numbers and sentences,
and goes to the page's script as it is, field by field, with the sentences in the host's language. Only what a phone
may send has a type here. What cannot be done is refused with `Illegal`, in words.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Protocol

import msgspec

from companion.common.boulders import Labelled, Share
from companion.rules import Option, Text

Point = tuple[float, float]
Paper = Literal["a4", "letter"]
Source = Literal["camera", "phone"]
"""What took a picture."""

DeviceKind = Literal["hits", "camera", "lights"]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the strip of lights is built and how bright it may be."""

    count: Annotated[int, msgspec.Meta(ge=8, le=60)]
    shape: Literal["strip", "ring"]
    first: Annotated[int, msgspec.Meta(ge=0, le=59)]
    backwards: bool
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]
    brightness: Share
    limit_ma: Annotated[float, msgspec.Meta(ge=0, le=20_000)]


class HitsSetup(Protocol):
    @property
    def watched(self) -> bool:
        """Whether the sensor has a signal to look at; a mere switch has none."""

    def listen(self, since: int) -> object:
        """What the sensor heard after the first so many levels, how it is set, how far a calibration is."""

    def tune(self, threshold: float, gap: float) -> None: ...

    @property
    def next_by_blow(self) -> bool:
        """Whether a blow plays the next step in games that offer it."""

    def play_next_by_blow(self, on: bool) -> None: ...

    def await_blow(self) -> None:
        """The next blow only shows that the sensor hears; the game does not get it."""

    @property
    def blow_heard(self) -> bool:
        """Whether it has come."""

    def calibrate(self) -> None: ...

    def step_done(self) -> None: ...

    def again(self) -> None: ...

    def cancel(self) -> None: ...

    def accept(self) -> None: ...

    def flash(self) -> None:
        """Put the sensor's program on it, where `listen` says that one is offered."""

    def replay(self, number: int) -> object | None:
        """One kept hit, and what the detector makes of it as it is set now."""

    def recording(self, number: int) -> bytes | None:
        """One kept hit as a WAV file."""


class LightsSetup(Protocol):
    def now(self) -> object:
        """The lamps as they are lit, what they draw, how the strip is arranged."""

    def try_out(self) -> None: ...

    def arrange(self, arrangement: Arrangement) -> None: ...


class CameraSetup(Protocol):
    def now(self) -> object:
        """What the camera sees, what was recognised, what it was taught."""

    def boulders(self) -> Mapping[str, int] | None:
        """What is recognised now, by colour; None while nothing is."""

    def lay_out(self, corners: Sequence[Point]) -> None:
        """Count without a mat, between four corners; with the mat again when there are none."""

    def settle(self) -> None:
        """The light has changed: find exposure and white balance anew."""

    def learn(self, colour: str | None) -> None:
        """Begin to learn the boulders on the mat: one colour, or all 44 when none is named."""

    def learn_from_corrected(self) -> None:
        """Begin to learn the colours from the pictures that were put right by tapping."""

    def forget_corrected(self) -> None: ...

    def keep_lesson(self) -> None: ...

    def drop_lesson(self) -> None: ...

    def forget(self) -> None:
        """Back to the colours and the size that the companion comes with."""

    def lesson_picture(self) -> bytes | None:
        """What is or was learned from, as JPEG."""

    def mat(self, paper: Paper, tower: str, scale: str, print_at: str) -> str:
        """The landing mat to print, as SVG, with these words on it."""

    def history(self) -> Sequence[object]:
        """The last counts, newest first, and what came of each."""

    def picture_of(self, number: int) -> bytes | None:
        """The picture of one of the last counts, as JPEG."""


class CountedPictures(Protocol):
    def count(self, photo: bytes) -> object:
        """What lies there in a photo that a phone took."""

    def picture_of(self, source: Source, number: int) -> bytes | None: ...

    def pieces_of(self, number: int) -> Sequence[object]:
        """What the camera recognised when it asked."""

    @property
    def keeps(self) -> bool:
        """Whether pictures that were put right are kept."""

    def keep(self, on: bool) -> None: ...

    def put_right(self, source: Source, number: int, pieces: Sequence[Labelled]) -> bool:
        """Whether that picture is kept, with these pieces."""


class SeenThrow(Protocol):
    @property
    def faces(self) -> Sequence[int | str]: ...

    @property
    def doubt(self) -> Text | None:
        """Why it is not sure."""

    @property
    def picture(self) -> int: ...


class DiceSetup(Protocol):
    """Each set of dice goes by the name of its game; what is on them only the game knows."""

    def read(self, game: str, thrown: int) -> SeenThrow:
        """What so many dice show that lie on the mat now."""

    def picture_of(self, number: int) -> bytes | None:
        """The picture of one of the last throws, as JPEG."""

    def teaching(self, game: str, faces: Sequence[Option]) -> object:
        """How far the faces were shown, and what is asked about the last photo."""

    def look(self, game: str) -> None:
        """Take a photo of dice that lie apart on the mat, and begin to look for them."""

    def keep(self, game: str, named: Sequence[int | str | None]) -> None:
        """What each die in the photo shows, from left to right; None for one that shall not count."""

    def drop(self) -> None: ...

    def forget(self, game: str) -> None: ...

    def photo(self) -> bytes | None:
        """The photo that is asked about, as JPEG."""
