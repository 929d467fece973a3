"""The rulebook on a turn, heading by heading; what it shows as a worked example is called so, with its letter there."""

import pytest

from companion.games.runedar import RUNEDAR
from companion.games.runedar.example import ENEMIES, FORTRESS
from companion.games.runedar.faces import GoblinTile
from companion.games.runedar.fortress import beside, within
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import (
    Arm,
    Attack,
    Back,
    Clear,
    Dig,
    EndTurn,
    Go,
    Improve,
    Lay,
    Put,
    Refill,
    TakeHand,
    Throw,
    TurnCatapult,
    TurnGoblin,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
    Work,
)
from companion.games.runedar.state import ORC, Goblin, Machine, Plays, Refills, Stores, Throws, Troll, changed
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
    troll_tile,
)


class TestEngines:
    """A. Activer la tour de siège et/ou la catapulte."""

    def test_example_it_hits_space_2_the_wood_goes_home_and_a_gold_is_lost(self) -> None:
        spaces = board(SAW, AXE, goods={2: Goods(wood=1)})
        state = siege(spaces=spaces, catapult=Machine(SIGRUN), due=("catapult",))
        assert state.stored("wood") == 9
        state = after(state, TurnCatapult(2))
        assert (state.spaces[1].card, state.spaces[1].blocked) == (None, True)
        assert (state.stored("wood"), state.gold, state.catapult) == (10, 19, None)
        assert state.catapult_cards == (1, 3, 4, 5)
        assert [str(line) for line in state.news] == [
            "The catapult hits space 2, and a piece of gold is lost.",
            "Back to the workshops: 1 wood.",
        ]

    def test_the_last_card_loses_at_once(self) -> None:
        state = after(siege(catapult=Machine(SIGRUN), due=("catapult",), catapult_cards=(4,)), TurnCatapult(4))
        assert lost(state) == "catapult"

    def test_what_stands_in_ones_area_acts_when_ones_turn_begins(self) -> None:
        state = siege(place="tannery", catapult=Machine(SVEN), tower=Machine(SVEN), hands=((), (PICKAXE,) * 5))
        state = after(state, EndTurn())
        assert state.due[0] == "tower"
        state = after(state, TurnTroll(0), seat=SVEN)
        assert state.due[0] == "catapult"
        state = after(state, TurnCatapult(1), seat=SVEN)
        assert (state.due, state.now) == ((), Plays())


class TestBSiegeCards:
    """B. Jouer des cartes Orc; effets des cartes Siège."""

    def test_example_a_new_orc_climbs_with_the_others_and_one_steals_gold(self) -> None:
        card = siege_card(orcs=(2,), arrow=True)
        state = on_top(siege(orcs={"joinery": 1, "outside 3": 1}, mercenaries=()), card)
        state = after(state, TurnSiege(card))
        assert state.orcs == {"wall 2": 1, "wall 3": 1}
        assert (state.gold, state.orcs_left) == (19, 8)

    def test_orcs_move_from_outside_to_wall_to_workshop_to_chamber(self) -> None:
        arrow = siege_card(arrow=True)
        state = siege(orcs={"outside 1": 1, "wall 3": 2, "foundry": 1}, mercenaries=())
        state = after(on_top(state, arrow), TurnSiege(arrow))
        assert state.orcs == {"wall 1": 1, "tannery": 2}
        assert state.gold == 19

    def test_an_engine_comes_to_whoever_turns_the_card(self) -> None:
        card = siege_card(engine="tower")
        state = after(on_top(siege(HATCHET, mercenaries=()), card), TurnSiege(card))
        assert (state.tower, str(state.news[-1])) == (Machine(SIGRUN), "The siege tower comes to Sigrun.")

    def test_an_engine_in_anothers_area_acts_at_once(self) -> None:
        card = siege_card(engine="tower")
        state = after(on_top(siege(tower=Machine(SVEN), mercenaries=()), card), TurnSiege(card))
        assert state.due[0] == "tower"
        state = after(state, TurnTroll(troll_tile(2, 2, 2)))
        assert (state.trolls, state.tower) == ((Troll((2, 2, 2)),), None)

    @pytest.mark.parametrize("engine", ["tower", "catapult"])
    def test_an_engine_in_ones_own_area_stays_and_does_nothing(self, engine: str) -> None:
        card = siege_card(engine="tower") if engine == "tower" else siege_card(orcs=(3,), engine="catapult")
        state = changed(siege(PICKAXE, mercenaries=()), **{engine: Machine(SIGRUN)})
        state = after(on_top(state, card), TurnSiege(card))
        assert (getattr(state, engine), state.due) == (Machine(SIGRUN), ())

    def test_an_orc_card_is_played_before_any_other(self) -> None:
        state = siege(hands=(None, None), laid=(), due=("hand", "orcs"))
        state = after(state, TakeHand((ORC, ORC, PICKAXE, PICKAXE, HATCHET)))
        assert (state.laid, state.due) == ((ORC,), ("siege", "orcs"))

    def test_the_last_siege_card_loses_before_anything_on_it_happens(self) -> None:
        card = siege_card(orcs=(1,))
        only = tuple(int(number == card) for number in range(len(siege().siege)))
        state = after(changed(siege(due=("siege",)), siege=only), TurnSiege(card))
        assert (lost(state), state.orcs) == ("siege", {})

    def test_the_last_orc_of_the_reserve_loses_at_once(self) -> None:
        card = siege_card(orcs=(2,), arrow=True)
        state = after(on_top(siege(orcs={"joinery": 9}, mercenaries=()), card), TurnSiege(card))
        assert (lost(state), state.gold) == ("orcs", 20)

    def test_the_last_gold_loses_at_once(self) -> None:
        arrow = siege_card(arrow=True)
        state = after(on_top(siege(orcs={"joinery": 2}, gold=2, mercenaries=()), arrow), TurnSiege(arrow))
        assert lost(state) == "gold"


