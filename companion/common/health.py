"""How a device is, in words a person can act on; it never decides what to do about it."""

import msgspec

from companion.common.text import Fact, Text


class Health(msgspec.Struct, frozen=True):
    fine: bool
    text: Text

    def __str__(self) -> str:
        return str(self.text)


def fine(sentence: str, **facts: Fact) -> Health:
    return Health(True, Text(sentence, facts))


def failing(sentence: str, **facts: Fact) -> Health:
    return Health(False, Text(sentence, facts))
