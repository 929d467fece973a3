"""Trollfjord as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.trollfjord import asking, corrections, score
from companion.games.trollfjord.clearing import drawable, empty_region
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.explain import explain
from companion.games.trollfjord.hammering import lit, shown
from companion.games.trollfjord.land import survey
from companion.games.trollfjord.moves import Correction, Draw, Moves
from companion.games.trollfjord.refusals import refusal
from companion.games.trollfjord.setup import COLOURS, SEATS, Setup, deal, setup_faults
from companion.games.trollfjord.state import GIFTS, Draws, Hammers, Over, State
from companion.games.trollfjord.turn import play
from companion.games.trollfjord.view import view
from companion.rules import (
    BadSetup,
    Form,
    Hammering,
    Illegal,
    Lights,
    Move,
    Prompt,
    Reason,
    Seat,
    Shuffle,
    Standing,
    View,
    say,
)


class Trollfjord:
    name = "trollfjord"
    title = say("Trollfjord")
    seats = SEATS
    colours: tuple[str, ...] = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return deal(example_board(), seats, shuffle)

    def new(self, setup: Setup) -> State:
        if faults := setup_faults(setup):
            raise BadSetup(faults)
        land = survey(setup.board, setup.planks, setup.fortresses)
        everyone = range(len(setup.seats))
        return State(
            seats=setup.seats,
            land=land,
            lords=tuple(-1 - setup.start.index(seat) for seat in everyone),
            trolls=tuple((0,) * len(land.regions) for _ in everyone),
            treasures=tuple(setup.treasures[region] for region in land.regions),
            gifts=tuple(GIFTS for _ in everyone),
            sacks=tuple(() for _ in everyone),
            turn=setup.start[-1],
        )

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return asking.prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, Correction):
            if seat is not None:
                raise Illegal("host_only", say("Only the host sets things right."))
            return corrections.corrected(state, move)
        prompts = asking.prompts(state)
        if seat is None or not any(seat in prompt.seats and prompt.offers(move) for prompt in prompts):
            raise refusal(state, prompts, seat, move)
        return play(state, seat, move)

    def corrections(self, state: State) -> tuple[Form, ...]:
        return corrections.forms(state)

    def chance(self, state: State) -> tuple[Move, ...]:
        if isinstance(state.now, Draws) and empty_region(state) is not None:
            return tuple(Draw(treasure) for treasure in drawable(state))
        return ()

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return explain(state, seat)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:
        return score.standings(state, seat)

    def winners(self, state: State) -> tuple[int, ...]:
        return (score.winner(state),) if isinstance(state.now, Over) else ()

    def lights(self, state: State) -> Lights:
        if isinstance(state.now, Over):
            return Lights("won", state.seats[score.winner(state)].colour)
        if state.site:
            tower = lit(state.site.bout, state.seats)
            return msgspec.structs.replace(tower, mood="idle") if state.site.appeased else tower
        return Lights("turn", state.seats[state.turn].colour)

    def armed(self, state: State) -> Hammering | None:
        match state.now:
            case Hammers(site):
                return shown(site.bout, state.seats)
        return None


TROLLFJORD = Trollfjord()
