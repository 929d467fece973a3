"""How many pages may listen at once, for whom, and for how long; what they hear is decided elsewhere.

Seats and the host have places of their own. Guests share the rest fairly: where it is full, a newcomer takes a place
from the address that has most, so that a table screen finds one however many somebody else has opened.
"""

import threading
from dataclasses import dataclass

from web.server.budgets import Holder

GUESTS = 500
"""Pages of all who have no seat, table screens among them."""

EACH = 16
"""Pages of one phone, or of one address without a seat."""


class Full(Exception):
    """Too many pages listen already."""


@dataclass(eq=False, frozen=True)
class Place:
    page: str
    holder: Holder


class Streams:
    def __init__(self, guests: int = GUESTS, each: int = EACH) -> None:
        self._guests = guests
        self._each = each
        self._lock = threading.Lock()
        self._open: dict[tuple[Holder, str], Place] = {}
        """The oldest first."""

    def open(self, page: str, holder: Holder) -> Place:
        """A place for this page; if it had one (its phone slept, its network changed) that one ends."""
        with self._lock:
            if (holder, page) not in self._open:
                self._make_room(holder)
            place = self._open[holder, page] = Place(page, holder)
            return place

    def stands(self, place: Place) -> bool:
        return self._open.get((place.holder, place.page)) is place

    def leave(self, place: Place) -> None:
        with self._lock:
            if self._open.get((place.holder, place.page)) is place:
                del self._open[place.holder, place.page]

    def __len__(self) -> int:
        return len(self._open)

    def _make_room(self, holder: Holder) -> None:
        held: dict[Holder, list[tuple[Holder, str]]] = {}
        for key in self._open:
            if key[0] == holder or not key[0].known:
                held.setdefault(key[0], []).append(key)
        own = len(held.get(holder, ()))
        if own >= self._each:
            raise Full
        if holder.known or sum(map(len, held.values())) < self._guests:
            return
        greediest = max(held.values(), key=len, default=[])
        if len(greediest) <= own + 1:
            raise Full
        # Its newest: whoever came first and stayed is the likelier one to be watching.
        del self._open[greediest[-1]]
