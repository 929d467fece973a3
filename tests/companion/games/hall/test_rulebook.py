"""The worked examples of the rulebook, each named by its place there."""

import msgspec

from companion.games.hall import HALL
from companion.games.hall.diggings import Diggings
from companion.games.hall.examples import TROVE
from companion.games.hall.leftovers import best_sets
from companion.games.hall.moot import BENEATH, Troll
from companion.games.hall.mountain import cell_at
from companion.games.hall.moves import (
    AddPedestal,
    Carry,
    Cast,
    Dedicate,
    Dig,
    EndTurn,
    Establish,
    Exchange,
    Fetch,
    Keep,
    LeaveSite,
    Neither,
    NoPedestal,
    Recruit,
    TakePedestal,
    Work,
)
from companion.games.hall.purse import owned
from companion.games.hall.resources import Goods, Symbol
from companion.games.hall.state import (
    Acts,
    Crowned,
    Finishes,
    OnShow,
    Over,
    Reveals,
    RevealsSpell,
    State,
    TakesPedestal,
    Waiting,
    changed,
    replaced,
    track_space,
)
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
    standing,
    table,
    with_moot,
    workshop,
)


def storage(state: State, seat: int = 0) -> Goods:
    return state.side(seat).storage


def test_gameplay_spending_four_of_five_stone() -> None:
    """Two in the storage, three on trolls: any four of those five."""
    state = with_moot(table(), 0, *[member("stone", held="x")] * 3, member("coin"))
    state = owning(state, 0, storage=Goods(stone=2))
    dig = Dig("stone", laid(state, "T4", "A4 B4 C4 B5"))
    after = played(state, dig)
    assert owned(after.purse(0)) == Goods(stone=1, hammer=1)
    assert storage(after) == Goods(stone=1, hammer=1), "trolls paid first"
    kept = played(state, Keep((0, 10)), dig)
    assert owned(kept.purse(0)) == Goods(stone=1, hammer=1)
    assert storage(kept) == Goods(hammer=1), "another split: the last stone stays on a troll"


def test_spells_and_workshops_earth_rituals_second_rune() -> None:
    book = (OnShow("Earth Ritual", 1), OnShow("Golden Mask"), OnShow("Stone-eater's Call"))
    state = owning(table(spellbook=book), 0, storage=Goods(rune=2))
    after = played(state, Cast("Earth Ritual", 1))
    assert storage(after) == Goods(iron=2, rune=1)
    assert after.spellbook[0] == OnShow("Earth Ritual", 2), "it remains"
    assert not any(offered(after, Cast("Earth Ritual", lot)) for lot in range(3)), "one spell a turn"


def test_spells_and_workshops_the_third_rune_disintegrates() -> None:
    book = (OnShow("Earth Ritual", 2), OnShow("Golden Mask"), OnShow("Stone-eater's Call"))
    after = played(owning(table(spellbook=book), 0, storage=Goods(rune=1)), Cast("Earth Ritual", 0))
    assert storage(after) == Goods(stone=3)
    assert after.spellbook[0] is None
    assert after.pending == (RevealsSpell(0),)
    assert after.spell_deck.bottom == ("Earth Ritual",)


def test_spells_and_workshops_a_toolforge_with_three_entrances() -> None:
    """One from your network, two from another: three uses, in whatever order."""
    parts = (gate("A5", 0), part("B5 C5"), gate("L8", 1), part("D4 E4"), part("E5 F5"))
    theirs = (part("D6 E6"), part("E7 E8 F8 G8 H8 I8 J8 K8"))
    state = table(2, *parts[:3], *theirs, part("D4 D3"), part("L7 L6 L5 L4 L3 L2 L1 K1 J1 I1 H1 G1 F1 E1 D1 D2"))
    diggings = msgspec.structs.replace(state.diggings, workshops=(workshop("toolforge", "D5"),))
    state = owning(changed(state, diggings=diggings), 0, storage=Goods(heartstone=3))
    forge, melt = Work("toolforge", "heartstone", "hammer"), Work("toolforge", "hammer", "heartstone")
    state = played(state, forge, forge)
    assert storage(state) == Goods(heartstone=1, hammer=2)
    state = played(state, melt)
    assert storage(state) == Goods(heartstone=2, hammer=1)
    assert not offered(state, forge), "a fourth entrance is not open"


