"""The rules of the tower alone: who hammers with whom, the hits, the result, and the next one."""

from collections.abc import Sequence
from typing import Any

from companion.games.tower import prompts, wording
from companion.games.tower.moves import BringTrolls, GoAlone, JoinAsComrade, Moves, PutBack, TakeHammer
from companion.games.tower.state import Gathering, Hammers, Nobody, Now, Setup, State
from companion.hammering.bout import as_seen, begin, bout_lights, keep_on, stop, strike
from companion.hammering.moves import KeepOn, Stop
from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import (
    BadSetup,
    BoxKind,
    Form,
    GameView,
    Hammering,
    Hit,
    Lights,
    Move,
    Outcome,
    Panel,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Shuffle,
    Standing,
    demand_offered,
    not_now,
    say,
    seating_faults,
    waited_for,
)


class Tower:
    name = "tower"
    title = say("Rock Tower")
    seats = range(2, 5)
    colours = PLAYER_COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:  # noqa: ARG002  nothing is dealt
        return Setup(tuple(seats))

    def new(self, setup: Setup) -> State:
        if faults := seating_faults(setup.seats, self.seats, self.colours):
            raise BadSetup(faults)
        return State(setup.seats)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts.prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        after = self.step(state, move)
        demand_offered(prompts.prompts(state), seat, move)
        return after

    def corrections(self, state: State) -> tuple[Form, ...]:  # noqa: ARG002  a hit is amended where it was played
        return ()

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002  the tower itself draws
        return None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return wording.reasons(state, seat)

    def step(self, state: State, move: Move) -> State:
        """What the move makes of the state, whoever plays it; the hammering refuses in its own words."""
        match state.now, move:
            case Nobody(), TakeHammer(seat):
                now: Now = Gathering(seat)
            case Gathering(hammerer, None, _), BringTrolls(count):
                now = Gathering(hammerer, count)
            case Gathering(hammerer, int(trolls), None), JoinAsComrade(seat):
                now = Gathering(hammerer, trolls, seat)
            case Gathering(hammerer, int(trolls), None), GoAlone():
                now = Hammers(begin(hammerer, trolls))
            case Gathering(hammerer, int(trolls), int(comrade)), BringTrolls(count):
                now = Hammers(begin(hammerer, trolls, comrade, count))
            case Hammers(bout), Hit(boulders):
                now = Hammers(strike(bout, boulders))
            case Hammers(bout), Stop():
                now = Hammers(stop(bout))
            case Hammers(bout), KeepOn():
                now = Hammers(keep_on(bout))
            case Hammers(bout), PutBack():
                return State(state.seats, Nobody(), (*state.past, bout))
            case _:
                raise not_now()
        return State(state.seats, now, state.past)

    def view(self, state: State, seat: int | None) -> GameView:
        """Nothing at the tower is secret; only the words are for whoever reads them."""
        bout = state.now.bout if isinstance(state.now, Hammers) else None
        panels = []
        if bout and bout.ending:
            panels.append(Panel(say("Result"), wording.result(bout, state.seats)))
        if state.past:
            past = tuple(wording.summary(bout, state.seats) for bout in reversed(state.past))
            panels.append(Panel(say("Past hammerings"), past))
        return GameView(
            headline=wording.headline(state, seat),
            acting=(bout.hammerer,) if bout and not bout.ending else waited_for(prompts.prompts(state)),
            hammering=as_seen(bout, state.seats, seat) if bout else None,
            panels=tuple(panels),
        )

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002
        """Boulders each player knocked out with their own hand."""
        bouts = (*state.past, state.now.bout) if isinstance(state.now, Hammers) else state.past
        hits = [struck for bout in bouts for struck in bout.hits]
        return tuple(
            Standing(seat, sum(struck.boulders.total for struck in hits if struck.seat == seat))
            for seat in range(len(state.seats))
        )

    def outcome(self, state: State) -> Outcome | None:  # noqa: ARG002  whoever likes hammers on
        return None

    def lights(self, state: State) -> Lights:
        return bout_lights(state.now.bout, state.seats, self.colours) if isinstance(state.now, Hammers) else Lights()

    def armed(self, state: State) -> Hammering | None:
        match state.now:
            case Hammers(bout) if not bout.ending:
                return as_seen(bout, state.seats)
        return None


TOWER = Tower()
