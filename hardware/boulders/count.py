"""What was counted in one picture: plain values, the same for the rules, the pages and the tests; they never change."""

import msgspec

from companion.common.health import Health

Point = tuple[float, float]
"""A place in the picture: shares of its width and height, 0 to 1."""


DOUBTFUL = 0.8
"""Below this confidence a piece is marked for people to look at."""


class Piece(msgspec.Struct, frozen=True):
    x: float
    y: float
    colour: str
    confidence: float
    outline: tuple[Point, ...]

    @property
    def doubtful(self) -> bool:
        return self.confidence < DOUBTFUL


class Count(msgspec.Struct, frozen=True):
    """`trouble` says why nothing could be counted; then there are no pieces and nothing is sure.

    `doubtful` are the places it is not sure of, if it is sure of all the others.
    """

    pieces: tuple[Piece, ...]
    colours: dict[str, int]
    confidence: float
    sure: bool
    trouble: Health | None = None
    doubtful: tuple[Point, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.colours.values())