def test_recruiting_a_troll_of_level_3_takes_five_coins() -> None:
    """The one on the top right: a coin onto each of the five beneath it, then a pedestal of choice."""
    state = owning(table(), 0, storage=Goods(coin=6))
    troll = state.horde[11]
    assert troll
    after = played(state, Recruit(troll.troll.name, 4))
    assert storage(after) == Goods(coin=1)
    bribed = [space for space, waiting in enumerate(after.horde) if waiting and waiting.bribes.coin == 1]
    assert bribed == [2, 3, 4, 7, 8]
    assert after.pending == (TakesPedestal(), Reveals(11))
    after = played(after, TakePedestal("ice"))
    assert after.side(0).pedestals == ("ice",)
    assert after.bag.count("ice") == state.bag.count("ice") - 1


def test_adding_to_the_moot_the_large_cascade() -> None:
    """Exactly what each troll gains; the fourth of the bottom row is no part of it."""
    row = (member("coin"), member("heartstone"), member("stone", held="x"), member("rune", held="."))
    fire = member("stone", "stone", "fire_cart", held="..x", name="fire", level=1)
    mud = member("iron", "heartstone", held=".x", name="mud", level=1)
    state = with_moot(table(), 0, *row, fire, mud)
    newcomer = Troll("newcomer", 1, "moon", ("iron", "iron", "iron", "rune", "moon_cart"))
    state = changed(state, horde=replaced(state.horde, 0, Waiting(newcomer)))
    assert BENEATH[7] == (4, 5), "on the top left"
    assert offered(state, Recruit("newcomer", 6)), "the other place"
    before = owned(state.purse(0))
    after = played(state, Recruit("newcomer", 7))
    gained = owned(after.purse(0)) - before
    assert gained == Goods(stone=2, iron=4, heartstone=1, cart=1, rune=1, coin=1)
    last = after.moots[0][3]
    assert last
    assert last.held == (False,)
    told = [str(line) for line in after.news]
    assert told[:3] == [
        "newcomer gains 3 iron, 1 cart, 1 rune.",
        "fire gains 2 stone.",
        "mud gains 1 iron.",
    ]


def test_digging_a_tunnel_of_four_stone_unearths_what_lies_there() -> None:
    """Four honour; two iron and a hammer into the storage; the Fire statue is in the network."""
    state = table(2, gate("A3", 0), gate("L8", 1))
    diggings = msgspec.structs.replace(state.diggings, statues=(standing("fire", "D3"),))
    state = owning(changed(state, diggings=diggings), 0, storage=Goods(stone=4))
    after = played(state, Dig("stone", laid(state, "T4", "B3 C3 D3 C4")))
    assert after.side(0).honour == 4
    assert storage(after) == Goods(iron=2, hammer=1)
    assert after.diggings.statues == (standing("fire", "D3"),)
    assert after.network(0) & after.ground.bit(cell_at("D3"))
    assert after.tunnels[5] == state.tunnels[5] - 1


def test_digging_through_three_rubble_spaces_takes_three_hammers() -> None:
    state = owning(table(2, gate("D2", 0), gate("L8", 1)), 0, storage=Goods(stone=4, hammer=2))
    dig = Dig("stone", laid(state, "T4", "E2 F2 G2 F1"))
    assert not offered(state, dig)
    state = owning(state, 0, storage=Goods(stone=4, hammer=3))
    assert storage(played(state, dig)) == Goods()


