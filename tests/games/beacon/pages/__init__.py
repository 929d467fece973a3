"""What Beacon shows beyond what every game has: its fire, and a hand of wood to lay from."""

from typing import Any

from companion.position import Position
from companion.rules import GameView, say
from tests.games.beacon.rules.view import BeaconView
from web.game_pages import GamePages
from web.i18n import Catalogue


class Pages(GamePages):
    words = {  # noqa: RUF012  it is only read
        "fire": say("The fire is {height} of {highest} high"),
        "laid": say("Face down: {count}"),
    }

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any]:  # noqa: ARG002
        assert isinstance(view, BeaconView)
        return {"fire": view.fire, "highest": view.highest, "laid": len(view.laid)}
