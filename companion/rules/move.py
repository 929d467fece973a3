"""What a move is, and how one is refused; a move is a small value that knows no state."""

import msgspec

from companion.common.text import Text, say


class Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of every game's moves: `{"do": "hit", ...}` on the wire, decoded strictly."""

    def known_to(self, reader: int | None, seat: int | None) -> bool:
        """Whether this reader may know its secret fields while the game runs: none but the seat that played it.

        The reader None is the room, and so is the host, who plays too.
        """
        return reader is not None and reader == seat


class Illegal(Exception):
    """A refusal in words: `code` for programs, `text` for people, with the facts of the case.

    One that is `secret` says what only whoever played may know: whoever puts a past move right is not told.
    """

    def __init__(self, code: str, text: Text, secret: bool = False) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text
        self.secret = secret


class BadSetup(ValueError):
    """A set-up that cannot be played, with every fault at once."""

    def __init__(self, faults: list[Text]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults


def fault_at(place: str, fault: Text) -> Text:
    """A fault of a set-up or of a thing in the box, and the part that has it."""
    return say("{place}: {fault}", place=place, fault=fault)
