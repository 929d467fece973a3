"""Toys with hardly any rules, registered only while a test wants them: one of them has pages of its own."""

import sys

import pytest

from companion.games import GAMES
from tests.web.games.toy.game import CAIRN, PEBBLES, TWIGS
from tests.web.games.toy.pages import PebblesPages
from web.game_folders import package_of

Pages = PebblesPages


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, PEBBLES.name, PEBBLES)
    monkeypatch.setitem(GAMES, TWIGS.name, TWIGS)
    monkeypatch.setitem(GAMES, CAIRN.name, CAIRN)
    monkeypatch.setitem(sys.modules, package_of(PEBBLES.name), sys.modules[__name__])
