"""The game on a table of which a test knows that there is one; it starts none."""

from typing import Any

from companion.position import Position
from companion.rules import Move
from companion.table import Table


def position_of(table: Table) -> Position:
    assert table.position is not None, "no game was started on this table"
    return table.position


def asked(position: Position, seat: int, move: Move | None = None) -> dict[str, Any]:
    """What a phone says it saw when it answers: the question that offers the move, or else the first one."""
    own = [prompt for prompt in position.prompts if seat in prompt.seats]
    offering = [prompt for prompt in own if move is not None and prompt.offers(move)]
    prompt = (*offering, *own, *position.prompts)[0]
    return {"key": prompt.key, "since": position.since[prompt.key]}
