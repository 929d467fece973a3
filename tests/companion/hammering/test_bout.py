"""Rulebook B3 and B4: limits, white, the angry spirit, empty hits, stopping and keeping on."""

import pytest

from companion.common.lights import PlayerLight
from companion.hammering.bout import Bout, as_seen, begin, bout_lights, event, keep_on, stop, strike
from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import Boulders, Illegal
from tests.players import PEOPLE

SIGRUN, SVEN, ASTRID, OLAF = range(4)
EMPTY = Boulders()


def struck(bout: Bout, *hits: Boulders) -> Bout:
    for boulders in hits:
        bout = strike(bout, boulders)
    return bout


def white(count: int) -> Boulders:
    return Boulders(white=count)


def test_b3_example_olaf_alone_with_4_trolls_hits_4_times() -> None:
    bout = struck(begin(OLAF, 4), white(1), white(1), white(1))
    assert bout.limit == 4
    assert bout.ending is None
    assert strike(bout, white(1)).ending == "hit_limit"


def test_b3_example_olaf_alone_may_take_4_boulders_of_a_colour() -> None:
    bout = strike(begin(OLAF, 4), Boulders(red=4, blue=4, yellow=4))
    assert bout.ending is None
    assert strike(bout, Boulders(blue=1)).ending == "colour_limit"


def test_b3_example_astrid_brings_2_trolls_and_both_limits_become_6() -> None:
    bout = begin(OLAF, 4, ASTRID, 2)
    assert struck(bout, *[white(1)] * 5).ending is None
    assert struck(bout, *[white(1)] * 6).ending == "hit_limit"
    assert strike(bout, Boulders(red=6, blue=6, yellow=6)).ending is None


def test_b3_more_than_9_trolls_still_hit_only_9_times() -> None:
    bout = begin(OLAF, 8, ASTRID, 5)
    assert bout.limit == 9
    assert struck(bout, *[white(1)] * 9).ending == "hit_limit"


def test_b3_more_than_9_of_a_colour_always_anger_the_spirit() -> None:
    bout = strike(begin(OLAF, 8, ASTRID, 5), Boulders(red=9))
    assert bout.ending is None
    assert strike(bout, Boulders(red=1)).over == {"red": 1}


def test_b3_the_hit_limit_is_never_passed() -> None:
    bout = struck(begin(OLAF, 2), white(1), white(1))
    with pytest.raises(Illegal) as refusal:
        strike(bout, white(1))
    assert refusal.value.code == "hit_limit"
    assert "2" in str(refusal.value)


def test_b3_white_is_no_colour_to_the_spirit() -> None:
    bout = strike(begin(OLAF, 2), white(11))
    assert bout.ending is None
    assert bout.over == {}
    assert bout.boulders.total == 11


def test_b3_going_over_a_colour_ends_the_hammering_at_once() -> None:
    bout = strike(begin(OLAF, 4), Boulders(red=5))
    assert bout.ending == "colour_limit"
    with pytest.raises(Illegal) as refusal:
        strike(bout, EMPTY)
    assert refusal.value.code == "hammering_over"


def test_b3_example_one_red_and_two_yellow_over_6_need_3_gifts() -> None:
    bout = strike(begin(OLAF, 4, ASTRID, 2), Boulders(red=7, yellow=8, blue=6, white=9))
    assert bout.over == {"red": 1, "yellow": 2}
    assert bout.gifts_needed == 3
    assert bout.may_keep_on is None


def test_b3_with_n_trolls_at_most_3n_and_11_boulders_fall_without_anger() -> None:
    for trolls in range(2, 10):
        bout = strike(begin(OLAF, trolls), Boulders(red=trolls, blue=trolls, yellow=trolls, white=11))
        assert not bout.over
        assert bout.boulders.total == 3 * trolls + 11


def test_b4_an_empty_hit_alone_counts_and_means_nothing_else() -> None:
    bout = strike(begin(OLAF, 3), EMPTY)
    assert (bout.hammerer, bout.swaps, len(bout.hits)) == (OLAF, 0, 1)


def test_b4_example_fourth_and_sixth_hits_are_empty_then_sven_stops() -> None:
    bout = begin(SVEN, 4, ASTRID, 4)
    bout = struck(bout, white(1), white(2), white(1), EMPTY)
    assert (bout.hammerer, bout.comrade) == (ASTRID, SVEN)
    bout = struck(bout, white(1), EMPTY)
    assert (bout.hammerer, bout.comrade) == (SVEN, ASTRID)
    assert [hit.seat for hit in bout.hits] == [SVEN] * 4 + [ASTRID] * 2
    bout = stop(bout)
    assert bout.hammerer == SVEN
    assert bout.may_keep_on == ASTRID
    assert len(keep_on(bout).hits) == 6


def test_b4_the_new_hammerer_may_stop_without_a_hit_of_their_own() -> None:
    bout = stop(strike(begin(SVEN, 3, ASTRID, 3), EMPTY))
    assert bout.hammerer == ASTRID
    assert bout.may_keep_on == SVEN


def test_b4_an_empty_hit_swaps_the_roles_even_as_the_last_one() -> None:
    bout = struck(begin(SVEN, 2, ASTRID, 2), white(1), white(1), white(1), EMPTY)
    assert bout.ending == "hit_limit"
    assert bout.hammerer == ASTRID
    assert bout.may_keep_on is None


