"""What an answer means, told where it is decided: limits alone and together, whose treasures, what a gift buys."""

from companion.discretion import in_hindsight
from companion.games.trollfjord.moves import (
    Collect,
    Declare,
    Give,
    HoldBack,
    Join,
    Rest,
    StayOut,
    TakeHammer,
)
from companion.games.trollfjord.state import ChoosesFortress, State
from companion.games.trollfjord.view import TrollfjordView
from companion.hammering.bout import MOST, most_in_calm
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Boulders, Fact, Move
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    OLAF,
    SIGRUN,
    SVEN,
    after,
    at,
    hits,
    position,
    white,
)

NORTH = {SVEN: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 1, "glacier_2": 2}}
"""Sven may hammer at the north fortress, Astrid may join him: four trolls, three trolls."""


def choosing(treasures: dict[str, int] | None = None, **position_of: object) -> State:
    values = {"mountain_1": 18, "forest_1": 10, "glacier_2": 13} | (treasures or {})
    return at(position({SVEN: 0}, NORTH, values, **position_of), ChoosesFortress())  # type: ignore[arg-type]


def hammering(state: State, *falls: Boulders) -> State:
    together = (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer())
    return after(state, *together, *hits(SVEN, *falls))


def meaning(state: State, seat: int, move: Move) -> tuple[Fact, ...]:
    return next(
        choice.meaning
        for prompt in GAME.prompts(state)
        if seat in prompt.seats
        for choice in prompt.choices
        if choice.move == move
    )


def lines(facts: tuple[Fact, ...]) -> list[str]:
    return [str(fact.text) for fact in facts if fact.worth is None and not fact.warns]


def warnings(facts: tuple[Fact, ...]) -> list[str]:
    return [str(fact.text) for fact in facts if fact.warns]


def chips(facts: tuple[Fact, ...]) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(fact.worth, str(fact.text), fact.seats) for fact in facts if fact.worth is not None]


def test_a_fortress_tells_the_limits_alone_and_with_each_comrade_and_whose_treasures_there_are() -> None:
    facts = meaning(choosing(), SVEN, Declare("north"))
    assert lines(facts) == ["Alone: 4 hits, 4 boulders of a colour", "With Astrid: 7 hits, 7 boulders of a colour"]
    assert sorted(chips(facts)) == [
        (10, "Forest 1", (SVEN,)),
        (13, "Glacier 2", (ASTRID,)),
        (18, "Mountain 1", (SVEN, ASTRID)),
    ]
    assert not warnings(facts)
    assert lines(meaning(choosing(), SVEN, Rest())) == ["Your turn ends."]


def test_what_only_two_can_reach_says_so_and_what_nobody_can_is_for_nobody() -> None:
    """Four trolls may free 3 x 4 + 11 boulders, seven 32: no treasure is out of their reach."""
    assert most_in_calm(4) == 23
    assert most_in_calm(MOST) == 38
    facts = meaning(choosing({"mountain_1": 27}), SVEN, Declare("north"))
    assert (27, "Mountain 1, only together", (SVEN, ASTRID)) in chips(facts)
    alone = after(choosing({"mountain_1": 27, "forest_1": 28}), (SVEN, Declare("north")), (ASTRID, StayOut()))
    facts = meaning(alone, SVEN, TakeHammer())
    assert lines(facts) == ["Alone: 4 hits, 4 boulders of a colour"]
    assert {(worth, seats) for worth, _, seats in chips(facts)} == {(27, ()), (28, ()), (13, ())}
    assert warnings(facts) == ["No treasure is within your reach."]


def test_who_is_asked_to_join_reads_it_with_their_own_eyes() -> None:
    state = after(choosing(), (SVEN, Declare("north")))
    facts = meaning(state, ASTRID, Join())
    assert lines(facts) == ["Together: 7 hits, 7 boulders of a colour"]
    assert (13, "Glacier 2", (ASTRID,)) in chips(facts)
    assert lines(meaning(state, ASTRID, StayOut())) == ["Sven alone: 4 hits, 4 boulders of a colour"]


def test_stopping_tells_what_can_be_taken_now() -> None:
    state = hammering(choosing(), white(8))
    assert warnings(meaning(state, SVEN, Stop())) == ["No treasure is within your reach yet."]
    facts = meaning(after(state, *hits(SVEN, Boulders(red=3))), SVEN, Stop())
    assert chips(facts) == [(10, "Forest 1", (SVEN,))]
    assert lines(facts) == ["Then Astrid may keep hammering alone."]
    assert not warnings(facts)


