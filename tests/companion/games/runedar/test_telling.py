"""A table whose box nobody has recorded: what it tells before the siege is played with, and known the next time."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.runedar import RUNEDAR
from companion.games.runedar.example import CARDS, ENEMIES, FORTRESS, SIEGE
from companion.games.runedar.faces import FIRST_CARD, Card, Prices, cards_faults, enemies_faults
from companion.games.runedar.goods import Goods
from companion.games.runedar.moves import Enough, TakeHand, TellPrices, TellSpaces, TellTool, TurnUpgrade
from companion.games.runedar.preparation import RunedarPreparation
from companion.games.runedar.setup import Setup
from companion.games.runedar.state import ORC, State
from companion.rules import Chosen, Move
from tests.companion.games.runedar.positions import SVEN, after
from tests.players import people

PRICES = TellPrices(workshops=4, troll=3, goblin=5, catapult=2, siege=1)
SPADE = TellTool("Spade", ("melee", "digs"), melee=1, digs=2, copies=7)
RUNE = TellTool("Rune", ("any", "magic"), any=1, copies=3)
PICKAXE = FIRST_CARD + next(number for number, card in enumerate(CARDS.cards) if card.pile == "yellow")
SPACES = TellSpaces((), ("wood", "wood"), (), (), ("leather", "metal"))
ALL: tuple[Move, ...] = (PRICES, SPADE, RUNE, SPACES)


def prepared(**recorded: Any) -> Setup:
    things = {"fortresses": FORTRESS, "cards": CARDS, "sieges": SIEGE, "enemies": ENEMIES, **recorded}
    box: Mapping[str, Chosen] = {kind.name: Chosen((things[kind.name],)) for kind in RUNEDAR.box}
    return RunedarPreparation().setup(people(RUNEDAR, 2), box, {"difficulty": "easy", "table": "told"}, None, list)


def learned(setup: Setup, *moves: Move) -> Setup:
    state, played = RUNEDAR.new(setup), list[tuple[State, Move]]()
    for move in moves:
        played.append((state, move))
        state = after(state, move)
    return RUNEDAR.learned(setup, played)


def test_prices_tools_and_spaces_are_asked_before_the_board_and_any_hand() -> None:
    state = RUNEDAR.new(prepared())
    assert state.due[:4] == ("prices", "tools", "spaces", "board")
    assert [prompt.key for prompt in RUNEDAR.prompts(state)] == ["prices"]
    assert RUNEDAR.chance(state, SVEN, list) is None
    state = after(after(state, PRICES), SPADE, seat=SVEN)
    assert [prompt.key for prompt in RUNEDAR.prompts(state)] == ["tools 7"]
    state = after(state, RUNE)
    assert {prompt.key for prompt in RUNEDAR.prompts(state)} == {"spaces", "hand 0 12", "hand 1 12"}


def test_what_was_told_is_played_with() -> None:
    state = after(RUNEDAR.new(prepared()), *ALL)
    assert state.kit.enemies.prices == Prices(workshops=4, troll=3, goblin=5, catapult=2, siege=1)
    assert state.kit.board == (Goods(), Goods(wood=2), Goods(), Goods(), Goods(leather=1, metal=1))
    spade, rune = (card for card in dict.fromkeys(state.decks[SVEN]) if card != ORC)
    assert state.decks == ((ORC, ORC, *(spade,) * 7, *(rune,) * 3),) * 2
    assert state.face(spade) == Card("Spade", "start", digs=2, melee=1)
    assert (state.face(rune).makes_any, state.face(rune).magic) == (1, True)
    assert after(state, TakeHand((ORC, *(spade,) * 4)), seat=SVEN).hands[SVEN] == (ORC, *(spade,) * 4)


def test_no_more_than_ten_tools() -> None:
    state = after(RUNEDAR.new(prepared()), PRICES, SPADE)
    (prompt,) = RUNEDAR.prompts(state)
    assert not prompt.offers(replace(RUNE, copies=4))
    assert not prompt.offers(Enough()), "whoever has begun tells all of them"


def test_whoever_keeps_the_examples_plays_with_them() -> None:
    state = after(RUNEDAR.new(prepared()), Enough(), Enough(), Enough())
    dealt = RUNEDAR.new(replace(prepared(), told=()))
    assert (state.decks, state.kit, state.due) == (dealt.decks, dealt.kit, dealt.due)


def test_what_is_recorded_is_not_asked() -> None:
    own = {"cards": replace(CARDS, name="Ours"), "enemies": replace(ENEMIES, name="Ours")}
    assert prepared(**own).told == ()
    assert prepared(enemies=own["enemies"]).told == ("tools", "spaces")


def test_what_was_told_is_known_the_next_time() -> None:
    setup = learned(prepared(), *ALL, TurnUpgrade(PICKAXE))
    assert setup.told == ()
    assert [(card.name, card.copies) for card in setup.cards.cards if card.pile == "start"] == [
        ("Spade", 7),
        ("Rune", 3),
    ]
    assert (setup.cards.two[1], setup.cards.three) == (Goods(wood=2), CARDS.three)
    assert setup.enemies.prices.goblin == 5
    assert (cards_faults(setup.cards), enemies_faults(setup.enemies)) == ([], [])
    assert setup.cards.cards[2:] == tuple(card for card in CARDS.cards if card.pile != "start")
    again = RunedarPreparation().again(setup, list)
    assert RUNEDAR.new(again).due[0] == "board"


def test_tools_that_were_not_all_told_teach_nothing() -> None:
    setup = learned(prepared(), PRICES, SPADE)
    assert (setup.cards, setup.told) == (CARDS, ("tools", "spaces"))
