"""A running game with everything that was taken back folded away, so that a start need not play it; it proves nothing.

It is bound to a row of the journal by that row's chain value, and played again by the rules when it is used. Whatever
does not fit is passed over: the journal tells it all.
"""

import logging
from pathlib import Path
from typing import Any

import msgspec

from companion.atomic_files import put
from companion.journal import Began, Entry, Journal, Source
from companion.position import Asked, Corrected, Position, Turn, Turns
from companion.rules import Illegal
from companion.table import Table, as_offered, first_position, followed, position_after

log = logging.getLogger(__name__)

FILE = "journal.snapshot.json"
WORTH = 200
"""Acts that another snapshot folds away."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    number: int
    seat: int | None
    move: Any
    source: Source
    at: float
    sealed: Asked | None = None
    corrected: tuple[Any, int | None, Source] | None = None


class Snapshot(msgspec.Struct, frozen=True):
    version: int
    chain: str
    ended: bool
    since: dict[str, int]
    turns: tuple[Standing, ...]


class Snapshots:
    """Keeps the newest one beside the journal."""

    def __init__(self, table: Table, folder: Path) -> None:
        self._table = table
        self._path = folder / FILE
        self._folded = 0, 0

    def step(self) -> None:
        """Another one if it folds away enough."""
        position, (version, chain) = self._table.position, self._table.newest
        if position is None or position.version != version:
            return
        began, folded = self._folded
        gone = version - position.began - len(position.turns)
        if gone >= WORTH + (folded if began == position.began else 0):
            put(self._path, msgspec.json.encode(taken(position, chain)))
            self._folded = position.began, gone


def taken(position: Position, chain: str) -> Snapshot:
    turns = (
        Standing(
            turn.number,
            turn.seat,
            msgspec.to_builtins(turn.move),
            turn.source,
            turn.at,
            turn.sealed,
            signed_in(turn.corrected),
        )
        for turn in position.turns
    )
    return Snapshot(position.version, chain, position.ended, position.since, tuple(turns))


def signed_in(corrected: Corrected | None) -> tuple[Any, int | None, Source] | None:
    return None if corrected is None else (msgspec.to_builtins(corrected.was), corrected.by, corrected.source)


def reopened(journal: Journal) -> Position | None:
    """Where the newest game stands, by its snapshot and what came after it if that fits."""
    entries = journal.last_game()
    try:
        snapshot = msgspec.json.decode((journal.path.with_name(FILE)).read_bytes(), type=Snapshot)
        if journal.chain_of(snapshot.version) == snapshot.chain:
            return position_by(snapshot, entries)
    except FileNotFoundError:
        pass
    except (OSError, msgspec.MsgspecError, Illegal, LookupError, ValueError):
        log.exception("The snapshot of the game is of no use.")
    return position_after(entries)


def position_by(snapshot: Snapshot, entries: list[Entry]) -> Position:
    begun = entries[0].act
    assert isinstance(begun, Began)
    position = first_position(entries[0], begun)
    state, turns = position.state, list[Turn]()
    for stood in snapshot.turns:
        move = as_offered(position.game.prompts(state), stood.seat, position.decode(stood.move))
        state = position.game.apply(state, stood.seat, move)
        signed = stood.corrected and Corrected(position.decode(stood.corrected[0]), *stood.corrected[1:])
        turns.append(Turn(stood.number, stood.seat, move, stood.source, stood.at, state, stood.sealed, signed))
    prompts = position.game.prompts(state)
    position = msgspec.structs.replace(
        position,
        version=snapshot.version,
        state=state,
        turns=Turns(turns, len(turns)),
        ended=snapshot.ended,
        prompts=prompts,
        since={prompt.key: snapshot.since[prompt.key] for prompt in prompts},
    )
    for entry in entries[snapshot.version - entries[0].number + 1 :]:
        position = followed(position, entry)
    return position
