"""The steps of a turn in the Hall, beyond what the rulebook works out: set-up, workshops, spells, the horde."""

import msgspec
import pytest

from companion.games.hall import HALL
from companion.games.hall.diggings import Diggings, WorkshopName
from companion.games.hall.mountain import cell_at
from companion.games.hall.moves import (
    AddPedestal,
    Ascend,
    BuildCart,
    Cast,
    Dedicate,
    Dig,
    Draft,
    Fetch,
    ForgeHammer,
    LayOut,
    Neither,
    PlaceGate,
    Recruit,
    SetHeld,
    SetStatues,
    SetStorage,
    TurnToken,
    Work,
)
from companion.games.hall.purse import owned
from companion.games.hall.recruiting import level_drawn
from companion.games.hall.resources import Goods
from companion.games.hall.state import (
    Deck,
    Drafts,
    OnShow,
    PlacesGate,
    Reveals,
    State,
    TurnsToken,
    Waiting,
    changed,
    replaced,
    spaces_beneath,
)
from companion.games.hall.workshops import TRADES
from companion.rules import HIDDEN, BadSetup, Illegal, Move, move_in_words
from tests.companion.games.hall.positions import (
    cells,
    gate,
    keys,
    laid,
    member,
    offered,
    owning,
    part,
    played,
    setup,
    table,
    with_moot,
    workshop,
)


def at_workshop(name: WorkshopName, **storage: int) -> State:
    parts = (gate("A5", 0), part("B5 C5"), gate("L8", 1))
    return owning(table(2, diggings=Diggings(parts, workshops=(workshop(name, "D5"),))), 0, storage=Goods(**storage))


@pytest.mark.parametrize("name", [name for name, trades in TRADES.items() if trades])
def test_a_workshop_trades_both_ways_once_for_each_open_entrance(name: WorkshopName) -> None:
    for trade in TRADES[name]:
        resource = "cart" if trade.spend == "wild_cart" else trade.spend
        state = at_workshop(name, **{resource: trade.spent})
        work = Work(name, trade.spend, trade.gain)
        after = played(state, work)
        assert after.side(0).storage == Goods(**{trade.gain: trade.gained})
        assert not offered(owning(after, 0, storage=Goods(**{resource: 9})), work), "one entrance, one use"
        assert not offered(at_workshop(name, **{resource: trade.spent - 1}), work)
        assert (
            any((other.spend, other.gain) == (trade.gain, resource) for other in TRADES[name]) or name == "cartwright"
        )


def test_a_clan_cart_is_not_spent_at_the_cartwright() -> None:
    state = with_moot(at_workshop("cartwright"), 0, member("fire_cart", held="x"))
    assert not offered(state, Work("cartwright", "wild_cart", "heartstone"))


def test_any_two_resources_make_a_hammer_or_a_cart() -> None:
    state = at_workshop("pickforge", rune=1, coin=1)
    assert played(state, ForgeHammer(("rune", "coin"))).side(0).storage == Goods(hammer=1)
    assert not offered(state, BuildCart(("rune", "coin")))
    state = at_workshop("wheeljack", stone=3)
    assert played(state, BuildCart(("stone", "stone"))).side(0).storage == Goods(stone=1, cart=1)


def test_the_quartermaster_frees_a_troll_and_every_cart_turns_wild() -> None:
    state = with_moot(at_workshop("quartermaster"), 0, member("iron", "ice_cart", held=".x"))
    after = played(state, Fetch(1))
    assert after.side(0).storage == Goods(cart=1)
    assert owned(after.purse(0)) == Goods(cart=1)


def test_after_a_spell_no_further_use_of_the_workshop() -> None:
    book = (OnShow("Earth Ritual"), OnShow("Golden Mask"), OnShow("Spell 5"))
    parts = (gate("A5", 0), part("B5 C5"), part("D4 C4"), gate("L8", 1))
    diggings = Diggings(parts, workshops=(workshop("stonemill", "D5"),))
    state = owning(table(2, diggings=diggings, spellbook=book), 0, storage=Goods(stone=2, rune=1))
    work = Work("stonemill", "stone", "iron")
    assert offered(played(state, work), work), "two entrances"
    assert not offered(played(state, work, Cast("Earth Ritual", 0)), work)
    assert offered(played(state, Cast("Earth Ritual", 0)), work), "in either order"