class TestCMoving:
    """Actions des cartes Nain: se déplacer."""

    def test_example_a_the_red_dwarf_goes_from_the_chamber_to_the_walls_of_every_workshop(self) -> None:
        one = {"courtyard", "joinery", "tannery", "foundry"}
        assert beside(FORTRESS)["chamber"] == one
        assert set(within(FORTRESS, "chamber", 2)) == {*one, "wall 1", "wall 2", "wall 3", "wall 4"}

    def test_example_b_the_yellow_dwarf_needs_two_steps_from_the_tower_to_the_joinery(self) -> None:
        assert "joinery" not in within(FORTRESS, "tower 1", 1)
        assert "joinery" in within(FORTRESS, "tower 1", 2)

    def test_example_c_the_violet_dwarf_goes_from_wall_to_wall_through_the_tower_with_one_step(self) -> None:
        assert "wall 3" in beside(FORTRESS)["wall 2"]

    def test_it_is_three_steps_from_the_courtyard_to_the_tunnel_tower(self) -> None:
        assert "tower 1" not in within(FORTRESS, "courtyard", 2)
        assert "tower 1" in within(FORTRESS, "courtyard", 3)

    def test_it_is_one_step_from_a_wall_to_its_outside(self) -> None:
        assert "outside 2" in beside(FORTRESS)["wall 2"]

    def test_a_card_moves_its_dwarf_two_spaces_at_most(self) -> None:
        state = siege(PICKAXE, HATCHET)
        assert Go("tower 1") not in offered(state)
        state = after(state, Go("wall 1"), Lay(HATCHET))
        assert (state.place, state.hand) == ("wall 1", (PICKAXE,))

    def test_a_magic_card_goes_anywhere_and_then_does_something(self) -> None:
        rune = CARD["Rune pickaxe"]
        state = after(siege(PICKAXE, rune, place="outside 4"), Go("courtyard"))
        assert (state.place, state.hand) == ("courtyard", (PICKAXE,))
        assert Dig(rune) in offered(state)
        assert Dig(PICKAXE) not in offered(state)
        assert after(state, Dig(rune)).rubble == 2

    @pytest.mark.parametrize(("card", "to"), [("Rune pickaxe", "tannery"), ("Rune axe", "courtyard")])
    def test_a_magic_card_that_can_do_nothing_there_is_not_asked_about(self, card: str, to: str) -> None:
        state = siege(PICKAXE, CARD[card], place="outside 4")
        assert after(state, Go(to)).now == Plays()

    def test_a_magic_crossbow_strikes_nobody(self) -> None:
        state = siege(PICKAXE, CARD["Rune crossbow"], place="outside 4", trolls=(troll(1, 1),))
        assert after(state, Go("courtyard")).now == Plays()

    def test_a_magic_weapon_fights_alone_or_with_others(self) -> None:
        axe = CARD["Rune axe"]
        state = siege(CROSSBOW, axe, place="outside 1", orcs={"foundry": 2})
        assert after(state, Go("foundry"), Attack("foundry")).now == Throws("foundry", 4)
        state = after(siege(HAMMER, axe, place="outside 1", orcs={"foundry": 2}), Go("foundry"), Attack("foundry"))
        assert after(state, Arm(())).now == Throws("foundry", 4)
        assert after(state, Arm((HAMMER,))).now == Throws("foundry", 5)


