"""Beacon: keep the fire on the tower burning through a stormy night, until the ship is home."""

from companion.rules import Game
from tests.games.beacon.rules.game import BEACON
from tests.games.beacon.rules.state import State

__all__ = ["BEACON", "GAME"]

GAME: Game[State] = BEACON
