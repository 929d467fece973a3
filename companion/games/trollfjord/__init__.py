"""Trollfjord: hammer the Rock Tower, count the boulders, carry off the treasures."""

from companion.games.trollfjord.game import TROLLFJORD

__all__ = ["TROLLFJORD"]
