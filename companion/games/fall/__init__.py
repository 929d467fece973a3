"""Fall of the Mountain King: trolls hold a mountain against three waves of gnomes."""

from companion.games.fall.game import FALL
from companion.games.fall.state import State
from companion.rules import Game

__all__ = ["FALL", "GAME"]

GAME: Game[State] = FALL
