"""The rulebook beyond a turn's steps: mercenaries, trolls and goblins, the ends of turn and game, a dwarf alone."""

import pytest

from companion.games.runedar import RUNEDAR
from companion.games.runedar.example import ENEMIES
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import (
    Arm,
    Attack,
    Dig,
    EndTurn,
    Go,
    Hire,
    Hurt,
    LeaveOut,
    Put,
    Resolve,
    TakeHand,
    Throw,
    TurnSiege,
    TurnTroll,
    Work,
)
from companion.games.runedar.state import ORC, Goblin, Machine, Refills, Stores, Throws, Troll, changed
from companion.rules import Illegal
from tests.companion.games.runedar.positions import (
    AWL,
    AXE,
    CARD,
    CROSSBOW,
    HAMMER,
    HATCHET,
    PICKAXE,
    SAW,
    SIGRUN,
    SVEN,
    after,
    board,
    goblin,
    lost,
    offered,
    on_top,
    siege,
    siege_card,
    troll,
)

HIRED, HELD = Hire("goblin", 1), (PICKAXE, PICKAXE, PICKAXE, HATCHET, HATCHET)


class TestMercenaries:
    """Mercenaires."""

    def test_example_the_workshops_are_cleared_between_the_card_and_the_move(self) -> None:
        arrow = siege_card(arrow=True)
        state = after(on_top(siege(orcs={"joinery": 2, "wall 1": 1}), arrow), TurnSiege(arrow))
        state = after(state, Hire("workshops"), Resolve())
        assert (state.orcs, state.gold) == ({"joinery": 1}, 18)

    def test_the_workshops_are_also_cleared_before_the_last_orc_would_come(self) -> None:
        """The orcs go back to the reserve, from which the new one comes."""
        card = siege_card(orcs=(2,))
        state = on_top(siege(orcs={"joinery": 1, "wall 1": 8}, mercenaries=("workshops",)), card)
        state = after(state, TurnSiege(card))
        assert not state.over
        assert lost(after(state, Resolve())) == "orcs"
        state = after(state, Hire("workshops"))
        assert (state.over, state.orcs_left) == (False, 1)

    def test_nobody_is_asked_where_no_mercenary_could_help(self) -> None:
        card = siege_card(orcs=(2,))
        state = on_top(siege(PICKAXE, orcs={"joinery": 2}, mercenaries=("workshops",)), card)
        assert after(state, TurnSiege(card)).siege_card is None

    def test_each_is_hired_once(self) -> None:
        state = after(siege(PICKAXE, trolls=(troll(1, 1), troll(2, 2))), Hire("troll", 2))
        assert state.trolls == (troll(1, 1),)
        with pytest.raises(Illegal) as refused:
            after(state, Hire("troll", 1))
        assert refused.value.code == "hired"

    def test_the_catapult_goes_back_without_a_card(self) -> None:
        state = after(siege(catapult=Machine(SIGRUN), due=("catapult", "siege")), Hire("catapult"))
        assert (state.catapult, len(state.catapult_cards), state.gold) == (None, 5, 19)
        assert state.due == ("siege",)

    def test_the_siege_card_does_nothing(self) -> None:
        card = siege_card(orcs=(2,), arrow=True)
        state = after(on_top(siege(orcs={"joinery": 1}), card), TurnSiege(card), Hire("siege"))
        assert (state.orcs, state.gold) == ({"joinery": 1}, 19)

    def test_even_in_the_middle_of_an_action(self) -> None:
        """The troll goes between the throw and the damage, which the goblin takes then."""
        fighter = Goblin(ENEMIES.goblins[16], circles=(1, 2))
        state = siege(AXE, place="courtyard", trolls=(troll(1, 1),), goblins=(fighter, fighter))
        state = after(state, Attack("courtyard"), Throw(("one", "one")), Hurt("goblin", 1, 1))
        assert Hire("troll", 1) in offered(state)
        state = after(state, Hire("troll", 1))
        assert (state.trolls, [each.circles for each in state.goblins]) == ((), [(2,), (2,)])
        state = siege(SAW, place="joinery", spaces=board(AXE), goblins=(goblin(goods=Goods(wood=2)),) * 2)
        state = after(state, Work(SAW), Hire("goblin", 1))
        assert state.now == Stores("wood", 2)

    def test_never_for_the_last_gold(self) -> None:
        for gold, hired in ((3, True), (2, False)):
            state = siege(PICKAXE, trolls=(troll(1, 1),), gold=gold)
            assert (Hire("troll", 1) in offered(state)) == hired
        with pytest.raises(Illegal) as refused:
            after(state, Hire("troll", 1))
        assert refused.value.code == "too_dear"


