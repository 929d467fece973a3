"""What holds in every game in the Hall, whoever plays and however the table was laid."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.hall import HALL
from companion.games.hall.beginning import PEDESTALS_EACH
from companion.games.hall.examples import CARDS
from companion.games.hall.moot import TROLLS, size
from companion.games.hall.state import Acts, Finishes, Over, Setup, State
from tests.companion.games.hall.players import KEEN
from tests.players import dealt, play

SEED = 1910
TOLD: dict[str, Any] = {
    "horde": (),
    "pedestals": (),
    "spellbook": (),
    "workshops": (),
    "statues": (),
    "tokens": (),
}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, TOLD),
    (4, {"teams": True}),
    (4, {"teams": True, **TOLD}),
    (5, {}),
]


def laid_out(seats: int, chance: Random, changes: dict[str, Any]) -> Setup:
    setup: Setup = msgspec.structs.replace(dealt(HALL, seats, chance), **changes)
    return setup


@pytest.mark.parametrize(("seats", "changes"), TABLES, ids=["2", "3-told", "teams", "teams-told", "5"])
def test_nothing_is_lost_and_no_networks_touch(seats: int, changes: dict[str, Any]) -> None:
    print(f"seed {SEED + seats}")
    chance = Random(SEED + seats)
    state = HALL.new(laid_out(seats, chance, changes))
    covered = 0
    for number, (_, _, after) in enumerate(play(HALL, state, chance, 3000, KEEN)):
        covered += max(0, len(state.diggings.pedestals) - len(after.diggings.pedestals))
        state = after
        if isinstance(state.now, Acts | Finishes) and number % 8 == 0:
            whole(state, covered)
    assert isinstance(state.now, Over), "nobody is stuck"
    assert HALL.outcome(state)


def whole(state: State, covered: int) -> None:
    ground, diggings = state.ground, state.diggings
    assert len({statue.at for statue in diggings.statues}) == len(state.box.mountain.statues), "one statue a square"
    standing = [waiting.pedestal for waiting in state.horde if waiting and waiting.pedestal]
    owned = [clan for side in state.sides for clan in side.pedestals]
    pedestals = len(state.bag) + len(standing) + len(owned) + len(diggings.pedestals) + covered
    assert pedestals == 3 * PEDESTALS_EACH
    for level, count in CARDS.items():
        deck = state.decks[level - 1]
        shown = sum(waiting.troll.level == level for waiting in state.horde if waiting)
        recruited = sum(member.level == level for moot in state.moots for member in moot if member)
        assert deck.unseen + len(deck.bottom) + shown + recruited == count
    taken = sum(worth is None for worth in state.track)
    untold = sum(type(asked).__name__ == "TurnsToken" for asked in state.pending)
    assert sum(len(side.tokens) for side in state.sides) + untold == taken
    for seat in state.all_seats:
        beside = ground.beside(state.network(seat))
        assert not any(beside & state.network(other) for other in state.opponents(seat))
        assert size(state.moots[seat]) <= TROLLS
    squares = Counter(cell for part in diggings.parts for cell in ground.cells(part.bits))
    assert max(squares.values()) == 1, "no tile lies on another"
    assert all(ground.bit(cell) & ground.diggable for cell in squares)
