"""What is asked of whom: ready-made choices, and forms for what only the table knows.

The same prompts drive the phones, the simulator, the random players and the tests.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.common.text import Text, say
from companion.rules.chart import Spots
from companion.rules.fields import Amount, Dice, Fallen, Pick, Several, Words
from companion.rules.grid import Cells, Places
from companion.rules.move import Illegal, Move

Field = Amount | Pick | Several | Dice | Words | Cells | Places | Spots | Fallen


class Fact(msgspec.Struct, frozen=True):
    """Something that an answer means, told where it is decided."""

    text: Text
    worth: int | None = None
    """What it counts, drawn large before the words, as the value of a treasure."""
    seats: tuple[int, ...] = ()
    """Whom it is for, shown in their colours; where it has a worth and is for nobody, it is out of reach."""
    warns: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One button: the move it plays and the words on it."""

    move: Move
    text: Text
    seat: int | None = None
    """The player the button is about, to show in their colour."""
    by_blow: bool = False
    """Whether a blow on the tower says it too, while the tower is not in play: at most one that is on offer may."""
    afterwards: Text | None = None
    """The words on it for whoever looks back, where its own tell what may have become a secret since."""
    meaning: tuple[Fact, ...] = ()
    """What it would lead to, for whoever decides now: a card says it all. Nobody who looks back is told."""


class Steps(msgspec.Struct, frozen=True):
    """What a form asks after its first fields, where that depends on what was filled in before.

    A game's own kind of it holds what it needs to know for that: never more than those who are asked may know.
    """

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        """What is asked next, after what was taken so far; None when the move is whole."""
        raise NotImplementedError


class Form(msgspec.Struct, frozen=True):
    """A move with gaps: every way to fill them within their bounds is legal."""

    do: str
    text: Text
    fields: tuple[Field, ...]
    then: Steps | None = None

    def asked(self, values: Mapping[str, Any]) -> Iterator[Field]:
        """Field after field, as these values lead on. Go on only if the field is among them and takes its value."""
        yield from self.fields
        filled = {field.name: values[field.name] for field in self.fields}
        while self.then and (field := self.then.next_field(filled)):
            yield field
            filled[field.name] = values[field.name]

    def takes(self, move: Move) -> bool:
        if move.__struct_config__.tag != self.do:
            return False
        values = {name: getattr(move, name) for name in move.__struct_fields__}
        never_asked = dict(values)
        for field in self.asked(values):
            if field.name not in never_asked or not field.takes(never_asked.pop(field.name)):
                return False
        return not never_asked if self.then is None else are_defaults(type(move), never_asked)


def are_defaults(kind: type[Move], values: Mapping[str, Any]) -> bool:
    """Whether these fields are as they are when nobody says anything about them."""
    defaults = dict(zip(kind.__struct_fields__[::-1], kind.__struct_defaults__[::-1], strict=False))
    return all(name in defaults and defaults[name] == value for name, value in values.items())


class Prompt(msgspec.Struct, frozen=True):
    """One question, put to each of `seats`: whoever answers first decides it."""

    key: str
    """Which question it is, unlike any other that is open: what it is about, and which one of a row ("hit 3")."""
    seats: tuple[int, ...]
    text: Text
    choices: tuple[Choice, ...] = ()
    forms: tuple[Form, ...] = ()
    private: bool = False
    """What can be answered tells what only these seats may know, as a hand does; the question is for everyone."""
    sealed: bool = False
    """Put to one seat while others are asked too, and unseen by them until all have answered (`Sealed`)."""
    given: Move | None = None
    """What this seat has answered to a sealed question so far: it may still be replaced."""
    aside: bool = False
    """What may be done at any time, beside the questions: nobody waits for it, and they go on as they were."""
    about: tuple[int, Text] | None = None
    """The seat that it is about, and how it is put to that one; any of `seats` may answer."""

    def put_to(self, seat: int | None) -> Text:
        return self.about[1] if self.about and self.about[0] == seat else self.text

    def offers(self, move: Move) -> bool:
        return any(choice.move == move for choice in self.choices) or any(form.takes(move) for form in self.forms)

    def asks_the_same(self, other: "Prompt") -> bool:
        """Whoever else is asked, whatever was answered so far, and whatever happened elsewhere."""
        return msgspec.structs.replace(self, seats=other.seats, given=other.given) == other

    def goes_on(self, before: "Prompt", answered: bool) -> bool:
        """Whether this is the question `before` still, and not the next one that happens to say the same."""
        if self.sealed:
            # Its own answer keeps it open; but where one is gone, it was opened or taken back.
            answered = self.given is None and (answered or before.given is not None)
        return not answered and self.asks_the_same(before)


def waited_for(prompts: Iterable[Prompt]) -> tuple[int, ...]:
    """Whom these questions wait for, also where others may answer in their place."""
    asked = (prompt.about[:1] if prompt.about else prompt.seats for prompt in prompts if not prompt.aside)
    return tuple(dict.fromkeys(seat for seats in asked for seat in seats))


def demand_offered(prompts: tuple[Prompt, ...], seat: int | None, move: Move) -> None:
    """Refuse a move that no prompt offers to this seat: the last line behind a game's own, better words.

    Whether a private prompt offers it to somebody else is not told.
    """
    if any(seat in prompt.seats and prompt.offers(move) for prompt in prompts):
        return
    if any(prompt.offers(move) for prompt in prompts if not prompt.private):
        raise Illegal("not_yours", say("That is not yours to decide now."))
    raise not_now()


def not_now() -> Illegal:
    return Illegal("not_now", say("That is not possible now."))