class TestCResources:
    """Utiliser des ressources."""

    def test_example_two_wood_are_split_over_two_cards(self) -> None:
        state = siege(SAW, place="joinery", spaces=board(AXE, SAW))
        state = after(state, Work(SAW))
        assert state.now == Stores("wood", 2)
        state = after(state, Put("space", 1))
        assert state.now == Plays()
        assert [space.goods for space in state.spaces[:2]] == [Goods(wood=1), Goods(wood=1)]
        assert state.stored("wood") == 8

    def test_not_beside_an_orc(self) -> None:
        state = siege(SAW, place="joinery", orcs={"joinery": 1}, spaces=board(AXE))
        with pytest.raises(Illegal) as refused:
            after(state, Work(SAW))
        assert refused.value.code == "orcs_here"

    def test_no_more_than_the_cards_take(self) -> None:
        state = after(siege(SAW, place="joinery", spaces=board(AXE)), Work(SAW))
        assert (state.spaces[0].goods, state.now) == (Goods(wood=1), Plays())

    def test_no_more_than_the_workshop_holds(self) -> None:
        rune = CARD["Rune axe"]
        spaces = board(rune, rune, rune, rune, SAW, goods=dict.fromkeys(range(1, 5), Goods(wood=2)))
        wants = changed_goods(goblin(goods=Goods(wood=2)), Goods(wood=1))
        state = siege(SAW, place="joinery", spaces=spaces, goblins=(wants,))
        assert after(state, Work(SAW)).now == Stores("wood", 1)

    def test_a_goblin_takes_what_it_wants_and_no_more_of_it(self) -> None:
        both = Goblin(GoblinTile(1, goods=Goods(wood=2, metal=1)))
        state = siege(SAW, place="joinery", spaces=board(AXE), goblins=(both,))
        state = after(state, Work(SAW), Put("goblin", 1), Put("goblin", 1))
        assert state.goblins == (changed_goods(both, Goods(wood=2)),), "it waits for the metal"
        again = after(siege(SAW, place="joinery", spaces=board(AXE), goblins=state.goblins), Work(SAW))
        assert (again.spaces[0].goods, again.now) == (Goods(wood=1), Plays()), "wood is for the axe alone now"
        content = siege(HAMMER, place="foundry", spaces=board(), goblins=state.goblins)
        assert after(content, Work(HAMMER)).goblins == ()

    def test_a_goblin_that_takes_anything_counts_it_all(self) -> None:
        wants = changed_goods(goblin(any_goods=3), Goods(leather=1, metal=1))
        state = siege(SAW, place="joinery", spaces=board(), goblins=(wants,))
        assert after(state, Work(SAW)).goblins == (), "one wood is the third"


