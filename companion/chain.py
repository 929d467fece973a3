"""Rows of a game chained by hash: each vouches for all before it, so that a lost or altered one cannot go unseen.

A chain begins anew with each game, so that every game can be checked by itself. It opens no file.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

START = ""
"""What the first row of a game follows."""

LARGEST_NUMBER = 2**53
"""Of a row; beyond it neither a phone nor this table could count on."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """An act as it is written: its text stays as it was, whatever a later version makes of it."""

    number: int
    act: str
    source: str
    at: float
    request: str | None
    chain: str


def chained(before: str, number: int, act: str, source: str, at: float, request: str | None) -> Row:
    """The row that follows the one whose chain value was `before`."""
    # A backup does not tell which phone asked under which id, and is no other game for that.
    told = f"{before}\n{number}\n{source}\n{float(at)!r}\n{act}"
    return Row(number, act, source, at, request, sha256(told.encode()).hexdigest()[:32])


def good_part(began: int, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of the game that began with this number, up to the first that does not follow from those before it."""
    before = START
    for number, row in enumerate(rows, began):
        follows = chained(before, number, row.act, row.source, row.at, None).chain
        if (row.number, row.chain) != (number, follows):
            return
        yield row
        before = row.chain