class TestCourtyardFights:
    """Trolls & gobelins: a troll and a goblin in the courtyard, three dice hand to hand, two from the tower."""

    state = siege(
        HATCHET,
        AXE,
        CROSSBOW,
        CROSSBOW,
        place="courtyard",
        trolls=(Troll((1, 1, 1)),),
        goblins=(goblin(circles=(2, 2)),),
    )

    def test_example_a_three_dice_hand_to_hand(self) -> None:
        assert after(self.state, Attack("courtyard"), Arm((HATCHET, AXE))).now == Throws("courtyard", 3)

    def test_example_b_and_c_three_hits_are_two_damages_to_the_troll_and_one_to_the_goblin(self) -> None:
        state = changed(self.state, goblins=(Goblin(self.state.goblins[0].tile, circles=(1,)),))
        state = after(state, Attack("courtyard"), Arm((HATCHET, AXE)), Throw(("three", "crossbow", "crossbow")))
        state = after(state, Hurt("troll", 1), Hurt("troll", 1), Hurt("goblin", 1))
        assert (state.trolls, state.goblins, state.beaten) == ((Troll((1,)),), (), 1)

    def test_example_d_from_the_tunnel_tower_one_bolt_is_one_damage(self) -> None:
        state = changed(self.state, goblins=(), dwarves=("tower 1", "chamber"))
        state = after(state, Attack("courtyard"), Arm((CROSSBOW, CROSSBOW)), Throw(("two", "crossbow")))
        assert state.trolls == (Troll((1, 1)),)

    def test_hits_cover_whichever_circle_one_likes(self) -> None:
        """Three hits cover the circle of three, and leave less to do than the one of one would."""
        state = siege(AXE, place="courtyard", trolls=(Troll((1, 3)),))
        state = after(state, Attack("courtyard"), Throw(("one", "two")))
        assert offered(state)[:2] == [Hurt("troll", 1, 1), Hurt("troll", 1, 3)]
        assert after(state, Hurt("troll", 1, 3)).trolls == (Troll((1,)),)
        assert after(state, Hurt("troll", 1, 1)).trolls == (Troll((3,)),)

    def test_a_bolt_covers_the_circle_that_takes_most(self) -> None:
        state = siege(CROSSBOW, place="tower 1", trolls=(Troll((1, 3)),))
        assert after(state, Attack("courtyard"), Throw(("crossbow",))).trolls == (Troll((1,)),)

    def test_hits_that_are_too_few_for_a_damage_are_lost(self) -> None:
        state = siege(HATCHET, place="courtyard", trolls=(troll(2, 2),))
        assert after(state, Attack("courtyard"), Throw(("one",))).trolls == (troll(2, 2),)

    def test_a_troll_leaves_with_its_last_circle(self) -> None:
        state = siege(AXE, PICKAXE, place="courtyard", trolls=(troll(1, 1), troll(3, 3)))
        state = after(state, Attack("courtyard"), Arm((AXE,)), Throw(("one", "one")))
        assert (state.trolls, str(state.news[-1])) == ((troll(3, 3),), "A troll is beaten.")

    @pytest.mark.parametrize("sections", [4, 0])
    def test_one_of_two_goblins_frees_no_section_and_wins_nothing(self, sections: int) -> None:
        two = (goblin(rubble=2), goblin(circles=(1, 1)))
        state = siege(CARD["Steel pickaxe"], PICKAXE, place="courtyard", rubble=0, sections=sections, goblins=two)
        state = after(state, Dig(CARD["Steel pickaxe"], 1))
        assert (state.goblins, state.rubble, state.over, state.beaten) == (two[1:], 0, False, 1)

    def test_a_goblin_that_wants_goods_is_no_target(self) -> None:
        state = siege(HATCHET, place="courtyard", goblins=(goblin(any_goods=3),))
        assert not [move for move in offered(state) if isinstance(move, Attack)]

    def test_a_goblin_takes_goods_from_a_workshop_and_leaves(self) -> None:
        state = siege(
            SAW, place="joinery", goblins=(goblin(goods=Goods(wood=2)),), sections=4, rubble=0, spaces=board()
        )
        state = after(state, Work(SAW))
        assert (state.goblins, state.stored("wood"), state.rubble) == ((), 10, 6)

    def test_a_goblin_stays_until_it_has_all_that_it_wants(self) -> None:
        two = (goblin(any_goods=3), goblin(goods=Goods(wood=2)))
        state = siege(SAW, PICKAXE, place="joinery", goblins=two, sections=4, rubble=0, spaces=board())
        state = after(state, Work(SAW), Put("goblin", 2), Put("goblin", 1))
        assert [each.goods for each in state.goblins] == [Goods(wood=1), Goods(wood=1)]
        assert (state.beaten, state.stored("wood"), state.rubble) == (0, 8, 0)


