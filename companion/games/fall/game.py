"""Fall of the Mountain King as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.fall import chance, corrections, learning, preparation, score
from companion.games.fall.beginning import first_state, setup_faults
from companion.games.fall.box import KINDS
from companion.games.fall.explain import explain
from companion.games.fall.moves import Correction, EndGame, Moves
from companion.games.fall.pieces import COLOURS, SEATS
from companion.games.fall.preparation import FallPreparation
from companion.games.fall.prompts import prompts
from companion.games.fall.refusals import refused
from companion.games.fall.state import Breaches, EndsWave, Fights, Invades, Over, Setup, State, changed
from companion.games.fall.turn import play, settle
from companion.games.fall.view import acting, view
from companion.rules import (
    BadSetup,
    BoxKind,
    Form,
    GameView,
    Hammering,
    Illegal,
    Lights,
    Move,
    Outcome,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Shuffle,
    Standing,
    demand_offered,
    light_of,
    not_now,
    say,
)


class Fall:
    name = "fall"
    title = say("Fall of the Mountain King")
    seats = SEATS
    colours = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = KINDS
    preparation: Preparation | None = FallPreparation()

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return preparation.deal(seats, shuffle)

    def new(self, setup: Setup) -> State:
        if faults := setup_faults(setup):
            raise BadSetup(faults)
        return settle(first_state(setup))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, Correction | EndGame):
            if seat is not None:
                raise Illegal("host_only", say("Only the host makes corrections."))
            if isinstance(move, EndGame):
                return self.ended(state)
            return corrections.corrected(state, move)
        if why := refused(state, seat, move):
            raise why
        demand_offered(prompts(state), seat, move)
        assert seat is not None, "nothing is offered to nobody"
        return play(state, seat, move)

    def ended(self, state: State) -> State:
        """Scored as it stands: the honour that was gained so far."""
        if isinstance(state.now, Over):
            raise not_now()
        return changed(state, now=Over(), pending=(), acting=None, news=(), trail=())

    def corrections(self, state: State) -> tuple[Form, ...]:
        return corrections.forms(state)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:
        return chance.drawn(state, seat, shuffle)

    def learned(self, setup: Setup, played: Sequence[tuple[State, Move]]) -> Setup:
        """With every card and champion that was told before the last move."""
        return msgspec.structs.replace(setup, box=learning.grown(played[-1][0])) if played else setup

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return explain(state, seat)

    def view(self, state: State, seat: int | None) -> GameView:
        return view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002  honour is on the board
        return score.standings(state)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state) if isinstance(state.now, Over) else None

    def lights(self, state: State) -> Lights:
        """Whose action it is and how many supplies are left; alarm in a breach, a wave at the end of one."""
        if isinstance(state.now, Over):
            return Lights("won", light_of(state.seats[score.winners(state)[0]], self.colours))
        if isinstance(state.now, EndsWave):
            return Lights("wave")
        if any(isinstance(each, Breaches) or (isinstance(each, Invades) and each.breach) for each in state.pending):
            return Lights("danger")
        waited_for = acting(state)
        seat = waited_for[0] if len(waited_for) == 1 else state.turn
        left = state.players[seat].supplies if isinstance(state.now, Fights) else 0
        return Lights("turn", light_of(state.seats[seat], self.colours), left=left)

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002  the tower stays in the box
        return None


FALL = Fall()
