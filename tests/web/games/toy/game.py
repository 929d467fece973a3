"""A game as small as one can be: in turn, everyone lays one or two on the pile, until there are five."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.rules import (
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
    PlayerColour,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Shades,
    Shuffle,
    Side,
    Standing,
    Text,
    demand_offered,
    light_of,
    say,
    seating_faults,
)

FULL = 5

COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("mauve", say("mauve"), rgb="#b784a7", ink="#000000"),
    PlayerColour("sea green", say("sea green"), rgb="#1e6b52", ink="#ffffff"),
    PlayerColour("tiny", say("hardly any"), rgb="#f4f4f0", ink="#222222", lamp="#ffffff"),
    PlayerColour("gold", say("gold"), rgb="#d4af37", ink="#1a1400", ring=Shades(dark="#fff0b0", light="#6b5300")),
    PlayerColour("night", say("night"), rgb="#101040", ink="#ffffff", lamp="#4040ff"),
)
"""As odd as colours may be: a name of two words, one that is also a class of our pages, one that no lamp shines."""


class Lay(Move, frozen=True, tag="lay"):
    count: int


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    laid: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        return len(self.laid) % len(self.seats)


class Pile:
    seats = range(2, 6)
    colours = COLOURS
    by_blow = False
    moves: Any = Lay
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def __init__(self, name: str, title: Text) -> None:
        self.name = name
        self.title = title

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:  # noqa: ARG002  nothing is dealt
        return Setup(tuple(seats))

    def new(self, setup: Setup) -> State:
        if faults := seating_faults(setup.seats, self.seats, self.colours):
            raise BadSetup(faults)
        return State(setup.seats)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if sum(state.laid) >= FULL:
            return ()
        choices = (Choice(Lay(1), say("One"), by_blow=self.by_blow), Choice(Lay(2), say("Two")))
        return (Prompt(f"lay {len(state.laid) + 1}", (state.turn,), say("How many do you lay?"), choices),)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        demand_offered(self.prompts(state), seat, move)
        assert isinstance(move, Lay)
        return State(state.seats, (*state.laid, move.count))

    def corrections(self, state: State) -> tuple[Form, ...]:  # noqa: ARG002
        return ()

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002
        return None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:  # noqa: ARG002
        return ()

    def view(self, state: State, seat: int | None) -> GameView:  # noqa: ARG002  nothing is hidden
        pile = Panel(say("The pile"), (say("{count} lie there.", count=sum(state.laid)),))
        headline = say("It is {name}'s turn.", name=state.seats[state.turn].name)
        return GameView(headline, (state.turn,) if self.prompts(state) else (), panels=(pile,))

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002
        count = len(state.seats)
        return tuple(Standing(each, sum(state.laid[each::count])) for each in range(count))

    def outcome(self, state: State) -> Outcome | None:
        if self.prompts(state):
            return None
        scores = [standing.score for standing in self.standings(state, None)]
        sides = tuple(Side((seat,), score == max(scores), score) for seat, score in enumerate(scores))
        return Outcome(sides, say("Whoever laid most wins."))

    def lights(self, state: State) -> Lights:
        return Lights("turn", light_of(state.seats[state.turn], self.colours))

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002
        return None


class Cairn(Pile):
    """One for all, also for one alone: it stands with just as many as it takes, and falls with one more."""

    seats = range(1, 6)
    by_blow = True

    def outcome(self, state: State) -> Outcome | None:
        if self.prompts(state):
            return None
        stands = sum(state.laid) == FULL
        everyone = Side(tuple(range(len(state.seats))), stands)
        return Outcome((everyone,), say("The cairn stands.") if stands else say("The cairn fell."))


PEBBLES = Pile("pebbles", say("Pebbles"))
TWIGS = Pile("twigs", say("Twigs"))
CAIRN = Cairn("cairn", say("Cairn"))
