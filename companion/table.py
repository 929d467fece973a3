"""The table: a move is checked, written to the journal, then published; nothing changes the game any other way."""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import Any

import msgspec

from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.journal import (
    Act,
    Amended,
    Began,
    Damaged,
    Ended,
    Entry,
    Journal,
    Played,
    Resumed,
    Source,
    TookBack,
    Withdrew,
)
from companion.position import Asked, Corrected, Position, Seen, Stale, Turn, Turns
from companion.rules import Illegal, Move, Prompt, Shuffle, not_now, say
from companion.taking_back import own_last, played_without

END = {"do": "end"}
"""How a game calls being ended by the host, if it can be scored then."""


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


def position_after(entries: Iterable[Entry]) -> Position | None:
    """Where one game stands, as its journal tells it."""
    position = None
    for entry in entries:
        position = followed(position, entry)
    return position


def followed(position: Position | None, entry: Entry) -> Position:
    """What stands after one more entry of the journal: the same on a restart as when it was written."""
    if isinstance(entry.act, Began):
        return first_position(entry, entry.act)
    assert position is not None
    match entry.act:
        case Played(seat, written):
            move = as_offered(position.prompts, seat, position.decode(written))
            state = position.game.apply(position.state, seat, move)
            sealed = position.sealed_question(seat, move)
            turn = Turn(entry.number, seat, move, entry.source, entry.at, state, sealed)
            position = position.moved_to(state, position.turns.followed_by(turn), entry.number, seat, move)
        case TookBack(keep):
            position = position.moved_to(position.state_after(keep), position.turns.first(keep), entry.number)
        case Withdrew(index):
            turns = position.turns.first(index)
            for _, turn in played_without(position, index):
                turns = turns.followed_by(turn)
            state = turns[-1].after if turns else position.state_after(0)
            position = position.moved_to(state, turns, entry.number)
        case Amended(index, written, keep, by):
            turns = amended(position, index, position.decode(written), by, entry.source)[0].first(keep)
            position = position.moved_to(turns[-1].after, turns, entry.number)
        case Ended():
            position = msgspec.structs.replace(scored(position, entry), version=entry.number, ended=True)
        case Resumed():
            position = msgspec.structs.replace(unscored(position), version=entry.number, ended=False)
    return position


def scored(position: Position, entry: Entry) -> Position:
    """A game that can be scored before its end knows a move for it; the host's word plays it."""
    try:
        move = position.decode(END)
        state = position.game.apply(position.state, None, move)
    except (msgspec.ValidationError, Illegal):
        return position
    turn = Turn(entry.number, None, move, entry.source, entry.at, state)
    return position.moved_to(state, position.turns.followed_by(turn), entry.number)


def unscored(position: Position) -> Position:
    """Without the move that the host's word played, if the game knew one: nothing else can follow an end."""
    if not position.turns or position.turns[-1].number != position.version:
        return position
    return position.back_at(len(position.turns) - 1)


def first_position(entry: Entry, act: Began) -> Position:
    game = GAMES.get(act.game)
    if game is None:
        raise Damaged(f"The journal holds a game called {act.game}, which this version does not know.")
    setup = msgspec.convert(act.setup, game.setup)
    first = game.new(setup)
    prompts = game.prompts(first)
    return Position(
        version=entry.number,
        began=entry.number,
        game=game,
        setup=setup,
        first=first,
        state=first,
        turns=Turns([], 0),
        ended=False,
        prompts=prompts,
        since={prompt.key: entry.number for prompt in prompts},
    )


def as_offered(prompts: Sequence[Prompt], seat: int | None, move: Move) -> Move:
    """The move with all the facts of its button: an earlier version, or another line of play, told it otherwise."""
    if seat is None:
        return move
    choices = (choice.move for prompt in prompts if seat in prompt.seats for choice in prompt.choices)
    return next((offered for offered in choices if offered == move), move)


def amended(position: Position, index: int, move: Move, by: int | None, source: Source) -> tuple[Turns, Clash | None]:
    """The moves with another one at `index`, signed, up to the first later one that no longer fits."""
    game, state, turns = position.game, position.state_after(index), position.turns[:index]
    clash = None
    for later, turn in enumerate(position.turns[index:], index):
        played = as_offered(game.prompts(state), turn.seat, move if later == index else turn.move)
        try:
            state = game.apply(state, turn.seat, played)
        except Illegal as illegal:
            if later == index:
                raise
            clash = Clash(position, later, position.state_after(later), turn, illegal)
            break
        signed = corrected(turn, played, by, source) if later == index else turn.corrected
        turns.append(msgspec.structs.replace(turn, move=played, after=state, corrected=signed))
    return Turns(turns, len(turns)), clash


def corrected(turn: Turn, move: Move, by: int | None, source: Source) -> Corrected | None:
    """Nothing, if it is as it was again."""
    was = turn.corrected.was if turn.corrected else turn.move
    return None if move == was else Corrected(was, by, source)


Demand = Callable[[Position], None]
"""What refuses a move by raising."""


def anything(_: Position) -> None:
    pass


