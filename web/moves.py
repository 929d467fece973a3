"""The moves that stand, in words, newest first, for whoever puts one right; it changes none."""

from collections.abc import Sequence
from typing import Any

from companion.rules import COLOURS, EACH, Hit, Illegal, Text, say, told
from companion.table import Position, Turn
from web.trollfjord import log
from web.words import Catalogue

TOLD = {"trollfjord": log.told}
"""Games that tell a move better than its button did, or must keep quiet about part of it."""

TELLTALE = {"trollfjord": log.TELLTALE}
"""Refusals, by their code, that would give away what only one player knows."""

NOT_TOLD = say("Why is not told now: it would give away something that only one player may know.")


class MoveList:
    """Remembers the words of each turn: asking every prompt of a long game again would be slow."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[Turn, Text]] = {}

    def lines(self, position: Position, turns: Sequence[Turn], words: Catalogue) -> list[dict[str, Any]]:
        return [
            {
                "number": turn.number,
                "index": index,
                "seat": turn.seat,
                "source": turn.source,
                "text": words.say(self._words(position, turns, index)),
                "boulders": turn.move.boulders.by_colour() if isinstance(turn.move, Hit) else None,
                "most": dict.fromkeys(COLOURS, EACH),
            }
            for index, turn in reversed(list(enumerate(turns)))
        ]

    def _words(self, position: Position, turns: Sequence[Turn], index: int) -> Text:
        turn = turns[index]
        known = self._told.get(turn.number)
        # A turn that was replayed after a correction is another object: its words may differ now.
        if known is None or known[0] is not turn:
            before = turns[index - 1].after if index else position.game.new(position.setup)
            known = self._told[turn.number] = (turn, in_words(position, before, turn))
        return known[1]


def secretive(position: Position) -> bool:
    """Whether somebody knows what nobody else may: as long as the game runs, not even the host, who plays too."""
    return not position.ended and any(each.at_least for each in position.game.standings(position.state, None))


def reason(position: Position, illegal: Illegal) -> Text:
    """Why a move of the past would be refused, as far as that may be told."""
    telltale = illegal.code in TELLTALE.get(position.game.name, ())
    return NOT_TOLD if telltale and secretive(position) else illegal.text


def in_words(position: Position, before: Any, turn: Turn) -> Text:
    own = TOLD.get(position.game.name)
    text = own(before, turn.seat, turn.move, turn.after) if own else None
    return text or told(position.game.prompts(before), turn.move)