class TestEndOfGame:
    """Fin de la partie: victoire ou défaite."""

    def test_the_last_two_goblins_are_the_victory(self) -> None:
        state = siege(
            CARD["War hammer"],
            place="courtyard",
            sections=0,
            rubble=0,
            goblins=(Goblin(ENEMIES.goblins[16], circles=(2,)),),
            gold=7,
        )
        outcome = RUNEDAR.outcome(after(state, Attack("courtyard")))
        assert outcome is not None
        assert outcome.winners == (0, 1)
        assert str(outcome.why) == "7 pieces of gold are saved."

    def test_a_mercenary_for_the_last_goblin_wins_and_is_asked_for_not_beside_the_question(self) -> None:
        last = goblin(circles=(3, 3, 3))
        one = siege(PICKAXE, sections=0, rubble=0, goblins=(last,))
        two = changed(one, goblins=(last, goblin(circles=(4, 4))))
        earlier = changed(one, sections=1)
        turning = changed(one, due=("goblin",))
        asked = [
            [prompt.aside for prompt in RUNEDAR.prompts(state) for choice in prompt.choices if choice.move == HIRED]
            for state in (one, two, earlier, turning)
        ]
        assert asked == [[False], [True], [True], []]
        outcome = RUNEDAR.outcome(after(one, HIRED))
        assert outcome is not None
        assert outcome.winners == (0, 1)

    def test_the_last_troll_tile_loses(self) -> None:
        state = siege(tower=Machine(SIGRUN), due=("tower",), troll_tiles=(0, 0, 0, 0, 1), gold=3)
        state = after(state, TurnTroll(4))
        assert lost(state) == "trolls"
        outcome = RUNEDAR.outcome(state)
        assert outcome is not None
        assert (outcome.winners, str(outcome.why)) == (
            (),
            "The last troll tile was turned over. 0 goblins were beaten.",
        )


