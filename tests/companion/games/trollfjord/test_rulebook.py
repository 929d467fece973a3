"""Every worked example of the rulebook, named by its section, and the rulings beside them."""

import pytest

from companion.games.trollfjord.crowns import crowns
from companion.games.trollfjord.fortresses import comrades, fortresses
from companion.games.trollfjord.moves import (
    Clear,
    Collect,
    Declare,
    Draw,
    Forgo,
    Give,
    HoldBack,
    Join,
    LeaveEmpty,
    MoveLord,
    Place,
    Rest,
    StayOut,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.score import total, winner
from companion.games.trollfjord.state import ChoosesFortress, Collects, Hammers, MovesLord, Over, State
from companion.games.trollfjord.walkway import next_free
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Boulders, Hit, Illegal
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    OLAF,
    SIGRUN,
    SVEN,
    after,
    asked,
    at,
    hits,
    new,
    offered,
    position,
    standing_in,
    treasure,
    wanders,
    white,
)

NORTH = 1
"""Mountain 1, glacier 2, forest 1."""


def fortress_names(state: State, seat: int) -> set[str]:
    return {state.land.spots[spot] for spot in fortresses(state, seat)}


def declared(state: State, seat: int, fortress: str) -> State:
    """The player whose turn it is has moved and names a fortress."""
    return after(at(state, ChoosesFortress(), seat), (seat, Declare(fortress)))


class TestOverview:
    def test_example_1_sigrun_is_farthest_back_on_the_starting_plank_and_begins(self) -> None:
        state = new(start=(SVEN, OLAF, ASTRID, SIGRUN))
        assert state.lords[SIGRUN] == min(state.lords)
        assert state.turn == SIGRUN
        assert asked(state) == [SIGRUN]

    def test_example_2_sven_plays_on_until_he_overtakes_astrid(self) -> None:
        state = position({SVEN: 0, ASTRID: 7, OLAF: 20, SIGRUN: 22})
        state = after(state, (SVEN, MoveLord("place", 1)), (SVEN, Forgo()))
        state = passed_tailwind(state)
        assert state.turn == SVEN
        state = after(state, (SVEN, MoveLord("place", 3)), (SVEN, Forgo()))
        state = passed_tailwind(state)
        assert state.lords[SVEN] > state.lords[ASTRID]
        assert state.turn == ASTRID


def passed_tailwind(state: State) -> State:
    while not isinstance(state.now, MovesLord | Over):
        state = after(state, (asked(state)[0], Forgo()))
    return state


class TestA1TrollLord:
    def test_example_astrid_counts_free_placement_spaces_only_and_takes_the_second(self) -> None:
        state = position({ASTRID: 0, SVEN: 4, OLAF: 5, SIGRUN: 30})
        placing, _ = next_free(state, ASTRID)
        assert placing == [2, 6, 8]
        state = after(state, (ASTRID, MoveLord("place", 2)))
        assert state.lords[ASTRID] == 6

    def test_example_olaf_counts_free_wander_spaces_only_and_takes_the_third(self) -> None:
        state = position({OLAF: 0, SVEN: 3, ASTRID: 4, SIGRUN: 30}, {OLAF: {"forest_1": 1}})
        _, wandering = next_free(state, OLAF)
        assert wandering == [1, 5, 7]
        state = after(state, (OLAF, MoveLord("wander", 3)))
        assert state.lords[OLAF] == 7

    def test_a_lord_leaves_the_starting_plank_for_the_first_spaces_of_the_walkway(self) -> None:
        state = new(2)
        assert next_free(state, state.turn) == ([0, 2, 4], [1, 3, 5])

    def test_the_walkway_is_endless(self) -> None:
        state = position({SVEN: 57, ASTRID: 60, OLAF: 61, SIGRUN: 63})
        assert next_free(state, SVEN) == ([58, 62, 64], [59, 65, 67])
        state = after(state, (SVEN, MoveLord("place", 2)))
        assert state.lords[SVEN] == 62

    def test_the_first_space_of_the_walkway_can_be_occupied_too(self) -> None:
        state = position({SVEN: -2, ASTRID: 0, OLAF: 20, SIGRUN: 22})
        assert next_free(state, SVEN)[0] == [2, 4, 6]

    def test_lying_lords_still_occupy_their_space(self) -> None:
        state = position({SVEN: 0, ASTRID: 2, OLAF: 20, SIGRUN: 22}, lying=(ASTRID,))
        assert next_free(state, SVEN)[0] == [4, 6, 8]

    def test_lying_lords_never_move(self) -> None:
        assert position({SVEN: 9, ASTRID: 2, OLAF: 20, SIGRUN: 22}, lying=(ASTRID,)).turn == SVEN


