"""A card that nobody had written down is in the owner's box after the game, and on the list of the next one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.box import Shelf
from companion.games import GAMES
from companion.games.runedar.faces import SiegeCard
from companion.games.runedar.moves import TurnOther
from companion.games.runedar.state import State
from tests.players import dealt, play
from tests.web.fakes import Home

GAME = GAMES["runedar"]
TOLD = TurnOther((2, 2), ("tower", "arrow"))
FACE = SiegeCard(1, orcs=(2, 2), engine="tower", arrow=True)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.close()


def siege_told(home: Home) -> None:
    """A game up to its first siege card, which is told."""
    setup = dealt(GAME, 2, Random(3))
    home.table.start("runedar", setup, home.table.version)
    first: State = home.position.state
    for seat, move, _ in play(GAME, first, Random(3), 200):
        state: State = home.position.state
        if state.due[:1] == ("siege",):
            home.table.play(state.turn, TOLD, home.table.version)
            return
        home.table.play(seat, move, home.table.version)
    raise AssertionError("no orc came")


def shelf(home: Home) -> Shelf:
    found: Shelf = home.app.extensions["services"].boxes["runedar"]["sieges"]
    return found


def look_into_the_box(home: Home) -> str:
    page: str = home.host().get("/host/box/runedar").get_data(as_text=True)
    return page


def test_what_was_told_is_the_owners_once_the_game_is_over_and_no_sooner(home: Home) -> None:
    siege_told(home)
    look_into_the_box(home)
    assert not shelf(home).own("Runedar")
    home.table.end(home.table.version)
    assert "Runedar" in look_into_the_box(home)
    deck = shelf(home).thing("Runedar")
    assert FACE in deck.cards
    assert sum(card.copies for card in deck.cards) == 50
    assert shelf(home).chosen == "Runedar"
    others = home.app.extensions["services"].boxes["runedar"]
    assert not others["cards"].own("Runedar"), "nothing was told of those"
    look_into_the_box(home)
    assert shelf(home).thing("Runedar") == deck


def test_the_next_game_has_it_on_its_list_however_it_begins(home: Home) -> None:
    siege_told(home)
    home.table.end(home.table.version)
    home.host().act("/api/host/again", seen=home.table.version)
    assert FACE in home.position.setup.siege.cards
    assert shelf(home).own("Runedar")


def test_the_owners_own_deck_grows_and_keeps_what_its_owner_wrote(home: Home) -> None:
    siege_told(home)
    home.table.end(home.table.version)
    look_into_the_box(home)
    deck = shelf(home).thing("Runedar")
    mine = msgspec.structs.replace(deck, cards=(SiegeCard(1, orcs=(4, 4, 4)), *deck.cards[1:]))
    shelf(home).keep(mine, instead_of="Runedar")
    look_into_the_box(home)
    assert shelf(home).thing("Runedar") == mine
    siege_told(home)
    home.table.end(home.table.version)
    look_into_the_box(home)
    assert shelf(home).thing("Runedar") == mine, "it was played with the example, and the card is there already"


def test_a_full_box_is_no_hindrance(home: Home) -> None:
    for number in range(shelf(home).kind.most):
        shelf(home).keep(msgspec.structs.replace(shelf(home).thing("Example"), name=f"Deck {number}"))
    siege_told(home)
    home.table.end(home.table.version)
    assert "Deck 3" in look_into_the_box(home)
    assert not shelf(home).own("Runedar")
