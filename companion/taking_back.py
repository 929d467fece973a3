"""A player's own last answer, and the game without it: says what may be taken back, and takes nothing back itself."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.position import Position, Turn
from companion.rules import Hit, Illegal, Prompt

FAR = 50
"""Moves; what lies further back is the host's to take back."""


def own_last(position: Position, seat: int | None) -> int | None:
    """The place of the answer that this seat may take back now, if there is one.

    Others may have answered since, as long as each of them was asked the very same without it. A sealed answer stays
    once all were opened: whoever has seen the others' does not answer again.
    """
    if seat is None or position.ended:
        return None
    count = len(position.turns)
    for index in reversed(range(max(0, count - FAR), count)):
        turn = position.turns[index]
        if answered_by(position, index, seat):
            opened = turn.sealed is not None and not position.asks(turn.sealed)
            return index if not opened and others_stand(position, index) else None
        if turn.seat == seat:
            return None
    return None


def answered_by(position: Position, index: int, seat: int) -> bool:
    """Whether it was this seat's tap, or a blow on the tower that answered in its place."""
    turn = position.turns[index]
    if turn.source == "sensor" and not isinstance(turn.move, Hit):
        asked = question(position.game.prompts(position.state_after(index)), turn)
        return asked is not None and seat in asked.seats
    return turn.seat == seat and turn.source == "phone"


def others_stand(position: Position, index: int) -> bool:
    """Whether every later move answers the same question without the one at `index`."""
    try:
        return all(
            asked_the_same(position, then, now, turn)
            for then, (now, turn) in enumerate(played_without(position, index), index + 1)
        )
    except Illegal:
        return False


def played_without(position: Position, index: int) -> Iterator[tuple[Any, Turn]]:
    """Each later move, played without the one at `index`, after the state that it is played in then."""
    state = position.state_after(index)
    for turn in position.turns[index + 1 :]:
        after = position.game.apply(state, turn.seat, turn.move)
        yield state, msgspec.structs.replace(turn, after=after)
        state = after


def asked_the_same(position: Position, then: int, now: Any, turn: Turn) -> bool:
    """Whether the turn answers in the state `now` what it answered after `then` moves."""
    before = question(position.game.prompts(position.state_after(then)), turn)
    after = question(position.game.prompts(now), turn)
    return before is not None and after is not None and after.asks_the_same(before)


def question(prompts: Sequence[Prompt], turn: Turn) -> Prompt | None:
    """What the turn answered."""
    return next((prompt for prompt in prompts if turn.seat in prompt.seats and prompt.offers(turn.move)), None)
