"""What the host sets right: the state stays lawful, or says why not."""

import pytest

from companion.games.trollfjord.crowns import crowns
from companion.games.trollfjord.moves import (
    Collect,
    Declare,
    Forgo,
    Give,
    HoldBack,
    Join,
    LeaveEmpty,
    Lift,
    MoveLord,
    MoveTrolls,
    Rest,
    SetBelt,
    SetGift,
    SetLord,
    SetSack,
    SetTreasure,
    SetTrolls,
    SwapFortresses,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.state import ChoosesFortress, Hammers, MovesLord, Over, State, changed
from companion.hammering.moves import KeepOn, SetHit, Stop
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


class TestMovingTrolls:
    def test_one_step_moves_them_from_one_region_to_another(self) -> None:
        state = position(trolls={SVEN: {"swamp_1": 3}})
        state = after(state, (None, MoveTrolls(SVEN, "swamp_1", "tundra_1", 2)))
        assert standing_in(state, SVEN) == {"swamp_1": 1, "tundra_1": 2}

    def test_there_must_be_so_many(self) -> None:
        state = position(trolls={SVEN: {"swamp_1": 3}})
        assert refused(state, MoveTrolls(SVEN, "swamp_1", "tundra_1", 4)) == "too_few_trolls"
        assert refused(state, MoveTrolls(SVEN, "swamp_1", "moon", 1)) == "unknown_region"
        assert refused(state, MoveTrolls(7, "swamp_1", "tundra_1", 1)) == "not_playing"

    def test_who_is_about_to_hammer_is_moved_at_once_where_two_steps_would_be_refused(self) -> None:
        trolls = {SVEN: {"mountain_1": 1, "forest_1": 1}, ASTRID: {"mountain_1": 1, "forest_1": 1}}
        state = after(at(position({SVEN: 0}, trolls), ChoosesFortress()), (SVEN, Declare("north")))
        state = after(state, (None, MoveTrolls(SVEN, "forest_1", "glacier_2", 1)))
        assert standing_in(state, SVEN) == {"mountain_1": 1, "glacier_2": 1}

    def test_the_limits_of_a_running_hammering_follow(self) -> None:
        state = after(at_tower(), (None, MoveTrolls(SVEN, "mountain_1", "swamp_2", 1)))
        armed = GAME.armed(state)
        assert armed
        assert armed.hit_limit == 5


class TestNoCorrectionEndsATurn:
    def test_a_wanderer_whose_only_troll_is_taken_off_still_wanders(self) -> None:
        state = after(position({SVEN: 0}, {SVEN: {"swamp_1": 1}}), (SVEN, MoveLord("wander", 2)))
        state = after(state, (None, SetTrolls(SVEN, "swamp_1", 0)))
        assert (asked(state), offered(state, SVEN)) == ([SVEN], [Forgo()])
        state = after(state, (None, SetTrolls(SVEN, "forest_1", 1)))
        assert Wander("mountain_1") in offered(state, SVEN)

    def test_who_looks_for_a_fortress_still_does(self) -> None:
        state = at(position({SVEN: 0}, PAIR), ChoosesFortress())
        state = after(state, (None, SetTrolls(SVEN, "forest_1", 0)))
        assert offered(state, SVEN) == [Rest()]
        state = after(state, (None, SetTrolls(SVEN, "forest_1", 1)))
        assert Declare("north") in offered(state, SVEN)

    def test_the_last_troll_in_front_of_a_player_can_be_set_while_placing(self) -> None:
        state = after(position({SVEN: 0}, {SVEN: {"swamp_1": 9}}), (SVEN, MoveLord("place", 1)))
        state = after(state, (None, SetTrolls(SVEN, "swamp_1", 10)))
        assert offered(state, SVEN) == [Forgo()]

    def test_nobody_collects_by_a_correction(self) -> None:
        """The treasures of forest and mountain are both allowed, until the host sets them right."""
        state = after(at_tower(), *hits(SVEN, Boulders(white=10, red=4, blue=4)), (SVEN, Stop()))
        assert offered(state, SVEN) == [Collect("mountain_1"), Collect("forest_1")]
        state = after(state, (None, SetTreasure("mountain_1", 28)))
        assert offered(state, SVEN) == [Collect("forest_1")]
        state = after(state, (None, SetTreasure("forest_1", 27)))
        assert offered(state, SVEN) == [LeaveEmpty()]
        assert after(state, (SVEN, LeaveEmpty())).belted == ()

    def test_the_game_of_an_earlier_version_in_which_one_did_goes_on(self) -> None:
        state = at(position({SVEN: 0, ASTRID: -1}, PAIR), ChoosesFortress(), SVEN)
        state = after(state, (None, SetTrolls(SVEN, "forest_1", 0)), (ASTRID, MoveLord("wander", 1)))
        assert (state.turn, state.lords[ASTRID]) == (ASTRID, 1)


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

    def test_the_lord_of_a_finished_player_lies_where_it_is_set(self) -> None:
        """It still occupies its space, and decides a tie."""
        state = after(position({SVEN: 0}, lying=(OLAF,)), (None, SetLord(OLAF, 51)))
        assert (state.lords[OLAF], state.turn) == (50, SVEN)
        assert refused(state, SetTrolls(OLAF, "swamp_1", 1)) == "not_playing"

    def test_a_lord_goes_back_onto_the_starting_plank(self) -> None:
        state = position({SIGRUN: -1, SVEN: 3, ASTRID: -3, OLAF: 2})
        state = after(state, (None, SetLord(SVEN, -4)))
        assert (state.lords[SVEN], state.turn) == (-4, SVEN)
        assert refused(state, SetLord(OLAF, -3)) == "not_free"
        assert refused(state, SetLord(OLAF, -5)) == "no_such_space"


class TestTreasure:
    def test_the_other_treasure_goes_back_face_down(self) -> None:
        state = after(position(), (None, SetTreasure("swamp_1", 28)))
        assert treasure(state, "swamp_1") == 28

    def test_a_value_without_a_copy_left_is_refused(self) -> None:
        state = position(treasures={"swamp_1": 28}, sacks={SVEN: (28,)})
        assert refused(state, SetTreasure("swamp_2", 28)) == "no_copy_left"
        assert after(state, (None, SetTreasure("swamp_1", 28))).treasures == state.treasures

    def test_a_region_that_waits_for_a_treasure_has_none_to_set_right(self) -> None:
        state = after(at_tower(), *hits(SVEN, white(10)), (SVEN, Stop()), (SVEN, Collect("forest_1")))
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


class TestGifts:
    def test_one_is_flipped_or_turned_back(self) -> None:
        state = after(position(gifts={SVEN: (4, 16)}), (None, SetGift(SVEN, 16, "flipped")))
        assert state.gifts[SVEN] == (4,)
        state = after(state, (None, SetGift(SVEN, 8, "unflipped")))
        assert state.gifts[SVEN] == (4, 8)
        assert after(state, (None, SetGift(SVEN, 8, "unflipped"))).gifts == state.gifts

    def test_nobody_has_another(self) -> None:
        assert refused(position(), SetGift(SVEN, 5, "flipped")) == "no_such_gift"
        assert refused(position(), SetGift(9, 4, "flipped")) == "not_playing"

    def test_a_flipped_one_is_no_longer_offered_to_the_spirit(self) -> None:
        state = after(at_tower(), *hits(SVEN, Boulders(red=8)), (SVEN, Give(16)))
        state = after(state, (None, SetGift(SVEN, 16, "flipped")))
        assert offered(state, SVEN) == [Give(4), Give(8), HoldBack()]
        assert after(state, (SVEN, Give(4)), (SVEN, Give(8))).gifts[SVEN] == ()

    def test_the_spirit_is_not_left_without_an_answer(self) -> None:
        state = position({SVEN: 0}, PAIR, gifts={SVEN: (4,), ASTRID: ()})
        state = after(at(state, ChoosesFortress()), (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer()))
        state = after(state, *hits(SVEN, Boulders(red=7)))
        assert refused(state, SetGift(SVEN, 4, "flipped")) == "spirit_waits"


class TestHit:
    def test_what_angered_the_spirit_when_somebody_kept_on_alone(self) -> None:
        """Sven stops and takes the 10; Astrid keeps on, and her seventh red boulder was none."""
        state = after(at_tower(), *hits(SVEN, white(11)), (SVEN, Stop()), (ASTRID, KeepOn()))
        state = after(state, *hits(ASTRID, Boulders(red=7)))
        assert GAME.lights(state).mood == "angry"
        state = after(state, (None, SetHit(Boulders(red=6))))
        armed = GAME.armed(state)
        assert armed
        assert (armed.hammerer, armed.comrade, armed.total) == (ASTRID, None, 17)
        assert state.belt(SVEN) == [10]

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


class TestAfterTheEnd:
    def over(self) -> State:
        state = position(belts={SVEN: [20, 21, 22, 23], OLAF: [21]}, sacks={ASTRID: (12,)})
        return at(changed(state, lying=(SVEN, OLAF, ASTRID, SIGRUN)), Over())

    def test_what_counts_is_set_right(self) -> None:
        state = after(self.over(), (None, SetBelt(SVEN, "I", 28)), (None, SetSack(ASTRID, 1, 13)))
        state = after(state, (None, SetGift(OLAF, 4, "flipped")), (None, SetLord(SIGRUN, 9)))
        assert (state.belt(SVEN)[0], state.sacks[ASTRID], state.gifts[OLAF]) == (28, (13,), (8, 16))
        assert isinstance(state.now, Over)
        assert GAME.prompts(state) == ()
        forms = [form.do for form in GAME.corrections(state)]
        assert forms == ["set_lord", "set_treasure", "set_belt", "set_sack", "set_gift"]

    def test_nobody_stands_on_the_board_and_no_fortress_is_hammered_at(self) -> None:
        assert refused(self.over(), SetTrolls(SVEN, "swamp_1", 1)) == "not_playing"
        assert refused(self.over(), SwapFortresses("north", "north_west")) == "hammering"
        assert refused(self.over(), SetHit(white(1))) == "no_hit"


def test_the_belt_of_a_finished_player_is_set_right() -> None:
    state = position({SVEN: 0}, belts={OLAF: [20, 21, 22, 23]}, lying=(OLAF,))
    assert after(state, (None, SetBelt(OLAF, "+", 28))).belt(OLAF) == [20, 21, 22, 28]
    form = next(form for form in GAME.corrections(state) if form.do == "set_belt")
    assert form.takes(SetBelt(OLAF, "+", 28))


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
        assert [str(line) for line in after(state, (None, SetSack(0, 1, 28))).news] == ["The host corrected something."]

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
