"""What connections may take of this machine, each holder's and all guests' together; it never reads what they bring.

A connection belongs to the address it came from, until a request on it shows a seat's or the host's cookie. Whoever has
too many loses the one that has been still for longest; a guest more than there is room for takes that of the greediest
address. So a newcomer always finds a place, and nobody loses one to an address that holds more.
"""

from time import monotonic
from typing import NamedTuple, Protocol

EACH = 64
"""Lines of one holder: eight phones behind one address open six each."""

GUESTS = 700
"""Lines of all guests together: as many pages as may listen, and some more."""

AT_ONCE, A_SECOND = 64, 20.0
"""New ones of one address: so many in a moment, as when everybody scans the code, and so many a second for ever."""

SHARED, LEAST = 10, 16
"""Addresses that may be so busy at once; more share what those may, as each new one costs the loop's time. And what is
left to each at once in any crowd: a phone that loads a page opens seven."""

HERE = ("127.0.0.1", "::1")
"""The machine itself, say a screen beside the table: no guest comes from there, and nobody in it is too hasty."""

PIECES = 64
"""In which a guest's request may arrive: a letter at a time, it costs more to read than to send."""

WAITING_EACH, WAITING = 2_000_000, 12_000_000
"""Bytes that wait to be read by one guest, and by all together."""

SILENCE = 20.0
"""Seconds in which a phone reads nothing of what it was sent, or says nothing at all; then it has walked away."""

GUESTS_REQUEST, REQUEST = 10.0, 60.0
"""Seconds for a request to arrive whole: a guest's, and one from a seat or the host, who may send a backup."""

GUESTS_ANSWER = 60.0
"""Seconds for a guest to read an answer, however steadily."""

BODY_GUEST, BODY_SEAT, BODY_HOST = 4 * 1024, 16 * 1024, 2 * 1024 * 1024
"""Bytes that a request may bring along."""

PHOTO, BODY_PHOTO = "/api/photo", 1024 * 1024
"""Where whoever sits at the table may bring more, and how much."""


class Holder(NamedTuple):
    """Whom connections, streams and threads are counted for."""

    name: str
    known: bool
    """A seat's phone, the host, or the watchdog: not a guest."""
    body: int


def guest(address: str) -> Holder:
    return Holder(address.removeprefix("::ffff:"), known=False, body=BODY_GUEST)


def seated(phone: str) -> Holder:
    return Holder(f"phone {phone}", known=True, body=BODY_SEAT)


HOST = Holder("the host", known=True, body=BODY_HOST)
WATCHDOG = Holder("the watchdog", known=True, body=BODY_GUEST)
"""It asks on loopback."""


class Held(Protocol):
    """A connection, as far as its budget goes."""

    holder: Holder
    moved: float
    """When something was last read or sent."""
    asking_since: float | None
    """When the request began that has not arrived whole."""
    pieces: int
    """In which that has arrived so far."""
    answering_since: float | None
    """When the answer was given that has not been read."""

    @property
    def waiting(self) -> int:
        """Bytes that were not read yet."""

    @property
    def needed(self) -> bool:
        """A request is being answered on it, or a page listens."""

    def give_up(self) -> None: ...


class Budgets:
    """For the loop's thread alone."""

    def __init__(self, each: int = EACH, guests: int = GUESTS) -> None:
        self._each = each
        self._guests = guests
        self._connections: dict[Holder, list[Held]] = {}
        self._hasty: dict[str, tuple[float, float]] = {}
        """By address, how many new connections it had lately, and when that was counted."""

    def welcome(self, address: str) -> bool:
        """Whether a new connection may come from there now."""
        if address in HERE:
            return True
        now, share = monotonic(), self._share
        count, counted = self._hasty.get(address, (0.0, now))
        count = max(0.0, count - share * A_SECOND * (now - counted))
        if count >= max(share * AT_ONCE, LEAST):
            return False
        self._hasty[address] = count + 1, now
        return True

    @property
    def _share(self) -> float:
        return min(1.0, SHARED / max(1, len(self._hasty)))

    def come(self, connection: Held) -> None:
        connections = self._connections.setdefault(connection.holder, [])
        connections.append(connection)
        if len(connections) > self._each:
            least_missed(connections).give_up()
        elif not connection.holder.known and sum(map(len, self._guests_connections())) > self._guests:
            least_missed(max(self._guests_connections(), key=len)).give_up()

    def leave(self, connection: Held) -> None:
        connections = self._connections.get(connection.holder, [])
        if connection in connections:
            connections.remove(connection)
        if not connections:
            self._connections.pop(connection.holder, None)

    def belong(self, connection: Held, holder: Holder) -> None:
        if holder != connection.holder:
            self.leave(connection)
            connection.holder = holder
            self.come(connection)

    def look(self) -> None:
        """Give up whoever takes too long, and the slowest readers where too much waits for all guests together."""
        now = monotonic()
        self._hasty = {
            address: (count, counted)
            for address, (count, counted) in self._hasty.items()
            if self._share * A_SECOND * (now - counted) < count
        }
        for connections in list(self._connections.values()):
            for connection in list(connections):
                if overdue(connection, now):
                    connection.give_up()
        keep_below(WAITING, [each for connections in self._guests_connections() for each in connections])

    def make_room(self, connection: Held) -> None:
        """Before this one is answered: what a guest was sent and did not read is bounded, the slowest go first."""
        if not connection.holder.known:
            keep_below(WAITING_EACH, self._connections.get(connection.holder, []))

    def _guests_connections(self) -> list[list[Held]]:
        return [connections for holder, connections in self._connections.items() if not holder.known]


def least_missed(connections: list[Held]) -> Held:
    """The one that has been still for longest; if there is none, the newest."""
    still = [connection for connection in connections[:-1] if not connection.needed]
    return min(still, key=lambda connection: connection.moved, default=connections[-1])


def overdue(connection: Held, now: float) -> bool:
    known = connection.holder.known
    if connection.waiting:
        answering = connection.answering_since
        steady = known or answering is None or now - answering < GUESTS_ANSWER
        return now - connection.moved > SILENCE or not steady
    if connection.needed:
        return False
    if connection.pieces > PIECES and not known:
        return True
    if connection.asking_since is not None:
        return now - connection.asking_since > (REQUEST if known else GUESTS_REQUEST)
    return now - connection.moved > SILENCE


def keep_below(most: int, connections: list[Held]) -> None:
    waiting = sum(connection.waiting for connection in connections)
    if waiting <= most:
        return
    for connection in sorted(connections, key=lambda connection: connection.moved):
        if waiting > most and connection.waiting:
            waiting -= connection.waiting
            connection.give_up()