def test_b4_nobody_stops_before_the_first_hit() -> None:
    with pytest.raises(Illegal) as refusal:
        stop(begin(SVEN, 3))
    assert refusal.value.code == "hit_first"


def test_b4_nobody_stops_twice() -> None:
    with pytest.raises(Illegal) as refusal:
        stop(stop(strike(begin(SVEN, 3), white(1))))
    assert refusal.value.code == "hammering_over"


def test_keep_hammering_goes_on_from_the_same_hits_boulders_and_limits() -> None:
    stopped = stop(struck(begin(SVEN, 3, ASTRID, 3), Boulders(red=5), white(2)))
    bout = keep_on(stopped)
    assert (bout.hammerer, bout.comrade, bout.limit, bout.ending) == (ASTRID, None, 6, None)
    assert bout.boulders == Boulders(red=5, white=2)
    bout = strike(bout, Boulders(red=2))
    assert bout.ending == "colour_limit"
    assert bout.gifts_needed == 1


def test_keep_hammering_an_empty_hit_means_nothing_any_more() -> None:
    bout = strike(keep_on(stop(strike(begin(SVEN, 3, ASTRID, 3), white(1)))), EMPTY)
    assert (bout.hammerer, bout.swaps) == (ASTRID, 0)


def test_keep_hammering_starts_with_a_hit_and_ends_for_good() -> None:
    bout = keep_on(stop(strike(begin(SVEN, 3, ASTRID, 3), white(1))))
    with pytest.raises(Illegal):
        stop(bout)
    bout = stop(strike(bout, white(1)))
    assert bout.may_keep_on is None
    assert bout.partner == SVEN


@pytest.mark.parametrize(
    "bout",
    [
        begin(SVEN, 3, ASTRID, 3),
        stop(strike(begin(SVEN, 3), white(1))),
        struck(begin(SVEN, 1, ASTRID, 1), white(1), white(1)),
        strike(begin(SVEN, 1, ASTRID, 1), Boulders(red=3)),
    ],
    ids=["still hammering", "alone", "hit limit", "colour limit"],
)
def test_keep_hammering_is_only_for_the_comrade_of_one_who_stopped_early(bout: Bout) -> None:
    with pytest.raises(Illegal) as refusal:
        keep_on(bout)
    assert refusal.value.code == "no_keeping_on"


def test_no_more_boulders_of_a_colour_fall_than_are_in_the_tower() -> None:
    bout = strike(begin(SVEN, 9), white(8))
    assert bout.in_tower.white == 3
    with pytest.raises(Illegal) as refusal:
        strike(bout, white(4))
    assert refusal.value.code == "too_many_boulders"
    assert "3 white" in str(refusal.value)


def test_the_last_hit_is_told_in_words() -> None:
    bout = begin(SVEN, 2, ASTRID, 2)
    assert event(bout, PEOPLE, None) is None
    assert str(event(strike(bout, white(1)), PEOPLE, None)) == "1 boulder fell."
    assert str(event(strike(bout, EMPTY), PEOPLE, SVEN)) == "Empty hit: Astrid has the hammer now."
    assert str(event(strike(bout, EMPTY), PEOPLE, ASTRID)) == "Empty hit: you have the hammer now."
    assert str(event(strike(begin(SVEN, 2), EMPTY), PEOPLE, None)) == "Empty hit."
    assert str(event(stop(strike(bout, white(1))), PEOPLE, SVEN)) == "You stop here."


def test_who_did_not_hammer_is_not_told_to_give() -> None:
    angry = strike(begin(SVEN, 2, ASTRID, 2), Boulders(red=6))
    told = {reader: str(event(angry, PEOPLE, reader)) for reader in (SVEN, ASTRID, OLAF, None)}
    assert told[SVEN] == told[ASTRID] == "Over the colour limit by 2. Give 2 gifts, or leave with nothing."
    assert told[OLAF] == told[None] == "Over the colour limit by 2. 2 gifts calm the spirit."


def test_the_lights_warn_on_the_last_free_place_and_show_anger() -> None:
    calm = strike(begin(SVEN, 4), Boulders(red=3))
    assert bout_lights(calm, PEOPLE, PLAYER_COLOURS).mood == "ready"
    warned = strike(calm, Boulders(red=1))
    assert bout_lights(warned, PEOPLE, PLAYER_COLOURS).mood == "warned"
    assert bout_lights(warned, PEOPLE, PLAYER_COLOURS).colour == PlayerLight((255, 120, 0), 2)
    assert bout_lights(strike(warned, Boulders(red=1)), PEOPLE, PLAYER_COLOURS).mood == "angry"
    assert bout_lights(strike(calm, white(11)), PEOPLE, PLAYER_COLOURS).mood == "ready"


def test_everyone_sees_the_same_numbers() -> None:
    seen = as_seen(struck(begin(SVEN, 3, ASTRID, 2), Boulders(red=2, white=1), EMPTY), PEOPLE)
    assert (seen.hit_limit, seen.colour_limit, seen.total, len(seen.hits), seen.swaps) == (5, 5, 3, 2, 1)
