"""The Fall's folder as the pages know it: each part is in a module of its own."""

from typing import Any

from companion.games.fall.box import BACKS, FRONTS
from companion.position import Position
from companion.rules import GameView
from web.game_pages import GamePages
from web.games.fall.board_recorder import BoardRecorder
from web.games.fall.scene import scene
from web.games.fall.words import WORDS
from web.i18n import Catalogue


class FallPages(GamePages):
    words = WORDS
    recorders = {FRONTS.name: BoardRecorder(pairs=5), BACKS.name: BoardRecorder(pairs=3)}  # noqa: RUF012  only read

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:
        return scene(position, view, words)