def test_digging_one_ice_pedestal_to_the_gray_tier() -> None:
    """Whoever placed it; a Fire or a Moon pedestal could still be added."""
    track = replaced(table().track, track_space("ice", 2), None)
    state = owning(
        table(2, gate("B2", 0), gate("L8", 1), track=track), 0, pedestals=("ice", "fire"), storage=Goods(iron=2)
    )
    after = played(state, Dig("iron", laid(state, "I2", "C2 D2")))
    assert keys(after) == ["pedestal"]
    assert not offered(after, AddPedestal("ice", cell_at("C2")))
    assert offered(after, AddPedestal("fire", cell_at("C2")))
    assert offered(after, NoPedestal())


def test_digging_the_fire_pedestal_on_the_yellow_tier_takes_its_token() -> None:
    """The Moon token is gone; the Fire token, worth 3, is still there."""
    track = replaced(replaced(table().track, track_space("moon", 5), None), track_space("fire", 5), 3)
    parts = (gate("A5", 0), part("B5 C5"), part("C6 D6 D7 E6"), gate("L8", 1))
    state = owning(table(2, *parts, track=track), 0, pedestals=("fire", "moon"), storage=Goods(stone=4))
    after = played(state, Dig("stone", laid(state, "T4", "E5 F5 G5 F6")))
    assert not offered(after, AddPedestal("moon", cell_at("F5")))
    after = played(after, AddPedestal("fire", cell_at("F5")))
    assert after.side(0).tokens == (3,)
    assert after.side(0).pedestals == ("moon",)
    assert after.track[track_space("fire", 5)] is None


def test_digging_next_to_a_site_establishes_the_charmcrafter() -> None:
    parts = (gate("A5", 0), gate("L8", 1))
    state = owning(table(2, *parts, workshops=("charmcrafter", "stonemill")), 0, storage=Goods(stone=2))
    after = played(state, Dig("stone", laid(state, "I2", "B5 C5")))
    assert offered(after, LeaveSite(cell_at("D5")))
    after = played(after, Establish("charmcrafter", cell_at("D5")))
    assert after.diggings.workshops == (workshop("charmcrafter", "D5"),)
    assert after.workshops == ("stonemill",)
    later = owning(changed(after, turn=0, now=Acts(), pending=()), 0, storage=Goods(coin=1))
    assert storage(played(later, Work("charmcrafter", "coin", "rune"))) == Goods(rune=1)


def test_great_hall_the_trove_covers_a_pedestal_and_a_statue() -> None:
    """The pedestal is gone, its token stays; the statue keeps its square. Six, or fifteen with it on the altar."""
    parts = (gate("A3", 0), part("B3 C3"), part("D3 E3 D4"), part("B4 C4 C5"), gate("L8", 1))
    diggings = Diggings(parts, (standing("moon", "B4"),), (standing("ice", "C3"),))
    state = owning(table(2, diggings=diggings, now=Finishes()), 0, tokens=(2,), storage=Goods(cart=1))
    place = laid(state, "The Trove", "B3 C3 D3 B4 C4 D4")
    after = played(state, Dedicate("The Trove", place, cells("C4")))
    assert after.diggings.pedestals == ()
    assert after.diggings.statues == (standing("moon", "B4"),)
    assert after.side(0).tokens == (2,)
    assert "The Trove" not in after.halls
    left = [sorted(map(str, after.ground.cells(each.bits))) for each in after.diggings.parts if each.kind == "tunnel"]
    assert left == [["E3"], ["C5"]], "what sticks out are tunnels of their own"
    assert parts_of(after)["Great halls"] == TROVE.low == 6
    after = played(after, Carry("B4", cells("C4")))
    assert parts_of(after)["Great halls"] == TROVE.high == 15


def parts_of(state: State, seat: int = 0) -> dict[str, int]:
    return {str(text): score for text, score in HALL.standings(state, seat)[seat].parts}


