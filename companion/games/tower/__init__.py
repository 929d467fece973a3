"""The tower alone, for tables that keep the rest of the game by hand and want only the count."""

from companion.games.tower.game import TOWER
from companion.games.tower.state import State
from companion.rules import Game

__all__ = ["GAME", "TOWER"]

GAME: Game[State] = TOWER
