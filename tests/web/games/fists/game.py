"""A game in which all answer at once: everyone hides stones in a fist, then all are opened and the fullest scores.

At any time anyone may throw one of a few stones onto the heap, and what lies there goes to who wins the round.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.rules import (
    Amount,
    BadSetup,
    BoxKind,
    Choice,
    Form,
    GameView,
    Hammering,
    Lights,
    Move,
    Outcome,
    Panel,
    Preparation,
    Prompt,
    Reason,
    Sealed,
    Seat,
    Secret,
    Shuffle,
    Side,
    Standing,
    Text,
    demand_offered,
    say,
    say_many,
    seating_faults,
)
from tests.web.games.toy.game import COLOURS

ROUNDS = 3
MOST = 3
THROWS = 2
"""What each may throw in the whole game."""


class Hold(Move, frozen=True, tag="hold"):
    stones: Secret[int]


class Throw(Move, frozen=True, tag="throw"):
    """One stone onto the heap."""


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    fists: Sealed[Hold]
    scores: tuple[int, ...]
    thrown: tuple[int, ...]
    round: int = 1
    heap: int = 0
    opened: tuple[int, ...] = ()
    """What was in the fists of the last round."""

    @property
    def over(self) -> bool:
        return self.round > ROUNDS


class Fists:
    name = "fists"
    title = say("Fists")
    seats = range(2, 5)
    colours = COLOURS
    moves: Any = Hold | Throw
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:  # noqa: ARG002  nothing is dealt
        return Setup(tuple(seats))

    def new(self, setup: Setup) -> State:
        if faults := seating_faults(setup.seats, self.seats, self.colours):
            raise BadSetup(faults)
        nothing = (0,) * len(setup.seats)
        return State(setup.seats, Sealed(tuple(range(len(setup.seats)))), nothing, nothing)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if state.over:
            return ()
        stones = Form("hold", say("Stones"), (Amount("stones", say("Stones"), 0, MOST),))
        fists = state.fists.prompts(f"fist {state.round}", say("How many stones do you hide?"), forms=(stones,))
        throws = (
            Prompt(
                f"throw {seat}, {thrown + 1}",
                (seat,),
                say_many("{count} stone to throw", "{count} stones to throw", THROWS - thrown),
                (Choice(Throw(), say("Throw one onto the heap")),),
                aside=True,
            )
            for seat, thrown in enumerate(state.thrown)
            if thrown < THROWS
        )
        return (*fists, *throws)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        demand_offered(self.prompts(state), seat, move)
        assert seat is not None
        if isinstance(move, Throw):
            return replace(state, thrown=one_more(state.thrown, seat), heap=state.heap + 1)
        assert isinstance(move, Hold)
        fists = state.fists.answered(seat, move)
        return replace(state, fists=fists) if fists.missing else opened(replace(state, fists=fists))

    def corrections(self, state: State) -> tuple[Form, ...]:  # noqa: ARG002
        return ()

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002
        return None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:  # noqa: ARG002
        return ()

    def view(self, state: State, seat: int | None) -> GameView:  # noqa: ARG002  the own fist is in the prompt
        lines = tuple(in_fist(state, each, stones) for each, stones in enumerate(state.opened))
        panels = [Panel(say("In the fists"), lines)] if lines else []
        panels.append(Panel(say("The heap"), (say("{count} lie there.", count=state.heap),)))
        headline = say("The fists stay open") if state.over else say("Round {round}", round=state.round)
        return GameView(headline, () if state.over else state.fists.missing, panels=tuple(panels))

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002
        return tuple(Standing(each, score) for each, score in enumerate(state.scores))

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        best = max(state.scores)
        sides = tuple(Side((seat,), score == best, score) for seat, score in enumerate(state.scores))
        return Outcome(sides, say("Whoever has most stones wins."))

    def lights(self, state: State) -> Lights:  # noqa: ARG002
        return Lights()

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002
        return None


def opened(state: State) -> State:
    """The fullest fist takes the heap and its own stones; of two alike nobody does, and the heap stays."""
    stones = tuple(hold.stones for _, hold in state.fists.answers)
    most = max(stones)
    after = replace(state, fists=Sealed(state.fists.seats), round=state.round + 1, opened=stones)
    if stones.count(most) > 1:
        return after
    return replace(after, scores=one_more(state.scores, stones.index(most), most + state.heap), heap=0)


def one_more(counts: tuple[int, ...], seat: int, more: int = 1) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def in_fist(state: State, seat: int, stones: int) -> Text:
    return say("{name}: {stones}", name=state.seats[seat].name, stones=stones)


FISTS = Fists()