def test_moving_statues_with_four_carts_and_a_trade() -> None:
    """Fire, wild and Moon cart on trolls, one in the storage; the last move takes a trade of four for one."""
    tunnels = [part(squares) for squares in ("B1 C1", "D1 E1", "F1 G1", "H1 I1", "J1 K1", "B2 C2")]
    hall = part("B3 C3 B4 C4", "hall", "Shaman's Chamber", altar="C4")
    diggings = Diggings(
        (gate("A1", 0), *tunnels, hall, gate("L8", 1)),
        (standing("fire", "B1"), standing("moon", "B2"), standing("ice", "F6")),
        (standing("fire", "K1"),),
    )
    state = table(2, diggings=diggings, now=Finishes(dedicated=True))
    holding: tuple[Symbol, ...] = ("fire_cart", "cart", "moon_cart", "coin")
    state = with_moot(state, 0, *(member(symbol, held="x") for symbol in holding))
    state = owning(state, 0, storage=Goods(stone=2, rune=1, cart=1))
    assert not offered(state, Carry("F6", cells("F7"))), "the Ice statue is still buried"
    state = played(state, Carry("B2", cells("C4")))
    assert [member and member.held for member in state.moots[0][:3]] == [(True,), (True,), (False,)]
    state = played(state, Carry("B1", cells("E1")), Carry("E1", cells("G1")), Carry("G1", cells("I1")))
    assert owned(state.purse(0)) == Goods(stone=2, rune=1, coin=1)
    assert not offered(state, Carry("I1", cells("K1")))
    state = played(state, Exchange(("stone", "stone", "rune", "coin"), "cart"))
    assert storage(state) == Goods(cart=1)
    state = played(state, Carry("I1", cells("K1")))
    assert standing("fire", "K1") in state.diggings.statues
    assert standing("moon", "C4") in state.diggings.statues


def test_final_scoring_leftover_sets_with_a_trade() -> None:
    left = Goods(stone=3, iron=2, cart=3, hammer=1, rune=1, coin=2)
    assert best_sets(left) == 3
    assert best_sets(left - Goods(iron=1)) == 2, "nothing is left to trade with"


def test_final_scoring_item_by_item() -> None:
    """43 + 3 + 11 + 1 + 0 + 15 + 20 + 10 + 8 = 111."""
    halls = (
        part("B7 C7 D7 B8 C8 D8", "hall", "The Trove", altar="C8"),
        part("F7 G7 H7 F8 H8", "hall", "Chasm", altar="G7"),
    )
    tunnels = (part("E7 E6"), part("E5 F5"), part("F6 G6"), part("E8"), part("B6 B5"), part("B2 C2 B3 B4"))
    diggings = Diggings(
        (gate("A7", 0), *halls, *tunnels, gate("L1", 1)),
        (
            standing("ice", "F7"),
            standing("moon", "C8"),
            standing("fire", "E5"),
            standing("ice", "F6"),
            standing("fire", "B2"),
            standing("moon", "C2"),
            standing("ice", "K4"),
        ),
        (standing("fire", "E5"), standing("fire", "B2")),
    )
    state = table(2, diggings=diggings, now=Over(), crowned=(Crowned(0, 3),))
    state = owning(state, 0, honour=43, tokens=(4, 4, 3), storage=Goods(stone=2, iron=2))
    state = with_moot(state, 0, member("stone", held="x"))
    assert parts_of(state) == {
        "Tunnels": 43,
        "Coronation": 3,
        "Pedestal tokens": 11,
        "Leftover sets": 1,
        "Great halls": 15,
        "Statues": 38,
    }
    outcome = HALL.outcome(state)
    assert outcome
    assert [(side.won, side.score) for side in outcome.sides] == [(True, 111), (False, 0)]


def test_final_scoring_a_tie_goes_to_the_lower_levels() -> None:
    state = owning(owning(table(2, now=Over()), 0, honour=20), 1, honour=20)
    starters = [member("stone")] * 4
    state = with_moot(state, 0, *starters, member("coin", level=3))
    state = with_moot(state, 1, *starters, member("coin", level=1), member("coin", level=1))
    outcome = HALL.outcome(state)
    assert outcome
    assert outcome.winners == (1,)
    assert "lower levels" in str(outcome.why)


