"""In the Hall of the Mountain King as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.hall import corrections, score
from companion.games.hall.beginning import first_state, setup_faults
from companion.games.hall.box import KINDS
from companion.games.hall.dealing import HallPreparation, deal
from companion.games.hall.explain import explain
from companion.games.hall.magic import unseen_spells
from companion.games.hall.moot import TROLLS
from companion.games.hall.moves import Correction, DrawPedestal, EndGame, Moves, Reveal, RevealSpell
from companion.games.hall.pieces import COLOURS, SEATS
from companion.games.hall.prompts import prompts
from companion.games.hall.recruiting import level_drawn, unseen
from companion.games.hall.state import Counts, DrawsPedestal, Over, Reveals, RevealsSpell, Setup, State, changed
from companion.games.hall.turn import play, settle
from companion.games.hall.view import view
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


class Hall:
    name = "hall"
    title = say("In the Hall of the Mountain King")
    seats = SEATS
    colours = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = KINDS
    preparation: Preparation | None = HallPreparation()

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return deal(seats, shuffle)

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
        demand_offered(prompts(state), seat, move)
        assert seat is not None, "nothing is offered to nobody"
        return play(state, seat, move)

    def ended(self, state: State) -> State:
        """Scored as it stands; what only the table sees is still told, unless the host will not have that either."""
        if isinstance(state.now, Over):
            raise not_now()
        told = state.way == "everything" or isinstance(state.now, Counts)
        return settle(changed(state, now=Over() if told else Counts(), pending=(), news=(), cascade=None, kept=()))

    def corrections(self, state: State) -> tuple[Form, ...]:
        return corrections.forms(state)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002  whoever it is for
        match state.pending[:1]:
            case (Reveals(space),) if (level := level_drawn(state, space)) and (cards := unseen(state, level)):
                return Reveal(shuffle(cards)[0].name)
            case (RevealsSpell(),) if spells := unseen_spells(state):
                return RevealSpell(shuffle(spells)[0])
            case (DrawsPedestal(),):
                return DrawPedestal(shuffle(state.bag)[0])
        return None

    def learned(self, setup: Setup, played: Sequence[tuple[State, Move]]) -> Setup:
        """With every card that was told before the last move."""
        return msgspec.structs.replace(setup, box=played[-1][0].box) if played else setup

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return explain(state, seat)

    def view(self, state: State, seat: int | None) -> GameView:
        return view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:
        return score.standings(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state) if isinstance(state.now, Over) else None

    def lights(self, state: State) -> Lights:
        if isinstance(state.now, Over):
            return Lights("won", light_of(state.seats[score.winners(state)[0].seats[0]], self.colours))
        if state.cascade and state.cascade.gains[0].place == TROLLS - 1:
            return Lights("wave", light_of(state.seats[state.turn], self.colours))
        return Lights("turn", light_of(state.seats[state.turn], self.colours))

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002  the tower stays in the box
        return None


HALL = Hall()
