"""What the host may see and set at each device; the command line hands in desks that answer, in plain values.

What cannot be done is refused with `Illegal`, in words.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

import msgspec

from companion.rules import Text
from web.health import Health

Pixel = tuple[int, int, int]
Point = tuple[float, float]
Paper = Literal["a4", "letter"]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Proposal(msgspec.Struct, frozen=True):
    """A threshold between the softest hit and the hardest bump, each 0 to 1 of full scale; the margin in dB."""

    threshold: float
    softest_hit: float
    hardest_bump: float
    margin: float
    verdict: Health


class Calibrating(msgspec.Struct, frozen=True):
    """How far a calibration of the hit sensor is."""

    step: str
    hits: Sequence[float]
    bumps: Sequence[float]
    set_down: float
    proposal: Proposal | None


class KeptHit(msgspec.Struct, frozen=True):
    number: int
    seconds_ago: float
    strength: float


class Listening(msgspec.Struct, frozen=True):
    """What the sensor heard after the first so many levels, and how it is set."""

    sensor: str
    step: float
    levels: Sequence[float]
    heard: int
    threshold: float
    gap: float
    kept: Sequence[KeptHit]
    calibrating: Calibrating | None


class Replayed(msgspec.Struct, frozen=True):
    """One kept hit: its samples, −1 to 1 of full scale, and what the detector makes of it as it is set now."""

    number: int
    rate: int
    samples: Sequence[float]
    strength: float
    heard: Sequence[float]
    """The strength of every hit heard in it."""


class HitsDesk(Protocol):
    @property
    def watched(self) -> bool:
        """Whether the sensor has a signal to look at; a mere switch has none."""

    def listen(self, since: int) -> Listening: ...

    def tune(self, threshold: float, gap: float) -> None: ...

    def calibrate(self) -> None: ...

    def step_done(self) -> None: ...

    def again(self) -> None: ...

    def cancel(self) -> None: ...

    def accept(self) -> None: ...

    def replay(self, number: int) -> Replayed | None: ...

    def recording(self, number: int) -> bytes | None:
        """One kept hit as a WAV file."""


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the strip of lights is built and how bright it may be."""

    count: Annotated[int, msgspec.Meta(ge=8, le=60)]
    shape: Literal["strip", "ring"]
    first: Annotated[int, msgspec.Meta(ge=0, le=59)]
    backwards: bool
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]
    brightness: Share
    limit_ma: Annotated[float, msgspec.Meta(ge=0, le=20_000)]


class Lit(msgspec.Struct, frozen=True):
    """The lamps in the order of the wire, as eyes see them, and what they draw."""

    strip: str
    lamps: Sequence[Pixel]
    draws_ma: float
    arrangement: Arrangement
    trying: bool


class LightsDesk(Protocol):
    def now(self) -> Lit: ...

    def try_out(self) -> None: ...

    def arrange(self, arrangement: Arrangement) -> None: ...


class SeenPiece(msgspec.Struct, frozen=True):
    x: float
    y: float
    colour: str
    confidence: float


class Counted(msgspec.Struct, frozen=True):
    """One count of the last ones; `played` or `asked` is what came of it, if anything."""

    number: int
    seconds_ago: float
    boulders: Mapping[str, int]
    sure: bool
    confidence: float
    played: Mapping[str, int] | None
    asked: Text | None


class Learned(msgspec.Struct, frozen=True):
    """The boulders' colours, samples each, and their size; `own` when learned at this table."""

    colours: Mapping[str, Sequence[str]]
    size_mm: float
    own: bool


class Lesson(msgspec.Struct, frozen=True):
    """A colour being learned, or all of them (`colour` is None): under way, failed with words, or to be confirmed."""

    colour: str | None
    words: Health | None
    learned: Learned | None
    boulders: Mapping[str, int] | None
    """What is counted in that picture with what was learned."""


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
    pieces: Sequence[SeenPiece]
    learned: Learned
    place: Sequence[Point]
    """The corners of the landing place, as shares of the picture, where it is counted without a mat."""
    lesson: Lesson | None
    warning: Health | None
    """Why what was taught is not used."""
    settles: bool
    """Whether the camera holds exposure and white balance, and can find them anew."""
    relearn: bool = False
    """Whether the colours no longer fit the light, and are to be learned anew."""


class MatWords(NamedTuple):
    """What is written on the printed mat."""

    tower: str
    scale: str
    print_at: str


class CameraDesk(Protocol):
    def now(self) -> Seeing: ...

    def lay_out(self, corners: Sequence[Point]) -> None:
        """Count without a mat, between four corners; with the mat again when there are none."""

    def settle(self) -> None:
        """The light has changed: find exposure and white balance anew."""

    def learn(self, colour: str | None) -> None:
        """Begin to learn the boulders on the mat: one colour, or all 44 when none is named."""

    def keep_lesson(self) -> None: ...

    def drop_lesson(self) -> None: ...

    def forget(self) -> None:
        """Back to the colours and the size that the companion comes with."""

    def lesson_picture(self) -> bytes | None:
        """What is or was learned from, as JPEG."""

    def mat(self, paper: Paper, words: MatWords) -> str:
        """The landing mat to print, as SVG."""

    def history(self) -> Sequence[Counted]: ...

    def picture_of(self, number: int) -> bytes | None:
        """The picture of one of the last counts, as JPEG."""
