"""Who asks to be let in, until the host says so, and who sat down last, for the room to be told; it seats nobody.

All of it is forgotten at a restart: whoever still wants in asks again.
"""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.rules import Text

MOST, EACH = 8, 2
"""Who may ask at once; and of one address."""

PATIENCE = 600.0
"""Seconds until a wish is forgotten."""


class Crowded(Exception):
    """Too many ask already."""


@dataclass(frozen=True)
class Wish:
    number: int
    """What the phone shows and the host reads, to tell two who ask apart."""
    token: str
    """What only that phone knows."""
    game: int
    seat: int
    address: str
    at: float
    granted: bool = False


class Arrival(NamedTuple):
    number: int
    text: Text


class Newcomers:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wishes: dict[int, Wish] = {}
        self.arrival: Arrival | None = None
        self.changes = 0
        """Counts up with every wish and every answer to one."""

    def ask(self, game: int, seat: int, address: str) -> Wish:
        """Who asks for another seat has changed their mind about the first."""
        with self._lock:
            waiting = self._waiting()
            own = [wish for wish in waiting if wish.address == address]
            if len(own) >= EACH:
                del self._wishes[min(own, key=lambda wish: wish.at).number]
            elif len(waiting) >= MOST:
                raise Crowded
            number = secrets.choice([number for number in range(10, 100) if number not in self._wishes])
            wish = Wish(number, secrets.token_hex(16), game, seat, address, self._clock())
            self._wishes[number] = wish
            self.changes += 1
            return wish

    def waiting(self, game: int) -> list[Wish]:
        """Those that the host has not answered."""
        with self._lock:
            return [wish for wish in self._waiting() if wish.game == game and not wish.granted]

    def granted(self, game: int) -> list[int]:
        with self._lock:
            return [wish.number for wish in self._waiting() if wish.game == game and wish.granted]

    def answer(self, number: int, granted: bool) -> Wish | None:
        """The host lets somebody in, or not; nothing if nobody asks under that number any more."""
        with self._lock:
            self._waiting()
            self.changes += 1
            if (wish := self._wishes.pop(number, None)) is not None and granted:
                self._wishes[number] = Wish(
                    number, wish.token, wish.game, wish.seat, wish.address, self._clock(), granted=True
                )
            return wish

    def has_leave(self, game: int, seat: int, token: str) -> bool:
        """Whether this was granted; it counts once."""
        with self._lock:
            granted = [wish for wish in self._waiting() if (wish.game, wish.seat, wish.granted) == (game, seat, True)]
            for wish in granted:
                if secrets.compare_digest(wish.token.encode(), token.encode()):
                    del self._wishes[wish.number]
                    self.changes += 1
                    return True
            return False

    def tell(self, text: Text) -> None:
        """The room hears it once."""
        with self._lock:
            self.arrival = Arrival(self.arrival.number + 1 if self.arrival else 1, text)

    def _waiting(self) -> list[Wish]:
        old = self._clock() - PATIENCE
        self._wishes = {number: wish for number, wish in self._wishes.items() if wish.at > old}
        return list(self._wishes.values())