class TestA2PlacingAndWandering:
    def test_example_sven_moves_2_placement_spaces_and_places_2_trolls_in_a_forest(self) -> None:
        state = after(position({SVEN: 11}), (SVEN, MoveLord("place", 2)))
        assert state.land.walkway[state.lords[SVEN]] == "forest"
        state = after(state, (SVEN, Place("forest_2", 2)))
        assert standing_in(state, SVEN) == {"forest_2": 2}

    def test_trolls_go_into_a_single_region_of_the_landscape(self) -> None:
        state = after(position({SVEN: 11}), (SVEN, MoveLord("place", 2)))
        places = [move for move in offered(state, SVEN) if isinstance(move, Place)]
        assert {(move.region, move.trolls) for move in places} == {
            (region, trolls) for region in ("forest_1", "forest_2") for trolls in (1, 2)
        }

    def test_placing_may_be_forgone(self) -> None:
        state = after(position({SVEN: 11}), (SVEN, MoveLord("place", 2)), (SVEN, Forgo()))
        assert standing_in(state, SVEN) == {}

    def test_no_more_trolls_are_placed_than_stand_in_front_of_the_player(self) -> None:
        state = position({SVEN: 11}, {SVEN: {"swamp_1": 9}})
        state = after(state, (SVEN, MoveLord("place", 3)))
        assert {move.trolls for move in offered(state, SVEN) if isinstance(move, Place)} == {1}

    def test_without_trolls_in_front_placing_passes_by_itself(self) -> None:
        state = after(position({SVEN: 11}, {SVEN: {"swamp_1": 10}}, seats=2), (SVEN, MoveLord("place", 1)))
        assert asked(state) == [SIGRUN]

    def test_example_olaf_wanders_3_times_troll_a_twice_and_troll_b_once(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"swamp_1": 1, "fjord_1": 1}})
        state = after(state, (OLAF, MoveLord("wander", 3)))
        state = after(state, *wanders(OLAF, ("swamp_1", "mountain_1"), ("mountain_1", "forest_1")))
        assert standing_in(state, OLAF) == {"forest_1": 1, "fjord_1": 1}
        state = after(state, *wanders(OLAF, ("fjord_1", "fjord_2")))
        assert standing_in(state, OLAF) == {"forest_1": 1, "fjord_2": 1}
        assert asked(state) != [OLAF]

    def test_wandering_may_be_ended_early(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"swamp_1": 2}})
        state = after(state, (OLAF, MoveLord("wander", 3)), (OLAF, Wander("mountain_1")), (OLAF, Forgo()))
        assert standing_in(state, OLAF) == {"swamp_1": 1, "mountain_1": 1}


class TestA3Tailwind:
    def test_example_astrid_places_on_a_glacier_then_sigrun_wanders_and_sven_gets_nothing(self) -> None:
        state = position(
            {OLAF: 0, SVEN: 5, ASTRID: 12, SIGRUN: 15},
            {SIGRUN: {"forest_1": 1}, SVEN: {"forest_1": 1}, OLAF: {"swamp_2": 1}},
        )
        assert state.land.walkway[12] == "glacier"
        state = after(state, (OLAF, MoveLord("wander", 3)), (OLAF, Wander("tundra_2")), (OLAF, Forgo()))
        assert state.lords[OLAF] > state.lords[SVEN]
        assert asked(state) == [ASTRID]
        assert offered(state, ASTRID) == [Place("glacier_1", 1), Place("glacier_2", 1), Forgo()]
        state = after(state, (ASTRID, Place("glacier_2", 1)))
        assert asked(state) == [SIGRUN]
        state = after(state, (SIGRUN, Wander("glacier_1")))
        assert standing_in(state, SIGRUN) == {"glacier_1": 1}
        assert standing_in(state, ASTRID) == {"glacier_2": 1}
        assert state.turn == SVEN

    def test_finished_players_and_lords_on_the_starting_plank_feel_no_wind(self) -> None:
        state = position({OLAF: -3, SVEN: -2, ASTRID: 12, SIGRUN: 15}, lying=(ASTRID,))
        state = after(state, (OLAF, MoveLord("place", 1)), (OLAF, Forgo()))
        assert state.turn == SVEN


ALL_AROUND = {"mountain_1": 1, "glacier_2": 1, "swamp_1": 1, "mountain_2": 1, "swamp_2": 1, "tundra_2": 1}


