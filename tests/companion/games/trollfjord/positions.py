"""Positions on the example board, written as a table would tell them: who stands where, what lies where."""

from collections.abc import Iterable
from typing import Any

from companion.games import GAMES
from companion.games.trollfjord.moves import Lift, Wander
from companion.games.trollfjord.setup import Setup
from companion.games.trollfjord.state import Belted, Now, State, changed
from companion.games.trollfjord.turn import settle
from companion.games.trollfjord.walkway import farthest_back
from companion.rules import Boulders, Hit, Move
from tests.players import PEOPLE

GAME = GAMES["trollfjord"]
SIGRUN, SVEN, ASTRID, OLAF = range(4)

NUMBERS = {"north_west": 3, "north": 1, "north_east": 2, "south_west": 1, "south": 2, "south_east": 3}
TREASURES = {
    "forest_1": 10,
    "forest_2": 11,
    "glacier_1": 22,
    "glacier_2": 13,
    "mountain_1": 18,
    "mountain_2": 14,
    "swamp_1": 15,
    "swamp_2": 16,
    "tundra_1": 17,
    "tundra_2": 19,
    "fjord_1": 20,
    "fjord_2": 21,
}
"""One of each, so that a treasure can be told by its value."""


def in_order(things: Iterable[Any]) -> list[Any]:
    """A shuffle that leaves everything as it is: planks 1 to 10, so even spaces place and odd ones wander."""
    return list(things)


def set_up(seats: int = 4, start: tuple[int, ...] | None = None) -> Setup:
    dealt = GAME.deal(PEOPLE[:seats], in_order)
    return Setup(dealt.seats, dealt.board, start or tuple(range(seats)), dealt.planks, dict(NUMBERS), dict(TREASURES))


def new(seats: int = 4, start: tuple[int, ...] | None = None) -> State:
    state: State = GAME.new(set_up(seats, start))
    return state


def position(
    lords: dict[int, int] | None = None,
    trolls: dict[int, dict[str, int]] | None = None,
    treasures: dict[str, int] | None = None,
    belts: dict[int, list[int]] | None = None,
    gifts: dict[int, tuple[int, ...]] | None = None,
    sacks: dict[int, tuple[int, ...]] | None = None,
    lying: tuple[int, ...] = (),
    seats: int = 4,
) -> State:
    """The last lord is about to move; belts are told in the order in which their treasures came."""
    state = new(seats)
    regions = state.land.regions
    where = {seat: 40 + 2 * seat for seat in range(seats)} | (lords or {})
    state = changed(
        state,
        lords=tuple(where[seat] for seat in range(seats)),
        trolls=tuple(tuple((trolls or {}).get(seat, {}).get(region, 0) for region in regions) for seat in range(seats)),
        treasures=tuple((TREASURES | (treasures or {}))[region] for region in regions),
        belted=tuple(
            Belted(seat, space, value) for seat, belt in (belts or {}).items() for space, value in enumerate(belt)
        ),
        gifts=tuple((gifts or {}).get(seat, (4, 8, 16)) for seat in range(seats)),
        sacks=tuple((sacks or {}).get(seat, ()) for seat in range(seats)),
        lying=lying,
    )
    return changed(state, turn=farthest_back(state))


def at(state: State, now: Now, turn: int | None = None) -> State:
    """The same position, in the middle of a turn."""
    return settle(changed(state, now=now, turn=state.turn if turn is None else turn))


def after(state: State, *moves: tuple[int | None, Move]) -> State:
    for seat, move in moves:
        state = GAME.apply(state, seat, move)
    return state


def offered(state: State, seat: int) -> list[Move]:
    """The choices of this seat."""
    return [choice.move for prompt in GAME.prompts(state) if seat in prompt.seats for choice in prompt.choices]


def asked(state: State) -> list[int]:
    return sorted({seat for prompt in GAME.prompts(state) for seat in prompt.seats})


def standing_in(state: State, seat: int) -> dict[str, int]:
    """Where this seat has how many trolls."""
    return {region: trolls for region, trolls in zip(state.land.regions, state.trolls[seat], strict=True) if trolls}


def treasure(state: State, region: str) -> int | None:
    return state.treasures[state.land.regions.index(region)]


def hits(seat: int, *falls: Boulders) -> list[tuple[int, Move]]:
    return [(seat, Hit(boulders)) for boulders in falls]


def white(count: int) -> Boulders:
    return Boulders(white=count)


def wanders(seat: int, *steps: tuple[str, str]) -> list[tuple[int, Move]]:
    """From one region to the next, the troll lifted before every step."""
    return [(seat, move) for start, end in steps for move in (Lift(start), Wander(end))]
