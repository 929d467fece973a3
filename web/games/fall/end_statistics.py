"""A finished war looked back on: honour part by part, and its course."""

from itertools import pairwise
from typing import Any

from companion.games.fall.state import State
from companion.position import Position
from web.i18n import Catalogue

POINTS = 80
"""Of a line in the chart."""


def ending(position: Position, words: Catalogue) -> dict[str, Any] | None:
    """None as long as the game goes on."""
    outcome = position.game.outcome(position.state)
    if outcome is None:
        return None
    standings = position.game.standings(position.state, None)
    named = [{words.say(text): honour for text, honour in each.parts} for each in standings]
    rows = list(dict.fromkeys(name for parts in named for name in parts))
    return {
        "sides": [
            {"seats": [each.seat], "parts": [(name, parts.get(name, 0)) for name in rows]}
            for each, parts in zip(standings, named, strict=True)
        ],
        "best": [index for index, side in enumerate(outcome.sides) if side.won],
        "text": words.say(outcome.why),
        "course": course(position),
    }


def course(position: Position) -> list[tuple[int, ...]]:
    """Everyone's honour whenever it changed, at most so many points."""
    states: list[State] = [position.first, *(turn.after for turn in position.turns)]
    scores = [tuple(player.honour for player in state.players) for state in states]
    changed = [scores[0], *(after for before, after in pairwise(scores) if before != after)]
    step = max(1, len(changed) // POINTS)
    return [*changed[:-1:step], changed[-1]]