class TestB1Fortress:
    def test_example_sven_has_an_empty_belt_and_hammers_at_number_1(self) -> None:
        assert fortress_names(position(trolls={SVEN: ALL_AROUND}), SVEN) == {"north"}

    def test_example_astrid_has_belt_space_1_taken_and_hammers_at_number_2(self) -> None:
        state = position(trolls={ASTRID: ALL_AROUND}, belts={ASTRID: [12]})
        assert fortress_names(state, ASTRID) == {"north_east"}

    def test_example_olaf_has_belt_spaces_1_and_2_taken_and_hammers_at_number_3(self) -> None:
        state = position(trolls={OLAF: ALL_AROUND}, belts={OLAF: [12, 12]})
        assert fortress_names(state, OLAF) == {"north_west", "south_east"}

    def test_example_sigrun_has_only_plus_free_and_hammers_at_any_number(self) -> None:
        state = position(trolls={SIGRUN: ALL_AROUND}, belts={SIGRUN: [12, 12, 23]})
        assert fortress_names(state, SIGRUN) == {"north", "north_east", "north_west", "south_east"}

    def test_slate_2_example_one_region_is_too_few_two_and_three_are_enough(self) -> None:
        state = position(
            trolls={
                SIGRUN: {"mountain_1": 4},
                ASTRID: {"mountain_1": 1, "forest_1": 1},
                OLAF: {"mountain_1": 1, "forest_1": 2, "glacier_2": 1},
            }
        )
        assert [fortress_names(state, seat) for seat in (SIGRUN, ASTRID, OLAF)] == [set(), {"north"}, {"north"}]

    def test_two_regions_count_only_at_the_same_fortress(self) -> None:
        assert fortress_names(position(trolls={SVEN: {"forest_1": 5, "tundra_1": 5}}), SVEN) == set()

    def test_without_such_a_fortress_the_turn_ends_by_itself(self) -> None:
        state = position({SVEN: 0}, {SVEN: {"mountain_1": 4}}, seats=2)
        state = passed_tailwind(after(state, (SVEN, MoveLord("place", 1)), (SVEN, Forgo())))
        assert isinstance(state.now, MovesLord)

    def test_who_does_not_want_to_hammer_ends_the_turn(self) -> None:
        state = at(position({SVEN: 0}, {SVEN: {"mountain_1": 1, "forest_1": 1}}), ChoosesFortress())
        assert offered(state, SVEN) == [Declare("north"), Rest()]
        assert isinstance(after(state, (SVEN, Rest())).now, MovesLord)


SIGRUNS = {
    SIGRUN: {"mountain_1": 1, "forest_1": 1},
    SVEN: {"mountain_1": 2, "forest_1": 2},
    OLAF: {"mountain_1": 1, "glacier_2": 2},
    ASTRID: {"mountain_1": 6},
}


class TestB2Comrades:
    def test_example_1_sven_is_asked_before_olaf_and_astrid_not_at_all(self) -> None:
        state = declared(position({SIGRUN: 0}, SIGRUNS), SIGRUN, "north")
        assert comrades(state, NORTH) == [SVEN, OLAF]
        assert asked(state) == [SVEN]
        state = after(state, (SVEN, StayOut()))
        assert asked(state) == [OLAF]
        state = after(state, (OLAF, StayOut()))
        assert offered(state, SIGRUN) == [TakeHammer(), Rest()]
        armed = GAME.armed(after(state, (SIGRUN, TakeHammer())))
        assert armed
        assert (armed.comrade, armed.hit_limit) == (None, 2)

    def test_the_first_yes_is_final_wanted_or_not(self) -> None:
        state = after(declared(position({SIGRUN: 0}, SIGRUNS), SIGRUN, "north"), (SVEN, Join()))
        assert asked(state) == [SIGRUN]
        assert offered(state, SIGRUN) == [TakeHammer(), Rest()]
        armed = GAME.armed(after(state, (SIGRUN, TakeHammer())))
        assert armed
        assert (armed.hammerer, armed.comrade, armed.hit_limit) == (SIGRUN, SVEN, 6)

    def test_ties_example_2_astrid_is_farther_back_than_sven_and_sigrun_has_fewer(self) -> None:
        trolls = {
            OLAF: {"mountain_1": 2, "forest_1": 2},
            ASTRID: {"mountain_1": 2, "forest_1": 1},
            SVEN: {"mountain_1": 1, "glacier_2": 2},
            SIGRUN: {"mountain_1": 1, "forest_1": 1},
        }
        state = position({OLAF: 8, ASTRID: 12, SVEN: 14, SIGRUN: 9}, trolls)
        state = declared(state, OLAF, "north")
        assert comrades(state, NORTH) == [ASTRID, SVEN, SIGRUN]
        order = []
        while asked(state) != [OLAF]:
            order += asked(state)
            state = after(state, (order[-1], StayOut()))
        assert order == [ASTRID, SVEN, SIGRUN]

    def test_not_hammering_after_all_ends_the_turn_and_leaves_everything(self) -> None:
        state = after(declared(position({SIGRUN: 0}, SIGRUNS), SIGRUN, "north"), (SVEN, Join()), (SIGRUN, Rest()))
        assert isinstance(state.now, MovesLord)
        assert standing_in(state, SVEN) == SIGRUNS[SVEN]

    def test_a_finished_player_is_nobodys_comrade(self) -> None:
        state = position({SIGRUN: 0}, SIGRUNS, lying=(SVEN,))
        assert comrades(at(state, ChoosesFortress()), NORTH) == [OLAF]

    def test_where_nobody_can_join_nobody_is_asked(self) -> None:
        state = declared(position({SVEN: 0}, {SVEN: {"mountain_1": 1, "forest_1": 1}}), SVEN, "north")
        assert isinstance(state.now, Hammers)


