"""The ways to play that keep less here: what is asked instead of the map, and the last sums as they are told."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.hall import HALL
from companion.games.hall.beginning import PEDESTALS_EACH
from companion.games.hall.moot import TROLLS, size
from companion.games.hall.moves import (
    AllCounted,
    CarryByHand,
    CountStatue,
    DedicateByHand,
    DigByHand,
    DigSize,
    EndGame,
    EndTurn,
    Enter,
    Establish,
    NoPedestal,
    RaisePedestal,
    RecruitLevel,
    TellAltars,
    TellLeft,
    TurnToken,
    Work,
)
from companion.games.hall.purse import owned
from companion.games.hall.resources import Goods
from companion.games.hall.state import (
    STATUES_EACH,
    Acts,
    Counts,
    Crowned,
    Finishes,
    Over,
    Raised,
    State,
    Told,
    changed,
    replaced,
    track_space,
)
from companion.rules import Illegal
from tests.companion.games.hall.players import KEEN
from tests.companion.games.hall.positions import keys, member, offered, owning, played, table, with_moot
from tests.companion.games.hall.ways import HONOUR_ONLY, MAPLESS, InLess
from tests.players import dealt, play

SEED = 1920


def parts_of(state: State, seat: int = 0) -> dict[str, int]:
    return {str(text): score for text, score in HALL.standings(state, seat)[seat].parts}


def mapless(**fields: Any) -> State:
    """The first turn of the first of two players."""
    state = table(2)
    empty = msgspec.structs.replace(state.diggings, parts=())
    return changed(state, **{"way": "mapless", "diggings": empty, **fields})


def honour_only(seats: int = 2) -> State:
    setup = msgspec.structs.replace(dealt(HONOUR_ONLY, seats, Random(0)), first=0)
    return HALL.new(setup)


def test_a_tunnel_on_a_mountain_kept_by_hand_asks_what_only_the_table_sees() -> None:
    """The rulebook's size-4 tunnel of stone, and the spot with three rubble spaces."""
    state = owning(mapless(workshops=("charmcrafter",)), 0, storage=Goods(stone=4, hammer=3), pedestals=("fire",))
    dig = DigByHand("stone", "T4", 3, ("iron", "iron", "hammer", "fire_statue"), 1)
    assert not offered(owning(state, 0, storage=Goods(stone=4, hammer=2)), dig)
    after = played(state, dig)
    side = after.side(0)
    assert (side.honour, side.storage) == (4, Goods(iron=2, hammer=1))
    assert (side.told.squares, side.told.statues) == (4, ("fire",))
    assert after.tunnels[5] == state.tunnels[5] - 1
    assert keys(after) == ["pedestal"]
    worth = after.track[track_space("fire", 5)]
    after = played(after, RaisePedestal("fire", 5))
    assert (after.side(0).tokens, after.side(0).told.pedestals) == ((worth,), (Raised("fire", 5),))
    assert after.track[track_space("fire", 5)] is None
    after = played(after, Establish("charmcrafter"))
    assert (after.established, after.workshops) == (("charmcrafter",), ())


def test_one_pedestal_of_a_clan_to_a_tier_also_where_the_table_says_which() -> None:
    track = replaced(table().track, track_space("ice", 2), None)
    state = owning(mapless(track=track), 0, storage=Goods(iron=2), pedestals=("ice",))
    after = played(state, DigByHand("iron", "I2"))
    assert not offered(after, RaisePedestal("ice", 2))
    assert offered(after, RaisePedestal("ice", 3))
    assert offered(after, NoPedestal())


def test_a_workshop_is_used_as_often_as_the_table_counts_entrances() -> None:
    state = owning(mapless(established=("toolforge",)), 0, storage=Goods(heartstone=4))
    forge = Work("toolforge", "heartstone", "hammer")
    assert not offered(state, forge)
    state = played(state, Enter("toolforge", 3), forge, forge, forge)
    assert state.side(0).storage == Goods(heartstone=1, hammer=3)
    assert not offered(state, forge)
    assert not offered(state, Enter("toolforge", 3)), "one workshop a turn"


def test_a_hall_needs_as_many_squares_of_tunnels_and_a_cart_a_statue_of_its_clan() -> None:
    state = mapless(now=Finishes())
    state = owning(state, 0, told=Told(squares=5, statues=("moon",)), storage=Goods(cart=1))
    assert not offered(state, DedicateByHand("The Trove")), "six squares"
    assert not offered(state, CarryByHand("ice"))
    after = played(state, DedicateByHand("Shaman's Chamber"))
    assert after.side(0).told.squares == 1
    assert not offered(after, DedicateByHand("Spring")), "one a turn"
    after = played(after, CarryByHand("moon"))
    assert after.side(0).storage == Goods()
    assert after.turn == 1, "nothing is left to do"