class TestEndOfTurn:
    """Fin du tour."""

    def test_after_the_first_hand_five_of_the_seven_others_come(self) -> None:
        state = siege(place="tannery", hands=((), (PICKAXE,) * 5), laid=(ORC, PICKAXE, PICKAXE, PICKAXE, AWL))
        state = after(state, EndTurn())
        assert len(state.used[SIGRUN]) == 5
        with pytest.raises(Illegal):
            after(state, LeaveOut((ORC, ORC)))
        state = after(state, LeaveOut((CROSSBOW, CROSSBOW)))
        assert state.hands[SIGRUN] == (ORC, HATCHET, HATCHET, HAMMER, HAMMER)

    def test_turns_go_clockwise(self) -> None:
        turns, state = [], siege(players=3, dwarves=("tannery",) * 3, hands=((), HELD, HELD))
        for seat in range(3):
            state = after(state, EndTurn(), seat=seat)
            turns.append(state.turn)
        assert turns == [1, 2, 0]

    def test_after_the_second_hand_the_whole_deck_is_shuffled(self) -> None:
        first = (ORC, PICKAXE, PICKAXE, PICKAXE, AWL)
        state = siege(
            place="tannery", hands=((), (PICKAXE,) * 5), used=(first, ()), laid=(ORC, HATCHET, HATCHET, HAMMER, HAMMER)
        )
        state = after(state, EndTurn())
        assert state.used[SIGRUN] == ()
        assert after(state, TakeHand(first)).hands[SIGRUN] == first

    def test_with_the_last_card_the_turn_is_over_where_nothing_is_left_to_decide(self) -> None:
        """Nothing in the chamber to fill, no mercenary that could do anything."""
        digs = siege(PICKAXE, place="courtyard", rubble=4, hands=((PICKAXE,), (PICKAXE,) * 5))
        assert after(digs, Dig(PICKAXE)).turn == SVEN
        threatened = after(changed(digs, orcs={"joinery": 1}), Dig(PICKAXE))
        assert threatened.turn == SIGRUN
        assert {EndTurn(), Hire("workshops")} == set(offered(threatened))
        home = siege(PICKAXE, place="courtyard", hands=((PICKAXE,), (PICKAXE,) * 5), spaces=board(AXE))
        assert after(home, Go("chamber")).now == Refills()


class TestAlone:
    """Partie solo: where one dwarf is alone, an engine lies first, then stands, and only then acts."""

    tower, catapult = siege_card(engine="tower"), siege_card(orcs=(3,), engine="catapult")

    @pytest.mark.parametrize("engine", ["tower", "catapult"])
    def test_it_comes_lying(self, engine: str) -> None:
        card = getattr(self, engine)
        state = after(on_top(siege(players=1, mercenaries=()), card), TurnSiege(card))
        assert getattr(state, engine) == Machine(SIGRUN, lying=True)

    @pytest.mark.parametrize("engine", ["tower", "catapult"])
    def test_in_the_next_turn_it_is_set_upright_and_does_nothing(self, engine: str) -> None:
        state = after(siege(players=1, place="tannery", **{engine: Machine(SIGRUN, lying=True)}), EndTurn())
        assert getattr(state, engine) == Machine(SIGRUN)
        assert state.due == ("hand", "orcs")

    @pytest.mark.parametrize("engine", ["tower", "catapult"])
    def test_in_the_turn_after_that_it_acts(self, engine: str) -> None:
        state = after(siege(players=1, place="tannery", **{engine: Machine(SIGRUN)}), EndTurn())
        assert state.due == ("hand", engine, "orcs")

    @pytest.mark.parametrize("lying", [True, False])
    @pytest.mark.parametrize("engine", ["tower", "catapult"])
    def test_shown_again_it_acts_at_once_lying_or_not(self, engine: str, lying: bool) -> None:
        card = getattr(self, engine)
        state = changed(siege(players=1, mercenaries=()), **{engine: Machine(SIGRUN, lying)})
        assert after(on_top(state, card), TurnSiege(card)).due[0] == engine

    def test_shot_down_in_time_it_is_gone(self) -> None:
        state = siege(CROSSBOW, players=1, place="tower 2", tower=Machine(SIGRUN, lying=True))
        assert after(state, Attack("tower"), Throw(("crossbow",))).tower is None