OLAF_AND_ASTRID = {OLAF: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 1, "forest_1": 1}}


def hammering(state: State, seat: int, fortress: str, comrade: int | None = None) -> State:
    state = declared(state, seat, fortress)
    while asked(state) != [seat] and not isinstance(state.now, Hammers):
        answering = asked(state)[0]
        state = after(state, (answering, Join() if answering == comrade else StayOut()))
    return state if isinstance(state.now, Hammers) else after(state, (seat, TakeHammer()))


class TestB3Limits:
    def test_example_olaf_alone_has_limits_of_4_and_with_astrid_of_6(self) -> None:
        alone = GAME.armed(hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north"))
        both = GAME.armed(hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID))
        assert alone
        assert both
        assert (alone.hit_limit, alone.colour_limit, both.hit_limit, both.colour_limit) == (4, 4, 6, 6)

    def angered(self) -> State:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        return after(state, (OLAF, Hit(Boulders(red=7, yellow=8, white=5))))

    def test_example_3_gifts_olaf_gives_2_and_astrid_1_and_both_may_collect(self) -> None:
        state = self.angered()
        assert asked(state) == [ASTRID, OLAF]
        assert GAME.lights(state).mood == "angry"
        state = after(state, (OLAF, Give(4)), (ASTRID, Give(8)), (OLAF, Give(16)))
        assert state.gifts[OLAF] == (8,)
        assert state.gifts[ASTRID] == (4, 16)
        assert GAME.lights(state).mood == "turn"
        state = after(state, (OLAF, Collect("mountain_1")))
        assert state.belt(OLAF) == [18]
        assert state.sacks[ASTRID] == (10,)

    def test_without_all_the_gifts_none_are_given_and_neither_collects(self) -> None:
        state = after(self.angered(), (OLAF, Give(4)), (OLAF, HoldBack()), (ASTRID, Give(8)), (ASTRID, HoldBack()))
        assert state.gifts[OLAF] == state.gifts[ASTRID] == (4, 8, 16)
        assert state.belted == ()
        assert state.sacks[ASTRID] == ()
        assert asked(state) == [OLAF]
        assert isinstance(offered(state, OLAF)[0], Clear)

    def test_gifts_that_cannot_suffice_are_not_asked_for(self) -> None:
        state = position({OLAF: 0}, OLAF_AND_ASTRID, gifts={OLAF: (8,), ASTRID: (4,)})
        state = after(hammering(state, OLAF, "north", ASTRID), (OLAF, Hit(Boulders(red=9))))
        assert state.gifts[OLAF] == (8,)
        assert isinstance(offered(state, OLAF)[0], Clear)

    def test_exactly_enough_gifts_are_asked_for_and_calm_the_spirit(self) -> None:
        state = position({OLAF: 0}, OLAF_AND_ASTRID, gifts={OLAF: (8,), ASTRID: (4, 16)})
        state = after(hammering(state, OLAF, "north", ASTRID), (OLAF, Hit(Boulders(red=9, white=9))))
        assert asked(state) == [ASTRID, OLAF]
        state = after(state, (ASTRID, Give(16)))
        assert asked(state) == [ASTRID, OLAF], "what is left is still exactly enough"
        state = after(state, (OLAF, Give(8)), (ASTRID, Give(4)))
        assert state.gifts[OLAF] == state.gifts[ASTRID] == ()
        assert isinstance(offered(state, OLAF)[0], Collect)

    def test_exactly_enough_gifts_of_one_who_hammers_alone_are_asked_for(self) -> None:
        state = position({OLAF: 0}, OLAF_AND_ASTRID, gifts={OLAF: (8,)})
        state = after(hammering(state, OLAF, "north"), (OLAF, Hit(Boulders(red=5))))
        assert offered(state, OLAF) == [Give(8), HoldBack()]

    def test_flipped_gifts_cannot_be_given_again(self) -> None:
        state = position({OLAF: 0}, OLAF_AND_ASTRID, gifts={OLAF: (8,)})
        state = after(hammering(state, OLAF, "north", ASTRID), (OLAF, Hit(Boulders(red=7))))
        assert offered(state, OLAF) == [Give(8), HoldBack()]

    def test_giving_gifts_does_not_bring_the_hammer_back(self) -> None:
        state = after(self.angered(), (OLAF, Give(4)), (OLAF, Give(8)), (OLAF, Give(16)))
        with pytest.raises(Illegal) as refusal:
            after(state, (OLAF, Hit(white(1))))
        assert refusal.value.code == "hammering_over"


