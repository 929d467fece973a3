"""Cards and tiles of a real box that nobody has recorded: told by what they show, and learned from."""

from typing import Any

from msgspec.structs import replace

from companion.games.runedar import RUNEDAR
from companion.games.runedar.example import CARDS, ENEMIES, SIEGE
from companion.games.runedar.faces import (
    FIRST_CARD,
    Card,
    GoblinTile,
    SiegeCard,
    TrollTile,
    cards_faults,
    enemies_faults,
    siege_faults,
)
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import (
    Refill,
    TurnGoblin,
    TurnOther,
    TurnOtherGoblin,
    TurnOtherTroll,
    TurnOtherUpgrade,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
)
from companion.games.runedar.setup import Setup
from companion.games.runedar.state import Machine, Refills, State, Troll
from companion.rules import Move
from tests.companion.games.runedar.positions import PICKAXE, SIGRUN, SVEN, after, board, siege
from tests.players import people


def test_another_siege_card_does_what_it_shows_and_is_one_card_less() -> None:
    state = siege(PICKAXE, due=("siege",), orcs={"joinery": 1}, mercenaries=())
    left = sum(state.siege)
    state = after(state, TurnOther((1, 1, 4), ("tower", "arrow")))
    assert state.orcs == {"wall 1": 2, "wall 4": 1}
    assert (state.gold, state.tower, sum(state.siege)) == (19, Machine(SIGRUN), left - 1)


def test_a_card_with_both_engines_activates_those_that_stand_elsewhere() -> None:
    state = siege(PICKAXE, due=("siege",), mercenaries=(), tower=Machine(SVEN), catapult=Machine(SVEN))
    state = after(state, TurnOther((), ("tower", "catapult", "arrow")))
    assert sorted(state.due) == ["arrow", "catapult", "tower"]
    assert state.due[-1] == "arrow"


def test_another_troll_has_so_many_circles() -> None:
    state = siege(PICKAXE, due=("tower",), tower=Machine(SIGRUN))
    state = after(state, TurnOtherTroll(4, 2))
    assert (state.trolls, sum(state.troll_tiles)) == ((Troll((2, 2, 2, 2)),), 4)


def test_another_goblin_wants_what_was_told() -> None:
    state = siege(PICKAXE, due=("goblin", "goblin"), sections=4, rubble=0)
    state = after(state, TurnOtherGoblin("goods", wood=1, metal=2), TurnOtherGoblin("fight", count=2, hits=3))
    wants, fights = state.goblins
    assert wants.tile == GoblinTile(1, goods=Goods(wood=1, metal=2))
    assert fights.circles == (3, 3)
    assert sum(state.goblin_tiles) == 18


def test_a_goblin_wants_something() -> None:
    state = siege(PICKAXE, due=("goblin",), sections=4, rubble=0)
    (prompt,) = (prompt for prompt in RUNEDAR.prompts(state) if prompt.forms and not prompt.aside)
    (form,) = prompt.forms
    assert not form.takes(TurnOtherGoblin("goods"))
    assert form.takes(TurnOtherGoblin("goods", metal=1))
    assert not form.takes(TurnOtherGoblin("rubble", count=2, hits=1))


ROPE = TurnOtherUpgrade("Rope", ("metal", "digs", "magic"), metal=2, digs=3, takes_wood=1, takes_leather=2)
ROPE_CARD = Card("Rope", "grey", makes=Goods(metal=2), digs=3, magic=True, needs=Goods(wood=1, leather=2))


def refilled(state: State, told: Move, space: int = 1) -> State:
    return after(state, Refill(space, "grey"), told)


def test_another_upgrade_lies_on_the_board_as_it_was_told_and_is_one_card_less() -> None:
    state = siege(now=Refills(), spaces=board())
    left = sum(state.upgrades)
    state = refilled(state, ROPE)
    card = state.spaces[0].card
    assert card is not None
    assert (state.face(card), sum(state.upgrades), min(state.upgrades)) == (ROPE_CARD, left - 1, 0)
    grey = [count for face, count in zip(state.kit.cards, state.upgrades, strict=True) if face.pile == "grey"]
    assert sum(grey) == sum(face.copies for face in CARDS.cards if face.pile == "grey") - 1


def test_the_same_upgrade_told_again_is_the_same_card() -> None:
    state = refilled(refilled(siege(now=Refills(), spaces=board()), ROPE), ROPE, space=2)
    assert state.spaces[0].card == state.spaces[1].card
    assert len(state.kit.cards) == len(CARDS.cards) + 1


def test_a_listed_upgrade_that_is_told_all_the_same_is_that_card() -> None:
    axe = next(card for card in CARDS.cards if card.name == "Steel pickaxe")
    told = TurnOtherUpgrade("Steel pickaxe", ("melee", "digs"), melee=2, digs=3, takes_wood=1, takes_metal=2)
    state = refilled(siege(now=Refills(), spaces=board()), told)
    number = FIRST_CARD + CARDS.cards.index(axe)
    assert (state.spaces[0].card, state.kit.cards) == (number, CARDS.cards)
    assert state.upgrades[number - FIRST_CARD] == axe.copies - 1