def test_the_coronation_brings_two_more_turns_after_the_round() -> None:
    state = changed(table(3, gate("A3", 0), gate("L8", 1), gate("A8", 2)), turn=1, coronations=(3,))
    state = with_moot(state, 1, *[member("stone")] * 9)
    waiting = state.horde[0]
    assert waiting
    after = played(state, Recruit(waiting.troll.name))
    assert after.crowned == (Crowned(1, 3),)
    assert after.turns_left == 1 + 2 * 3, "the last player of the round, then two turns for everyone"
    after = changed(after, pending=(), now=Finishes())
    turns = []
    while not isinstance(after.now, Over):
        turns.append(after.turn)
        after = HALL.apply(changed(after, now=Finishes()), after.turn, EndTurn())
        after = changed(after, pending=())
    assert turns == [1, 2, 0, 1, 2, 0, 1, 2]


def test_team_play_the_order_and_the_storage() -> None:
    """Team 1, team 2, team 2, team 1; one storage for two, but trolls of one's own."""
    state = HALL.new(setup(4, teams=True, first=1))
    assert [side.seats for side in state.sides] == [(1, 0), (2, 3)]
    parts = (gate("A3", 0), gate("L1", 1), gate("L8", 2), gate("A8", 3))
    state = changed(table(4, *parts, teams=True), turn=0)
    assert [side.seats for side in state.sides] == [(0, 3), (1, 2)]
    state = with_moot(state, 3, member("iron", held="x"))
    state = with_moot(state, 0, member("stone", held="x"))
    state = owning(state, 0, storage=Goods(coin=2))
    assert owned(state.purse(0)) == Goods(stone=1, coin=2)
    assert owned(state.purse(3)) == Goods(iron=1, coin=2)
    quartermaster = msgspec.structs.replace(
        state.diggings, parts=(*parts, part("B3 C3 C4 C5")), workshops=(workshop("quartermaster", "D5"),)
    )
    state = played(changed(state, diggings=quartermaster), Fetch(0))
    assert owned(state.purse(3)) == Goods(stone=1, iron=1, coin=2), "a partner benefits"


def test_team_play_connected_networks_are_one() -> None:
    parts = (gate("A3", 0), gate("L1", 1), gate("L8", 2), gate("A6", 3))
    state = owning(table(4, *parts, teams=True), 0, storage=Goods(stone=4), honour=1)
    dig = Dig("stone", laid(state, "I2", "A4 A5"))
    after = played(state, dig)
    assert after.network(0) == after.network(3)
    assert not offered(owning(table(4, *parts), 0, storage=Goods(stone=4)), dig), "without teams they must not touch"
    assert {standing.score for standing in HALL.standings(after, 0)[::3]} == {1}, "one score"


def test_recruit_or_dig_nothing_of_both_passes_the_step() -> None:
    state = with_moot(table(), 0, *[member("stone")] * 10)
    assert offered(state, Neither())
    assert not offered(owning(state, 0, storage=Goods(stone=2)), Neither())


def test_trading_with_the_supply_is_possible_at_any_point_of_a_turn() -> None:
    """Also while something else is asked, and for a partner when nothing else is left to do."""
    state = owning(table(), 0, storage=Goods(coin=4), pedestals=("ice",))
    trade = Exchange(("coin",) * 4, "rune")
    asked = changed(state, pending=(TakesPedestal(),), now=Finishes())
    after = played(asked, trade)
    assert (storage(after), keys(after)) == (Goods(rune=1), ["take pedestal"])
    assert offered(after, NoPedestal()), "one may take a pedestal"
    parts = (gate("A3", 0), gate("L1", 1), gate("L8", 2), gate("A6", 3))
    team = owning(table(4, *parts, teams=True), 0, storage=Goods(stone=2, coin=4))
    dug = played(team, Dig("stone", laid(team, "I2", "B3 B2")))
    assert (dug.turn, offered(dug, trade)) == (0, True)
    assert (
        played(owning(table(2), 0, storage=Goods(stone=2, coin=4)), Dig("stone", laid(team, "I2", "B3 B2"))).turn == 1
    )
