"""What the rulebook leaves open, as the house rules it: each ruling a test."""

import pytest

from companion.games.trollfjord.moves import (
    Collect,
    Declare,
    Draw,
    EndGame,
    Give,
    GiveNoMore,
    HoldBack,
    Join,
    Rest,
    SetTreasure,
    StayOut,
    TakeGiftBack,
    TakeHammer,
)
from companion.games.trollfjord.state import ChoosesFortress, Clears, Gives, Hammers, MovesLord, Over, State, changed
from companion.games.trollfjord.treasures import face_down
from companion.hammering.moves import Stop
from companion.rules import Boulders, Hit, Illegal
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    SVEN,
    after,
    asked,
    at,
    offered,
    position,
    standing_in,
    treasure,
    white,
)

ALONE = {SVEN: {"mountain_1": 2, "forest_1": 2}}
PAIR = ALONE | {ASTRID: {"mountain_1": 1, "forest_1": 1}}


def declared(trolls: dict[int, dict[str, int]]) -> State:
    return after(at(position({SVEN: 0}, trolls), ChoosesFortress()), (SVEN, Declare("north")))


class TestNobodyCanJoin:
    def test_the_hammer_can_still_be_left_lying(self) -> None:
        state = declared(ALONE)
        assert GAME.armed(state), "hitting the tower decides it, without another tap"
        assert offered(state, SVEN) == [Rest()]
        state = after(state, (SVEN, Rest()))
        assert isinstance(state.now, MovesLord)
        assert standing_in(state, SVEN) == ALONE[SVEN]
        assert state.news == ()

    def test_after_the_first_hit_it_is_too_late(self) -> None:
        state = after(declared(ALONE), (SVEN, Hit(white(1))))
        assert Rest() not in offered(state, SVEN)

    def test_nobody_is_asked_twice(self) -> None:
        state = after(declared(PAIR), (ASTRID, StayOut()))
        assert (asked(state), offered(state, SVEN)) == ([SVEN], [TakeHammer(), Rest()])
        state = after(state, (SVEN, TakeHammer()))
        assert isinstance(state.now, Hammers)
        assert Rest() not in offered(state, SVEN)

    def test_why_they_must_hit_first_is_not_told_to_who_need_not_hit(self) -> None:
        assert "hit_first" not in {reason.code for reason in GAME.explain(declared(ALONE), SVEN)}


class TestGiftsAreAgreedBetweenTwo:
    def angry(self, over: int = 2, gifts: dict[int, tuple[int, ...]] | None = None) -> State:
        state = at(position({SVEN: 0}, PAIR, gifts=gifts), ChoosesFortress())
        state = after(state, (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer()))
        return after(state, (SVEN, Hit(Boulders(red=6 + over, white=10))))

    def test_an_offered_gift_can_be_taken_back_and_another_one_given(self) -> None:
        state = after(self.angry(), (SVEN, Give(16)))
        assert offered(state, SVEN) == [Give(4), Give(8), TakeGiftBack(16), HoldBack()]
        assert TakeGiftBack(16) not in offered(state, ASTRID)
        state = after(state, (SVEN, TakeGiftBack(16)), (SVEN, Give(4)), (ASTRID, Give(8)))
        assert (state.gifts[SVEN], state.gifts[ASTRID]) == ((8, 16), (4, 16))

    def test_one_no_more_does_not_end_it_while_another_split_would_do(self) -> None:
        state = after(self.angry(gifts={ASTRID: (4,)}), (SVEN, HoldBack()))
        assert isinstance(state.now, Gives), "Astrid alone has too few, but Sven may think again"
        assert (asked(state), GAME.view(state, None).acting) == ([SVEN, ASTRID], (ASTRID,))
        state = after(state, (ASTRID, Give(4)), (SVEN, Give(8)))
        assert (state.gifts[SVEN], state.gifts[ASTRID]) == ((4, 16), ())

    def test_it_is_settled_when_neither_gives_more(self) -> None:
        state = after(self.angry(), (SVEN, Give(4)), (SVEN, HoldBack()))
        assert HoldBack() not in offered(state, SVEN)
        state = after(state, (ASTRID, HoldBack()))
        assert isinstance(state.now, Clears)
        assert state.gifts[SVEN] == state.gifts[ASTRID] == (4, 8, 16)

    def test_what_one_offers_does_not_change_what_the_other_is_asked(self) -> None:
        state = self.angry()
        (mine,) = (prompt for prompt in GAME.prompts(state) if SVEN in prompt.seats)
        for move in (Give(8), HoldBack()):
            (still,) = (prompt for prompt in GAME.prompts(after(state, (ASTRID, move))) if SVEN in prompt.seats)
            assert still.asks_the_same(mine)
        hammering = GAME.view(after(state, (ASTRID, Give(8))), SVEN).hammering
        assert hammering
        assert str(hammering.event) == "Over the colour limit by 2. Gifts still missing: 1."

    def test_who_has_no_gift_need_not_agree(self) -> None:
        state = after(self.angry(gifts={ASTRID: ()}), (SVEN, HoldBack()))
        assert isinstance(state.now, Clears)

    def test_a_no_more_of_an_earlier_version_still_ends_it_where_it_did(self) -> None:
        state = self.angry(gifts={ASTRID: (4,)})
        assert isinstance(after(state, (SVEN, GiveNoMore())).now, Clears)
        state = after(state, (ASTRID, GiveNoMore()))
        assert isinstance(state.now, Gives)
        assert GiveNoMore() not in offered(state, SVEN)
        assert after(state, (SVEN, Give(4)), (SVEN, Give(8))).gifts[SVEN] == (16,)

    def test_a_no_more_of_an_earlier_version_left_it_to_who_had_exactly_enough(self) -> None:
        state = after(self.angry(gifts={ASTRID: (4, 8)}), (SVEN, GiveNoMore()))
        assert isinstance(state.now, Gives)
        assert after(state, (ASTRID, Give(4)), (ASTRID, Give(8))).gifts[ASTRID] == ()