def test_the_final_score_of_111_is_told_item_by_item() -> None:
    told = Told(
        halls=("The Trove", "Chasm"),
        statues=("ice", "moon", "fire", "ice", "fire"),
        pedestals=(Raised("fire", 5), Raised("fire", 2), Raised("moon", 4)),
    )
    state = mapless(now=Finishes(), turns_left=0, crowned=(Crowned(0, 3),))
    state = owning(state, 0, honour=43, tokens=(4, 4, 3), storage=Goods(stone=2, iron=2), told=told)
    state = with_moot(state, 0, member("stone", held="x"))
    state = played(state, EndTurn())
    assert state.now == Counts(0, "altars")
    state = played(state, TellAltars(("The Trove",)), CountStatue(5, True), CountStatue(5, False))
    assert not offered(state, CountStatue(5, True)), "that pedestal is taken"
    assert offered(state, CountStatue(4, True))
    state = played(state, CountStatue(2, True))
    assert offered(state, CountStatue(1, False)), "the Ice statue in the hall could score elsewhere"
    state = played(state, AllCounted())
    assert isinstance(state.now, Over), "the other has nothing to count"
    assert parts_of(state) == {
        "Tunnels": 43,
        "Coronation": 3,
        "Pedestal tokens": 11,
        "Leftover sets": 1,
        "Great halls": 15,
        "Statues": 38,
    }
    assert HALL.standings(state, None)[0].score == 111


def test_honour_only_takes_a_tap_for_a_troll_and_a_size_for_a_tunnel() -> None:
    state = honour_only()
    state = played(state, RecruitLevel(2), seat=1)
    assert (state.turn, size(state.moots[0])) == (1, 5)
    state = played(state, DigSize("stone", 3))
    assert (state.side(1).honour, state.turn) == (3, 0), "no pedestal, so no token"
    state = played(state, DigSize("heartstone", 5))
    assert (state.side(0).honour, state.turn) == (11, 0), "a great hall may fit"
    state = played(state, DedicateByHand("Shaman's Chamber"))
    assert state.turn == 1
    state = played(state, RecruitLevel(1), DigSize("iron", 3))
    state = played(state, TurnToken(3))
    assert state.side(0).tokens == (3,)


def test_honour_only_crowns_counts_and_asks_for_what_is_left() -> None:
    state = honour_only()
    crowning = changed(state, moots=replaced(state.moots, 1, (*[member(level=1)] * 9, None)), turn=1)
    state = played(crowning, RecruitLevel(1))
    assert state.crowned == (Crowned(1, 3),)
    for _ in range(4):
        state = played(state, DigSize("stone", 2))
        state = played(state, EndTurn()) if isinstance(state.now, Finishes) else state
    assert state.now == Counts(0, "left")
    state = played(state, TellLeft(3, 2, 0, 3, 1, 1, 2), AllCounted(), TellLeft(0, 0, 0, 0, 0, 0, 2))
    state = played(state, CountStatue(5, False), CountStatue(1, False), AllCounted())
    assert isinstance(state.now, Over)
    assert parts_of(state)["Leftover sets"] == 3, "with a trade"
    assert parts_of(state, 1)["Statues"] == 12


def test_a_game_ended_by_the_host_is_counted_first() -> None:
    state = HALL.apply(honour_only(), None, EndGame())
    assert state.now == Counts(0, "left")
    assert isinstance(HALL.apply(state, None, EndGame()).now, Over)
    with pytest.raises(Illegal):
        HALL.apply(HALL.apply(state, None, EndGame()), None, EndGame())


@pytest.mark.parametrize("game", [MAPLESS, HONOUR_ONLY], ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_table_plays_to_its_end_and_nothing_is_lost(game: InLess, seats: int) -> None:
    print(f"seed {SEED + seats}")
    chance = Random(SEED + seats)
    setup = msgspec.structs.replace(dealt(game, seats, chance), teams=seats == 4)
    state = game.new(setup)
    for _, _, after in play(game, state, chance, 3000, KEEN):
        state = after
        if game is MAPLESS and isinstance(state.now, Acts):
            whole(state)
    assert isinstance(state.now, Over), "nobody is stuck"
    assert game.outcome(state)
    assert max(size(moot) for moot in state.moots) == TROLLS


def whole(state: State) -> None:
    standing = [waiting.pedestal for waiting in state.horde if waiting and waiting.pedestal]
    owning_them = [clan for side in state.sides for clan in side.pedestals]
    raised = [each for side in state.sides for each in side.told.pedestals]
    assert len(state.bag) + len(standing) + len(owning_them) + len(raised) == 3 * PEDESTALS_EACH
    assert len(raised) == len(set(raised)) == sum(worth is None for worth in state.track)
    dug = sum(
        tunnel.size * (tunnel.tiles - left) for tunnel, left in zip(state.box.tunnels, state.tunnels, strict=True)
    )
    halls = sum(
        sum(kind in "xo" for row in hall.picture for kind in row)
        for hall in state.box.halls
        for side in state.sides
        if hall.name in side.told.halls
    )
    assert sum(side.told.squares for side in state.sides) + halls == dug
    statues = [clan for side in state.sides for clan in side.told.statues]
    assert all(statues.count(clan) <= STATUES_EACH for clan in ("fire", "ice", "moon"))
    assert all(owned(state.purse(seat)).total >= 0 for seat in state.all_seats)
