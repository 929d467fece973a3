"""Trollfjord: hammer the Rock Tower, count the boulders, carry off the treasures."""

from companion.games.trollfjord.game import TROLLFJORD
from companion.games.trollfjord.state import State
from companion.rules import Game

__all__ = ["GAME", "TROLLFJORD"]

GAME: Game[State] = TROLLFJORD
