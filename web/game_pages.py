"""What a game may add to the pages that every game has: all of it can be left out. Nothing here names a game."""
# ruff: noqa: ARG002  what a game leaves out looks at nothing

from collections.abc import Mapping
from typing import Any

from flask import Flask

from companion.position import Position
from companion.rules import Chosen, GameView, Move, Text
from web.game_folders import GameFolder
from web.i18n import Catalogue
from web.recorder import Recorder


class GamePages:
    """A game's folder, `web/games/<name>/`, as the pages know it: call a subclass `Pages` and say what differs.

    What is left out: a game is started with its players' names and colours, put right in forms, told as its buttons
    said it, and drawn through its prompts, panels and standings.
    """

    folder: GameFolder | None = None
    """Where its files are; whoever opens these pages fills it in."""
    about: Text | None = None
    """One or two lines on the start page: what is kept here, and what by hand; a game with several ways has theirs."""
    words: Mapping[str, Text] = {}
    """What that script says; it fills the gaps itself."""
    set_up_words: Mapping[str, Text] = {}
    """What its `set-up.js` says, which draws the steps that only this game has; it fills the gaps itself."""
    recorders: Mapping[str, Recorder] = {}
    """How the boards in its box are recorded, by their kind; what has none is edited field by field."""
    links: Mapping[str, Text] = {}
    """More pages of its own in the host's menu, by address."""

    @property
    def address(self) -> str | None:
        """Where its script and its style are."""
        return self.folder and self.folder.script

    @property
    def picture(self) -> str | None:
        return self.folder and self.folder.picture

    def init_app(self, app: Flask) -> None:
        """Add its own routes."""
        return

    def set_up_facts(self, words: Catalogue) -> dict[str, Any]:
        """What that script must know besides."""
        return {}

    def picked_in_words(self, kind: str, chosen: Chosen, words: Catalogue) -> Any:
        """What was picked from the box, as that script draws it and asks about it."""
        return None

    def scene(self, position: Position, view: GameView, words: Catalogue) -> dict[str, Any] | None:
        """What its script draws, as plain values: nothing that is not in the view, or for everyone to know.

        The moves in the position are as its reader may know them.
        """
        return None

    def corrections_of(self, state: Any) -> str | None:
        """The game's own page on which the host sets the board right."""
        return None

    def backdrop(self, setup: Any) -> Any:
        """What stays the same through a past game, and its script needs to draw any move of it."""
        return None

    def move_in_words(self, before: Any, seat: int | None, move: Move, after: Any) -> Text | None:
        """Better than its button did; None where there is nothing to add.

        The move is as its reader may know it: a field that is secret to them is HIDDEN.
        """
        return None
