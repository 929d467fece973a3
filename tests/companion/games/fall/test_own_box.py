"""A war with the owner's own cards: nothing is offered that only stands in for them; what was told is known after."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.box import Box as OwnersBox
from companion.games.fall import FALL
from companion.games.fall.ancestry import START
from companion.games.fall.champions import Champion
from companion.games.fall.examples import PACK_SIZES
from companion.games.fall.moves import LayCard, TellChampion, TellStart
from companion.games.fall.preparation import FallPreparation
from companion.games.fall.state import Develops, Setup, State, TellsOffer, TellsStart
from companion.rules import Cell, Illegal, Pick, Words
from tests.companion.games.fall.ancestries import card_of
from tests.players import at_random, filled, people, shuffled

OWN = {"way": "everything", "table": "dealt", "champions": "told", "hands": "told"}
DEALT = {**OWN, "champions": "dealt", "hands": "dealt"}


@pytest.fixture
def box(tmp_path: Path) -> OwnersBox:
    return OwnersBox(tmp_path, FALL.box)


def set_up(box: OwnersBox, decided: Mapping[str, str], seats: int = 2) -> Setup:
    played_with = {name: shelf.played_with(None) for name, shelf in box.shelves.items()}
    return FallPreparation().setup(people(FALL, seats), played_with, decided, None, shuffled(Random(4)))


GRUMSK = TellChampion(
    name="Grumsk",
    clan="mud",
    votes=2,
    token="yes",
    when="claws",
    claws=2,
    ability="Once more.",
)
STARTED = TellStart(top_left="advance", top_right="empty", bottom_left="gnome", bottom_right="wild")
LAID = LayCard(
    at=(Cell(START.column + 1, START.row + 1),),
    top_left="advance 2",
    top_right="empty",
    bottom_left="ancients",
    bottom_right="reinforce",
)


def told(box: OwnersBox) -> State:
    """Two players with an empty box, until everyone has laid a first card."""
    state: State = FALL.new(set_up(box, OWN))
    offer = msgspec.structs.replace(GRUMSK, lines=(2, 5))
    for number in range(3):
        state = FALL.apply(state, 0, msgspec.structs.replace(offer, name=f"Offered {number}"))
    for seat in range(2):
        state = FALL.apply(state, seat, STARTED)
    for seat in range(2):
        state = FALL.apply(state, seat, msgspec.structs.replace(GRUMSK, name=f"Grumsk {seat}"))
    chance = Random(3)
    while not isinstance(state.now, Develops):
        (prompt,) = FALL.prompts(state)
        state = FALL.apply(state, prompt.seats[0], filled(FALL, prompt.forms[0], at_random(prompt.forms[0], chance)))
    for seat in range(2):
        state = FALL.apply(state, seat, LAID)
    return state


def test_only_what_the_owner_wrote_down_is_offered(box: OwnersBox) -> None:
    setup = set_up(box, OWN)
    assert (setup.box.cards, setup.box.starters, setup.box.champions) == ((), (), ())
    assert (setup.deck, setup.starts, setup.offer) == ((), (), ())
    assert setup.halls
    (prompt,) = FALL.prompts(FALL.new(setup))
    assert isinstance(prompt.forms[0].fields[0], Words), "a champion is told at once: there is none to pick"


def test_nothing_can_be_drawn_of_a_box_in_which_nothing_is_written_down(box: OwnersBox) -> None:
    state: State = FALL.new(set_up(box, OWN))
    waits = [*state.pending]
    assert {type(each) for each in waits} == {TellsOffer, TellsStart}
    for each in range(len(waits)):
        assert FALL.chance(msgspec.structs.replace(state, pending=tuple(waits[each:])), 0, shuffled(Random(1))) is None
    assert FALL.chance(msgspec.structs.replace(state, pending=()), 0, shuffled(Random(1))) is None


def test_the_companion_deals_all_the_cards_there_are_with_those_that_are_known(box: OwnersBox) -> None:
    box["ancestry-cards"].keep(card_of("A2 N / N N"))
    box["champions"].keep(Champion("Grumsk", "I/II", "mud", 2))
    for seats in FALL.seats:
        setup = set_up(box, DEALT, seats)
        assert len(setup.deck) == 72
        assert "A2 N | N N" in setup.deck
        assert len(setup.starts) == seats
        assert len(setup.offer) == seats + 1
        packs = [champion.pack for champion in setup.box.champions]
        assert {pack: packs.count(pack) for pack in packs} == PACK_SIZES
        FALL.new(setup)


def test_what_was_told_in_a_game_is_in_the_box_and_offered_by_its_picture(box: OwnersBox) -> None:
    box.learn(told(box))
    setup = set_up(box, OWN)
    assert [card.name for card in setup.box.cards] == ["A2 . | N R"]
    assert [card.name for card in setup.box.starters] == ["A . | G W"]
    grumsk = next(champion for champion in setup.box.champions if champion.name == "Grumsk 0")
    assert (grumsk.clan, grumsk.votes, grumsk.claws, grumsk.has_token, grumsk.ability) == (
        "mud",
        2,
        2,
        True,
        "Once more.",
    )
    state = FALL.new(setup)
    (offered,) = FALL.prompts(state)
    field = offered.forms[0].fields[0]
    assert isinstance(field, Pick)
    assert [str(option.text) for option in field.options] == ["Another champion"] + [
        f"Offered {number}: Mud 2" for number in range(3)
    ]


def test_another_game_with_the_same_people_knows_it_too(box: OwnersBox) -> None:
    setup, state = set_up(box, OWN), told(box)
    again = FallPreparation().again(FALL.learned(setup, [(state, LAID)]), shuffled(Random(9)))
    assert [card.name for card in again.box.cards] == ["A2 . | N R"]
    assert len(again.box.champions) == 5


def test_a_told_champion_consoles_with_the_lines_that_were_told(box: OwnersBox) -> None:
    champion = told(box).champion("Offered 0")
    assert [champion.crossed(influence) for influence in (1, 2, 4, 5, 8)] == [0, 1, 1, 2, 2]


def test_no_card_shows_nothing_at_all(box: OwnersBox) -> None:
    state: State = FALL.new(set_up(box, OWN))
    state = msgspec.structs.replace(state, pending=state.pending[3:])
    blank = TellStart(top_left="empty", top_right="empty", bottom_left="empty", bottom_right="empty")
    with pytest.raises(Illegal, match="A card shows at least one symbol"):
        FALL.apply(state, 0, blank)
    FALL.apply(state, 0, STARTED)


@pytest.mark.parametrize(
    ("at", "code", "words"),
    [
        (Cell(START.column + 3, START.row), "covers_nothing", "covers at least one quadrant"),
        (Cell(START.column + 5, START.row), "seventh_column", "a seventh column"),
        (Cell(START.column, START.row - 5), "seventh_row", "a seventh row"),
        (Cell(START.column + 1, START.row + 2), "over_ancients", "Ancients are never covered"),
    ],
)
def test_where_no_card_can_lie_is_told_in_words_and_to_nobody_else(
    box: OwnersBox, at: Cell, code: str, words: str
) -> None:
    state = told(box)
    with pytest.raises(Illegal, match=words) as refusal:
        FALL.apply(state, 0, msgspec.structs.replace(LAID, at=(at,)))
    assert (refusal.value.code, refusal.value.secret) == (code, True)
    assert FALL.apply(state, 0, msgspec.structs.replace(LAID, at=(START,)))
