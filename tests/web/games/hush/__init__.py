"""A game with a hidden hand, registered only while a test wants it; it has no pages of its own."""

import pytest

from companion.games import GAMES
from tests.web.games.hush.game import HUSH


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, HUSH.name, HUSH)
