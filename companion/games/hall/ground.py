"""The squares of a mountain as bits of whole numbers, quick to reckon with; it knows no player and no turn.

A set of squares is an `int` here, and `bytes` where it is kept: the bits of `companion.rules.Grid`.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from companion.games.hall.mountain import HEART, TIERS, Mountain, cell_at
from companion.games.hall.resources import Goods, goods
from companion.rules import Cell


class Ground(NamedTuple):
    columns: int
    rows: int
    diggable: int
    """Every square but the heart, workshop sites, and what is no part of the mountain."""
    heart: int
    sites: int
    rubble: int
    tiers: tuple[int, ...]
    """The squares of each tier, the outermost first."""
    first_column: int
    last_column: int

    def bit(self, cell: Cell) -> int:
        return 1 << cell.row * self.columns + cell.column

    def bits(self, cells: Iterable[Cell]) -> int:
        found = 0
        for cell in cells:
            found |= self.bit(cell)
        return found

    def cells(self, bits: int) -> Iterator[Cell]:
        """In the order in which one reads."""
        while bits:
            lowest = bits & -bits
            row, column = divmod(lowest.bit_length() - 1, self.columns)
            yield Cell(column, row)
            bits ^= lowest

    def packed(self, bits: int) -> bytes:
        return bits.to_bytes((self.columns * self.rows + 7) // 8, "little")

    def beside(self, bits: int) -> int:
        """The squares that share a side with one of these; some of these may be among them."""
        whole = (1 << self.columns * self.rows) - 1
        across = (bits & ~self.last_column) << 1 | (bits & ~self.first_column) >> 1
        return (across | bits << self.columns | bits >> self.columns) & whole

    def flooded(self, start: int, within: int) -> int:
        """All that is joined to the start through squares of `within`."""
        found, edge = start, start
        while edge:
            edge = self.beside(edge) & within & ~found
            found |= edge
        return found

    def pieces(self, bits: int) -> Iterator[int]:
        """Squares that hang together, a set for each lump of them."""
        while bits:
            piece = self.flooded(bits & -bits, bits)
            yield piece
            bits ^= piece

    def tier(self, cell: Cell) -> int:
        """1 to 5, from the outside."""
        return next(tier for tier, bits in enumerate(self.tiers, 1) if bits & self.bit(cell))


def unpacked(bits: bytes) -> int:
    return int.from_bytes(bits, "little")


@cache
def survey(mountain: Mountain) -> Ground:
    columns, rows = mountain.columns, len(mountain.tiers)
    kinds: dict[str, int] = dict.fromkeys((*TIERS, HEART), 0)
    for row, line in enumerate(mountain.tiers):
        for column, kind in enumerate(line):
            kinds[kind] = kinds.get(kind, 0) | 1 << row * columns + column

    def at(squares: Iterable[str]) -> int:
        return sum(1 << row * columns + column for column, row in map(cell_at, squares))

    edge = sum(1 << row * columns for row in range(rows))
    sites = at(mountain.sites)
    tiers = tuple(kinds[tier] for tier in TIERS)
    return Ground(
        columns,
        rows,
        diggable=sum(tiers) & ~sites,
        heart=kinds[HEART],
        sites=sites,
        rubble=at(mountain.rubble),
        tiers=tiers,
        first_column=edge,
        last_column=edge << columns - 1,
    )


@cache
def buried_at(mountain: Mountain) -> dict[Cell, Goods]:
    found: dict[Cell, list[str]] = {}
    for buried in mountain.buried:
        found.setdefault(cell_at(buried.at), []).append(buried.resource)
    return {cell: goods(resources) for cell, resources in found.items()}


@lru_cache(maxsize=8192)
def room(
    cells: tuple[Cell, ...], columns: int, rows: int, free: int, touching: int, rubble: int = 0, hammers: int = 0
) -> int:
    """Where the top left corner of these cells may be.

    They cover only free squares, at least one of those that are `touching`, and no more rubble than there are hammers.
    """
    legal, near = -1, 0
    # For each number up to one more than the hammers: where at least so many of the cells so far are on rubble.
    covering = [-1] + [0] * (hammers + 1)
    width = 1
    for column, row in cells:
        step = row * columns + column
        legal &= free >> step
        near |= touching >> step
        on_rubble = rubble >> step
        for number in range(min(hammers + 1, len(cells)), 0, -1):
            covering[number] |= covering[number - 1] & on_rubble
        width = max(width, column + 1)
    too_much = covering[hammers + 1] if hammers < len(cells) else 0
    return legal & near & ~too_much & inside(columns, rows, width)


@cache
def inside(columns: int, rows: int, width: int) -> int:
    """Where the corner of a shape so wide may be without its running over the right edge."""
    line = (1 << max(0, columns - width + 1)) - 1
    return sum(line << row * columns for row in range(rows))
