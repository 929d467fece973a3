"""What the host sets right: the state stays lawful, or says why not."""

import pytest

from companion.games.trollfjord.crowns import crowns
from companion.games.trollfjord.moves import (
    Declare,
    Join,
    Lift,
    MoveLord,
    SetBelt,
    SetHit,
    SetLord,
    SetSack,
    SetTreasure,
    SetTrolls,
    Stop,
    SwapFortresses,
    TakeHammer,
)
from companion.games.trollfjord.state import ChoosesFortress, Hammers, MovesLord, Over, State, changed
from companion.rules import Boulders, Hit, Illegal, Move
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
    offered,
    position,
    standing_in,
    treasure,
    white,
)

PAIR = {SVEN: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 1, "forest_1": 1}}


def refused(state: State, move: Move) -> str:
    with pytest.raises(Illegal) as refusal:
        GAME.apply(state, None, move)
    assert str(refusal.value.text)
    return refusal.value.code


def at_tower() -> State:
    state = at(position({SVEN: 0}, PAIR), ChoosesFortress())
    return after(state, (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer()))


def test_only_the_host_sets_things_right() -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.apply(position(), SVEN, SetTreasure("swamp_1", 10))
    assert refusal.value.code == "host_only"


class TestTrolls:
    def test_trolls_come_from_and_go_to_the_front_of_the_player(self) -> None:
        state = after(position(trolls={SVEN: {"swamp_1": 3}}), (None, SetTrolls(SVEN, "swamp_1", 1)))
        assert standing_in(state, SVEN) == {"swamp_1": 1}
        assert state.supply(SVEN) == 9

    def test_a_player_has_only_ten(self) -> None:
        state = position(trolls={SVEN: {"swamp_1": 3}})
        assert refused(state, SetTrolls(SVEN, "swamp_2", 8)) == "too_many_trolls"

    def test_a_troll_that_was_lifted_and_is_gone_is_put_down(self) -> None:
        state = position({SVEN: 0}, {SVEN: {"swamp_1": 1, "forest_1": 1, "tundra_1": 1}})
        state = after(state, (SVEN, MoveLord("wander", 2)), (SVEN, Lift("swamp_1")))
        state = after(state, (None, SetTrolls(SVEN, "swamp_1", 0)))
        assert Lift("forest_1") in offered(state, SVEN)

    def test_the_one_who_is_about_to_hammer_keeps_two_regions(self) -> None:
        state = after(at(position({SVEN: 0}, PAIR), ChoosesFortress()), (SVEN, Declare("north")))
        assert refused(state, SetTrolls(SVEN, "forest_1", 0)) == "two_regions"

    def test_a_comrade_who_no_longer_stands_there_is_no_longer_asked(self) -> None:
        state = after(at(position({SVEN: 0}, PAIR), ChoosesFortress()), (SVEN, Declare("north")))
        state = after(state, (None, SetTrolls(ASTRID, "forest_1", 0)))
        assert asked(state) == [SVEN]

    def test_the_limits_of_a_running_hammering_follow(self) -> None:
        state = after(at_tower(), (SVEN, Hit(white(1))), (None, SetTrolls(SVEN, "mountain_1", 4)))
        armed = GAME.armed(state)
        assert armed
        assert (armed.hit_limit, armed.colour_limit, len(armed.hits)) == (8, 8, 1)

    def test_limits_cannot_fall_below_what_has_been_hammered(self) -> None:
        state = after(at_tower(), *hits(SVEN, Boulders(red=6)))
        assert refused(state, SetTrolls(SVEN, "mountain_1", 1)) == "limit_passed"

    def test_trolls_of_others_do_not_change_the_limits(self) -> None:
        state = after(at_tower(), (None, SetTrolls(OLAF, "mountain_1", 5)))
        armed = GAME.armed(state)
        assert armed
        assert armed.hit_limit == 6

    def test_while_treasures_are_collected_the_fortress_stays_as_it_was(self) -> None:
        state = after(at_tower(), *hits(SVEN, white(11)), (SVEN, Stop()))
        assert refused(state, SetTrolls(SVEN, "mountain_1", 0)) == "hammering_over"
        after(state, (None, SetTrolls(SVEN, "swamp_2", 1)))


