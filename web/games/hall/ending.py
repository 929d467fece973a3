"""A finished game looked back on: who won and why, and everyone's honour after every turn.

It counts every token, so it is only ever made of a game that is over.
"""

from collections.abc import Sequence
from typing import Any

from companion.games.hall.score import outcome, total
from companion.games.hall.state import Over, State
from companion.position import Position, Turn
from web.i18n import Catalogue


def ending(position: Position, words: Catalogue) -> dict[str, Any] | None:
    """None as long as the game goes on."""
    last: State = position.state
    if not isinstance(last.now, Over):
        return None
    result = outcome(last)
    return {
        "winners": [seat for side in result.sides if side.won for seat in side.seats],
        "why": words.say(result.why),
        "course": course(position.state_after(0), position.turns),
    }


def course(first: State, turns: Sequence[Turn]) -> list[list[int]]:
    """The honour of every side after every turn of a player, from the start on."""
    honours = [honour(first)]
    before = first
    for turn in turns:
        after: State = turn.after
        if after.turn != before.turn or (isinstance(after.now, Over) and not isinstance(before.now, Over)):
            honours.append(honour(after))
        before = after
    return honours


def honour(state: State) -> list[int]:
    return [total(state, side) for side in state.sides]
