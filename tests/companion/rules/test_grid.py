"""Cells, shapes laid on a grid, and spots: what is taken, how it is said, and bits against counting cell by cell."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.rules import (
    Cell,
    Cells,
    Chart,
    Grid,
    Laid,
    Lying,
    Places,
    Shape,
    Spot,
    Spots,
    Together,
    say,
    turned,
    ways_to_lie,
)
from companion.rules.prompt import Field
from tests.players import any_value, corners

SEED = 11
GRID = Grid(5, 4)
ELL = (Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(1, 2))
BAR, SQUARE = (Cell(0, 0), Cell(1, 0), Cell(2, 0)), (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))

CELLS = Cells("cells", say("Which?"), GRID, GRID.bits([Cell(1, 0), Cell(4, 0), Cell(0, 3)]), 1, 2)
PLACES = Places(
    "place",
    say("Where?"),
    GRID,
    (
        Shape(
            "ell",
            say("Ell"),
            (
                Lying(0, False, turned(ELL, 0), GRID.bits([Cell(0, 0), Cell(3, 1)])),
                Lying(3, True, turned(ELL, 3, True), GRID.bits([Cell(2, 2)])),
            ),
        ),
    ),
)
CHART = Chart(0.8, tuple(Spot(name, say("{name}", name=name.title()), 0.1, 0.2) for name in ("cave", "dell", "fen")))
SPOTS = Spots("to", say("Where to?"), CHART, ("cave", "fen"), 0, 2)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (CELLS, (Cell(1, 0),), "B1"),
        (CELLS, (Cell(4, 0), Cell(0, 3)), "E1, A4"),
        (PLACES, Laid("ell", Cell(3, 1)), "Ell at D2"),
        (PLACES, Laid("ell", Cell(2, 2), 3, True), "Ell at C3, turned by 270°, flipped"),
        (SPOTS, (), "nothing"),
        (SPOTS, ("cave", "fen"), "Cave, Fen"),
    ],
)
def test_what_is_legal_is_taken_and_said(field: Field, value: Any, words: str) -> None:
    assert field.takes(value)
    assert str(field.in_words(value)) == words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (CELLS, ()),
        (CELLS, (Cell(1, 0), Cell(4, 0), Cell(0, 3))),
        (CELLS, (Cell(0, 3), Cell(1, 0))),
        (CELLS, (Cell(1, 0), Cell(1, 0))),
        (CELLS, (Cell(2, 0),)),
        (CELLS, (Cell(6, 0),)),
        (CELLS, (Cell(-1, 1),)),
        (CELLS, (Cell(0, 4),)),
        (CELLS, (Cell(10**9, 10**9),)),
        (CELLS, ((1, 0),)),
        (CELLS, None),
        (PLACES, Laid("ell", Cell(1, 0))),
        (PLACES, Laid("ell", Cell(0, 0), 1)),
        (PLACES, Laid("ell", Cell(2, 2), 3)),
        (PLACES, Laid("bar", Cell(0, 0))),
        (PLACES, Laid("ell", Cell(0, 99))),
        (PLACES, ("ell", Cell(0, 0), 0, False)),
        (SPOTS, ("dell",)),
        (SPOTS, ("fen", "cave")),
        (SPOTS, ("fen", "fen")),
        (SPOTS, "fen"),
    ],
)
def test_nothing_else_is_taken(field: Field, value: Any) -> None:
    assert not field.takes(value)


@pytest.mark.parametrize("field", [CELLS, PLACES, SPOTS], ids=lambda field: field.name)
def test_players_fill_a_field_with_what_it_takes_and_with_all_of_it(field: Field) -> None:
    chance = Random(SEED)
    values = [*corners(field), *(any_value(field, chance) for _ in range(200))]
    assert all(field.takes(value) for value in values)
    assert len(set(values)) == {"cells": 6, "place": 3, "to": 4}[field.name]


def test_cells_are_called_like_those_of_a_sheet() -> None:
    assert [str(Cell(column, 8)) for column in (0, 25, 26, 27, 701, 702)] == ["A9", "Z9", "AA9", "AB9", "ZZ9", "AAA9"]


def test_a_place_survives_writing_down_and_is_decoded_strictly() -> None:
    place = Laid("ell", Cell(3, 1), 2, True)
    written = msgspec.json.encode(place)
    assert written == b'{"shape":"ell","at":[3,1],"turn":2,"flipped":true}'
    assert msgspec.json.decode(written, type=Laid) == place
    for wrong in (
        b'{"shape":"ell","at":[3],"turn":0,"flipped":false}',
        b'{"shape":"ell","at":[3,1],"turn":4,"flipped":false}',
        b'{"shape":"ell","at":[3,1.5],"turn":0,"flipped":false}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=Laid)


@pytest.mark.parametrize(
    ("shape", "flips", "ways"), [(ELL, True, 8), (ELL, False, 4), (BAR, True, 2), (SQUARE, True, 1)]
)
def test_a_shape_lies_in_as_many_ways_as_look_different(shape: tuple[Cell, ...], flips: bool, ways: int) -> None:
    found = ways_to_lie(shape, lambda cells: GRID.room(cells, GRID.whole), flips)
    assert len(found) == len({lying.cells for lying in found}) == ways
    for lying in found:
        assert lying.cells == Laid("any", Cell(0, 0), lying.turn, lying.flipped).covers(shape)
        assert min(column for column, _ in lying.cells) == min(row for _, row in lying.cells) == 0
        assert lying.legal == GRID.room(lying.cells, GRID.whole)


def test_a_shape_turns_to_the_right() -> None:
    assert turned(BAR, 1) == (Cell(0, 0), Cell(0, 1), Cell(0, 2))
    assert turned(ELL, 1) == (Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(0, 1))
    assert turned(ELL, 0, flipped=True) == (Cell(1, 0), Cell(1, 1), Cell(0, 2), Cell(1, 2))


def test_where_there_is_room_is_what_counting_cell_by_cell_finds() -> None:
    chance = Random(SEED)
    for _ in range(300):
        grid = Grid(chance.randint(1, 17), chance.randint(1, 9))
        every = list(grid.cells(grid.whole))
        assert len(every) == grid.columns * grid.rows
        free = {cell for cell in every if chance.random() < 0.8}
        shape = turned({Cell(chance.randrange(4), chance.randrange(3)) for _ in range(chance.randint(1, 6))}, 0)
        room = grid.room(shape, grid.bits(free))
        counted = {at for at in every if free.issuperset(Laid("any", at).covers(shape))}
        assert set(grid.cells(room)) == counted
        assert {cell for cell in every if grid.has(room, cell)} == counted
        assert grid.bits(counted) == room


class TestTogether:
    """A row of three, a bridge under a gap of it, and a cell that is beside every other."""

    LEGAL = (Cell(0, 0), Cell(1, 0), Cell(3, 0), Cell(4, 3))
    OVER = (Cell(1, 1), Cell(2, 1), Cell(3, 1))
    FIELD = Cells(
        "cells",
        say("Which?"),
        GRID,
        GRID.bits(LEGAL),
        1,
        4,
        together=Together(GRID.bits(OVER), GRID.bits([Cell(4, 3)])),
    )

    @pytest.mark.parametrize(
        ("over", "picked", "taken"),
        [
            (OVER, (0, 1), True),
            (OVER, (0, 2), False),
            (OVER, (0, 1, 2), True),
            (OVER, (0, 3), True),
            (OVER, (0, 2, 3), True),
            ((), (1, 2), False),
            ((), (1, 2, 3), True),
        ],
    )
    def test_takes_what_hangs_together(self, over: tuple[Cell, ...], picked: tuple[int, ...], taken: bool) -> None:
        together = Together(GRID.bits(over), GRID.bits([Cell(4, 3)]))
        field = msgspec.structs.replace(self.FIELD, together=together)
        assert field.takes(tuple(self.LEGAL[each] for each in picked)) is taken

    def test_random_players_pick_only_that(self) -> None:
        chance = Random(SEED)
        found = {any_value(self.FIELD, chance) for _ in range(200)}
        assert all(map(self.FIELD.takes, found))
        assert len(found) > 5