class TestCFights:
    """Attaquer."""

    def test_example_in_the_foundry_three_hits_beat_one_of_two_orcs(self) -> None:
        state = siege(HAMMER, AXE, place="foundry", orcs={"foundry": 2})
        assert Work(HAMMER) not in offered(state)
        state = after(state, Attack("foundry"), Arm((HAMMER, AXE)))
        assert state.now == Throws("foundry", 3)
        state = after(state, Throw(("one", "two", "crossbow")))
        assert (state.orcs, state.orcs_left, state.hand) == ({"foundry": 1}, 9, ())
        assert [str(line) for line in state.news] == ["1 orc is beaten."]

    def test_one_hit_beats_no_orc(self) -> None:
        state = siege(HAMMER, PICKAXE, place="foundry", orcs={"foundry": 2})
        state = after(state, Attack("foundry"), Arm((HAMMER,)), Throw(("one",)))
        assert (state.orcs, str(state.news[-1])) == ({"foundry": 2}, "No orc is beaten.")

    def test_example_from_a_tower_one_bolt_beats_one_of_two_orcs_outside(self) -> None:
        state = siege(CROSSBOW, CROSSBOW, place="tower 2", orcs={"wall 2": 1, "outside 2": 2})
        assert {Attack("wall 2"), Attack("outside 2")} <= set(offered(state))
        state = after(state, Attack("outside 2"), Arm((CROSSBOW, CROSSBOW)))
        assert state.now == Throws("outside 2", 2)
        assert after(state, Throw(("three", "crossbow"))).orcs == {"wall 2": 1, "outside 2": 1}

    def test_all_cards_for_one_attack_are_one_answer(self) -> None:
        state = siege(PICKAXE, HAMMER, CROSSBOW, place="foundry", orcs={"foundry": 2})
        state = after(state, Attack("foundry", (PICKAXE, HAMMER)))
        assert (state.now, state.hand) == (Throws("foundry", 2), (CROSSBOW,))

    def test_never_more_than_five_dice(self) -> None:
        axe = CARD["Battle axe"]
        state = after(siege(axe, axe, place="foundry", orcs={"foundry": 1}), Attack("foundry"), Arm((axe, axe)))
        assert state.now == Throws("foundry", 5)

    def test_two_hits_without_dice(self) -> None:
        state = siege(CARD["War hammer"], place="foundry", orcs={"foundry": 2})
        assert after(state, Attack("foundry")).orcs == {"foundry": 1}

    def test_two_blows_are_four_hits(self) -> None:
        state = siege(CARD["Rune hammer"], PICKAXE, place="foundry", orcs={"foundry": 3})
        assert after(state, Attack("foundry"), Arm((CARD["Rune hammer"],))).orcs == {"foundry": 1}

    def test_one_bolt_is_enough_for_an_engine_in_anybodys_area(self) -> None:
        state = siege(CROSSBOW, place="tower 3", catapult=Machine(SVEN), tower=Machine(SIGRUN))
        assert {Attack("catapult"), Attack("tower")} <= set(offered(state))
        state = after(state, Attack("catapult"), Throw(("crossbow",)))
        assert (state.catapult, state.tower) == (None, Machine(SIGRUN))
        assert str(state.news[-1]) == "The catapult is gone."

    def test_no_workshop_is_shot_at(self) -> None:
        state = siege(CROSSBOW, place="tower 2", orcs={"joinery": 1, "tannery": 1})
        assert not [move for move in offered(state) if isinstance(move, Attack)]


class TestCDigging:
    """Creuser."""

    def test_example_the_last_rubble_frees_a_section_and_two_goblins(self) -> None:
        state = after(siege(PICKAXE, AWL, place="courtyard", rubble=1), Dig(PICKAXE))
        assert (state.rubble, state.sections, state.due) == (0, 4, ("goblin", "goblin"))
        assert offered(state) == [TurnGoblin(tile) for tile in range(4)], "those with its number on their backs"
        assert TurnGoblin(0) not in offered(after(state, TurnGoblin(0))), "each is there once"
        state = after(state, TurnGoblin(0), TurnGoblin(2))
        assert [each.tile for each in state.goblins] == [ENEMIES.goblins[0], ENEMIES.goblins[2]]
        assert Dig(AWL) not in [move for move in offered(state) if isinstance(move, Dig) and not move.goblin]
        assert state.rubble == 0, "the rubble of the next section waits until both are gone"

    def test_when_both_are_beaten_the_next_rubble_comes(self) -> None:
        state = siege(PICKAXE, AWL, place="courtyard", rubble=0, sections=4, goblins=(goblin(rubble=2),))
        state = after(state, Dig(PICKAXE, 1), Dig(AWL, 1))
        assert (state.goblins, state.rubble, state.beaten) == ((), 6, 1)

    def test_not_with_a_troll_in_the_courtyard(self) -> None:
        with pytest.raises(Illegal) as refused:
            after(siege(PICKAXE, place="courtyard", trolls=(troll(1, 1),)), Dig(PICKAXE))
        assert refused.value.code == "enemies_here"

    def test_only_in_the_courtyard(self) -> None:
        with pytest.raises(Illegal) as refused:
            after(siege(PICKAXE, place="chamber"), Dig(PICKAXE))
        assert refused.value.code == "not_there"

    def test_the_rubble_of_goblins_is_cleared_beside_enemies_and_what_is_too_much_goes_on_at_the_others(self) -> None:
        steel = CARD["Steel pickaxe"]
        two = (goblin(rubble=2), goblin(rubble=4))
        state = siege(steel, PICKAXE, place="courtyard", rubble=0, sections=4, goblins=two, trolls=(troll(1, 1),))
        assert {Dig(steel, 1), Dig(steel, 2)} <= set(offered(state))
        assert [each.rubble for each in after(state, Dig(steel, 1)).goblins] == [3]
        assert [each.rubble for each in after(state, Dig(steel, 2)).goblins] == [2, 1]
        alone = changed(state, goblins=(goblin(rubble=2), goblin(circles=(1, 1))))
        assert after(alone, Dig(steel, 1)).goblins == (goblin(circles=(1, 1)),)