class TestB4Hammering:
    def test_example_the_fourth_and_sixth_hits_are_empty_sven_stops_and_astrid_may_keep_on(self) -> None:
        trolls = {SVEN: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 2, "forest_1": 2}}
        state = hammering(position({SVEN: 0}, trolls), SVEN, "north", ASTRID)
        state = after(state, *hits(SVEN, white(3), white(3), white(3), Boulders()))
        assert GAME.view(state, None).acting == (ASTRID,)
        state = after(state, *hits(ASTRID, white(2), Boulders()))
        state = after(state, (SVEN, Stop()), (SVEN, Collect("forest_1")))
        assert state.belt(SVEN) == [10]
        assert standing_in(state, SVEN) == {"mountain_1": 2}
        assert offered(state, ASTRID) == [LeaveEmpty(), KeepOn()]
        armed = GAME.armed(after(state, (ASTRID, KeepOn())))
        assert armed
        assert (armed.hammerer, armed.comrade, armed.hit_limit, len(armed.hits)) == (ASTRID, None, 8, 6)

    def test_the_comrade_cannot_back_out(self) -> None:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        state = after(state, *hits(OLAF, white(11)))
        with pytest.raises(Illegal) as refusal:
            after(state, (ASTRID, Stop()))
        assert refusal.value.code == "not_yours"

    def test_a_hit_over_the_limit_is_refused_loudly_even_when_treasures_are_collected(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"mountain_1": 1, "forest_1": 1}}, {"mountain_1": 11})
        state = after(hammering(state, OLAF, "north"), *hits(OLAF, white(10), white(1)))
        assert isinstance(state.now, Collects)
        with pytest.raises(Illegal) as refusal:
            after(state, (OLAF, Hit()))
        assert refusal.value.code == "hit_limit"

    def test_a_treasure_taken_before_is_safe_when_the_other_keeps_on_and_angers_the_spirit(self) -> None:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        state = after(state, *hits(OLAF, white(11)), (OLAF, Stop()), (ASTRID, KeepOn()))
        state = after(state, *hits(ASTRID, Boulders(red=10)))
        assert state.belt(OLAF) == [10]
        assert state.sacks[ASTRID] == ()
        assert asked(state) == [ASTRID]

    def test_only_the_one_who_kept_on_can_give_gifts(self) -> None:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        state = after(state, *hits(OLAF, white(11)), (OLAF, Stop()), (ASTRID, KeepOn()))
        state = after(state, *hits(ASTRID, Boulders(red=8)))
        assert asked(state) == [ASTRID]
        state = after(state, (ASTRID, Give(4)), (ASTRID, Give(8)))
        assert state.gifts[OLAF] == (4, 8, 16)
        assert state.sacks[ASTRID] == (18,)


