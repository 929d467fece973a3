"""What a reader may be told of a game: every page, list, file and refusal asks here, and decides nothing by itself.

A reader is a seat, or None: the room, and so the host, who plays too. What is secret, and to whom, the game says: at
the fields of its moves and its set-up, in its prompts and its refusals. When the game is over, everything is open.
"""

from collections.abc import Collection
from typing import Any

import msgspec

from companion.position import Position, Turn, Turns
from companion.rules import Illegal, Move, Prompt, has_secrets, hidden_in, say, secret_fields, without

PRIVATE = "private"
NOT_TOLD = say("Why is not told now: it would give away something that only one player may know.")


def running(position: Position) -> bool:
    return not position.ended and bool(position.prompts)


def secretive(position: Position) -> bool:
    """Whether not everyone may know the whole game."""
    return has_secrets(position.game.moves, position.game.setup) and running(position)


def as_read_by(position: Position, reader: int | None) -> Position:
    """The game with its moves as this reader may know them."""
    if not secretive(position):
        return position
    turns = [known(turn, position, reader) for turn in position.turns]
    return msgspec.structs.replace(position, turns=Turns(turns, len(turns)))


def known(turn: Turn, position: Position, reader: int | None) -> Turn:
    """One move of a running game, with what this reader may not know hidden; a sealed one only until all are in."""
    if turn.sealed is not None and not position.asks(turn.sealed):
        return turn

    def read(move: Move) -> Move:
        return move if move.known_to(reader, turn.seat) else without(move, secret_fields(type(move)))

    move = read(turn.move)
    if turn.corrected is None:
        return turn if move is turn.move else msgspec.structs.replace(turn, move=move)
    signed = msgspec.structs.replace(turn.corrected, was=read(turn.corrected.was))
    return msgspec.structs.replace(turn, move=move, corrected=signed)


def plain(move: Move) -> dict[str, Any]:
    """A move as plain values, without those that are hidden."""
    hidden = hidden_in(move)
    values: dict[str, Any] = msgspec.to_builtins(move)
    return {name: value for name, value in values.items() if name not in hidden}


def asked_then(position: Position, before: Any) -> tuple[Prompt, ...]:
    """What was asked at an earlier moment, in words that tell nothing that has become a secret since."""
    prompts = position.game.prompts(before)
    return tuple(map(in_hindsight, prompts)) if secretive(position) else prompts


def in_hindsight(prompt: Prompt) -> Prompt:
    choices = tuple(
        msgspec.structs.replace(choice, text=choice.afterwards or choice.text, meaning=()) for choice in prompt.choices
    )
    return msgspec.structs.replace(prompt, choices=choices)


def shown_to(prompt: Prompt, reader: int | None, sits_in: Collection[int] = ()) -> Prompt:
    """The prompt as this reader may see it: what others answered is hidden, and of a private one what they could.

    The host who sits in for somebody, which everyone is told, sees both.
    """
    if reader in prompt.seats or any(seat in prompt.seats for seat in sits_in):
        return prompt
    if prompt.private:
        return msgspec.structs.replace(prompt, given=None, choices=(), forms=())
    return msgspec.structs.replace(prompt, given=None)


def demand_open(position: Position, before: Any, seat: int | None, move: Move) -> None:
    """Refuse the host an answer for somebody else that only a private prompt could offer.

    Whether it does offer it makes no difference: that would tell already.
    """
    asked = [prompt for prompt in position.game.prompts(before) if seat in prompt.seats]
    private = any(prompt.private for prompt in asked)
    if seat is None or not private or not running(position):
        return
    if not any(prompt.offers(move) for prompt in asked if not prompt.private):
        name = position.seats[seat].name
        raise Illegal(PRIVATE, say("What can be answered there is for {name} alone to see.", name=name))


def demand_changeable(position: Position, index: int, move: Move) -> None:
    """Refuse the host another answer in place of one that the room may not know."""
    turn = position.turns[index]
    if position.asks(turn.sealed):
        raise Illegal(PRIVATE, say("That answer is sealed until all are in. It can be taken back."))
    for answered in (turn.move, move):
        demand_open(position, position.state_after(index), turn.seat, answered)


def reason(position: Position, turn: Turn, illegal: Illegal) -> Illegal:
    """Why this move of the past would be refused, as far as the room may be told."""
    if illegal.code == PRIVATE:
        return illegal
    if secretive(position) and (illegal.secret or hidden_in(known(turn, position, None).move)):
        return Illegal("not_told", NOT_TOLD)
    return illegal
