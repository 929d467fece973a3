"""Cells of a grid and shapes laid on it, as fields of a form. Nothing here knows why a cell is legal: a game says that.

A set of cells is a bit for each, as `bytes`: small to send, and quick to reckon with.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import msgspec

from companion.common.text import Text, say
from companion.rules.fields import all_said
from companion.rules.player_colour import PlayerColour

TURNS = 4


class Cell(NamedTuple):
    """Counted from the left and from the top, both from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        """As people call it: a letter for the column, a number for the row."""
        letters, column = "", self.column
        while column >= 0:
            letters, column = chr(ord("A") + column % 26) + letters, column // 26 - 1
        return f"{letters}{self.row + 1}"


class Layer(msgspec.Struct, frozen=True):
    """Cells that have something in common, to be drawn: what lies there, by a letter or two, or whose it is."""

    text: Text
    cells: bytes
    mark: str = ""
    colour: PlayerColour | None = None


class Grid(msgspec.Struct, frozen=True):
    """Its bits go row after row, the lowest of a byte first."""

    columns: int
    rows: int
    layers: tuple[Layer, ...] = ()

    @property
    def whole(self) -> bytes:
        return self._packed((1 << self.columns * self.rows) - 1)

    def bits(self, cells: Iterable[Cell]) -> bytes:
        found = 0
        for column, row in cells:
            found |= 1 << row * self.columns + column
        return self._packed(found)

    def cells(self, bits: bytes) -> Iterator[Cell]:
        """In the order in which one reads."""
        left = int.from_bytes(bits, "little")
        while left:
            lowest = left & -left
            row, column = divmod(lowest.bit_length() - 1, self.columns)
            yield Cell(column, row)
            left ^= lowest

    def has(self, bits: bytes, cell: Cell) -> bool:
        if not (0 <= cell.column < self.columns and 0 <= cell.row < self.rows):
            return False
        byte, bit = divmod(cell.row * self.columns + cell.column, 8)
        return bool(bits[byte] >> bit & 1)

    def room(self, shape: Iterable[Cell], free: bytes) -> bytes:
        """Where a shape can lie so that it covers only free cells: the cells that its top left corner may be at."""
        found = -1
        unturned, width = int.from_bytes(free, "little"), 1
        for column, row in shape:
            found &= unturned >> row * self.columns + column
            width = max(width, column + 1)
        line = (1 << max(0, self.columns - width + 1)) - 1
        fitting = sum(line << row * self.columns for row in range(self.rows))
        return self._packed(found & fitting)

    def _packed(self, bits: int) -> bytes:
        return bits.to_bytes((self.columns * self.rows + 7) // 8, "little")


class Together(msgspec.Struct, frozen=True):
    """Cells that are picked hang together, side by side."""

    over: bytes
    """Cells that join those on their sides, as bridges do."""
    anywhere: bytes
    """Cells that are beside every other, wherever they lie."""

    def reached(self, grid: Grid, first: Cell, among: Collection[Cell]) -> set[Cell]:
        """Those of the cells that hang together with the first one."""
        left, found, edge = {*among, *grid.cells(self.over)} - {first}, {first}, {first}
        while edge:
            near = {cell for cell in left if any(self._touch(grid, cell, other, among) for other in edge)}
            left -= near
            found |= near
            edge = near
        return found & set(among)

    def _touch(self, grid: Grid, one: Cell, other: Cell, among: Collection[Cell]) -> bool:
        free = [cell for cell in (one, other) if grid.has(self.anywhere, cell)]
        if free:
            return one in among and other in among
        return abs(one.column - other.column) + abs(one.row - other.row) == 1


class Cells(msgspec.Struct, frozen=True, tag_field="kind", tag="cells"):
    """From `least` to `most` of the legal cells, in the order in which one reads."""

    name: str
    text: Text
    grid: Grid
    legal: bytes
    least: int = 1
    most: int = 1
    together: Together | None = None

    def takes(self, value: Any) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        lawful = all(isinstance(cell, Cell) and self.grid.has(self.legal, cell) for cell in value)
        in_order = lawful and all(one[::-1] < other[::-1] for one, other in pairwise(value))
        return in_order and (
            not self.together or not value or self.together.reached(self.grid, value[0], value) == set(value)
        )

    def in_words(self, value: Any) -> Text:
        return all_said(say("{cell}", cell=str(cell)) for cell in value)


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a shape lies: turned so many quarters to the right, after it was flipped over or not.

    `at` is the corner at the top left of the square around it.
    """

    shape: int | str
    at: Cell
    turn: Annotated[int, msgspec.Meta(ge=0, lt=TURNS)] = 0
    flipped: bool = False

    def covers(self, unturned: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells under the shape, in the order in which one reads."""
        return tuple(
            Cell(self.at.column + column, self.at.row + row)
            for column, row in turned(unturned, self.turn, self.flipped)
        )


class Lying(msgspec.Struct, frozen=True):
    """A shape turned one way: the cells it has then, and where its corner may be."""

    turn: int
    flipped: bool
    cells: tuple[Cell, ...]
    legal: bytes


class Shape(msgspec.Struct, frozen=True):
    value: int | str
    text: Text
    lying: tuple[Lying, ...]


class Places(msgspec.Struct, frozen=True, tag_field="kind", tag="places"):
    """One place for one of these shapes."""

    name: str
    text: Text
    grid: Grid
    shapes: tuple[Shape, ...]

    def takes(self, value: Any) -> bool:
        found = self._lying(value) if isinstance(value, Laid) else None
        return found is not None and self.grid.has(found.legal, value.at)

    def in_words(self, value: Any) -> Text:
        shape = next(shape.text for shape in self.shapes if shape.value == value.shape)
        lying = self._lying(value)
        assert lying is not None
        column, row = lying.cells[0]
        cell = str(Cell(value.at.column + column, value.at.row + row))
        where = say("{shape} at {cell}", shape=shape, cell=cell)
        if value.turn:
            where = say("{where}, turned by {degrees}°", where=where, degrees=value.turn * 90)
        return say("{where}, flipped", where=where) if value.flipped else where

    def _lying(self, place: Laid) -> Lying | None:
        return next(
            (
                lying
                for shape in self.shapes
                if shape.value == place.shape
                for lying in shape.lying
                if (lying.turn, lying.flipped) == (place.turn, place.flipped)
            ),
            None,
        )


def turned(shape: Iterable[Cell], turn: int, flipped: bool = False) -> tuple[Cell, ...]:
    """The cells of a shape after it was flipped and turned, with its corner at the top left at 0, 0."""
    cells = [(-column if flipped else column, row) for column, row in shape]
    for _ in range(turn):
        cells = [(-row, column) for column, row in cells]
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    return tuple(Cell(column - left, row - top) for column, row in sorted(cells, key=lambda cell: cell[::-1]))


def ways_to_lie(
    shape: Iterable[Cell], legal: Callable[[tuple[Cell, ...]], bytes], flips: bool = True
) -> tuple[Lying, ...]:
    """The turns of a shape, and flipped ones if it may be flipped, without those that look like one before them.

    `legal` is asked about the cells that it has then: where may their corner be? `Grid.room` is an answer.
    """
    unturned = tuple(shape)
    found: dict[tuple[Cell, ...], Lying] = {}
    for flipped in (False, True)[: 1 + flips]:
        for turn in range(TURNS):
            cells = turned(unturned, turn, flipped)
            if cells not in found:
                found[cells] = Lying(turn, flipped, cells, legal(cells))
    return tuple(found.values())