class TestCImproving:
    """Améliorer des cartes."""

    def test_example_the_axe_is_taken_for_a_card_and_its_goods_go_home(self) -> None:
        spaces = board(SAW, AXE, goods={2: Goods(wood=1, metal=1)})
        state = siege(PICKAXE, HATCHET, spaces=spaces)
        assert Improve(1) not in offered(state)
        state = after(state, Improve(2), Lay(HATCHET))
        assert state.hand == (PICKAXE, AXE), "and is played in this turn"
        assert (state.stored("wood"), state.stored("metal")) == (10, 10)
        assert (len(state.decks[SIGRUN]), state.decks[SIGRUN].count(ORC)) == (12, 2)
        assert state.decks[SIGRUN].count(HATCHET) == 1
        assert state.spaces[1].card is None

    @pytest.mark.parametrize(
        ("due", "next_due"), [(("catapult", "orcs"), "catapult"), (("tower", "orcs"), "tower"), (("siege",), "siege")]
    )
    def test_before_an_engine_or_an_orc_card_too(self, due: tuple[str, ...], next_due: str) -> None:
        """At any time in one's turn: what would be hit is saved."""
        spaces = board(AXE, goods={1: Goods(wood=1, metal=1)})
        state = siege(ORC, PICKAXE, spaces=spaces, due=due, catapult=Machine(SIGRUN))
        state = after(state, Improve(1))
        assert Lay(ORC) not in offered(state)
        assert RUNEDAR.chance(state, SIGRUN, list) is None, "nothing is turned over meanwhile"
        assert after(state, Back()) == changed(state, now=Plays())
        state = after(state, Lay(PICKAXE))
        assert (state.hand, state.spaces[0].card, state.due[0]) == ((ORC, AXE), None, next_due)

    def test_and_inside_an_action(self) -> None:
        spaces = board(AXE, SAW, SAW, goods={1: Goods(wood=1, metal=1)})
        state = after(siege(SAW, PICKAXE, place="joinery", spaces=spaces), Work(SAW), Improve(1), Lay(PICKAXE))
        assert (state.now, state.hand) == (Stores("wood", 2), (AXE,))

    def test_not_when_every_card_is_played_nor_in_anothers_turn(self) -> None:
        spaces = board(AXE, goods={1: Goods(wood=1, metal=1)})
        assert Improve(1) not in offered(siege(due=("siege",), spaces=spaces))
        assert Improve(1) not in offered(siege(ORC, due=("siege",), spaces=spaces))
        assert Improve(1) not in offered(siege(PICKAXE, due=("siege",), spaces=spaces), SVEN)

    def test_what_the_space_takes_is_added(self) -> None:
        state = siege(SAW, place="joinery", players=4, spaces=board(None, None, None, None, SAW))
        state = after(state, Work(SAW))
        assert state.spaces[4].goods == Goods(wood=2)


class TestDFilling:
    """Remplir le plateau Amélioration."""

    def test_in_the_chamber_cards_are_taken_away_before_others_come(self) -> None:
        spaces = board(AXE, SAW, goods={2: Goods(wood=1)})
        state = after(siege(now=Refills(), spaces=spaces, hands=((), (PICKAXE,) * 5)), Clear(2))
        assert (state.spaces[0].card, state.spaces[1].card, state.stored("wood")) == (AXE, None, 10)
        state = after(state, Refill(2, "red"), TurnUpgrade(CARD["Rune axe"]))
        assert (state.spaces[1].card, state.turn) == (CARD["Rune axe"], SIGRUN)
        assert Clear(1) not in offered(state)
        assert {Refill(3, "yellow"), Refill(5, "grey"), EndTurn()} <= set(offered(state))
        assert after(state, EndTurn()).turn == SVEN


def changed_goods(wants: Goblin, goods: Goods) -> Goblin:
    return Goblin(wants.tile, goods)
