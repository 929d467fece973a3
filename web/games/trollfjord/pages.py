"""Trollfjord's folder as the pages know it: each part is in a module of its own."""

from typing import Any

from flask import Flask

from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.setup import Setup
from companion.games.trollfjord.state import State
from companion.position import Position
from companion.rules import Chosen, GameView, Move, Text
from web.game_pages import GamePages
from web.games.trollfjord import board_corrections, map_plan, move_wording, set_up
from web.games.trollfjord.board_recorder import BoardRecorder
from web.games.trollfjord.plan import Plan
from web.games.trollfjord.scene import scene
from web.games.trollfjord.words import WORDS
from web.i18n import Catalogue

ROUTES = (
    map_plan.blueprint,
    board_corrections.blueprint,
)


class TrollfjordPages(GamePages):
    words = WORDS
    set_up_words = set_up.WORDS
    recorders = {BOARDS.name: BoardRecorder()}  # noqa: RUF012  it is only read

    def init_app(self, app: Flask) -> None:
        for blueprint in ROUTES:
            app.register_blueprint(blueprint)

    def set_up_facts(self, words: Catalogue) -> dict[str, Any]:
        return set_up.facts(words)

    def picked_in_words(self, kind: str, chosen: Chosen, words: Catalogue) -> dict[str, Any]:  # noqa: ARG002
        (board,) = chosen.things
        return set_up.described(board, chosen.drawing, words)

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:
        return scene(self, position, view, words)

    def corrections_of(self, state: State) -> str | None:
        return None if state.by_hand else "/host/right"

    def backdrop(self, setup: Setup) -> Plan:
        return map_plan.plan_of(setup)

    def move_in_words(self, before: State, seat: int | None, move: Move, after: State) -> Text | None:
        return move_wording.in_words(before, seat, move, after)
