"""What is asked of whom: ready-made choices, and forms for what only the table knows.

The same prompts drive the phones, the simulator, the random players and the tests.
"""

from typing import Any

import msgspec

from companion.rules.hammer import COLOURS, Boulders, counted
from companion.rules.move import Illegal, Move
from companion.rules.text import Text, say


class Choice(msgspec.Struct, frozen=True):
    """One button: the move it plays and the words on it."""

    move: Move
    text: Text
    seat: int | None = None
    """The player the button is about, to show in their colour."""


class Amount(msgspec.Struct, frozen=True, tag_field="kind", tag="amount"):
    """A whole number from `least` to `most`."""

    name: str
    text: Text
    least: int
    most: int

    def takes(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def told(self, value: Any) -> Text:
        return say("{value}", value=value)


class Option(msgspec.Struct, frozen=True):
    value: int | str
    text: Text


class Pick(msgspec.Struct, frozen=True, tag_field="kind", tag="pick"):
    """One of a few named values."""

    name: str
    text: Text
    options: tuple[Option, ...]

    def takes(self, value: Any) -> bool:
        return any(option.value == value for option in self.options)

    def told(self, value: Any) -> Text:
        return next(option.text for option in self.options if option.value == value)


class Fallen(msgspec.Struct, frozen=True, tag_field="kind", tag="boulders"):
    """Boulders by colour, up to what is still in the tower."""

    name: str
    text: Text
    most: Boulders

    def takes(self, value: Any) -> bool:
        return isinstance(value, Boulders) and all(0 <= value.of(colour) <= self.most.of(colour) for colour in COLOURS)

    def told(self, value: Any) -> Text:
        return counted(value)


Field = Amount | Pick | Fallen


class Form(msgspec.Struct, frozen=True):
    """A move with gaps: every way to fill them within their bounds is legal."""

    do: str
    text: Text
    fields: tuple[Field, ...]

    def takes(self, move: Move) -> bool:
        return (
            move.__struct_config__.tag == self.do
            and {field.name for field in self.fields} == set(move.__struct_fields__)
            and all(field.takes(getattr(move, field.name)) for field in self.fields)
        )


class Prompt(msgspec.Struct, frozen=True):
    """One question, put to each of `seats`: whoever answers first decides it."""

    seats: tuple[int, ...]
    text: Text
    choices: tuple[Choice, ...] = ()
    forms: tuple[Form, ...] = ()

    def offers(self, move: Move) -> bool:
        return any(choice.move == move for choice in self.choices) or any(form.takes(move) for form in self.forms)


def demand_offered(prompts: tuple[Prompt, ...], seat: int | None, move: Move) -> None:
    """Refuse a move that no prompt offers to this seat: the last line behind a game's own, better words."""
    offering = [prompt for prompt in prompts if prompt.offers(move)]
    if not offering:
        raise not_now()
    if not any(seat in prompt.seats for prompt in offering):
        raise Illegal("not_yours", say("That is not yours to decide now."))


def not_now() -> Illegal:
    return Illegal("not_now", say("That is not possible now."))
