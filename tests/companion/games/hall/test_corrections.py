"""What the host sets right in the Hall: everything that can lie wrong, kept lawful or refused in words."""

from typing import Any

import msgspec
import pytest

from companion.games.hall import HALL
from companion.games.hall.diggings import Diggings
from companion.games.hall.moves import (
    Correction,
    DropToken,
    GiveToken,
    Recruit,
    SetBribes,
    SetHonour,
    SetHorde,
    SetPedestals,
    SetSpell,
    SetStatue,
    SetStorage,
    SetTroll,
    SetTunnel,
    SetTurn,
    SetWorkshop,
    TakeUp,
)
from companion.games.hall.resources import Goods
from companion.games.hall.state import Acts, AddsPedestal, Finishes, OnShow, State, changed
from companion.rules import Illegal
from tests.companion.games.hall.positions import (
    cells,
    gate,
    laid,
    member,
    owning,
    part,
    played,
    standing,
    table,
    with_moot,
    workshop,
)


def put_right(state: State, *moves: Correction) -> State:
    for move in moves:
        state = HALL.apply(state, None, move)
    return state


def refused(state: State, move: Correction) -> str:
    with pytest.raises(Illegal) as refusal:
        HALL.apply(state, None, move)
    return refusal.value.code


def offered(state: State) -> set[str]:
    return {form.do for form in HALL.corrections(state)}


def test_nobody_but_the_host_sets_anything_right() -> None:
    for move in (SetTurn(1), SetStorage(0, "coin", 3), GiveToken(0, 2), TakeUp("B3")):
        with pytest.raises(Illegal) as refusal:
            HALL.apply(table(), 0, move)
        assert refusal.value.code == "host_only"


def test_stores_honour_turn_and_tokens() -> None:
    state = put_right(
        table(), SetStorage(1, "coin", 7), SetHonour(0, 12), GiveToken(0, 4), GiveToken(0, 2), DropToken(0)
    )
    assert (state.side(1).storage, state.side(0).honour, state.side(0).tokens) == (Goods(coin=7), 12, (4,))
    state = put_right(changed(state, now=Finishes()), SetTurn(1))
    assert (state.turn, state.now) == (1, Acts())
    assert refused(state, DropToken(1)) == "no_token"


def test_pedestals_come_from_the_bag_and_go_back_there() -> None:
    state = table()
    before = state.bag.count("ice")
    state = put_right(state, SetPedestals(0, "ice", 2))
    assert (state.side(0).pedestals, state.bag.count("ice")) == (("ice", "ice"), before - 2)
    assert refused(state, SetPedestals(1, "ice", before - 1)) == "bag_empty"
    assert put_right(state, SetPedestals(0, "ice", 0)).bag.count("ice") == before


def test_a_pyramid_has_no_gaps_and_a_card_is_there_once() -> None:
    state = table()
    free = next(troll for troll in state.box.trolls if troll.name not in shown(state) and troll.level == 2)
    after = put_right(state, SetTroll(0, 4, free.name))
    assert after.moots[0][4]
    assert after.decks[1].unseen == state.decks[1].unseen - 1
    assert refused(state, SetTroll(0, 7, free.name)) == "on_air"
    assert refused(after, SetTroll(1, 4, free.name)) == "no_such_thing"
    assert refused(after, SetTroll(0, 5, "")) == "nobody_there"
    gone = put_right(after, SetTroll(0, 4, ""))
    assert (gone.moots[0][4], gone.decks[1].bottom) == (None, (free.name,))
    carrying = with_moot(state, 0, *[member("stone", name=str(n), level=1) for n in range(8)])
    assert refused(carrying, SetTroll(0, 4, "")) == "carries_another"


def shown(state: State) -> set[str]:
    return {waiting.troll.name for waiting in state.horde if waiting}


