"""The Hall's folder as the pages know it: each part is in a module of its own."""

from typing import Any

from companion.games.hall.box import MOUNTAINS
from companion.games.hall.state import State
from companion.position import Position
from companion.rules import GameView, Move, Text
from web.game_pages import GamePages
from web.games.hall import story
from web.games.hall.board_recorder import MountainRecorder
from web.games.hall.scene import scene
from web.games.hall.words import WORDS
from web.i18n import Catalogue


class HallPages(GamePages):
    words = WORDS
    recorders = {MOUNTAINS.name: MountainRecorder()}  # noqa: RUF012  it is only read

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:
        return scene(self, position, view, words)

    def move_in_words(self, before: State, seat: int | None, move: Move, after: State) -> Text | None:  # noqa: ARG002
        return story.in_words(before, seat, move)
