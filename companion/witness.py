"""What phones vouch for: each remembers the newest row it saw, and so notices when the table comes back older.

A card that lost the end of everything cannot know it. What a phone remembers is signed, so that nobody can raise an
alarm with a number of their own. It decides nothing about the game.
"""

import hmac
import re
from collections.abc import Callable

from companion.keys import Keys
from companion.rules import Text, say
from companion.table import Table

TESTIMONY = re.compile(r"([1-9][0-9]{0,15})\.([0-9a-f]{20})\.([0-9a-f]{20})", re.ASCII)

OLDER = say(
    "The table is older than a phone here remembers it: newest moves are missing, as after a damaged card or a "
    "restored backup. Look how the game stands, and play them again."
)


class Witness:
    def __init__(self, table: Table, keys: Keys) -> None:
        self._table = table
        self._keys = keys
        self._heard: set[str] = set()
        self.tell: Callable[[Text], None] = lambda _: None

    def testimony(self) -> str:
        """What a phone that looks now is to remember; nothing before the first game."""
        number, chain = self._table.newest
        if not number:
            return ""
        row = self._row(number, chain)
        return f"{number}.{row}.{self._mark(number, row)}"

    def hear(self, testimony: str) -> None:
        """What a phone remembers; if this table no longer knows of it, everyone is told."""
        if testimony in self._heard or not (parts := TESTIMONY.fullmatch(testimony)):
            return
        number, row, mark = int(parts[1]), parts[2], parts[3]
        if hmac.compare_digest(mark, self._mark(number, row)) and not self._known(number, row):
            self._heard.add(testimony)
            self.tell(OLDER)

    def _known(self, number: int, row: str) -> bool:
        """Of past games nothing is said."""
        chain = self._table.chain_of(number)
        return number <= self._table.version and (chain is None or self._row(number, chain) == row)

    def _row(self, number: int, chain: str) -> str:
        """By this a row is known again; whoever has no key cannot try out what may be written in it."""
        return self._signed(f"row {number} {chain}")

    def _mark(self, number: int, row: str) -> str:
        return self._signed(f"mark {number} {row}")

    def _signed(self, words: str) -> str:
        return hmac.digest(self._keys.signing.encode(), words.encode(), "sha256").hex()[:20]
