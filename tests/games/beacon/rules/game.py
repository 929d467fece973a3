"""Beacon as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules import (
    Amount,
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
    Side,
    Standing,
    demand_offered,
    say,
    seating_faults,
)
from tests.games.beacon.rules import night, prompts, view, wording
from tests.games.beacon.rules.moves import Face, Lay, Moves, PourOil, SetFire, ThrowDice
from tests.games.beacon.rules.pieces import CARDS, COLOURS, FACES, HAND, WIND, storm_dice
from tests.games.beacon.rules.state import Laying, Over, Setup, State, Storm

LOW = 2
"""A fire this low is in danger."""


class Beacon:
    name = "beacon"
    title = say("Beacon")
    seats = range(1, 6)
    colours = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    dice = FACES
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return Setup(tuple(seats), tuple(shuffle(CARDS)))

    def new(self, setup: Setup) -> State:
        faults = seating_faults(setup.seats, self.seats, self.colours)
        if sorted(setup.deck) != sorted(CARDS):
            faults.append(say("The deck is all the wood of the box, and nothing else."))
        if faults:
            raise BadSetup(faults)
        count = len(setup.seats)
        hands = tuple(setup.deck[seat * HAND : (seat + 1) * HAND] for seat in range(count))
        return State(setup.seats, hands, setup.deck[count * HAND :], night.all_lay(count), burnt=(0,) * count)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts.prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, SetFire):
            return self.corrected(state, seat, move)
        self.demand_held(state, seat, move)
        demand_offered(self.prompts(state), seat, move)
        match state.now, move:
            case Laying() as laying, Lay() as card if seat is not None:
                return night.lay(state, laying, seat, card)
            case _, PourOil():
                return night.pour_oil(state)
            case _, Face():
                return night.face(state)
            case _, ThrowDice(dice):
                return night.storm(state, dice)
        raise AssertionError(f"{move} is offered, but nothing comes of it")

    def demand_held(self, state: State, seat: int | None, move: Move) -> None:
        """In better words than that it is not offered, and for nobody else to read: it tells of a hand."""
        laying = isinstance(state.now, Laying) and seat in prompts.everyone(state)
        if laying and seat is not None and isinstance(move, Lay) and move.card not in state.hands[seat]:
            raise Illegal("not_held", say("You do not hold such a card."), secret=True)

    def corrections(self, state: State) -> tuple[Form, ...]:
        if isinstance(state.now, Over):
            return ()
        height = Amount("height", say("How high the fire is"), 1, wording.top(state))
        return (Form("set_fire", say("The fire"), (height,)),)

    def corrected(self, state: State, seat: int | None, move: SetFire) -> State:
        if seat is not None:
            raise Illegal("host_only", say("Only the host makes corrections."))
        if not any(form.takes(move) for form in self.corrections(state)):
            raise Illegal(
                "no_such_fire", say("While the night lasts, the fire is 1 to {most} high.", most=wording.top(state))
            )
        return replace(state, fire=move.height)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002  the storm is everyone's
        if not isinstance(state.now, Storm):
            return None
        thrown = [shuffle(list(WIND))[0] for _ in range(storm_dice(len(state.seats)))]
        return ThrowDice(tuple(sorted(thrown, key=list(WIND).index)))

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:  # noqa: ARG002  the jar is everyone's
        return wording.reasons(state)

    def view(self, state: State, seat: int | None) -> GameView:
        return view.view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002  all of it was turned over
        return tuple(Standing(each, height) for each, height in enumerate(state.burnt))

    def outcome(self, state: State) -> Outcome | None:
        match state.now:
            case Over(ending):
                everyone = Side(tuple(range(len(state.seats))), won=ending == "home")
                return Outcome((everyone,), wording.ENDINGS[ending])
        return None

    def lights(self, state: State) -> Lights:
        match state.now:
            case Over("home"):
                return Lights("won")
            case Over():
                return Lights("lost")
            case Storm():
                return Lights("wave")
        return Lights("danger") if state.fire <= LOW else Lights()

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002  the tower stays in the box
        return None


BEACON = Beacon()
