"""The moves that stand, in words, newest first, for whoever puts one right; it changes none."""

from collections.abc import Mapping
from typing import Any

from companion.discretion import asked_then
from companion.position import Position, Turn
from companion.rules import COLOURS, EACH, Hit, Text, move_in_words
from web.game_pages import GamePages
from web.i18n import Catalogue


class MoveList:
    """Remembers the words of each turn: asking every prompt of a long game again would be slow."""

    def __init__(self, game_pages: Mapping[str, GamePages]) -> None:
        self._game_pages = game_pages
        self._known: dict[int, tuple[Turn, Text]] = {}

    def lines(self, position: Position, words: Catalogue) -> list[dict[str, Any]]:
        lines = [
            {
                "number": turn.number,
                "index": index,
                "seat": turn.seat,
                "source": turn.source,
                "text": words.say(self._words(position, index)),
                "boulders": turn.move.boulders.by_colour() if isinstance(turn.move, Hit) else None,
                "most": dict.fromkeys(COLOURS, EACH),
            }
            for index, turn in reversed(list(enumerate(position.turns)))
        ]
        # Those of past games and of moves that were taken back would pile up for as long as the companion runs.
        if len(self._known) > 2 * len(lines):
            standing = {turn.number for turn in position.turns}
            self._known = {number: known for number, known in self._known.items() if number in standing}
        return lines

    def _words(self, position: Position, index: int) -> Text:
        turn = position.turns[index]
        known = self._known.get(turn.number)
        # After a correction it led to another state, and at the end it holds no secret: its words may differ now.
        if known is None or known[0].after is not turn.after or known[0].move != turn.move:
            pages = self._game_pages[position.game.name]
            words = in_words(pages, position, position.state_after(index), turn)
            known = self._known[turn.number] = (turn, words)
        return known[1]


def in_words(pages: GamePages, position: Position, before: Any, turn: Turn) -> Text:
    """Of a turn as its reader may know it."""
    own = pages.move_in_words(before, turn.seat, turn.move, turn.after)
    return own or move_in_words(asked_then(position, before), turn.move)
