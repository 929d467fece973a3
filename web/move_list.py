"""The moves that stand, in words, newest first, for whoever puts one right; it changes none."""

from collections.abc import Mapping
from typing import Any

from companion.position import Position, Turn
from companion.rules import COLOURS, EACH, Hit, Text
from web.game_pages import GamePages
from web.i18n import Catalogue
from web.moves_in_words import in_words, signature


class MoveList:
    """Remembers the words of each turn: asking every prompt of a long game again would be slow."""

    def __init__(self, game_pages: Mapping[str, GamePages]) -> None:
        self._game_pages = game_pages
        self._known: dict[int, tuple[Turn, Text, Text | None]] = {}

    def lines(self, position: Position, words: Catalogue) -> list[dict[str, Any]]:
        lines = [self._line(position, index, words) for index in reversed(range(len(position.turns)))]
        # Those of past games and of moves that were taken back would pile up for as long as the companion runs.
        if len(self._known) > 2 * len(lines):
            standing = {turn.number for turn in position.turns}
            self._known = {number: known for number, known in self._known.items() if number in standing}
        return lines

    def _line(self, position: Position, index: int, words: Catalogue) -> dict[str, Any]:
        turn, (text, signed) = position.turns[index], self._words(position, index)
        return {
            "number": turn.number,
            "index": index,
            "seat": turn.seat,
            "source": turn.source,
            "text": words.say(text),
            "signed": signed and words.say(signed),
            "boulders": turn.move.boulders.by_colour() if isinstance(turn.move, Hit) else None,
            "most": dict.fromkeys(COLOURS, EACH),
        }

    def _words(self, position: Position, index: int) -> tuple[Text, Text | None]:
        """And who put it right."""
        turn = position.turns[index]
        known = self._known.get(turn.number)
        # After a correction it led to another state, and at the end it holds no secret: its words may differ now.
        if known is None or known[0].after is not turn.after or told(known[0]) != told(turn):
            pages, before = self._game_pages[position.game.name], position.state_after(index)
            words, signed = in_words(pages, position, before, turn), signature(pages, position, before, turn)
            known = self._known[turn.number] = (turn, words, signed)
        return known[1:]


def told(turn: Turn) -> tuple[object, object]:
    return turn.move, turn.corrected
