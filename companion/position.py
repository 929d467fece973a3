"""What stands on the table at one moment: its state, the moves that led there, the questions that are open.

Positions are values: nothing here writes anything down, and nothing that was looked at ever changes.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Annotated, Any, overload

import msgspec

from companion.journal import Source
from companion.rules import Game, Move, Prompt, Seat


class Stale(Exception):
    """What the phone saw is gone or another by now; nothing was played."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question as somebody saw it. The same words put anew, after an answer, are another one."""

    key: Annotated[str, msgspec.Meta(max_length=80)]
    since: Annotated[int, msgspec.Meta(ge=0, lt=10**15)]
    """The number of the journal's entry that put it."""


Seen = int | Asked
"""What somebody had in view: the whole table at a version, or one question, whatever happens elsewhere."""


class Corrected(msgspec.Struct, frozen=True):
    """A move became another one, and everyone may know by whose hand."""

    was: Move
    """As it was played, whatever it became in between."""
    by: int | None
    source: Source
    """Without a seat: from the host, or from a phone that an earlier version did not note."""


class Turn(msgspec.Struct, frozen=True):
    """A move that stands, and the state it led to."""

    number: int
    seat: int | None
    move: Move
    source: Source
    at: float
    after: Any
    sealed: Asked | None = None
    """The sealed question that it answered: until that is gone, nobody else may know the answer."""
    corrected: Corrected | None = None


class Turns(Sequence[Turn]):
    """The moves that stand at one moment, oldest first. They never change.

    Those of later moments share their list, which only grows behind their end: one more move copies nothing.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: list[Turn], length: int) -> None:
        self._shared = shared
        self._length = length

    def followed_by(self, turn: Turn) -> "Turns":
        # A longer list belongs to moves that were taken back, and whoever still looks at those keeps it.
        shared = self._shared if len(self._shared) == self._length else self._shared[: self._length]
        shared.append(turn)
        return Turns(shared, len(shared))

    def first(self, count: int) -> "Turns":
        return Turns(self._shared, len(range(self._length)[:count]))

    @overload
    def __getitem__(self, index: int) -> Turn: ...

    @overload
    def __getitem__(self, index: slice) -> list[Turn]: ...

    def __getitem__(self, index: int | slice) -> Turn | list[Turn]:
        chosen = range(self._length)[index]
        return self._shared[chosen] if isinstance(chosen, int) else [self._shared[place] for place in chosen]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Turn]:
        return islice(self._shared, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turns) and self[:] == other[:]


@cache
def reader_of(moves: Any) -> "msgspec.json.Decoder[Move]":
    """Made once for each game: taking its union of moves apart costs a hundred times what reading one move does."""
    return msgspec.json.Decoder(moves)


class Position(msgspec.Struct, frozen=True):
    """What stands on the table at one version, and how it came to it. It never changes: hold it as long as you like."""

    version: int
    began: int
    game: Game[Any]
    setup: Any
    first: Any
    """The state before the first move."""
    state: Any
    turns: Turns
    ended: bool
    prompts: tuple[Prompt, ...]
    since: dict[str, int]
    """By the key of each prompt, the number of the entry that put it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = self.setup.seats
        return seats

    @property
    def at(self) -> float:
        """When the first move was played; 0 before that."""
        return self.turns[0].at if self.turns else 0

    def decode(self, move: Any) -> Move:
        """A move as it is written down, or a ValidationError of msgspec."""
        return reader_of(self.game.moves).decode(msgspec.json.encode(move))

    def sealed_question(self, seat: int | None, answer: Move) -> Asked | None:
        """The sealed question that is open and that this seat answers with the move, if it does."""
        sealed = (prompt for prompt in self.prompts if prompt.sealed and seat in prompt.seats and prompt.offers(answer))
        return next((Asked(prompt.key, self.since[prompt.key]) for prompt in sealed), None)

    def state_after(self, count: int) -> Any:
        """Where the game stood after its first `count` moves."""
        return self.turns[count - 1].after if count else self.first

    def back_at(self, count: int) -> "Position":
        """The game when only its first `count` moves had been played."""
        turns = self.turns.first(count)
        return self.moved_to(self.state_after(len(turns)), turns, self.version)

    def moved_to(
        self, state: Any, turns: Turns, number: int, seat: int | None = None, answer: Move | None = None
    ) -> "Position":
        """Another state, to which the entry `number` led. A question that goes on as it was is not put anew."""
        prompts, before = self.game.prompts(state), {prompt.key: prompt for prompt in self.prompts}

        def goes_on(prompt: Prompt) -> bool:
            earlier = before.get(prompt.key)
            if earlier is None:
                return False
            return prompt.goes_on(earlier, answer is not None and seat in earlier.seats and earlier.offers(answer))

        since = {prompt.key: self.since[prompt.key] if goes_on(prompt) else number for prompt in prompts}
        return msgspec.structs.replace(self, version=number, state=state, turns=turns, prompts=prompts, since=since)

    def asks(self, seen: Asked | None) -> bool:
        """Whether the question that was seen is still open."""
        return seen is not None and self.since.get(seen.key) == seen.since

    def asked(self, seen: Asked) -> Prompt:
        """The question that was seen, or Stale."""
        if not self.asks(seen):
            raise Stale
        return next(prompt for prompt in self.prompts if prompt.key == seen.key)
