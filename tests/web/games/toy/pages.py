"""The pages of the toy that has some: one of everything that a game may add."""

from typing import Any

from flask import Flask, render_template

from companion.position import Position
from companion.rules import GameView, Move, Text, say
from tests.web.games.toy.game import Lay, Setup, State
from web.game_pages import GamePages
from web.host_only import host_blueprint
from web.i18n import Catalogue

ROUTES = host_blueprint("pebbles_rules")


@ROUTES.get("/host/pebbles")
def rules() -> str:
    return render_template("pebbles/rules.html")


class PebblesPages(GamePages):
    words = {"pile": say("{count} pebbles"), "back": say("Never said: the page's own word stands.")}  # noqa: RUF012
    links = {"/host/pebbles": say("Rules of pebbles")}  # noqa: RUF012

    def init_app(self, app: Flask) -> None:
        app.register_blueprint(ROUTES)

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:  # noqa: ARG002
        return {"pile": sum(position.state.laid)}

    def backdrop(self, setup: Setup) -> str:
        return f"on the table of {setup.seats[0].name}"

    def move_in_words(self, before: State, seat: int | None, move: Move, after: State) -> Text | None:  # noqa: ARG002
        assert isinstance(move, Lay)
        assert seat is not None
        return say("{name} lays {count}.", name=before.seats[seat].name, count=move.count)
