"""Tunnels and great halls: their shapes as somebody records them, with anchor and altar, and how they can lie."""

from functools import cache
from typing import Annotated, Literal, Protocol

import msgspec

from companion.rules import Cell, Laid, Lying, Text, fault_at, say, turned

FULL, MARKED, EMPTY = "x", "o", "."
SIZES = range(2, 6)
TURNS = range(4)

Picture = Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=8)]
"""Row by row: x for a square, o for the one with the anchor or the altar, . for none."""
Honour = Annotated[int, msgspec.Meta(ge=0, le=50)]
Row = tuple[Honour, Honour, Honour, Honour]


class Tunnel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shape of tunnel; an o is its anchor."""

    name: str
    picture: Picture
    tiles: Annotated[int, msgspec.Meta(ge=1, le=52)]
    """How many there are."""

    @property
    def size(self) -> int:
        return len(cells_of(self.picture))


class GreatHall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is one of each; the o is its altar."""

    name: str
    picture: Picture
    low: Honour
    high: Honour
    """With a statue on the altar."""


class HonourChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tunnels of two, three, four and five squares are worth, by their mineral."""

    name: Literal["tunnels"]
    stone: Row
    iron: Row
    heartstone: Row

    def worth(self, mineral: str, size: int) -> int:
        row: Row = getattr(self, mineral)
        return row[size - SIZES[0]]


class HasPicture(Protocol):
    @property
    def picture(self) -> tuple[str, ...]: ...


@cache
def cells_of(picture: tuple[str, ...]) -> tuple[Cell, ...]:
    found = [
        Cell(column, row)
        for row, line in enumerate(picture)
        for column, kind in enumerate(line)
        if kind in FULL + MARKED
    ]
    return turned(found, 0) if found else ()


@cache
def marked_in(picture: tuple[str, ...]) -> Cell | None:
    """The cell with the anchor or altar, as its tile lies unturned."""
    full = [
        (column, row) for row, line in enumerate(picture) for column, kind in enumerate(line) if kind in FULL + MARKED
    ]
    marks = [(column, row) for column, row in full if picture[row][column] == MARKED]
    if not marks:
        return None
    left, top = min(column for column, _ in full), min(row for _, row in full)
    return Cell(marks[0][0] - left, marks[0][1] - top)


@cache
def ways(picture: tuple[str, ...], flips: bool) -> tuple[Lying, ...]:
    """Every way to lie that covers other squares, without saying where."""
    cells = cells_of(picture)
    found: dict[tuple[Cell, ...], Lying] = {}
    for flipped in (False, True)[: 1 + flips]:
        for turn in TURNS:
            lying = turned(cells, turn, flipped)
            found.setdefault(lying, Lying(turn, flipped, lying, b""))
    return tuple(found.values())


def marks(tile: HasPicture, laid: Laid, flips: bool) -> tuple[Cell, ...]:
    """Where its anchor or altar may be: a tile that can lie in the same squares in several ways has it in several."""
    cells, mark = cells_of(tile.picture), marked_in(tile.picture)
    if mark is None:
        return ()
    covered = turned(cells, laid.turn, laid.flipped)
    found = set()
    for flipped in (False, True)[: 1 + flips]:
        for turn in TURNS:
            if turned(cells, turn, flipped) == covered:
                column, row = moved(mark, cells, turn, flipped)
                found.add(Cell(laid.at.column + column, laid.at.row + row))
    return tuple(sorted(found, key=lambda cell: cell[::-1]))


def moved(mark: Cell, cells: tuple[Cell, ...], turn: int, flipped: bool) -> Cell:
    """The cell of a turned shape that this one of the unturned became."""

    def after(cell: Cell) -> tuple[int, int]:
        column, row = (-cell.column if flipped else cell.column), cell.row
        for _ in range(turn):
            column, row = -row, column
        return column, row

    places = [after(cell) for cell in cells]
    column, row = after(mark)
    return Cell(column - min(place[0] for place in places), row - min(place[1] for place in places))


def tunnel_faults(tunnel: Tunnel) -> list[Text]:
    faults = picture_faults(tunnel.picture)
    if tunnel.size not in SIZES:
        faults.append(
            fault_at("picture", say("A tunnel has {least} to {most} squares.", least=SIZES[0], most=SIZES[-1]))
        )
    if tunnel.size == SIZES[-1] and any(MARKED in line for line in tunnel.picture):
        faults.append(fault_at("picture", say("The largest tunnels have no anchor.")))
    return faults


def hall_faults(hall: GreatHall) -> list[Text]:
    faults = picture_faults(hall.picture)
    if not any(MARKED in line for line in hall.picture):
        faults.append(fault_at("picture", say("The altar is missing.")))
    if hall.low > hall.high:
        faults.append(fault_at("low", say("With a statue on its altar a hall is worth more, not less.")))
    return faults


def picture_faults(picture: tuple[str, ...]) -> list[Text]:
    faults = []
    kinds = "".join(picture)
    unknown = sorted(set(kinds) - {FULL, MARKED, EMPTY})
    faults += [fault_at("picture", say("There is no square {name}.", name=name)) for name in unknown]
    if kinds.count(MARKED) > 1:
        faults.append(fault_at("picture", say("At most one square is marked.")))
    cells = set(cells_of(picture))
    if cells and not unknown and not in_one_piece(cells):
        faults.append(fault_at("picture", say("Its squares do not hang together.")))
    return faults


def in_one_piece(cells: set[Cell]) -> bool:
    reached, edge = set(), {next(iter(cells))}
    while edge:
        reached |= edge
        around = {Cell(c + dc, r + dr) for c, r in edge for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        edge = (around & cells) - reached
    return reached == cells
