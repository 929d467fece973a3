"""A game as one file: its set-up and its moves, enough to play it again anywhere; it reads and writes no table."""

from typing import Any, Literal

import msgspec

from companion.games import GAMES
from companion.journal import Began, Entry, Played, Source
from companion.position import Position
from companion.rules import Illegal, Text, say
from companion.table import followed


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


def record(position: Position) -> Record:
    moves = (RecordedMove(turn.seat, msgspec.to_builtins(turn.move), turn.source, turn.at) for turn in position.turns)
    return Record(1, position.game.name, msgspec.to_builtins(position.setup), tuple(moves))


def read_record(data: bytes) -> Record:
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.DecodeError as error:
        raise Unreadable(say("This is not the record of a game: {reason}.", reason=str(error))) from error


def replayed_game(record: Record) -> Position:
    """Where the record leads, as a journal of its own would tell it; Unreadable if it breaks the rules."""
    if record.game not in GAMES:
        raise Unreadable(say("The record is of a game called {game}, which is not known here.", game=record.game))
    at = record.moves[0].at if record.moves else 0
    try:
        position = followed(None, Entry(1, Began(record.game, record.setup), "host", at))
    except (msgspec.ValidationError, ValueError) as error:
        raise Unreadable(say("The set-up in the record does not fit: {reason}", reason=str(error))) from error
    for number, move in enumerate(record.moves, 1):
        try:
            position = followed(position, Entry(number + 1, Played(move.seat, move.move), move.source, move.at))
        except (msgspec.ValidationError, Illegal) as error:
            raise Unreadable(
                say("Move {number} of the record breaks a rule: {reason}", number=number, reason=str(error))
            ) from error
    return position