class TestLord:
    def test_the_turn_goes_to_whoever_is_last_then(self) -> None:
        state = position({SIGRUN: 10, SVEN: 12, ASTRID: 14, OLAF: 16})
        state = after(state, (None, SetLord(OLAF, 5)))
        assert state.lords[OLAF] == 4
        assert state.turn == OLAF

    def test_the_nearest_lap_is_meant(self) -> None:
        state = position({SIGRUN: 118, SVEN: 121, ASTRID: 123, OLAF: 125})
        assert after(state, (None, SetLord(OLAF, 60))).lords[OLAF] == 119
        assert after(state, (None, SetLord(SIGRUN, 1))).lords[SIGRUN] == 120

    def test_two_lords_never_share_a_space(self) -> None:
        state = position({SIGRUN: 10, SVEN: 12, ASTRID: 14, OLAF: 76})
        assert refused(state, SetLord(SIGRUN, 13)) == "not_free"
        assert refused(state, SetLord(SIGRUN, 17)) == "not_free"

    def test_a_lord_that_leaves_the_starting_plank_by_correction(self) -> None:
        state = position({SIGRUN: -1, SVEN: -2, ASTRID: -3, OLAF: 2})
        assert after(state, (None, SetLord(ASTRID, 60))).lords[ASTRID] == 59

    def test_no_lord_is_moved_while_trolls_move(self) -> None:
        state = after(position({SVEN: 0}), (SVEN, MoveLord("place", 1)))
        assert refused(state, SetLord(SVEN, 30)) == "trolls_moving"

    @pytest.mark.parametrize("space", [0, 61, -5])
    def test_there_must_be_such_a_space(self, space: int) -> None:
        assert refused(position(), SetLord(SVEN, space)) == "no_such_space"

    def test_a_finished_player_is_left_alone(self) -> None:
        assert refused(position({SVEN: 0}, lying=(OLAF,)), SetLord(OLAF, 3)) == "not_playing"


class TestTreasure:
    def test_the_other_treasure_goes_back_face_down(self) -> None:
        state = after(position(), (None, SetTreasure("swamp_1", 28)))
        assert treasure(state, "swamp_1") == 28

    def test_a_value_without_a_copy_left_is_refused(self) -> None:
        state = position(treasures={"swamp_1": 28}, sacks={SVEN: (28,)})
        assert refused(state, SetTreasure("swamp_2", 28)) == "no_copy_left"
        assert after(state, (None, SetTreasure("swamp_1", 28))).treasures == state.treasures

    def test_a_region_that_waits_for_a_treasure_has_none_to_set_right(self) -> None:
        state = after(at_tower(), *hits(SVEN, white(10)), (SVEN, Stop()))
        assert treasure(state, "forest_1") is None
        assert refused(state, SetTreasure("forest_1", 28)) == "no_treasure"

    def test_the_crown_follows_a_belt_set_right(self) -> None:
        state = position(belts={SVEN: [20], OLAF: [21]})
        assert crowns(state.belted, OLAF) == [0]
        state = after(state, (None, SetBelt(SVEN, "I", 22)))
        assert crowns(state.belted, SVEN) == [0]
        assert refused(state, SetBelt(SVEN, "II", 22)) == "no_treasure"

    def test_a_tie_set_right_still_goes_to_the_one_that_came_later(self) -> None:
        state = after(position(belts={SVEN: [25], OLAF: [24]}), (None, SetBelt(OLAF, "I", 25)))
        assert crowns(state.belted, OLAF) == [0]