class TestC1Collecting:
    def test_example_19_boulders_astrid_chooses_between_17_and_19_and_leaves_sven_the_other(self) -> None:
        trolls = {
            ASTRID: {"mountain_1": 3, "glacier_2": 2, "forest_1": 1},
            SVEN: {"glacier_2": 1, "mountain_1": 1},
        }
        treasures = {"mountain_1": 19, "glacier_2": 17, "forest_1": 23, "tundra_2": 12}
        state = hammering(position({ASTRID: 0}, trolls, treasures), ASTRID, "north", SVEN)
        state = after(state, *hits(ASTRID, Boulders(red=3, blue=3, yellow=3, white=10)), (ASTRID, Stop()))
        assert offered(state, ASTRID) == [Collect("mountain_1"), Collect("glacier_2")]
        state = after(state, (ASTRID, Collect("mountain_1")))
        assert state.belt(ASTRID) == [19]
        assert offered(state, SVEN) == [Collect("glacier_2"), KeepOn()]
        state = after(state, (SVEN, Collect("glacier_2")))
        assert state.sacks[SVEN] == (17,)

    def test_example_astrid_has_no_troll_on_the_glacier_so_sven_takes_its_treasure(self) -> None:
        trolls = {ASTRID: {"fjord_1": 3, "tundra_1": 2}, SVEN: {"glacier_1": 2, "tundra_1": 1}}
        treasures = {"fjord_1": 18, "tundra_1": 10, "glacier_1": 13, "mountain_1": 28, "forest_1": 27, "glacier_2": 26}
        state = hammering(position({ASTRID: 0}, trolls, treasures), ASTRID, "south_west", SVEN)
        state = after(state, *hits(ASTRID, Boulders(red=3, blue=3, yellow=3, white=10)), (ASTRID, Stop()))
        assert offered(state, ASTRID) == [Collect("tundra_1"), Collect("fjord_1")]
        state = after(state, (ASTRID, Collect("fjord_1")))
        assert offered(state, SVEN) == [Collect("glacier_1"), Collect("tundra_1"), KeepOn()]
        state = after(state, (SVEN, Collect("glacier_1")))
        assert state.sacks[SVEN] == (13,)

    def test_example_olaf_calms_the_spirit_alone_and_astrid_settles_for_16(self) -> None:
        trolls = {
            ASTRID: {"fjord_1": 2, "glacier_1": 2},
            OLAF: {"tundra_1": 1, "fjord_1": 1},
        }
        treasures = {"fjord_1": 16, "glacier_1": 28, "tundra_1": 17, "swamp_2": 22, "mountain_1": 27}
        state = hammering(position({ASTRID: 0}, trolls, treasures), ASTRID, "south_west", OLAF)
        state = after(state, *hits(ASTRID, Boulders(yellow=7, red=5, blue=5, white=3)))
        state = after(state, (ASTRID, HoldBack()), (OLAF, Give(4)))
        assert state.belt(ASTRID) == [16]
        assert state.sacks[OLAF] == (17,)
        assert state.gifts[ASTRID] == (4, 8, 16)
        assert state.gifts[OLAF] == (8, 16)

    def test_whoever_may_have_a_treasure_must_take_one(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"mountain_1": 1, "forest_1": 1}}, {"mountain_1": 11})
        state = after(hammering(state, OLAF, "north"), *hits(OLAF, white(10), white(1)))
        assert offered(state, OLAF) == [Collect("mountain_1"), Collect("forest_1")]
        with pytest.raises(Illegal) as refusal:
            after(state, (OLAF, LeaveEmpty()))
        assert refusal.value.code == "must_collect"

    def test_without_an_allowed_treasure_one_leaves_empty_handed(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"mountain_1": 1, "forest_1": 1}})
        state = after(hammering(state, OLAF, "north"), *hits(OLAF, white(4), white(5)))
        assert state.belted == ()
        assert offered(state, OLAF) == [Clear("mountain_1"), Clear("forest_1")]

    def test_role_swaps_never_change_whose_turn_it_is(self) -> None:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        state = after(state, *hits(OLAF, white(10), Boulders()), (ASTRID, Stop()), (ASTRID, Collect("forest_1")))
        assert state.sacks[ASTRID] == (10,)
        state = after(state, (OLAF, KeepOn()), *hits(OLAF, Boulders(red=4, blue=4)), (OLAF, Stop()))
        state = after(state, (OLAF, Collect("mountain_1")))
        assert state.belt(OLAF) == [18]
        assert state.turn == OLAF


class TestC2Crowns:
    def test_example_1_sigrun_is_first_on_belt_space_2_and_sven_has_the_crown_of_1(self) -> None:
        trolls = {SIGRUN: {"mountain_2": 4, "swamp_2": 1}}
        treasures = {"mountain_2": 19, "tundra_2": 14, "swamp_2": 28}
        state = position({SIGRUN: 0}, trolls, treasures, belts={SVEN: [20], SIGRUN: [12]})
        state = hammering(state, SIGRUN, "north_east")
        state = after(state, *hits(SIGRUN, Boulders(red=3, blue=3, yellow=3, white=10)), (SIGRUN, Stop()))
        state = after(state, (SIGRUN, Collect("mountain_2")))
        assert state.belt(SIGRUN) == [12, 19]
        assert crowns(state.belted, SIGRUN) == [1]
        assert crowns(state.belted, SVEN) == [0]

    def test_example_2_svens_24_takes_the_crown_of_2_and_olafs_later_20_that_of_1(self) -> None:
        state = position(belts={SVEN: [20], SIGRUN: [12, 19]})
        assert (crowns(state.belted, SVEN), crowns(state.belted, SIGRUN)) == ([0], [1])
        state = position(
            {SVEN: 0},
            {SVEN: {"mountain_2": 5, "swamp_2": 1}},
            {"mountain_2": 24},
            belts={SVEN: [20], SIGRUN: [12, 19]},
        )
        state = hammering(state, SVEN, "north_east")
        state = after(state, *hits(SVEN, Boulders(red=5, blue=5, yellow=4, white=10)), (SVEN, Stop()))
        state = after(state, (SVEN, Collect("mountain_2")))
        assert crowns(state.belted, SVEN) == [0, 1]
        state = position(
            {OLAF: 0},
            {OLAF: {"mountain_1": 5, "forest_1": 1}},
            {"mountain_1": 20, "fjord_1": 27},
            belts={SVEN: [20, 24], SIGRUN: [12, 19]},
        )
        state = hammering(state, OLAF, "north")
        state = after(state, *hits(OLAF, Boulders(red=5, blue=5, white=10)), (OLAF, Stop()))
        state = after(state, (OLAF, Collect("mountain_1")))
        assert crowns(state.belted, OLAF) == [0]
        assert crowns(state.belted, SVEN) == [1]

    def test_plus_has_no_crown(self) -> None:
        state = position(belts={SVEN: [20, 24, 25, 28]})
        assert crowns(state.belted, SVEN) == [0, 1, 2]