def test_with_the_golden_mask_anything_is_a_bribe() -> None:
    book = (OnShow("Golden Mask"), OnShow("Spell 5"), OnShow("Spell 6"))
    state = owning(table(spellbook=book), 0, storage=Goods(rune=2, stone=1))
    waiting = state.horde[5]
    assert waiting
    bribe = Recruit(waiting.troll.name, 4, ("stone", "rune"))
    assert not offered(state, bribe)
    after = played(state, Cast("Golden Mask"), bribe)
    assert after.side(0).storage == Goods()
    bribes = [after.horde[space] for space in spaces_beneath(5)]
    assert [each.bribes for each in bribes if each] == [Goods(stone=1), Goods(rune=1)]
    assert after.side(0).pedestals == ((waiting.pedestal,) if waiting.pedestal else ())


def test_the_stone_eater_digs_and_the_turn_goes_on() -> None:
    book = (OnShow("Stone-eater's Call"), OnShow("Spell 5"), OnShow("Spell 6"))
    state = owning(table(spellbook=book), 0, storage=Goods(rune=1, stone=4))
    dig = Dig("stone", laid(state, "I2", "A4 A5"))
    after = played(state, Cast("Stone-eater's Call"))
    assert keys(after) == ["dig"]
    assert offered(after, Neither())
    after = played(after, dig)
    assert keys(after) == ["act"]
    assert after.side(0).storage == Goods(stone=2)
    poor = owning(state, 0, storage=Goods(rune=1))
    assert not offered(poor, Cast("Stone-eater's Call")), "a spell that can do nothing is not offered"


def test_ascension_swaps_a_troll_without_pedestal_cascade_or_bribes() -> None:
    book = (OnShow("Rite of Ascension"), OnShow("Spell 5"), OnShow("Spell 6"))
    state = owning(table(spellbook=book), 0, storage=Goods(rune=1))
    mine = member("iron", "iron", held="xx", name="2-17", level=2)
    state = with_moot(state, 0, *[member("stone")] * 4, mine)
    newcomer = state.horde[9]
    assert newcomer
    state = changed(state, horde=replaced(state.horde, 9, Waiting(newcomer.troll, Goods(coin=2))))
    after = played(state, Cast("Rite of Ascension"), Ascend(4, newcomer.troll.name))
    risen = after.moots[0][4]
    assert risen
    assert (risen.name, any(risen.held)) == (newcomer.troll.name, False)
    assert owned(after.purse(0)) == Goods()
    assert after.side(0).pedestals == ()
    assert after.pending == (Reveals(9),)
    assert after.decks[1].bottom == ("2-17",)


def test_a_troll_with_four_bribes_retires_to_the_bottom_of_its_deck() -> None:
    state = owning(table(), 0, storage=Goods(coin=2))
    lower = state.horde[0]
    wanted = state.horde[5]
    assert lower
    assert wanted
    state = changed(state, horde=replaced(state.horde, 0, Waiting(lower.troll, Goods(coin=3))))
    after = played(state, Recruit(wanted.troll.name, 4))
    assert after.horde[0] is None
    assert after.decks[0].bottom == (lower.troll.name,)
    assert after.pending == (Reveals(5), Reveals(0))


def test_whoever_recruits_a_bribed_troll_collects_the_bribes() -> None:
    state = table()
    waiting = state.horde[2]
    assert waiting
    state = changed(state, horde=replaced(state.horde, 2, Waiting(waiting.troll, Goods(coin=2, rune=1))))
    assert played(state, Recruit(waiting.troll.name, 4)).side(0).storage == Goods(coin=2, rune=1)


def test_an_empty_deck_is_filled_from_the_next_higher_and_a_known_card_by_itself() -> None:
    state = table(decks=(Deck(0), Deck(0, ("2-17",)), Deck(3)))
    waiting = state.horde[0]
    assert waiting
    after = played(state, Recruit(waiting.troll.name, 4))
    fresh = after.horde[0]
    assert fresh
    assert fresh.troll.name == "2-17"
    assert keys(after) == ["bag 0"], "a troll of level 2 gets a pedestal wherever it stands"
    assert after.decks[1] == Deck(0)


