"""Steps 3 and 4 of a turn: a great hall, statues on carts; and the end of the turn, and of the game."""

from collections.abc import Mapping
from typing import Any

from companion.games.hall.diggings import (
    Diggings,
    Standing,
    carried,
    carried_to,
    covered,
    hall_places,
    movable,
    with_hall,
)
from companion.games.hall.ground import survey
from companion.games.hall.leftovers import TRADED
from companion.games.hall.magic import spend
from companion.games.hall.map_grid import map_grid
from companion.games.hall.mountain import Mountain, cell_at
from companion.games.hall.moves import Carry, Dedicate
from companion.games.hall.purse import Wanted, can_spend, owned
from companion.games.hall.resources import Clan
from companion.games.hall.state import Acts, Counts, Finishes, Over, State, changed, with_news
from companion.games.hall.tiles import GreatHall, marks
from companion.games.hall.words import STATUE_NAMES, called
from companion.rules import Cells, Field, Form, Option, Pick, Places, Seat, Shape, Steps, say

CARTS: dict[Clan, Wanted] = {"fire": "fire_cart", "ice": "ice_cart", "moon": "moon_cart"}


class HallSteps(Steps, frozen=True):
    mountain: Mountain
    diggings: Diggings
    seats: tuple[Seat, ...]
    seat: int
    halls: tuple[GreatHall, ...]

    def hall(self, name: str) -> GreatHall:
        return next(hall for hall in self.halls if hall.name == name)

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        hall, ground = self.hall(filled["hall"]), survey(self.mountain)
        if "place" not in filled:
            shape = Shape(hall.name, called(hall.name), hall_places(ground, self.diggings, self.seat, hall))
            grid = map_grid(self.mountain, self.diggings, self.seats)
            return Places("place", say("Where is the great hall?"), grid, (shape,))
        altars = marks(hall, filled["place"], flips=False)
        if "altar" in filled or len(altars) == 1:
            return None
        grid = map_grid(self.mountain, self.diggings, self.seats)
        return Cells("altar", say("Where is its altar?"), grid, grid.bits(altars))


def hall_form(state: State) -> Form | None:
    left = tuple(hall for hall in state.box.halls if hall.name in state.halls)
    fitting = [hall for hall in left if hall_places(state.ground, state.diggings, state.turn, hall)]
    if not fitting:
        return None
    steps = HallSteps(state.box.mountain, state.diggings, state.seats, state.turn, left)
    options = tuple(
        Option(hall.name, say("{hall}, {low} or {high}", hall=called(hall.name), low=hall.low, high=hall.high))
        for hall in fitting
    )
    return Form("hall", say("Dedicate a great hall"), (Pick("hall", say("Which great hall?"), options),), steps)


def dedicated(state: State, move: Dedicate) -> State:
    hall = next(hall for hall in state.box.halls if hall.name == move.hall)
    altar = (move.altar or marks(hall, move.place, flips=False))[0]
    diggings = with_hall(state.ground, state.diggings, hall.name, covered(hall, move.place), altar)
    state = changed(state, diggings=diggings, halls=tuple(name for name in state.halls if name != hall.name))
    state = changed(state, now=Finishes(dedicated=True))
    return with_news(state, say("{name} dedicates {hall}.", name=state.name(state.turn), hall=called(hall.name)))


class CarrySteps(Steps, frozen=True):
    mountain: Mountain
    diggings: Diggings
    seats: tuple[Seat, ...]
    seat: int

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "to" in filled:
            return None
        ground = survey(self.mountain)
        network = self.diggings.network(ground, (self.seat,))
        there = carried_to(ground, self.diggings, network, cell_at(filled["statue"]))
        grid = map_grid(self.mountain, self.diggings, self.seats)
        return Cells("to", say("Where to?"), grid, ground.packed(there))


def statues(state: State) -> list[Standing]:
    """Those of one's own network that have somewhere to go."""
    return movable(state.ground, state.diggings, state.network(state.turn))


def carry_form(state: State) -> Form | None:
    purse = state.purse(state.turn)
    options = tuple(
        Option(
            str(statue.at),
            say("{statue} in {square}", statue=STATUE_NAMES[statue.clan], square=str(statue.at)),
        )
        for statue in statues(state)
        if can_spend(purse, CARTS[statue.clan])
    )
    if not options:
        return None
    steps = CarrySteps(state.box.mountain, state.diggings, state.seats, state.turn)
    return Form("carry", say("Move a statue"), (Pick("statue", say("Which statue?"), options),), steps)


def statue_moved(state: State, move: Carry) -> State:
    """Step 4 has begun: no hall is dedicated any more in this turn."""
    start, (to,) = cell_at(move.statue), move.to
    clan = next(statue.clan for statue in state.diggings.statues if statue.at == start)
    state = spend(state, state.turn, [CARTS[clan]])
    return changed(state, diggings=carried(state.diggings, start, to), now=Finishes(dedicated=True))


def nothing_to_finish(state: State, finishes: Finishes) -> bool:
    """No hall fits, and no statue could be moved, not even with a cart from a trade.

    What a partner is to have must be traded now: alone, one can as well do it first thing in the next turn.
    """
    if not finishes.dedicated and hall_form(state):
        return False
    can_trade = owned(state.purse(state.turn)).total >= TRADED
    if can_trade and len(state.side(state.turn).seats) > 1:
        return False
    return not statues(state) or (not carry_form(state) and not can_trade)


def turn_ended(state: State) -> State:
    if state.turns_left == 0:
        return changed(state, now=Over() if state.way == "everything" else Counts(), kept=())
    left = None if state.turns_left is None else state.turns_left - 1
    following = (state.turn + 1) % len(state.seats)
    return changed(state, now=Acts(), turn=following, turns_left=left, kept=())