def test_the_horde_its_bribes_and_the_spellbook() -> None:
    state = table(spellbook=(OnShow("Earth Ritual", 1), OnShow("Golden Mask"), OnShow("Stone-eater's Call")))
    other, high = (
        next(troll.name for troll in state.box.trolls if troll.level == level and troll.name not in shown(state))
        for level in (1, 3)
    )
    after = put_right(state, SetHorde(0, other), SetBribes(other, "coin", 2), SetBribes(other, "iron", 1))
    waiting = after.horde[0]
    assert waiting
    assert (waiting.troll.name, waiting.bribes) == (other, Goods(coin=2, iron=1))
    assert refused(after, SetBribes(other, "rune", 1)) == "would_retire"
    assert refused(after, SetHorde(1, high)) == "another_level"
    assert put_right(after, SetSpell("Earth Ritual", "Earth Ritual", 2)).spellbook[0] == OnShow("Earth Ritual", 2)
    assert put_right(after, SetSpell("Earth Ritual", "Rite of Ascension", 0)).spellbook[0] == OnShow(
        "Rite of Ascension"
    )
    assert refused(after, SetSpell("Earth Ritual", "Golden Mask", 0)) == "shown_twice"
    assert played(after, Recruit(other, 4)).side(0).storage == Goods(coin=2, iron=1)


def mountain(**fields: Any) -> State:
    diggings = Diggings(
        (gate("A3", 0), part("B3 C3", name="I2"), part("B4 C4 C5", name="V3"), gate("L8", 1)),
        (standing("fire", "D3"), standing("moon", "C5")),
        (standing("ice", "C3"),),
    )
    return table(2, diggings=diggings, workshops=("stonemill", "toolforge"), **fields)


def test_statues_tunnels_and_workshops() -> None:
    state = mountain()
    moved = put_right(state, SetStatue("C5", cells("B4")))
    assert standing("moon", "B4") in moved.diggings.statues
    assert refused(state, SetStatue("C5", cells("D3"))) == "no_such_thing", "one statue a square"
    laid_down = put_right(state, SetTunnel(0, laid(state, "I2", "D4 E4")))
    assert laid_down.network(0).bit_count() == state.network(0).bit_count() + 2
    assert (laid_down.tunnels[0], laid_down.side(0).honour) == (state.tunnels[0] - 1, 0)
    assert refused(state, SetTunnel(0, laid(state, "I2", "F7 G7"))) == "no_such_thing", "not beside the network"
    up = put_right(laid_down, TakeUp("D4"))
    assert (up.tunnels, up.diggings) == (state.tunnels, state.diggings)
    assert refused(state, TakeUp("B3")) == "pedestal_on_it"
    assert refused(state, TakeUp("B4")) == "statue_on_it"
    assert refused(mountain_under_a_hall(), TakeUp("C5")) == "under_a_hall"
    built = put_right(state, SetWorkshop("D5", "stonemill"))
    assert (built.diggings.workshops, built.workshops) == ((workshop("stonemill", "D5"),), ("toolforge",))
    swapped = put_right(built, SetWorkshop("D5", "toolforge"))
    assert (swapped.diggings.workshops, swapped.workshops) == ((workshop("toolforge", "D5"),), ("stonemill",))
    assert put_right(built, SetWorkshop("D5", "")).diggings.workshops == ()
    assert refused(built, SetWorkshop("H3", "stonemill")) == "not_in_supply"
    assert refused(state, SetWorkshop("D5", "")) == "no_workshop"


def mountain_under_a_hall() -> State:
    parts = (gate("A3", 0), part("B3 C3 B4 C4", "hall", "Shaman's Chamber", altar="C4"), part("C5", name="V3"))
    return table(2, diggings=Diggings((*parts, gate("L8", 1))))


def test_while_something_is_asked_nothing_it_rests_on_is_changed() -> None:
    asking = changed(mountain(), pending=(AddsPedestal(cells("C4")),))
    assert offered(asking) == {"set_honour", "set_storage", "set_held", "give_token"}


def test_each_way_corrects_what_it_keeps() -> None:
    state = table()
    told = msgspec.structs.replace(state, way="mapless")
    assert offered(state) - offered(told) == {"set_statue", "set_tunnel", "set_workshop"} & offered(state)
    assert offered(owning(changed(state, way="honour"), 0, tokens=(3,))) == {
        "set_honour",
        "give_token",
        "drop_token",
        "set_turn",
    }


def test_the_crown_rolls_over_the_lamps() -> None:
    state = with_moot(table(), 0, *[member("stone")] * 9)
    waiting = state.horde[0]
    assert waiting
    assert HALL.lights(state).mood == "turn"
    assert HALL.lights(played(state, Recruit(waiting.troll.name))).mood == "wave"