@pytest.mark.parametrize(
    ("space", "left", "level"),
    [
        (0, (1, 1, 1), 1),
        (0, (0, 0, 1), 3),
        (5, (1, 0, 1), 3),
        (5, (1, 0, 0), 1),
        (11, (1, 1, 0), 2),
        (11, (1, 0, 0), 1),
    ],
)
def test_a_space_is_filled_from_the_next_higher_deck_or_else_from_the_next_lower(
    space: int, left: tuple[int, ...], level: int
) -> None:
    assert level_drawn(table(decks=tuple(Deck(count) for count in left)), space) == level
    assert level_drawn(table(decks=(Deck(0),) * 3), space) is None


def test_a_hall_that_fits_is_offered_before_the_turn_ends() -> None:
    """Without a statue and without a cart."""
    parts = (gate("A3", 0), part("B3 C3"), part("D3 E3 D4"), part("B4 C4 C5"), gate("L8", 1))
    state = with_moot(table(2, *parts), 0, *[member("stone")] * 10)
    after = played(state, Neither())
    assert (after.turn, keys(after)) == (0, ["finish"])
    assert offered(after, Dedicate("The Trove", laid(after, "The Trove", "B3 C3 D3 B4 C4 D4"), cells("C4")))
    bare = with_moot(table(2, *parts[:2], *parts[4:]), 0, *[member("stone")] * 10)
    assert played(bare, Neither()).turn == 1


def test_tokens_face_down_are_counted_for_their_owner_alone() -> None:
    state = owning(table(2), 0, honour=6, tokens=(3,))
    seen = {onlooker: HALL.standings(state, onlooker)[0] for onlooker in (0, 1, None)}
    assert {onlooker: (each.score, each.at_least) for onlooker, each in seen.items()} == {
        0: (9, False),
        1: (6, True),
        None: (6, True),
    }
    assert [each.at_least for each in HALL.standings(owning(state, 0, tokens=()), 1)] == [False, False]


def test_gates_take_start_points_of_their_number() -> None:
    state = HALL.new(setup(5))
    with pytest.raises(Illegal):
        played(state, PlaceGate(cells("L2")))
    points = state.box.mountain.start_cells(5)
    state = played(state, *(PlaceGate((point,)) for point in points))
    assert isinstance(state.now, Drafts)


def test_two_take_points_of_one_number() -> None:
    state = changed(table(), now=PlacesGate(), diggings=Diggings())
    state = played(state, PlaceGate(cells("L1")))
    assert offered(state, PlaceGate(cells("A3")))
    assert not offered(state, PlaceGate(cells("L1")))


def test_partners_have_their_gates_beside_each_other() -> None:
    state = HALL.new(setup(4, teams=True))
    one, two, three, four = state.box.mountain.start_cells(4)
    state = played(state, PlaceGate((one,)), PlaceGate((two,)))
    assert not offered(state, PlaceGate((four,)))
    state = played(state, PlaceGate((three,)), PlaceGate((four,)))
    assert isinstance(state.now, Drafts)


def test_the_later_the_turn_the_more_one_begins_with() -> None:
    """Nobody's bonus, the hand's, and for the fourth and the fifth the unseen troll's, too."""
    state = HALL.new(setup(5))
    state = played(state, *(PlaceGate((point,)) for point in state.box.mountain.start_cells(5)))
    row = ("0-01", "0-02", "0-03", "0-04")
    for seat in range(5):
        state = HALL.apply(state, seat, Draft(*row, hand="0-05" if seat else ""))
    chosen = Goods(stone=3, iron=1, coin=3)
    hand, unseen = Goods(iron=2), Goods(rune=1, stone=1)
    gained = [state.side(seat).storage for seat in range(5)]
    assert gained == [chosen, chosen + hand, chosen + hand, chosen + hand + unseen, chosen + hand + unseen]
    assert state.turn == 0


