"""What holds in every game in the Hall, whoever plays and however the table was laid."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.hall import HALL
from companion.games.hall.beginning import PEDESTALS_EACH
from companion.games.hall.diggings import covered as squares_covered
from companion.games.hall.examples import CARDS
from companion.games.hall.moot import TROLLS, size
from companion.games.hall.moves import (
    Ascend,
    BuildCart,
    Carry,
    Cast,
    Dig,
    Draft,
    Exchange,
    ForgeHammer,
    Recruit,
    Report,
    Work,
)
from companion.games.hall.purse import on_trolls
from companion.games.hall.state import Acts, Finishes, OnShow, Over, Setup, State, spaces_beneath
from companion.games.hall.workshops import TRADES
from companion.rules import Move
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
    for number, (seat, move, after) in enumerate(play(HALL, state, chance, 3000, KEEN)):
        assert in_play(after) - in_play(state) == from_the_supply(state, seat, move, after), move
        covered += max(0, len(state.diggings.pedestals) - len(after.diggings.pedestals))
        state = after
        if isinstance(state.now, Acts | Finishes) and number % 8 == 0:
            whole(state, covered)
    assert isinstance(state.now, Over), "nobody is stuck"
    assert HALL.outcome(state)


def in_play(state: State) -> int:
    """Every resource that is not in the supply: stored, on trolls, as bribes, on spells."""
    stored = sum(side.storage.total for side in state.sides)
    held = sum(on_trolls(moot).total for moot in state.moots)
    bribes = sum(waiting.bribes.total for waiting in state.horde if waiting)
    return stored + held + bribes + sum(on_show.runes for on_show in state.spellbook if on_show)


def from_the_supply(state: State, seat: int, move: Move, after: State) -> int:
    """What a move brings from there, less what it gives back: reckoned from the cards and the board."""
    match move:
        case Exchange():
            return 1 - 4
        case Carry() | ForgeHammer() | BuildCart():
            return -1
        case Work(name, spend, gain):
            trade = next(each for each in TRADES[name] if (each.spend, each.gain) == (spend, gain))
            return trade.gained - trade.spent
        case Report(gained):
            return len(gained)
        case Cast(name, lot):
            spell = next(each for each in state.box.spells if each.name == name)
            third = any(on_show and on_show == OnShow(name, 2) for on_show in state.spellbook)
            return (len(spell.lots[lot]) if spell.lots else 0) - 3 * third
        case Draft():
            return sum(len(card.once) for card in state.box.starters if card.name in brought(state, seat, move))
        case Dig(_, laid):
            tunnel = next(each for each in state.box.tunnels if each.name == laid.shape)
            squares = set(map(str, squares_covered(tunnel, laid)))
            found = sum(buried.at in squares for buried in state.box.mountain.buried)
            return found - tunnel.size - len(squares & set(state.box.mountain.rubble))
        case Ascend(place, name):
            old = state.moots[seat][place]
            newcomer = next(waiting for waiting in state.horde if waiting and waiting.troll.name == name)
            assert old
            return -sum(old.held) - newcomer.bribes.total
        case Recruit(name):
            space = next(n for n, waiting in enumerate(state.horde) if waiting and waiting.troll.name == name)
            bribed = [waiting for below in spaces_beneath(space) if (waiting := state.horde[below])]
            retired = sum(waiting.bribes.total == 3 for waiting in bribed)
            assert after.cascade
            return sum(len(gain.symbols) for gain in after.cascade.gains) - 4 * retired
    return 0


def brought(state: State, seat: int, move: Draft) -> set[str]:
    """The first brings what is in the row, the next two what is in their hand too, the last two all."""
    row, place = {move.first, move.second, move.third, move.fourth}, state.place_in_order(seat)
    if place == 0 or len(state.sides) < len(state.seats):
        return row
    return row | {move.hand} if place < 3 else {card.name for card in state.box.starters}


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
