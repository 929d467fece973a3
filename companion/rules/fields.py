"""The gaps of a form: what can be filled in, and how that is said. A field is a value: it plays nothing.

Whatever a field `takes` is legal, and a page lets nothing else be filled in. One answer is one value: several of a list
come in the order of the list, dice in that of their faces.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import category

import msgspec

from companion.common.boulders import COLOURS
from companion.common.text import Text, listed, say
from companion.rules.hammering import Boulders, counted

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"})
"""The Unicode categories of what shows nothing: spaces, ends of lines, and what turns the direction of writing."""


class Amount(msgspec.Struct, frozen=True, tag_field="kind", tag="amount"):
    """A whole number from `least` to `most`."""

    name: str
    text: Text
    least: int
    most: int

    def takes(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def in_words(self, value: Any) -> Text:
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
        return value in values_of(self.options)

    def in_words(self, value: Any) -> Text:
        return said(self.options, value)


class Several(msgspec.Struct, frozen=True, tag_field="kind", tag="several"):
    """From `least` to `most` of a list, such as cards of a hand. What is there twice can be taken twice."""

    name: str
    text: Text
    options: tuple[Option, ...]
    least: int
    most: int

    def takes(self, value: Any) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        following = iter(values_of(self.options))
        return all(each in following for each in value)

    def in_words(self, value: Any) -> Text:
        return all_said(said(self.options, each) for each in value)


class Dice(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """What each of `count` dice shows, all of them alike."""

    name: str
    text: Text
    faces: tuple[Option, ...]
    count: int

    def takes(self, value: Any) -> bool:
        if not isinstance(value, tuple) or len(value) != self.count:
            return False
        faces = values_of(self.faces)
        return all(each in faces for each in value) and value == tuple(sorted(value, key=faces.index))

    def in_words(self, value: Any) -> Text:
        return all_said(said(self.faces, each) for each in value)


class Words(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """One line that somebody types, as long as `least` to `most` characters."""

    name: str
    text: Text
    most: int
    least: int = 1

    def takes(self, value: Any) -> bool:
        return isinstance(value, str) and self.least <= len(value) <= self.most and is_tidy(value)

    def in_words(self, value: Any) -> Text:
        return say("“{words}”", words=value) if value else say("nothing")


class Fallen(msgspec.Struct, frozen=True, tag_field="kind", tag="boulders"):
    """Boulders by colour, up to what is still in the tower."""

    name: str
    text: Text
    most: Boulders

    def takes(self, value: Any) -> bool:
        return isinstance(value, Boulders) and all(0 <= value.of(colour) <= self.most.of(colour) for colour in COLOURS)

    def in_words(self, value: Any) -> Text:
        return counted(value)


def values_of(options: Sequence[Option]) -> list[int | str]:
    return [option.value for option in options]


def said(options: Sequence[Option], value: Any) -> Text:
    return next(option.text for option in options if option.value == value)


def all_said(parts: Iterable[Text]) -> Text:
    return listed(list(parts) or [say("nothing")])


def is_tidy(line: str) -> bool:
    """Words with a single space between them, and nothing that is not seen."""
    unseen = any(category(character) in UNSEEN for character in line if character != " ")
    return not unseen and line == " ".join(line.split())
