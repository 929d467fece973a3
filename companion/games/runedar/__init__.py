"""The Siege of Runedar: hold the fortress, dig the tunnel, carry the gold away from a siege that moves by itself."""

from companion.games.runedar.game import RUNEDAR
from companion.games.runedar.state import State
from companion.rules import Game

__all__ = ["GAME", "RUNEDAR"]

GAME: Game[State] = RUNEDAR