class TestC3Clearing:
    def test_example_sven_clears_the_forest_of_his_treasure_and_sigrun_the_glacier_of_her_choice(self) -> None:
        trolls = {SVEN: {"forest_1": 2, "mountain_1": 1}, SIGRUN: {"glacier_2": 1, "mountain_1": 4}}
        treasures = {"glacier_2": 25, "mountain_1": 26}
        state = hammering(position({SVEN: 0}, trolls, treasures), SVEN, "north", SIGRUN)
        state = after(state, *hits(SVEN, white(11)), (SVEN, Stop()), (SIGRUN, LeaveEmpty()))
        assert standing_in(state, SVEN) == {"mountain_1": 1}
        assert offered(state, SIGRUN) == [Clear("mountain_1"), Clear("glacier_2")]
        state = after(state, (SIGRUN, Clear("glacier_2")))
        assert standing_in(state, SIGRUN) == {"mountain_1": 4}
        assert state.supply(SIGRUN) == 6

    def test_the_player_whose_turn_it_is_clears_first(self) -> None:
        state = hammering(position({OLAF: 0}, OLAF_AND_ASTRID), OLAF, "north", ASTRID)
        state = after(state, *hits(OLAF, Boulders(), white(1)), (ASTRID, Stop()), (OLAF, LeaveEmpty()))
        assert asked(state) == [OLAF]
        assert asked(after(state, (OLAF, Clear("forest_1")))) == [ASTRID]

    def test_empty_regions_get_a_new_treasure_and_the_turn_ends(self) -> None:
        state = hammering(position({OLAF: 0}, {OLAF: {"mountain_1": 1, "forest_1": 1}}), OLAF, "north")
        state = after(state, *hits(OLAF, white(10)), (OLAF, Stop()), (OLAF, Collect("forest_1")))
        assert treasure(state, "forest_1") is None
        assert asked(state) == [OLAF]
        state = after(state, (OLAF, Draw(28)))
        assert treasure(state, "forest_1") == 28
        assert isinstance(state.now, MovesLord)
        assert GAME.armed(state) is None

    def test_a_treasure_without_a_copy_left_cannot_be_drawn(self) -> None:
        state = position({OLAF: 0}, {OLAF: {"mountain_1": 1, "forest_1": 1}}, {"swamp_2": 28, "swamp_1": 28})
        state = after(hammering(state, OLAF, "north"), *hits(OLAF, white(10)), (OLAF, Stop()))
        state = after(state, (OLAF, Collect("forest_1")))
        with pytest.raises(Illegal) as refusal:
            after(state, (OLAF, Draw(28)))
        assert refusal.value.code == "no_copy_left"


class TestEndOfGame:
    def last(self) -> State:
        """Sven puts a treasure on his + space."""
        state = position(
            {SVEN: 3, ASTRID: 6, OLAF: 8, SIGRUN: 10},
            {SVEN: {"mountain_1": 2, "forest_1": 2, "tundra_2": 3}, ASTRID: {"swamp_1": 2}},
            belts={SVEN: [12, 14, 23]},
        )
        state = after(hammering(state, SVEN, "north"), *hits(SVEN, white(10)), (SVEN, Stop()))
        return after(state, (SVEN, Collect("forest_1")), (SVEN, Draw(28)))

    def test_the_first_on_a_plus_space_leaves_the_board_and_lies_down(self) -> None:
        state = self.last()
        assert state.belt(SVEN) == [12, 14, 23, 10]
        assert standing_in(state, SVEN) == {}
        assert state.lying == (SVEN,)
        assert state.turn == ASTRID

    def test_everyone_else_has_exactly_one_more_turn_in_the_order_of_the_lords(self) -> None:
        state, order = self.last(), []
        while not isinstance(state.now, Over):
            seat = state.turn
            order.append(seat)
            state = after(state, (seat, MoveLord("place", 1)), (seat, Forgo()))
            state = passed_tailwind(state)
            assert standing_in(state, seat) == {}
        assert order == [ASTRID, OLAF, SIGRUN]
        assert state.lying == (SVEN, ASTRID, OLAF, SIGRUN)
        assert GAME.prompts(state) == ()
        assert GAME.lights(state).mood == "won"

    def test_the_score_is_treasures_gifts_and_crowns(self) -> None:
        state = position(belts={SVEN: [20, 24], OLAF: [21]}, sacks={SVEN: (10, 11)}, gifts={SVEN: (4, 16)})
        assert total(state, SVEN) == 20 + 24 + 10 + 11 + 4 + 16 + 6
        assert total(state, OLAF) == 21 + 28 + 6

    def test_a_tie_goes_to_the_lord_farther_back(self) -> None:
        lords = {SIGRUN: 30, SVEN: 12, ASTRID: 9, OLAF: 40}
        state = position(lords, sacks={SIGRUN: (15,), SVEN: (15,), ASTRID: (14,)})
        assert winner(state) == SVEN

    def test_the_sack_counts_for_others_only_at_the_end(self) -> None:
        state = position(sacks={SVEN: (15,)})
        seen, own = GAME.standings(state, OLAF)[SVEN], GAME.standings(state, SVEN)[SVEN]
        assert (seen.score, seen.at_least) == (28, True)
        assert (own.score, own.at_least) == (43, False)
        final = GAME.standings(at(state, Over()), OLAF)[SVEN]
        assert (final.score, final.at_least) == (43, False)


