"""Every game the table can run; a game registered here is enrolled in every conformance test."""

from typing import Any

from companion.games.tower import TOWER
from companion.games.trollfjord import TROLLFJORD
from companion.rules import Game

GAMES: dict[str, Game[Any]] = {game.name: game for game in (TROLLFJORD, TOWER)}
