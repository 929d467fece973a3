"""An earlier move is amended: what happened at the table later stays where it happened, or clashes; nothing slips."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.change_signal import ChangeSignal
from companion.games.trollfjord.moves import (
    Collect,
    Declare,
    Draw,
    Forgo,
    Join,
    MoveLord,
    SetTrolls,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.state import Places, State
from companion.hammering.moves import Stop
from companion.journal import Act, Amended, Began, Entry, Journal, Played
from companion.position import Position
from companion.rules import Boulders, Hit, Move
from companion.table import Clash, Table, position_after
from tests.companion.games.trollfjord.positions import GAME, SIGRUN, SVEN, in_order, new, standing_in, treasure
from tests.players import PEOPLE


class Evening:
    """Two people at a table: planks and starting places in order, so Sven begins."""

    def __init__(self, table: Table) -> None:
        self.table = table
        setup = GAME.deal(PEOPLE[:2], in_order)
        table.start("trollfjord", setup, table.version)

    @property
    def position(self) -> Position:
        assert self.table.position
        return self.table.position

    @property
    def state(self) -> State:
        state: State = self.position.state
        return state

    def play(self, *moves: tuple[int | None, Move]) -> None:
        for seat, move in moves:
            self.table.play(seat, move, self.table.version)

    def amend(self, index: int, move: Move) -> None:
        self.table.amend(self.position.turns[index].number, move, self.table.version)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture
def evening(journal: Journal) -> Evening:
    return Evening(Table(journal, ChangeSignal(), lambda: 0.0))


class TestLords:
    def test_another_lord_stays_on_the_space_it_reached(self, evening: Evening) -> None:
        """Of the placement spaces Sven takes the third; the second that Sigrun reaches then becomes her first."""
        evening.play((SVEN, MoveLord("place", 3)), (SVEN, Forgo()), (SIGRUN, MoveLord("place", 2)))
        assert evening.state.lords == (2, 4)
        evening.amend(0, MoveLord("place", 1))
        assert evening.state.lords == (2, 0)
        told = evening.position.turns[2].move
        assert msgspec.to_builtins(told) == {"do": "lord", "to": "place", "free": 1, "space": 3}
        assert evening.state.now == Places(SIGRUN, 1)

    def test_a_space_that_it_cannot_have_reached_clashes(self, evening: Evening) -> None:
        evening.play((SVEN, MoveLord("place", 2)), (SVEN, Forgo()), (SIGRUN, MoveLord("place", 1)))
        with pytest.raises(Clash) as clash:
            evening.amend(0, MoveLord("place", 1))
        assert (clash.value.index, clash.value.illegal.code) == (2, "out_of_reach")
        assert evening.state.lords == (0, 2)


class TestWandering:
    def test_another_troll_does_not_walk_in_its_place(self, evening: Evening) -> None:
        """Without a choice nobody says which troll wanders, but it is written down."""
        evening.play((None, SetTrolls(SVEN, "mountain_1", 1)), (SVEN, MoveLord("wander", 1)))
        evening.play((SVEN, Wander("glacier_2")))
        assert standing_in(evening.state, SVEN) == {"glacier_2": 1}
        with pytest.raises(Clash):
            evening.amend(0, SetTrolls(SVEN, "forest_1", 1))
        assert standing_in(evening.state, SVEN) == {"glacier_2": 1}


class TestDraws:
    def test_a_treasure_stays_with_the_region_it_was_drawn_for(self, evening: Evening) -> None:
        for seat in (SVEN, SIGRUN):
            for region in ("mountain_1", "forest_1", "glacier_2"):
                evening.play((None, SetTrolls(seat, region, 1)))
        evening.play((SVEN, MoveLord("place", 1)), (SVEN, Forgo()), (SVEN, Declare("north")))
        evening.play((SIGRUN, Join()), (SVEN, TakeHammer()), (SVEN, Hit(Boulders(white=11, red=5, blue=5, yellow=5))))
        evening.play((SVEN, Stop()))
        collect = len(evening.position.turns)
        evening.play((SVEN, Collect("forest_1")), (SIGRUN, Collect("glacier_2")))
        evening.play((SVEN, Draw(24)), (SVEN, Draw(25)))
        assert (treasure(evening.state, "forest_1"), treasure(evening.state, "glacier_2")) == (24, 25)
        with pytest.raises(Clash) as clash:
            evening.amend(collect, Collect("mountain_1"))
        assert clash.value.illegal.code == "not_empty"
        assert treasure(evening.state, "glacier_2") == 25


class TestEarlierVersions:
    """They wrote down how far a lord went, and of a draw only the value."""

    WRITTEN: tuple[tuple[int, dict[str, Any]], ...] = (
        (SVEN, {"do": "lord", "to": "place", "free": 3}),
        (SVEN, {"do": "forgo"}),
        (SIGRUN, {"do": "lord", "to": "place", "free": 2}),
    )

    def entries(self) -> list[Entry]:
        setup = msgspec.to_builtins(GAME.deal(PEOPLE[:2], in_order))
        acts: list[Act] = [Began("trollfjord", setup), *(Played(seat, dict(move)) for seat, move in self.WRITTEN)]
        return [Entry(number, act, "phone", 0.0) for number, act in enumerate(acts, 1)]

    def test_their_games_go_on_and_are_amended_by_the_same_facts(self) -> None:
        position = position_after(self.entries())
        assert position
        assert position.state.lords == (2, 4)
        act = Amended(0, {"do": "lord", "to": "place", "free": 1}, 3)
        amended = position_after([*self.entries(), Entry(5, act, "host", 0.0)])
        assert amended
        assert amended.state.lords == (2, 0)

    def test_a_move_without_its_facts_is_the_same_answer(self) -> None:
        state = new(2)
        assert GAME.prompts(state)[0].offers(MoveLord("place", 2))
        assert MoveLord("place", 2) != MoveLord("place", 3, 5)
        assert MoveLord("place", 2, 3) == MoveLord("place", 1, 3) != MoveLord("place", 1, 5)
        assert Draw(12) == Draw(12, "forest_1") != Draw(12, "swamp_1")