def test_another_upgrade_of_a_known_name_is_numbered() -> None:
    long = "Battle axe of the third king 30"[:30]
    state = refilled(siege(now=Refills(), spaces=board()), TurnOtherUpgrade("Battle axe", ()))
    for space in (2, 3):
        state = refilled(state, TurnOtherUpgrade(long, ("digs",), digs=space), space)
    names = [state.face(space.card).name for space in state.spaces if space.card is not None]
    assert names == ["Battle axe 2", long, f"{long[:27]} 2"]


def test_on_a_board_that_is_told_five_yellow_cards_lie() -> None:
    setup = replace(RUNEDAR.deal(people(RUNEDAR, 2), list), board=())
    state = RUNEDAR.new(setup)
    state = after(state, *[replace(ROPE, name=f"Rope {number}") for number in range(5)])
    assert [state.face(space.card or 0).pile for space in state.spaces] == ["yellow"] * 5
    assert state.due[0] == "hand"


def learned(state: State, *moves: Move, setup: Setup | None = None) -> Setup:
    played: list[tuple[Any, Move]] = []
    for move in moves:
        played.append((state, move))
        state = after(state, move)
    return RUNEDAR.learned(setup or RUNEDAR.deal(people(RUNEDAR, 2), list), played)


def test_what_was_told_takes_the_place_of_an_example_that_never_came() -> None:
    state = siege(PICKAXE, due=("siege", "siege", "siege"), mercenaries=())
    first = SIEGE.cards[0]
    told = TurnOther((2, 2), ("arrow",))
    setup = learned(state, TurnSiege(0), told, told)
    new = SiegeCard(1, 2, orcs=(2, 2), arrow=True)
    assert new in setup.siege.cards
    assert first in setup.siege.cards
    assert sum(card.copies for card in setup.siege.cards if card.pile == 1) == 10
    assert not siege_faults(setup.siege)
    again = learned(state, TurnSiege(0), told, told, setup=setup)
    assert again == setup, "learned once more it is the same"


def test_of_what_never_came_an_example_makes_room_before_the_owners_own() -> None:
    own = replace(SIEGE, cards=(SiegeCard(1, orcs=(3, 3)), *SIEGE.cards[1:]))
    setup = replace(RUNEDAR.deal(people(RUNEDAR, 2), list), siege=own)
    state = replace(siege(PICKAXE, due=("siege",), mercenaries=()), kit=RUNEDAR.new(setup).kit)
    assert SiegeCard(1, orcs=(3, 3)) in learned(state, TurnOther((2, 2), ()), setup=setup).siege.cards
    state = after(state, TurnOther((2, 2), ()))
    assert state.siege[:2] == (1, 0)


def test_tiles_and_upgrades_are_learned_too() -> None:
    state = siege(PICKAXE, due=("goblin", "goblin"), sections=4, rubble=0)
    setup = learned(state, TurnGoblin(0), TurnOtherGoblin("rubble", count=6))
    assert GoblinTile(1, rubble=6) in setup.enemies.goblins
    assert ENEMIES.goblins[0] in setup.enemies.goblins
    assert len(setup.enemies.goblins) == 20
    setup = learned(siege(due=("tower",), tower=Machine(SIGRUN)), TurnOtherTroll(4, 2), setup=setup)
    assert TrollTile((2, 2, 2, 2)) in setup.enemies.trolls
    assert not enemies_faults(setup.enemies)
    setup = learned(siege(now=Refills(), spaces=board()), Refill(1, "grey"), ROPE, setup=setup)
    assert ROPE_CARD in setup.cards.cards
    assert not cards_faults(setup.cards)


def test_what_only_came_from_the_list_teaches_nothing() -> None:
    setup = RUNEDAR.deal(people(RUNEDAR, 2), list)
    own = replace(setup, siege=replace(SIEGE, cards=(SiegeCard(1, 10, arrow=True),)))
    state = siege(PICKAXE, due=("siege",), mercenaries=())
    assert learned(state, TurnSiege(0), setup=own) == own
    assert learned(siege(due=("tower",), tower=Machine(SIGRUN)), TurnTroll(1)) == setup
    upgrade = FIRST_CARD + next(number for number, card in enumerate(CARDS.cards) if card.pile == "grey")
    assert learned(siege(now=Refills(), spaces=board()), Refill(1, "grey"), TurnUpgrade(upgrade)) == setup


def test_a_card_with_both_engines_is_on_no_list() -> None:
    setup = learned(siege(PICKAXE, due=("siege",), mercenaries=()), TurnOther((), ("tower", "catapult")))
    assert setup.siege == SIEGE
