"""Players of Trollfjord in a hurry: they look a move ahead for their next fortress, so that a whole game is short.

They play no better than that, and now and then on a whim; chance is passed in.
"""

from random import Random

import msgspec

from companion.games import GAMES
from companion.games.trollfjord.collecting import allowed
from companion.games.trollfjord.fortresses import next_belt_space, right_number
from companion.games.trollfjord.setup import Setup
from companion.games.trollfjord.state import Draws, Hammers, Places, State, Wanders
from companion.games.trollfjord.treasures import TREASURES
from companion.rules import Move
from tests.players import KEEN, dealt

GAME = GAMES["trollfjord"]

WHIM = 0.1
"""How often chance decides: so a game has a bit of everything."""

RELUCTANT = KEEN | {"rest", "leave_empty"}
CONTENT = KEEN | {"fortress"}
"""What those do not do any more who have enough: one treasure on the belt, except for the first player."""


def modest(chance: Random) -> Setup:
    """Three of the rulebook's people, and the smallest treasures of the box on the board."""
    setup: Setup = dealt(GAME, 3, chance)
    smallest = sorted(TREASURES.elements())[: len(setup.treasures)]
    lying = dict(zip(setup.treasures, chance.sample(smallest, len(smallest)), strict=True))
    return msgspec.structs.replace(setup, treasures=lying)


def strikes(state: State) -> bool:
    """Whether the tower is hit once more: until there is a treasure to be had."""
    assert isinstance(state.now, Hammers)
    site = state.now.site
    return site.bout.rested or not allowed(state, site, site.bout.hammerer)


def answered(state: State, chance: Random) -> tuple[int, Move]:
    """Who answers next, and how; away from the tower, or stopping there."""
    prompt = GAME.prompts(state)[0]
    seat = prompt.seats[0]
    if isinstance(state.now, Draws):
        return seat, prompt.choices[0].move
    moves = [choice.move for choice in prompt.choices]
    if chance.random() < WHIM:
        return seat, chance.choice(moves)
    reluctant = CONTENT if seat and next_belt_space(state, seat) else RELUCTANT
    return seat, max(moves, key=lambda move: (tag(move) not in reluctant, hope(GAME.apply(state, seat, move), seat)))


def tag(move: Move) -> str:
    return str(move.__struct_config__.tag)


def hope(state: State, seat: int) -> float:
    """How near this seat is to hammering where the number is right, with what its trolls may still do now."""
    if isinstance(state.now, Places | Wanders) and state.now.seat == seat:
        ahead = [
            choice.move for choice in GAME.prompts(state)[0].choices if tag(choice.move) not in ("lift", "put_down")
        ]
        if ahead:
            return max(hope(GAME.apply(state, seat, move), seat) for move in ahead)
    return max(readiness(state, seat, spot) for spot in range(len(state.land.spots))) + 100 * next_belt_space(
        state, seat
    )


def readiness(state: State, seat: int, spot: int) -> float:
    if not right_number(state, seat, spot):
        return 0.0
    return 20 * min(2, len(state.regions_held(seat, spot))) + state.trolls_around(seat, spot)
