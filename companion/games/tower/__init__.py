"""The tower alone, for tables that keep the rest of the game by hand and want only the count."""

from companion.games.tower.game import TOWER

__all__ = ["TOWER"]