class Table:
    def __init__(
        self,
        journal: Journal,
        changes: ChangeSignal,
        clock: Callable[[], float],
        reopened: Callable[[Journal], Position | None] = lambda journal: position_after(journal.last_game()),
    ) -> None:
        self._journal = journal
        self._changes = changes
        self._clock = clock
        self._lock = threading.Lock()
        self._position = reopened(journal)
        self._newest = self.version, journal.chain

    @property
    def newest(self) -> tuple[int, str]:
        """The number of the newest row, and what it vouches with for all before it."""
        return self._newest

    def chain_of(self, number: int) -> str | None:
        """What that row of the newest game vouches with; None for any other."""
        with self._lock:
            return self._journal.chain_of(number)

    @property
    def position(self) -> Position | None:
        return self._position

    @property
    def version(self) -> int:
        return self._position.version if self._position else 0

    def answers(self) -> bool:
        """A journal that hangs holds the lock, and then this does not return."""
        with self._lock:
            return True

    def beginnings(self) -> list[Entry]:
        """How each game at this table began, newest first; nobody who plays waits for it."""
        return self._journal.beginnings()

    def past(self, began: int) -> Position | None:
        """A game of this table as it stood at its end; None if no game began there."""
        newest = self._position is not None and self._position.began == began
        with self._lock if newest else nullcontext():
            entries = self._journal.game(began)
        found = entries and entries[0].number == began and isinstance(entries[0].act, Began)
        return position_after(entries) if found else None

    def start(
        self,
        name: str,
        setup: Any,
        seen: int,
        request: str | None = None,
        seated: Callable[[Position], None] = lambda _: None,
    ) -> Position:
        """Begin a game; BadSetup if the set-up has faults. Who sits where is settled before anyone is told of it."""
        return self._enter(lambda: Began(name, msgspec.to_builtins(setup)), "host", seen, request, seated)

    def play(
        self,
        seat: int | None,
        move: Move,
        seen: Seen,
        request: str | None = None,
        source: Source = "phone",
        demand: Demand = anything,
    ) -> Position:
        """Play a move, or raise Illegal or Stale. A repeated request plays once.

        `demand` refuses by raising, and is asked about the very position that the move is played in.
        """
        return self._enter(lambda: self._played(seat, move, seen, demand), source, seen, request)

    def draw(self, seat: int, shuffle: Shuffle, seen: Asked, request: str | None = None) -> Position:
        """Let chance answer the question, where the game says what it could bring."""

        def act() -> Act:
            position = self._running()
            position.asked(seen)
            drawn = position.game.chance(position.state, seat, shuffle)
            if drawn is None:
                raise Illegal("nothing_to_draw", say("There is nothing to draw now."))
            return self._played(seat, drawn, seen)

        # From no finger: what chance gave cannot be taken back and drawn again.
        return self._enter(act, "chance", seen, request)

    def undo(self, seat: int, number: int, request: str | None = None) -> Position:
        """Take back this seat's own last answer, the one written as `number`; what others answered since stands."""

        def act() -> Act:
            position = self._running()
            if all(turn.number != number for turn in position.turns):
                raise Stale
            index = own_last(position, seat)
            if index is None or position.turns[index].number != number:
                words = say("You can take back only your own last answer, while nobody has gone on from it.")
                raise Illegal("not_yours_to_undo", words)
            return Withdrew(index)

        return self._enter(act, "phone", None, request)

    def take_back(self, keep: int, seen: int, request: str | None = None, source: Source = "host") -> Position:
        """Return to where only the first `keep` moves had been played."""

        def act() -> Act:
            if not 0 <= keep < len(self._running().turns):
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
        demand: Demand = anything,
        by: int | None = None,
    ) -> Position:
        """Change the move written as `number` and replay what came after; `demand` as in `play`.

        It is signed by the seat that did it, or by the host.

        If a later move then breaks a rule: Clash, and nothing changes, unless `drop_later` says to let it and all
        after it go.
        """

        def act() -> Act:
            position = self._running()
            index = next((i for i, turn in enumerate(position.turns) if turn.number == number), None)
            if index is None:
                raise Illegal("no_such_move", say("That move has been taken back."))
            demand(position)
            replayed, clash = amended(position, index, move, by, source)
            if clash and not drop_later:
                raise clash
            return Amended(index, msgspec.to_builtins(move), len(replayed), by)

        return self._enter(act, source, seen, request)

    def end(self, seen: int, request: str | None = None) -> Position:
        def act() -> Act:
            self._running()
            return Ended()

        return self._enter(act, "host", seen, request)

    def resume(self, seen: int, request: str | None = None) -> Position:
        """Go on with the game that was ended last, as long as no other has begun."""

        def act() -> Act:
            if self._position is None or not self._position.ended:
                raise Illegal("not_ended", say("No game was ended that could go on."))
            return Resumed()

        return self._enter(act, "host", seen, request)

    def _enter(
        self,
        act: Callable[[], Act],
        source: Source,
        seen: Seen | None,
        request: str | None,
        then: Callable[[Position], None] = lambda _: None,
    ) -> Position:
        """Check, commit, then publish. Where less was seen than a whole version, the act knows what it rests on.

        What stands afterwards is known before the act is written: what the game cannot go on from is never in the way.
        """
        with self._lock:
            if request is not None and self._journal.knows(request):
                assert self._position is not None
                return self._position
            if isinstance(seen, int) and seen != self.version:
                raise Stale
            entry = Entry(self._journal.next_number, act(), source, self._clock())
            position = followed(self._position, entry)
            self._journal.write(entry.act, source, entry.at, request)
            try:
                # Before anybody can look: a phone that found itself without a seat would leave its page.
                then(position)
            finally:
                self._position = position
                self._newest = entry.number, self._journal.chain
                self._changes.announce()
        return position

    def _played(self, seat: int | None, move: Move, seen: Seen, demand: Demand = anything) -> Played:
        position = self._running()
        asked = position.asked(seen) if isinstance(seen, Asked) else None
        demand(position)
        if asked and not (seat in asked.seats and asked.offers(move)):
            # If the rules refuse it whatever was asked, they have the better words.
            position.game.apply(position.state, seat, move)
            raise not_now()
        return Played(seat, msgspec.to_builtins(move))

    def _running(self) -> Position:
        if self._position is None or self._position.ended:
            raise Illegal("no_game", say("No game is running."))
        return self._position
