"""Puts the games together again from whatever still tells of them; it never writes over what it found.

What a journal, its former good copy and the games' own files say is compared by chain and by playing it again. The
longest part of the newest game that can be played counts; every other game stays as it is.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from companion.atomic_files import sync, writing
from companion.chain import START, Row, chained
from companion.game_files import GameFiles
from companion.journal import BEGIN, STEPS, insert, read_entry
from companion.position import Position
from companion.sqlite_files import open_database, read_only_address
from companion.table import followed

log = logging.getLogger(__name__)


def readable_games(path: Path) -> dict[int, list[Row]]:
    """By how each began, the good part of every game that can still be read in a journal of any format."""
    games: dict[int, list[Row]] = {}
    if not path.is_file() or not path.stat().st_size:
        return games
    try:
        with closing(sqlite3.connect(read_only_address(path), uri=True)) as database:
            _read(database, games)
    except Exception:
        # Anything may stand in a damaged file; what was read before is good.
        log.exception("%s can be read up to here only.", path)
    return games


def _read(database: sqlite3.Connection, games: dict[int, list[Row]]) -> None:
    columns = {name for _, name, *_ in database.execute("PRAGMA table_info(journal)")}
    chain = "chain" if "chain" in columns else "NULL"
    game: list[Row] = []
    for number, act, source, at, request, link in database.execute(
        f"SELECT number, act, source, at, request, {chain} FROM journal ORDER BY number"
    ):
        if msgspec.json.decode(act)["type"] == BEGIN:
            game = games[number] = []
        elif not game or number != game[-1].number + 1:
            return
        row = chained(game[-1].chain if game else START, number, act, source, at, request)
        if link not in (None, row.chain):
            return
        game.append(row)


def put_together(files: GameFiles, journals: Sequence[Path], put_by: Callable[[Path], str]) -> list[Row]:
    """The newest game of which something can be played, as far as it can be; nothing if there is none.

    All games are in their files when this returns. `put_by` keeps a damaged one under another name.
    """
    found = [readable_games(path) for path in journals]
    for began in sorted({*files.numbers, *(number for games in found for number in games)}, reverse=True):
        known = files.rows(began)
        longest = max((games.get(began, []) for games in found), key=len)
        rows = longest if len(longest) > len(known) else known
        played = rows[: playable(rows)]
        if not played or played != known or not files.is_whole(began):
            if files.path(began).exists():
                put_by(files.path(began))
            files.remove(began)
            if played:
                files.put(began, played)
        if played:
            _keep_others(files, found, began)
            return played
    return []


def _keep_others(files: GameFiles, found: Sequence[dict[int, list[Row]]], newest: int) -> None:
    for games in found:
        for began, rows in games.items():
            if began < newest and len(rows) > len(files.rows(began)):
                files.put(began, rows)


def playable(rows: Sequence[Row]) -> int:
    """How many of these rows lead somewhere by the rules."""
    position: Position | None = None
    for count, row in enumerate(rows):
        try:
            position = followed(position, read_entry(row))
        except Exception:
            # Whatever is in that row, a table that cannot be opened must not keep the whole evening from starting.
            log.exception("Row %d cannot be played.", row.number)
            return count
    return len(rows)


def lay_down(path: Path, rows: Sequence[Row]) -> None:
    """A new journal with these rows; whole under its name or not there."""
    draft = path.with_name(f".{path.name}.new")
    for suffix in ("", "-wal", "-shm"):
        draft.with_name(draft.name + suffix).unlink(missing_ok=True)
    with writing():
        with closing(open_database(draft, STEPS, lambda: None)) as database:
            database.execute("BEGIN")
            insert(database, rows)
            database.execute("COMMIT")
        sync(draft)
        draft.replace(path)
        sync(path.parent)
