"""The war so far in sentences, for everyone: what came of each move."""

from itertools import islice
from typing import Any

from companion.position import Position
from web.i18n import Catalogue

RECENT = 40
"""Moves whose sentences a page is given."""
LINES = 60


def recent(position: Position, words: Catalogue) -> list[dict[str, Any]]:
    """Newest first, each with the seat that moved."""
    oldest_first = [
        {"seat": turn.seat, "text": words.say(text), "signed": False}
        for turn in position.turns[-RECENT:]
        for text in turn.after.news
    ]
    return list(islice(reversed(oldest_first), LINES))
