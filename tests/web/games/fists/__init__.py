"""A game in which all answer at once, registered only while a test wants it; it has no pages of its own."""

import pytest

from companion.games import GAMES
from tests.web.games.fists.game import FISTS


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, FISTS.name, FISTS)
