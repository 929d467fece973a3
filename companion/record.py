"""A game as one file: its set-up and its moves, enough to play it again anywhere; it reads and writes no table."""

from typing import Any, Literal

import msgspec

from companion.games import GAMES
from companion.journal import Source
from companion.rules import Game, Illegal, Text, say
from companion.table import Position, Turn


class RecordedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int | None
    move: Any
    source: Source
    at: float


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    game: str
    setup: Any
    moves: tuple[RecordedMove, ...]


class Unreadable(Exception):
    """A file that is no record, or a record that breaks the rules; the words say where."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def record(position: Position, turns: list[Turn]) -> Record:
    moves = (RecordedMove(turn.seat, msgspec.to_builtins(turn.move), turn.source, turn.at) for turn in turns)
    return Record(1, position.game.name, msgspec.to_builtins(position.setup), tuple(moves))


def read(data: bytes) -> Record:
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.DecodeError as error:
        raise Unreadable(say("This is not the record of a game: {reason}.", reason=str(error))) from error


def replayed(record: Record) -> tuple[Game[Any], Any, Any]:
    """Play a record; the game, its set-up and the state it ends in."""
    game = GAMES.get(record.game)
    if game is None:
        raise Unreadable(say("The record is of a game called {game}, which is not known here.", game=record.game))
    try:
        setup = msgspec.convert(record.setup, game.setup)
        state = game.new(setup)
    except (msgspec.ValidationError, ValueError) as error:
        raise Unreadable(say("The set-up in the record does not fit: {reason}", reason=str(error))) from error
    for number, recorded in enumerate(record.moves, 1):
        try:
            state = game.apply(state, recorded.seat, msgspec.convert(recorded.move, game.moves))
        except (msgspec.ValidationError, Illegal) as error:
            raise Unreadable(
                say("Move {number} of the record breaks a rule: {reason}", number=number, reason=str(error))
            ) from error
    return game, setup, state
