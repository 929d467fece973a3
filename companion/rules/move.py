"""What a move is, and how one is refused; a move is a small value that knows no state."""

import msgspec

from companion.rules.text import Text


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of every game's moves: `{"do": "hit", ...}` on the wire, decoded strictly."""


class Illegal(Exception):
    """A refusal in words: `code` for programs, `text` for people, with the facts of the case."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text


class BadSetup(ValueError):
    """A set-up that cannot be played, with every fault at once."""

    def __init__(self, faults: list[Text]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults
