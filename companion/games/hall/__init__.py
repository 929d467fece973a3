"""In the Hall of the Mountain King: recruit trolls, dig tunnels, carry statues to the heart."""

from companion.games.hall.game import HALL
from companion.games.hall.state import State
from companion.rules import Game

__all__ = ["GAME", "HALL"]

GAME: Game[State] = HALL
