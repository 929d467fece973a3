"""A game that asks for one of everything, registered only while a test wants it; it has no pages of its own."""

import pytest

from companion.games import GAMES
from tests.web.games.quarry.game import QUARRY


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, QUARRY.name, QUARRY)
