"""Every game the table can run; a game named here is enrolled in every conformance test."""

from importlib import import_module
from typing import Any

from companion.rules import Game

NAMES = (
    "tower",
    "trollfjord",
    "runedar",
    "hall",
    "fall",
)
"""A line each: its rules are the package of that name in here, its pages that of the same name in `web.games`."""

GAMES: dict[str, Game[Any]] = {name: import_module(f"companion.games.{name}").GAME for name in NAMES}