def test_a_gift_that_buys_nothing_says_so_before_it_is_given() -> None:
    trap = hammering(choosing(), Boulders(red=5), Boulders(red=4))
    for gift in (4, 8, 16):
        assert warnings(meaning(trap, SVEN, Give(gift))) == ["No treasure is within your reach: it buys you nothing."]
    worthwhile = hammering(choosing(), Boulders(red=5, white=3), Boulders(red=4))
    assert lines(meaning(worthwhile, SVEN, Give(8))) == ["You could take up to 10."]
    assert warnings(meaning(worthwhile, SVEN, Give(16))) == ["Worth more than the 10 it buys."]
    assert lines(meaning(worthwhile, SVEN, HoldBack())) == ["You keep your gifts, nobody collects."]
    # Astrid's only treasure in reach counts 13, and twelve boulders lie there.
    assert warnings(meaning(worthwhile, ASTRID, Give(4)))


def test_what_one_offers_does_not_change_what_the_other_is_asked() -> None:
    state = hammering(choosing(), Boulders(red=5, white=3), Boulders(red=4))
    asked = {prompt.key: prompt for prompt in GAME.prompts(state)}
    (later,) = (prompt for prompt in GAME.prompts(after(state, (ASTRID, Give(4)))) if prompt.seats == (SVEN,))
    assert later == asked[later.key]


def test_the_red_line_counts_down_and_tells_nobody_to_give() -> None:
    state = hammering(choosing(), Boulders(red=5), Boulders(red=4))
    for reader in (None, SIGRUN, SVEN):
        assert event(state, reader) == "Over the colour limit by 2. Gifts still missing: 2."
    assert event(after(state, (SVEN, Give(4))), OLAF) == "Over the colour limit by 2. Gifts still missing: 1."
    refused = after(state, (SVEN, HoldBack()), (ASTRID, HoldBack()))
    assert event(refused, OLAF) == "Over the colour limit by 2: nobody collects."


def event(state: State, reader: int | None) -> str:
    bout = seen(state, reader).hammering
    assert bout is not None
    return str(bout.event)


def seen(state: State, reader: int | None) -> TrollfjordView:
    view = GAME.view(state, reader)
    assert isinstance(view, TrollfjordView)
    return view


def test_a_treasure_says_where_it_goes_and_its_value_to_whoever_decides() -> None:
    state = after(hammering(choosing(), white(11), Boulders(red=7)), (SVEN, Stop()))
    facts = meaning(state, SVEN, Collect("mountain_1"))
    assert chips(facts) == [(18, "Onto belt space I, with the crown", (SVEN,))]
    assert lines(facts) == ["2 trolls come home."]
    state = after(state, (SVEN, Collect("mountain_1")))
    assert chips(meaning(state, ASTRID, Collect("glacier_2"))) == [(13, "Into your patched sack", (ASTRID,))]
    assert lines(meaning(state, ASTRID, KeepOn()))[0] == "5 hits left, alone."


def test_whoever_looks_back_is_told_no_meaning() -> None:
    """What went into a sack is a secret then."""
    state = after(hammering(choosing(), white(11), Boulders(red=7)), (SVEN, Stop()), (SVEN, Collect("mountain_1")))
    (prompt,) = GAME.prompts(state)
    assert "13" in str(prompt)
    assert "13" not in str(in_hindsight(prompt))


def test_a_treasure_is_for_those_who_have_yet_to_collect() -> None:
    state = hammering(choosing(), white(11))
    prizes = {prize.region: (prize.short, prize.takers) for prize in seen(state, None).prizes}
    assert prizes == {"mountain_1": (7, (SVEN, ASTRID)), "forest_1": (0, (SVEN,)), "glacier_2": (2, (ASTRID,))}
    state = after(state, *hits(SVEN, Boulders(red=7)), (SVEN, Stop()), (SVEN, Collect("forest_1")))
    prizes = {prize.region: (prize.short, prize.takers) for prize in seen(state, None).prizes}
    assert prizes == {"mountain_1": (0, (ASTRID,)), "forest_1": (None, ()), "glacier_2": (0, (ASTRID,))}


def test_the_region_that_is_filled_is_told_while_its_treasure_is_turned_over() -> None:
    state = after(hammering(choosing(), white(11)), (SVEN, Stop()))
    assert seen(state, None).filling is None
    state = after(state, (ASTRID, KeepOn()), *hits(ASTRID, Boulders(red=8)))
    while not seen(state, None).filling:
        prompt = GAME.prompts(state)[0]
        state = GAME.apply(state, prompt.seats[0], prompt.choices[-1].move)
    assert seen(state, OLAF).filling == "forest_1"