def test_the_example_turn_1_to_6_to_its_exact_result() -> None:
    state = position(
        {ASTRID: 4, OLAF: 6, SVEN: 11, SIGRUN: 12},
        {
            ASTRID: {"mountain_1": 3, "glacier_2": 1},
            SIGRUN: {"swamp_1": 2},
            OLAF: {"mountain_1": 2, "swamp_1": 1},
            SVEN: {"tundra_2": 2},
        },
        {"swamp_1": 15, "mountain_1": 18, "glacier_1": 22, "fjord_2": 28},
        belts={OLAF: [12, 14, 21], ASTRID: [11, 13]},
    )
    assert (state.land.walkway[11], state.land.walkway[12]) == ("wander", "glacier")

    # 1 and 2: her next belt space is III, and at no fortress III does she stand in two regions.
    assert state.turn == ASTRID
    assert len(state.belt(ASTRID)) == 2
    assert fortress_names(state, ASTRID) == set()

    # 3: three wander spaces, three steps, two trolls in the swamp; tailwind for Sven, then Sigrun.
    state = after(state, (ASTRID, MoveLord("wander", 3)))
    state = after(
        state, *wanders(ASTRID, ("mountain_1", "swamp_1"), ("glacier_2", "mountain_1"), ("mountain_1", "swamp_1"))
    )
    assert standing_in(state, ASTRID) == {"swamp_1": 2, "mountain_1": 2}
    assert asked(state) == [SVEN]
    state = after(state, (SVEN, Wander("mountain_2")))
    assert asked(state) == [SIGRUN]
    state = after(state, (SIGRUN, Place("glacier_1", 1)))
    assert fortress_names(state, ASTRID) == {"north_west"}

    # 4: Olaf has as many trolls as Sigrun but stands farther back: he is asked first, and declines.
    state = after(state, (ASTRID, Declare("north_west")))
    assert asked(state) == [OLAF]
    state = after(state, (OLAF, StayOut()), (SIGRUN, Join()), (ASTRID, TakeHammer()))
    armed = GAME.armed(state)
    assert armed
    assert (armed.hammerer, armed.comrade, armed.hit_limit, armed.colour_limit) == (ASTRID, SIGRUN, 7, 7)

    # 5: 17 boulders in five hits, seven of them red; the sixth is empty, and Sigrun stops at once.
    five = [Boulders(red=3, white=1), Boulders(red=2, blue=1), Boulders(red=1, yellow=2), Boulders(red=1, white=2)]
    state = after(state, *hits(ASTRID, *five, Boulders(blue=2, yellow=2)))
    assert GAME.lights(state).mood == "warned"
    state = after(state, *hits(ASTRID, Boulders()))
    assert state.site
    assert state.site.bout.boulders.total == 17
    state = after(state, (SIGRUN, Stop()))
    assert offered(state, SIGRUN) == [Collect("swamp_1")]
    state = after(state, (SIGRUN, Collect("swamp_1")))
    assert state.sacks[SIGRUN] == (15,)
    assert standing_in(state, SIGRUN) == {"glacier_1": 1}
    assert offered(state, ASTRID) == [LeaveEmpty(), KeepOn()]

    # 6: Astrid keeps on; five more boulders, one of them red; a gift, and the mountain treasure is hers.
    state = after(state, (ASTRID, KeepOn()), *hits(ASTRID, Boulders(red=1, blue=2, yellow=1, white=1)))
    assert state.site
    assert state.site.bout.boulders.total == 22
    assert asked(state) == [ASTRID]
    state = after(state, (ASTRID, Give(4)))
    assert state.belt(ASTRID) == [11, 13, 18]
    assert state.gifts[ASTRID] == (8, 16)
    assert standing_in(state, ASTRID) == {"swamp_1": 2}
    assert 2 in crowns(state.belted, OLAF)
    assert treasure(state, "glacier_1") == 22

    state = after(state, (ASTRID, Draw(24)), (ASTRID, Draw(25)))
    assert (treasure(state, "mountain_1"), treasure(state, "swamp_1")) == (24, 25)
    assert state.turn == OLAF
    assert isinstance(state.now, MovesLord)