class TestHit:
    def test_what_fell_with_the_last_hit(self) -> None:
        state = after(at_tower(), *hits(SVEN, white(1), white(2)), (None, SetHit(Boulders(red=3))))
        armed = GAME.armed(state)
        assert armed
        assert (armed.total, len(armed.hits)) == (4, 2)

    def test_an_empty_hit_that_was_none_swaps_the_roles_back(self) -> None:
        state = after(at_tower(), *hits(SVEN, Boulders()), (None, SetHit(white(1))))
        armed = GAME.armed(state)
        assert armed
        assert (armed.hammerer, armed.comrade, armed.swaps) == (SVEN, ASTRID, 0)

    def test_a_miscount_that_angered_the_spirit_is_undone(self) -> None:
        state = after(at_tower(), *hits(SVEN, Boulders(red=7)))
        assert GAME.lights(state).mood == "angry"
        state = after(state, (None, SetHit(Boulders(red=6))))
        assert isinstance(state.now, Hammers)

    def test_before_the_first_hit_there_is_none_to_set_right(self) -> None:
        assert refused(at_tower(), SetHit(white(1))) == "no_hit"

    def test_a_hit_that_something_came_of_is_amended_instead(self) -> None:
        state = after(at_tower(), *hits(SVEN, white(10)), (SVEN, Stop()))
        assert refused(state, SetHit(white(1))) == "no_hit"


def test_after_the_game_nothing_is_set_right_any_more() -> None:
    state = at(position(), Over())
    assert GAME.corrections(state) == ()
    assert refused(state, SetTreasure("swamp_1", 28)) == "game_over"


def test_an_unknown_region_is_refused() -> None:
    assert refused(position(), SetTrolls(SVEN, "moon", 1)) == "unknown_region"
    assert isinstance(position().now, MovesLord)


class TestSack:
    def test_one_treasure_in_a_sack_gets_another_value(self) -> None:
        state = changed(position(), sacks=((12, 15), (), (20,)))
        assert after(state, (None, SetSack(0, 2, 28))).sacks == ((12, 28), (), (20,))

    def test_nobody_is_told_what_it_was_or_is(self) -> None:
        state = changed(position(), sacks=((12, 15), (), ()))
        form = next(form for form in GAME.corrections(state) if form.do == "set_sack")
        assert "12" not in str(form)
        assert [str(line) for line in after(state, (None, SetSack(0, 1, 28))).news] == ["The host set something right."]

    def test_without_a_treasure_in_a_sack_nothing_is_offered(self) -> None:
        assert "set_sack" not in [form.do for form in GAME.corrections(position())]

    @pytest.mark.parametrize(("player", "place"), [(0, 0), (0, 3), (1, 1), (9, 1), (-1, 1)])
    def test_a_treasure_that_is_not_there_is_refused(self, player: int, place: int) -> None:
        assert refused(changed(position(), sacks=((12, 15), (), ())), SetSack(player, place, 28)) == "no_treasure"

    def test_there_are_only_so_many_of_each_value(self) -> None:
        state = changed(position(), sacks=((27, 28, 28), (), ()))
        assert refused(state, SetSack(0, 1, 28)) == "no_copy_left"
        assert after(state, (None, SetSack(0, 2, 28))).sacks == state.sacks


class TestFortresses:
    def test_two_numbers_change_places(self) -> None:
        state = position()
        before = dict(zip(state.land.spots, state.land.numbers, strict=True))
        one, other = state.land.spots[0], next(spot for spot in before if before[spot] != before[state.land.spots[0]])
        state = after(state, (None, SwapFortresses(one, other)))
        now = dict(zip(state.land.spots, state.land.numbers, strict=True))
        assert (now[one], now[other]) == (before[other], before[one])
        told = str(state.land.fortresses[0])
        assert told.startswith(f"Fortress {('I', 'II', 'III')[now[one]]}:")

    def test_not_while_somebody_hammers(self) -> None:
        state = at_tower()
        assert refused(state, SwapFortresses("north", "north_west")) == "hammering"
        assert "swap_fortresses" not in [form.do for form in GAME.corrections(state)]

    def test_an_unknown_fortress_is_refused(self) -> None:
        assert refused(position(), SwapFortresses("north", "nowhere")) == "unknown_fortress"
