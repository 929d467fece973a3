"""One player's ancestry: cards laid over one another, and the cubes on their symbols.

It knows no turn and no board. Every quadrant is a `Cell` of a field that is wide enough for an ancestry that grows to
any side from the starting card, so a place never changes its name; the symbols on one's champions are the row below.

What the rulebook leaves open is decided so: wild symbols alone are a group of any action; a champion's symbol touches
all that it is covered together with, but is no bridge once it is covered.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count

import msgspec

from companion.games.fall.cards import ACTIONS, CORNERS, WEAK, Action, Card, Quadrant
from companion.rules import Cell, Grid, Illegal, say

WIDEST = 6
"""Quadrants, across and down."""
CARD = 2
"""Quadrants on a side of a card."""
FIELD = 2 * WIDEST - CARD
"""Columns and rows: as far as an ancestry can grow to both sides of its starting card."""
START = Cell(WIDEST - CARD, WIDEST - CARD)
"""Where the starting card lies."""
MOST_BORROWED = FIELD
GRID = Grid(FIELD, FIELD + 1)
"""The last row is the symbols on champions."""

MOST_SUPPLIES = 8
"""The spaces of the supply track."""
PAIR = 2
"""Wild symbols for one more supply."""

TAKEN = (4, 3, 2)
"""How many cards one chooses among, for each of the three that are added in a wave."""


class LaidCard(msgspec.Struct, frozen=True):
    card: Card
    at: Cell
    """Its top left quadrant."""


class Ancestry(msgspec.Struct, frozen=True):
    laid: tuple[LaidCard, ...]
    """From the starting card on: a later one lies over those before it."""
    covered: tuple[Cell, ...] = ()
    """The symbols with a cube on them, in the order in which one reads."""
    borrowed: tuple[Quadrant, ...] = ()
    """The symbols on one's champions."""

    @property
    def quadrants(self) -> dict[Cell, Quadrant]:
        """What shows, by its place."""
        shown = {
            Cell(laid.at.column + column, laid.at.row + row): quadrant
            for laid in self.laid
            for (column, row), quadrant in zip(CORNERS, laid.card.quadrants, strict=True)
        }
        return shown | dict(zip(borrowed_places(), self.borrowed, strict=False))

    @property
    def open(self) -> dict[Cell, Quadrant]:
        """The symbols that can still be covered."""
        return {
            cell: quadrant
            for cell, quadrant in self.quadrants.items()
            if cell not in self.covered and (quadrant.symbol in ACTIONS or quadrant.symbol == "wild")
        }

    def showing(self, symbol: str) -> tuple[Cell, ...]:
        return in_order(cell for cell, quadrant in self.quadrants.items() if quadrant.symbol == symbol)


def started(card: Card) -> Ancestry:
    return Ancestry((LaidCard(card, START),))


def borrowed_places() -> Iterator[Cell]:
    return (Cell(column, FIELD) for column in count())


def is_borrowed(cell: Cell) -> bool:
    return cell.row >= FIELD


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """As one reads."""
    return tuple(sorted(cells, key=lambda cell: cell[::-1]))


# Development of the ancestry: laying cards.


def corners_at(at: Cell) -> tuple[Cell, ...]:
    return tuple(Cell(at.column + column, at.row + row) for column, row in CORNERS)


def extent(numbers: Iterable[int]) -> int:
    found = set(numbers)
    return max(found) - min(found) + 1


def refusal(ancestry: Ancestry, at: Cell) -> Illegal | None:
    """Why a card cannot lie here, whatever it shows; secret, for it speaks of an ancestry before it is shown."""
    shown = {cell: quadrant for cell, quadrant in ancestry.quadrants.items() if not is_borrowed(cell)}
    corners = corners_at(at)
    under = [shown[cell] for cell in corners if cell in shown]
    whole = {*shown, *corners}
    if extent(cell.column for cell in whole) > WIDEST:
        text = say("That would be a seventh column: an ancestry is at most six quadrants wide.")
        return Illegal("seventh_column", text, secret=True)
    if extent(cell.row for cell in whole) > WIDEST:
        text = say("That would be a seventh row: an ancestry is at most six quadrants high.")
        return Illegal("seventh_row", text, secret=True)
    if not under:
        text = say("A card covers at least one quadrant of your ancestry.")
        return Illegal("covers_nothing", text, secret=True)
    if any(quadrant.symbol == "ancients" for quadrant in under):
        return Illegal("over_ancients", say("Ancients are never covered by a card."), secret=True)
    return None


@lru_cache(maxsize=256)
def room(ancestry: Ancestry) -> bytes:
    """Where a card may lie: the places of its top left quadrant, as bits of `GRID`."""
    places = (Cell(column, row) for row in range(FIELD - 1) for column in range(FIELD - 1))
    return GRID.bits(at for at in places if refusal(ancestry, at) is None)


def lay(ancestry: Ancestry, card: Card, at: Cell) -> Ancestry:
    if why := refusal(ancestry, at):
        raise why
    after: Ancestry = msgspec.structs.replace(ancestry, laid=(*ancestry.laid, LaidCard(card, at)))
    return after


def passed(hands: tuple[tuple[str, ...], ...], wave: int) -> tuple[tuple[str, ...], ...]:
    """The hands after they were passed on, clockwise in waves I and III, else the other way; seats sit clockwise."""
    step = -1 if wave % 2 else 1
    return tuple(hands[(seat + step) % len(hands)] for seat in range(len(hands)))


# Supplies of a wave.


def supplies(ancestry: Ancestry, base: int) -> int:
    """What a wave begins with, before pairs of wild symbols are covered for more."""
    return min(MOST_SUPPLIES, base + len(ancestry.showing("supplies")))


def despair(supplied: int) -> int:
    """A token for each space of the supply track that stays empty."""
    return MOST_SUPPLIES - supplied


# Weak and strong actions.


def weak(ancestry: Ancestry) -> tuple[Cell, ...]:
    """The symbols that a weak action can cover."""
    return in_order(cell for cell, quadrant in ancestry.open.items() if not quadrant.is_strong)


def acting(ancestry: Ancestry, action: Action) -> dict[Cell, Quadrant]:
    return {cell: quadrant for cell, quadrant in ancestry.open.items() if quadrant.acts_as(action)}


def printed(ancestry: Ancestry, cells: Collection[Cell]) -> int:
    """The strength that the symbols have by themselves."""
    return sum(ancestry.quadrants[cell].strength for cell in cells)


def is_strong(ancestry: Ancestry, cells: Collection[Cell]) -> bool:
    """A group, or a symbol with a number."""
    return len(cells) > 1 or printed(ancestry, cells) > WEAK


def cover(ancestry: Ancestry, cells: Collection[Cell]) -> Ancestry:
    """With a cube on each of these open symbols; whether they are one group is asked before."""
    after: Ancestry = msgspec.structs.replace(ancestry, covered=in_order({*ancestry.covered, *cells}))
    return after


def uncovered(ancestry: Ancestry) -> Ancestry:
    """With all cubes taken back, after a wave."""
    after: Ancestry = msgspec.structs.replace(ancestry, covered=())
    return after


# The end of the game.

ANCIENTS = (0, 0, 1, 3, 5, 8, 12, 17, 23, 30)
"""Honour for none to nine Ancients; for more of them as for nine."""


def ancients_honour(ancestry: Ancestry) -> int:
    return ANCIENTS[min(len(ancestry.showing("ancients")), len(ANCIENTS) - 1)]
