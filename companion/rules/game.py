"""The contract of a game: pure rules over frozen values, without I/O, clock or chance."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from companion.common.lights import Lights
from companion.common.text import Text
from companion.rules.box import BoxKind
from companion.rules.hammering import Hammering
from companion.rules.move import Move
from companion.rules.outcome import Outcome
from companion.rules.player_colour import PlayerColour
from companion.rules.preparation import Preparation
from companion.rules.prompt import Form, Prompt
from companion.rules.seat import Seat
from companion.rules.shuffle import Shuffle

S = TypeVar("S")


class Standing(msgspec.Struct, frozen=True):
    seat: int
    score: int
    parts: tuple[tuple[Text, int], ...] = ()
    at_least: bool = False
    """There is more that this onlooker may not know yet."""


class Panel(msgspec.Struct, frozen=True):
    """A titled list that any page can show."""

    title: Text
    lines: tuple[Text, ...]


class GameView(msgspec.Struct, frozen=True):
    """Only what one seat may know. A game's own view adds what its own pages draw."""

    headline: Text
    acting: tuple[int, ...]
    """Who is asked for something now."""
    hammering: Hammering | None = None
    panels: tuple[Panel, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """Why a thing is not offered: `code` for programs, `text` for people, like a refusal before it happens."""

    code: str
    text: Text
    secret: bool = False
    """As a refusal it says what only whoever played may know."""


class Game(Protocol[S]):
    name: str
    title: Text
    seats: range
    colours: tuple[PlayerColour, ...]
    """The players' colours there are pieces in; the lights call the first with one lamp, the second with two."""
    moves: Any
    """The tagged union of this game's moves, for strict decoding."""
    setup: Any
    """The type of its set-up."""
    state: type[S]
    box: tuple[BoxKind[Any], ...]
    """What its owner records once, such as the board; none where the rulebook prints it all."""
    preparation: Preparation | None
    """What is asked before it begins; None where it is only dealt."""

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Any:
        """A complete random set-up for these seats, for a table that wants it dealt."""

    def new(self, setup: Any) -> S:
        """The first state, or BadSetup with every fault."""

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Who may decide what, right now; none when the game is over."""

    def apply(self, state: S, seat: int | None, move: Move) -> S:
        """The state after the move, or Illegal; the seat None is the host, who plays nothing but corrections."""

    def corrections(self, state: S) -> tuple[Form, ...]:
        """What the host may set right at any time. Unlike a prompt's form, one may be refused, in words."""

    def chance(self, state: S, seat: int, shuffle: Shuffle) -> Move | None:
        """What a draw that is due brings this seat, for a table that wants it drawn; None where none is.

        Each outcome comes as often as the shuffle makes it. It may tell a secret: never show it, only play it.
        """

    def explain(self, state: S, seat: int) -> tuple[Reason, ...]:
        """Why this seat is not offered what it may have hoped for."""

    def view(self, state: S, seat: int | None) -> GameView:
        """Only what that seat may know; None is the room."""

    def standings(self, state: S, seat: int | None) -> tuple[Standing, ...]: ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None as long as anyone is asked, so for ever in a game that is played without an end."""

    def lights(self, state: S) -> Lights: ...

    def armed(self, state: S) -> Hammering | None:
        """The hammering that waits for a hit, if one does."""
