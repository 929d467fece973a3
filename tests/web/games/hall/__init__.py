"""A toy with a box: a board of squares on a photo, cards and charts; registered only while a test wants it."""

import sys

import pytest

from companion.games import GAMES
from tests.web.games.hall.game import HALL
from tests.web.games.hall.pages import HallPages
from web.game_folders import package_of

Pages = HallPages


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, HALL.name, HALL)
    monkeypatch.setitem(sys.modules, package_of(HALL.name), sys.modules[__name__])
