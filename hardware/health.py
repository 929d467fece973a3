"""How a device is, in words a person can act on; it never decides what to do about it.

The sentence is English with named gaps and is translated where it is shown; the facts fill the gaps.
"""

import msgspec

Facts = dict[str, str | int | float]


class Health(msgspec.Struct, frozen=True):
    fine: bool
    sentence: str
    facts: Facts = {}

    def __str__(self) -> str:
        return self.sentence.format(**self.facts)


def fine(sentence: str, **facts: str | int | float) -> Health:
    return Health(True, sentence, facts)


def failing(sentence: str, **facts: str | int | float) -> Health:
    return Health(False, sentence, facts)