class TestStopping:
    def stopped(self) -> State:
        state = after(declared(ALONE), (SVEN, Hit(white(10))))
        return after(state, (SVEN, Stop()))

    def test_it_never_takes_a_treasure_too_even_if_there_is_only_one(self) -> None:
        state = self.stopped()
        assert state.belt(SVEN) == []
        assert offered(state, SVEN) == [Collect("forest_1")]
        assert after(state, (SVEN, Collect("forest_1"))).belt(SVEN) == [10]

    def test_in_a_game_of_an_earlier_version_it_did(self) -> None:
        state = after(self.stopped(), (SVEN, Draw(28, "forest_1")))
        assert state.belt(SVEN) == [10]
        assert treasure(state, "forest_1") == 28
        assert [str(news) for news in state.news] == [
            "Sven puts the 10 of Forest 1 on belt space I.",
            "Sven takes the crown of I.",
            "Sven takes 2 trolls back from Forest 1.",
            "A treasure worth 28 lies in Forest 1.",
            "Put the boulders back into the tower.",
        ]


class TestTheLastTreasures:
    def emptied(self, left: int) -> State:
        """Sven has hammered with Astrid; both took a treasure, and so many are still face down."""
        state = at(
            position({SVEN: 0}, PAIR | {SVEN: {"mountain_1": 2, "forest_1": 2, "glacier_2": 1}}), ChoosesFortress()
        )
        state = after(state, (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer()))
        state = after(state, (SVEN, Hit(Boulders(white=11, red=3, blue=4))), (SVEN, Stop()))
        state = changed(state, sacks=(*state.sacks[:3], tuple(face_down(state.seen_treasures()).elements())[left:]))
        return after(state, (SVEN, Collect("forest_1")), (ASTRID, Collect("mountain_1")))

    def test_the_last_one_goes_into_the_region_that_the_player_on_turn_chooses(self) -> None:
        state = self.emptied(left=1)
        last = next(iter(face_down(state.seen_treasures())))
        assert asked(state) == [SVEN]
        assert offered(state, SVEN) == [Draw(last, "forest_1"), Draw(last, "mountain_1")]
        assert GAME.chance(state, SVEN, list) is None, "nothing is left to chance"
        state = after(state, (SVEN, Draw(last, "mountain_1")))
        assert (treasure(state, "mountain_1"), treasure(state, "forest_1")) == (last, None)
        assert isinstance(state.now, MovesLord)

    def test_two_that_are_left_go_into_the_regions_in_their_order(self) -> None:
        state = self.emptied(left=2)
        assert {move.into for move in offered(state, SVEN) if isinstance(move, Draw)} == {"forest_1"}

    def test_when_none_is_left_regions_stay_empty(self) -> None:
        state = self.emptied(left=0)
        assert isinstance(state.now, MovesLord)
        assert (treasure(state, "mountain_1"), treasure(state, "forest_1")) == (None, None)

    def test_what_is_not_there_is_not_set_right(self) -> None:
        with pytest.raises(Illegal) as refusal:
            GAME.apply(self.emptied(left=0), None, SetTreasure("forest_1", 12))
        assert str(refusal.value) == "There is no treasure in Forest 1."


def winners(state: State) -> tuple[int, ...]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners


class TestTheHostEndsIt:
    def test_it_is_scored_as_it_stands(self) -> None:
        state = position({SVEN: 0}, PAIR, belts={SVEN: [20], ASTRID: [21, 25]}, sacks={SVEN: (12,)})
        state = after(state, (None, EndGame()))
        assert isinstance(state.now, Over)
        assert (GAME.prompts(state), winners(state)) == ((), (ASTRID,))
        assert [(each.score, each.at_least) for each in GAME.standings(state, None)][SVEN] == (20 + 12 + 28, False)

    def test_also_in_the_middle_of_a_hammering(self) -> None:
        state = after(declared(ALONE), (SVEN, Hit(white(3))))
        state = after(changed(state, sacks=((), (), (28,), ())), (None, EndGame()))
        assert winners(state) == (ASTRID,)
        assert GAME.armed(state) is None

    def test_nobody_else_does_and_nobody_does_it_twice(self) -> None:
        state = position(belts={SVEN: [20]})
        for seat, before, code in (
            (SVEN, state, "host_only"),
            (None, after(state, (None, EndGame())), "game_over"),
            (None, position(), "nothing_to_score"),
        ):
            with pytest.raises(Illegal) as refusal:
                GAME.apply(before, seat, EndGame())
            assert refusal.value.code == code
