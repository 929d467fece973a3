"""Runedar's folder as the pages know it: each part is in a module of its own."""

from typing import Any

from companion.position import Position
from companion.rules import GameView
from web.game_pages import GamePages
from web.games.runedar.scene import scene
from web.games.runedar.words import WORDS
from web.i18n import Catalogue


class RunedarPages(GamePages):
    words = WORDS

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:
        return scene(position, view, words)
