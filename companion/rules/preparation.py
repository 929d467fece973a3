"""What is decided before a game begins, beyond who plays: a game says what it asks, and answers become a set-up."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.common.text import Text
from companion.rules.drawing import Drawing
from companion.rules.seat import Seat
from companion.rules.shuffle import Shuffle


class Chosen(msgspec.Struct, frozen=True):
    """What of one kind in the box a game is played with: the one that was picked, or all there are."""

    things: tuple[Any, ...]
    drawing: Drawing | None = None
    """How the one that was picked is drawn."""
    drawings: Mapping[str, Drawing] = {}
    """How others are drawn, by name."""


class Decision(msgspec.Struct, frozen=True):
    """A question with a few answers, such as how hard it shall be; the first one stands until another is chosen."""

    name: str
    title: Text
    answers: Mapping[str, Text]


class Step(msgspec.Struct, frozen=True):
    """A part of the set-up that is entered or dealt: a field of what was entered, and of the set-up."""

    name: str
    title: Text
    about: str | None = None
    """The kind of thing in the box that the answers speak of: with another one picked they are worth nothing."""
    drawn: bool = False
    """Drawn by the companion unless people would rather tell it: where laying it out as shown is less work."""


class Way(msgspec.Struct, frozen=True):
    """How much of a game is kept here: explained where one chooses, decided under the name `way`."""

    name: str
    title: Text
    about: Text
    """One or two lines: what is kept here, and what by hand."""
    steps: tuple[str, ...]
    """Those of its steps that are asked."""
    box: bool = True
    """Whether it is played with what was picked from the box."""
    decisions: tuple[str, ...] | None = None
    """Those of its decisions that are asked; all of them where it does not say."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is entered where nothing is asked."""


class Preparation:
    """What differs from a game that is dealt to its players without any question."""

    ways: tuple[Way, ...] = ()
    """From the least that is kept here to the most; where nobody says, it is the last one."""
    decisions: tuple[Decision, ...] = ()
    steps: tuple[Step, ...] = ()
    entered: type[msgspec.Struct] = Nothing
    """As much of a set-up as people have told so far: every field has a default that says nothing."""

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: Any,
        shuffle: Shuffle | None,
    ) -> Any:
        """What was entered, and the rest dealt around it; without a shuffle what is missing stays missing.

        What is played with of the box is copied into it.
        """
        raise NotImplementedError

    def again(self, setup: Any, shuffle: Shuffle) -> Any:
        """Another game like this one: the same people with the same of the box, as decided then, dealt anew."""
        raise NotImplementedError

    def names(self, setup: Any) -> Mapping[str, Text]:  # noqa: ARG002  without names, ids are told
        """What people call the things that faults speak of, by their ids."""
        return {}
