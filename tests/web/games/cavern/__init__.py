"""A toy with a box: a board of squares on a photo, cards and charts; registered only while a test wants it."""

import sys

import pytest

from companion.games import GAMES
from tests.web.games.cavern.game import CAVERN
from tests.web.games.cavern.pages import CavernPages
from web.game_folders import package_of

Pages = CavernPages


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, CAVERN.name, CAVERN)
    monkeypatch.setitem(sys.modules, package_of(CAVERN.name), sys.modules[__name__])