def test_teams_begin_without_a_bonus_and_store_together() -> None:
    state = HALL.new(setup(4, teams=True))
    state = changed(state, now=Drafts())
    for seat in range(4):
        state = HALL.apply(state, seat, Draft("0-01", "0-02", "0-03", "0-04"))
    assert [side.storage for side in state.sides] == [Goods(stone=6, iron=2, coin=6)] * 2


def test_a_table_can_tell_all_that_lies_there() -> None:
    told = setup(3, horde=(), pedestals=(), spellbook=(), workshops=(), statues=(), tokens=())
    state = HALL.new(told)
    assert keys(state) == ["statues"]
    state = HALL.apply(state, 2, SetStatues("moon", "fire"))
    assert [statue.clan for statue in state.diggings.statues[:4]] == ["moon", "fire", "ice", "moon"]
    assert keys(state) == ["workshops"]
    twice: tuple[WorkshopName, ...] = ("cartwright", "cartwright")
    seven: tuple[WorkshopName, ...] = (*twice, "coinpress", "metalworks", "pickforge", "stonemill", "toolforge")
    state = HALL.apply(state, 0, LayOut(seven))
    assert state.workshops == seven
    while state.pending:
        drawn = HALL.chance(state, 0, list)
        assert drawn
        state = HALL.apply(state, 0, drawn)
    assert isinstance(state.now, PlacesGate)
    assert all(state.horde)
    assert [bool(waiting and waiting.pedestal) for waiting in state.horde] == [4 < space < 9 for space in range(12)]


def test_a_token_that_nobody_told_is_told_by_its_owner_alone() -> None:
    state = changed(table(), pending=(TurnsToken(),))
    (asked,) = HALL.prompts(state)
    assert asked.private
    after = played(state, TurnToken(4))
    assert after.side(0).tokens == (4,)
    assert "4" not in str(move_in_words((asked,), hidden(TurnToken(4))))
    assert [standing.at_least for standing in HALL.standings(after, 1)] == [True, False]
    assert parts(after, reader=0)["Pedestal tokens"] == 4
    assert "Pedestal tokens" not in parts(after, reader=1)


def parts(state: State, reader: int) -> dict[str, int]:
    """What this reader is told of the first player's score."""
    return {str(text): score for text, score in HALL.standings(state, reader)[0].parts}


def hidden(move: TurnToken) -> Move:
    told: Move = msgspec.structs.replace(move, worth=HIDDEN)
    return told


def test_the_host_sets_storage_honour_and_tokens_on_trolls_right() -> None:
    state = table()
    after = HALL.apply(state, None, SetStorage(1, "rune", 7))
    assert after.side(1).storage == Goods(rune=7)
    after = HALL.apply(after, None, SetHeld(0, 10))
    assert owned(after.purse(0)) == Goods(stone=1)
    assert owned(HALL.apply(after, None, SetHeld(0, 10)).purse(0)) == Goods()
    with pytest.raises(Illegal):
        HALL.apply(after, None, SetHeld(0, 15))


def test_a_set_up_with_faults_is_told_all_of_them() -> None:
    horde, statues = ("1-01", "1-01"), ("ice", "ice", "moon")
    bad = setup(3, first=7, teams=True, horde=horde, statues=statues, workshops=("stonemill",) * 7)
    with pytest.raises(BadSetup) as refused:
        HALL.new(bad)
    said = str(refused.value)
    for fault in (
        "starting player",
        "four players",
        "12 trolls",
        "1-01 is there twice",
        "take turns",
        "only 2 of each",
    ):
        assert fault in said


def test_a_pedestal_stands_wherever_the_tile_can_lie_with_its_anchor() -> None:
    """A corner can be flipped: its anchor is then in the other end."""
    state = owning(table(2, gate("A3", 0), gate("L8", 1)), 0, pedestals=("fire",), storage=Goods(stone=3))
    after = played(state, Dig("stone", laid(state, "V3", "A4 A5 B4")))
    offers = {str(square) for square in after.ground.cells(after.diggings.parts[-1].bits)}
    assert {at for at in offers if offered(after, AddPedestal("fire", cell_at(at)))} == {"A5", "B4"}
