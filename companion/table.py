"""The one door: every move is checked, written down and only then shown; nothing changes the game any other way."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from companion.bell import Bell
from companion.games import GAMES
from companion.journal import Act, Amended, Began, Damaged, Ended, Entry, Journal, Played, Source, TookBack
from companion.rules import Game, Illegal, Move, Seat, say


class Stale(Exception):
    """The table has moved on since the phone last looked; nothing was played."""


class Turn(msgspec.Struct, frozen=True):
    """A move that stands, and the state it led to."""

    number: int
    seat: int | None
    move: Move
    source: Source
    at: float
    after: Any


class Position(msgspec.Struct, frozen=True):
    """What stands on the table at one version. It never changes: hold it as long as you like."""

    version: int
    began: int
    game: Game[Any]
    setup: Any
    state: Any
    moves: int
    ended: bool

    @property
    def seats(self) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = self.setup.seats
        return seats


class Clash(Exception):
    """An amended move would make a later one illegal; nothing was changed.

    `turn` is the later one, and `before` the state it was played in. Whoever tells of it must keep quiet about what is
    secret.
    """

    def __init__(self, position: Position, index: int, before: Any, turn: Turn, illegal: Illegal) -> None:
        super().__init__(f"Move {index + 1} would break a rule: {illegal}")
        self.position = position
        self.index = index
        self.before = before
        self.turn = turn
        self.illegal = illegal


class Line:
    """One game as its journal tells it: the moves that stand, and where they led. It writes nothing."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._turns: list[Turn] = []
        self._position: Position | None = None
        for entry in entries:
            self._follow(entry)

    @property
    def position(self) -> Position | None:
        return self._position

    def turns(self) -> list[Turn]:
        """The moves that stand, oldest first."""
        return self._turns[:]

    def _follow(self, entry: Entry) -> Position:
        """Bring what stands up to date with an entry of the journal: the same on a restart as when it was written."""
        match entry.act:
            case Began(name, setup):
                self._turns = []
                self._position = self._begun(entry, name, setup)
            case Played(seat, move):
                self._turns.append(self._played(entry, seat, self._decode(move)))
            case TookBack(keep):
                del self._turns[keep:]
            case Amended(index, move, keep):
                self._turns = self._replayed(index, self._decode(move))[0][:keep]
            case Ended():
                pass
        assert self._position is not None
        position = msgspec.structs.replace(
            self._position,
            version=entry.number,
            state=self._turns[-1].after if self._turns else self._position.game.new(self._position.setup),
            moves=len(self._turns),
            ended=isinstance(entry.act, Ended),
        )
        self._position = position
        return position

    def _begun(self, entry: Entry, name: str, setup: Any) -> Position:
        game = GAMES.get(name)
        if game is None:
            raise Damaged(f"The journal holds a game called {name}, which this version does not know.")
        value = msgspec.convert(setup, game.setup)
        return Position(entry.number, entry.number, game, value, game.new(value), 0, ended=False)

    def _decode(self, move: Any) -> Move:
        assert self._position is not None
        decoded: Move = msgspec.convert(move, self._position.game.moves)
        return decoded

    def _before(self, index: int) -> Any:
        assert self._position is not None
        return self._turns[index - 1].after if index else self._position.game.new(self._position.setup)

    def _played(self, entry: Entry, seat: int | None, move: Move) -> Turn:
        assert self._position is not None
        after = self._position.game.apply(self._before(len(self._turns)), seat, move)
        return Turn(entry.number, seat, move, entry.source, entry.at, after)

    def _replayed(self, index: int, move: Move) -> tuple[list[Turn], Clash | None]:
        """The line with another move at `index`, up to the first later move that no longer fits."""
        assert self._position is not None
        game, state = self._position.game, self._before(index)
        turns = self._turns[:index]
        for later, turn in enumerate(self._turns[index:], index):
            played = move if later == index else turn.move
            try:
                state = game.apply(state, turn.seat, played)
            except Illegal as illegal:
                if later == index:
                    raise
                return turns, Clash(self._position, later, self._before(later), turn, illegal)
            turns.append(msgspec.structs.replace(turn, move=played, after=state))
        return turns, None


class Table(Line):
    def __init__(self, journal: Journal, bell: Bell, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._bell = bell
        self._clock = clock
        self._lock = threading.Lock()
        super().__init__(journal.last_game())

    @property
    def version(self) -> int:
        return self._position.version if self._position else 0

    def turns(self, last: int | None = None) -> list[Turn]:
        """The moves that stand, oldest first; only the `last` few if so many are asked for."""
        with self._lock:
            return self._turns[-last:] if last else self._turns[:]

    def beginnings(self) -> list[Entry]:
        """How each game at this table began, newest first."""
        with self._lock:
            return self._journal.beginnings()

    def past(self, began: int) -> Line:
        """A game of this table as it stood at its end; it has no position if no game began there."""
        with self._lock:
            entries = self._journal.game(began)
        return Line(entries if entries and entries[0].number == began and isinstance(entries[0].act, Began) else ())

    def start(self, name: str, setup: Any, seen: int, request: str | None = None) -> Position:
        """Begin a game; BadSetup if the set-up has faults."""
        game = GAMES[name]
        game.new(setup)
        return self._enter(lambda: Began(name, msgspec.to_builtins(setup)), "host", seen, request)

    def play(
        self, seat: int | None, move: Move, seen: int, request: str | None = None, source: Source = "phone"
    ) -> Position:
        """Play a move, or raise Illegal or Stale. A repeated request plays once."""

        def act() -> Act:
            position = self._running()
            position.game.apply(position.state, seat, move)
            return Played(seat, msgspec.to_builtins(move))

        return self._enter(act, source, seen, request)

    def take_back(self, keep: int, seen: int, request: str | None = None, source: Source = "host") -> Position:
        """Return to where only the first `keep` moves had been played."""

        def act() -> Act:
            self._running()
            if not 0 <= keep < len(self._turns):
                raise Illegal("nothing_to_take_back", say("There is no move to take back."))
            return TookBack(keep)

        return self._enter(act, source, seen, request)

    def amend(
        self,
        number: int,
        move: Move,
        seen: int,
        request: str | None = None,
        source: Source = "host",
        drop_later: bool = False,
    ) -> Position:
        """Change the move written as `number` and replay what came after.

        If a later move then breaks a rule: Clash, and nothing changes, unless `drop_later` says to let it and all
        after it go.
        """

        def act() -> Act:
            self._running()
            index = next((i for i, turn in enumerate(self._turns) if turn.number == number), None)
            if index is None:
                raise Illegal("no_such_move", say("That move has been taken back."))
            turns, clash = self._replayed(index, move)
            if clash and not drop_later:
                raise clash
            return Amended(index, msgspec.to_builtins(move), len(turns))

        return self._enter(act, source, seen, request)

    def end(self, seen: int, request: str | None = None) -> Position:
        def act() -> Act:
            self._running()
            return Ended()

        return self._enter(act, "host", seen, request)

    def _enter(self, act: Callable[[], Act], source: Source, seen: int, request: str | None) -> Position:
        """Check, commit, then publish."""
        with self._lock:
            if request is not None and self._journal.knows(request):
                assert self._position is not None
                return self._position
            if seen != self.version:
                raise Stale
            entry = self._journal.write(act(), source, self._clock(), request)
            position = self._follow(entry)
        self._bell.ring()
        return position

    def _running(self) -> Position:
        if self._position is None or self._position.ended:
            raise Illegal("no_game", say("No game is running."))
        return self._position
