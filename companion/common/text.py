"""Words for people, kept apart from any language: an English sentence with named gaps, and the facts that fill them.

The sentence is the key of the translation; nothing here translates.
"""

from typing import Union

import msgspec

Fact = Union[int, float, str, "Text"]


class Text(msgspec.Struct, frozen=True):
    sentence: str
    facts: dict[str, Fact] = {}
    plural: str | None = None
    """With a plural, the fact `count` chooses between the two."""

    def __str__(self) -> str:
        return self.fill(self.sentence if self.plural is None or self.facts["count"] == 1 else self.plural)

    def fill(self, template: str) -> str:
        return template.format(**{name: str(fact) for name, fact in self.facts.items()})


def say(sentence: str, **facts: Fact) -> Text:
    return Text(sentence, facts)


def say_many(one: str, many: str, count: int, **facts: Fact) -> Text:
    """`one` where `count` is 1, else `many`; both may use {count}."""
    return Text(one, {"count": count, **facts}, many)


def listed(parts: list[Text]) -> Text:
    """The parts one after another: "2 red, 1 white"."""
    text = parts[0]
    for part in parts[1:]:
        text = say("{some}, {more}", some=text, more=part)
    return text
