"""Beacon, the worked example of "Add a game": `rules` is what belongs in companion/games, `pages` what in web/games.

It is registered only while a test wants it.
"""

import sys

import pytest

from companion.games import GAMES
from tests.games.beacon import pages, rules
from web.game_folders import package_of


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, rules.GAME.name, rules.GAME)
    monkeypatch.setitem(sys.modules, package_of(rules.GAME.name), pages)
