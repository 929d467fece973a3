"""What the table is told of a siege: lights, blows, dangers, what is asked first, and what is wrong with a box."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.runedar import RUNEDAR
from companion.games.runedar.dangers import dangers
from companion.games.runedar.example import CARDS, ENEMIES, FORTRESS, SIEGE
from companion.games.runedar.faces import Card, GoblinTile, SiegeCard, TrollTile
from companion.games.runedar.fortress import Tower, Wall
from companion.games.runedar.moves import EndTurn, Go, Resolve, SetEngine, Throw, TurnSiege, TurnUpgrade
from companion.games.runedar.preparation import RunedarPreparation
from companion.games.runedar.setup import RUBBLE, Setup
from companion.games.runedar.state import Machine, Over, Throws
from companion.games.runedar.view import view
from companion.rules import BadSetup, Choice, Chosen, Illegal, Lights, Prompt
from tests.companion.games.runedar.positions import (
    HATCHET,
    PICKAXE,
    SIGRUN,
    SVEN,
    after,
    board,
    on_top,
    siege,
    siege_card,
)
from tests.players import people, shuffled


def by_blow(prompts: tuple[Prompt, ...]) -> list[Choice]:
    return [choice for prompt in prompts for choice in prompt.choices if choice.by_blow]


def test_a_blow_ends_the_turn_when_all_cards_are_played_and_never_before() -> None:
    assert not by_blow(RUNEDAR.prompts(siege(PICKAXE, place="tannery")))
    (choice,) = by_blow(RUNEDAR.prompts(siege(place="tannery")))
    assert choice.move == EndTurn()


def test_a_blow_lets_a_siege_card_happen() -> None:
    card = siege_card(arrow=True)
    state = after(on_top(siege(), card), TurnSiege(card))
    assert [choice.move for choice in by_blow(RUNEDAR.prompts(state))] == [Resolve()]


def test_lights_tell_whose_turn_it_is_what_comes_and_how_it_ended() -> None:
    assert RUNEDAR.lights(siege(PICKAXE)).mood == "turn"
    assert RUNEDAR.lights(siege(PICKAXE, due=("siege",))) == Lights("wave")
    assert RUNEDAR.lights(siege(now=Over())) == Lights("won")
    assert RUNEDAR.lights(siege(now=Over("gold"))) == Lights("lost")


def test_lights_tell_the_nearest_loss_in_the_colour_of_whose_turn_it_is() -> None:
    sigrun = RUNEDAR.lights(siege(PICKAXE)).colour
    assert RUNEDAR.lights(siege(PICKAXE, gold=4)) == Lights("danger", sigrun, left=4)
    assert RUNEDAR.lights(siege(PICKAXE, gold=4, orcs={"wall 1": 8})) == Lights("danger", sigrun, left=2)


def test_an_orc_in_the_chamber_is_an_alarm_until_the_next_move() -> None:
    card = siege_card(arrow=True)
    quiet = on_top(siege(HATCHET, orcs={"wall 1": 1}, mercenaries=()), card)
    assert RUNEDAR.lights(after(quiet, TurnSiege(card))).mood == "turn"
    raided = after(on_top(siege(HATCHET, orcs={"joinery": 2}, mercenaries=()), card), TurnSiege(card))
    assert (RUNEDAR.lights(raided), raided.stolen) == (Lights("alarm", left=18), 2)
    assert RUNEDAR.lights(after(raided, EndTurn())).mood != "alarm"


def test_the_chronicles_rank_gold_above_goblins_and_the_harder_of_equals_first() -> None:
    def remembered(**fields: Any) -> tuple[int, ...]:
        outcome = RUNEDAR.outcome(siege(**fields))
        assert outcome is not None
        assert outcome.chronicle is not None
        return outcome.chronicle.rank

    won, lost = Over(), Over("siege")
    ranks = [
        remembered(now=lost, beaten=2, gold=19),
        remembered(now=lost, beaten=3, gold=1),
        remembered(now=won, beaten=10, gold=1),
        remembered(now=won, beaten=10, gold=7),
        remembered(now=won, beaten=10, gold=7, rubble_each=12),
    ]
    assert ranks == sorted(set(ranks))
    outcome = RUNEDAR.outcome(siege(now=won, rubble_each=10, players=3))
    assert outcome is not None
    assert outcome.chronicle is not None
    assert str(outcome.chronicle.about) == "Hard, 3 dwarves"


def test_each_of_five_dangers_is_told_as_a_number_and_in_words() -> None:
    state = siege(PICKAXE, catapult=Machine(SVEN), tower=Machine(SIGRUN, lying=True), orcs={"wall 1": 8}, gold=1)
    told = {danger.loss: (danger.left, danger.most, danger.near, str(danger.text)) for danger in dangers(state)}
    assert told == {
        "siege": (50, 50, False, "50 siege cards left"),
        "catapult": (5, 5, False, "5 catapult cards left, armed at Sven's"),
        "trolls": (5, 5, False, "5 troll tiles left, lying at Sigrun's"),
        "orcs": (2, 10, True, "2 orcs in the reserve"),
        "gold": (1, 20, True, "1 piece of gold"),
    }


def test_a_hand_is_seen_by_its_player_alone() -> None:
    state = siege(PICKAXE)
    assert view(state, SVEN).hand is None
    assert view(state, None).hand is None
    assert [card.card for card in view(state, SIGRUN).hand or ()] == [PICKAXE]
    for prompt in RUNEDAR.prompts(state):
        assert prompt.private == any(isinstance(choice.move, Go) for choice in prompt.choices) or prompt.aside


def test_chance_throws_the_die_of_the_box() -> None:
    state = siege(PICKAXE, place="foundry", orcs={"foundry": 1}, now=Throws("foundry", 5))
    one_face = replace(ENEMIES, die=("three",) * 6)
    state = replace(state, kit=replace(state.kit, enemies=one_face))
    assert RUNEDAR.chance(state, SIGRUN, shuffled(Random(1))) == Throw(("three",) * 5)


def prepared(table: str, difficulty: str = "normal") -> Setup:
    box = {
        kind.name: Chosen((thing,)) for kind, thing in zip(RUNEDAR.box, (FORTRESS, CARDS, SIEGE, ENEMIES), strict=True)
    }
    decided = {"difficulty": difficulty, "table": table}
    return RunedarPreparation().setup(people(RUNEDAR, 2), box, decided, None, list)


@pytest.mark.parametrize("difficulty", RUBBLE)
def test_the_difficulty_is_rubble(difficulty: str) -> None:
    assert RUNEDAR.new(prepared("dealt", difficulty)).rubble == RUBBLE[difficulty]


def test_who_has_laid_out_the_board_tells_it_first() -> None:
    state = RUNEDAR.new(replace(prepared("told"), told=()))
    assert [space.card for space in state.spaces] == [None] * 5
    while state.due[0] == "board":
        choices = RUNEDAR.prompts(state)[0].choices
        assert all(isinstance(choice.move, TurnUpgrade) for choice in choices)
        state = after(state, choices[-1].move)
    assert all(space.card is not None for space in state.spaces)
    assert state.due[0] == "hand"


WRONG = {
    "no tunnel tower": ({"fortress": replace(FORTRESS, towers=(Tower((1,)),))}, "tunnel tower"),
    "a workshop without wall": ({"fortress": replace(FORTRESS, walls=(Wall("joinery"),) * 4)}, "Tannery has no wall"),
    "a wall that is not there": ({"fortress": replace(FORTRESS, walls=FORTRESS.walls[:3])}, "walls that exist"),
    "eleven tools": ({"cards": replace(CARDS, cards=(*CARDS.cards, Card("Rope", "start")))}, "here are 11"),
    "two of a name": ({"cards": replace(CARDS, cards=(*CARDS.cards, CARDS.cards[-1]))}, "are called Rune hammer"),
    "an empty siege card": ({"siege": replace(SIEGE, cards=(*SIEGE.cards, SiegeCard(1)))}, "shows something"),
    "orcs at no wall": ({"siege": replace(SIEGE, cards=(*SIEGE.cards, SiegeCard(1, orcs=(8,))))}, "it has 4"),
    "six trolls": ({"enemies": replace(ENEMIES, trolls=(*ENEMIES.trolls, TrollTile((1,))))}, "5 troll tiles"),
    "a goblin without wish": ({"enemies": replace(ENEMIES, goblins=(*ENEMIES.goblins, GoblinTile(1)))}, "one of them"),
    "four upgrades": ({"board": (PICKAXE,) * 4}, "Five yellow cards"),
    "another difficulty": ({"difficulty": "mild"}, "no mild"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_box_that_cannot_be_played_with_says_why(case: str) -> None:
    fields, words = WRONG[case]
    with pytest.raises(BadSetup) as bad:
        RUNEDAR.new(replace(prepared("dealt"), **fields))  # type: ignore[arg-type]
    assert words in str(bad.value)


def test_a_blocked_space_is_never_filled() -> None:
    state = siege(place="chamber", spaces=tuple(replace(space, blocked=True) for space in board()))
    assert after(state, EndTurn()).turn == SVEN


def test_an_engine_is_shown_where_it_stands_and_a_mercenary_until_it_is_hired() -> None:
    state = siege(PICKAXE, catapult=Machine(SVEN), tower=Machine(SIGRUN, lying=True), mercenaries=("troll",))
    shown = view(state, None)
    assert [(each.engine, each.seat, str(each.text)) for each in shown.engines] == [
        ("tower", SIGRUN, "Siege tower lying at Sigrun's"),
        ("catapult", SVEN, "Catapult at Sven's"),
    ]
    assert [str(each.text) for each in shown.mercenaries if not each.hired] == ["A troll less, 2 gold"]
    assert view(siege(PICKAXE), None).engines == ()


def test_the_host_puts_an_engine_where_it_is() -> None:
    state = RUNEDAR.apply(siege(PICKAXE, catapult=Machine(SIGRUN)), None, SetEngine("catapult", SVEN))
    assert state.catapult == Machine(SVEN)
    assert RUNEDAR.apply(state, None, SetEngine("catapult", -1)).catapult is None
    alone = RUNEDAR.apply(siege(PICKAXE, players=1), None, SetEngine("tower", SIGRUN))
    assert alone.tower == Machine(SIGRUN, lying=True)
    acting = siege(PICKAXE, catapult=Machine(SIGRUN), due=("catapult",))
    shot_at = siege(PICKAXE, place="tower 1", catapult=Machine(SIGRUN), now=Throws("catapult", 1))
    for busy in (acting, shot_at):
        with pytest.raises(Illegal) as refused:
            RUNEDAR.apply(busy, None, SetEngine("catapult", -1))
        assert refused.value.code == "busy"
