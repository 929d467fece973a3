"""What is asked of somebody's own ancestry, as forms: where a card lies, which symbols are covered. It plays nothing.

The grid of each has a layer for every symbol there is, so that any page can draw it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from companion.games.fall.ancestry import (
    GRID,
    PAIR,
    Ancestry,
    acting,
    is_borrowed,
    room,
    weak,
)
from companion.games.fall.cards import (
    ACTIONS,
    CORNER_NAMES,
    PRINTABLE,
    SYMBOL_NAMES,
    Action,
    Card,
    card_in_words,
    lettered,
    quadrant_in_words,
)
from companion.games.fall.moves import NEW
from companion.rules import Cell, Cells, Field, Form, Grid, Layer, Option, Pick, Steps, Text, Together, say


def mark(kind: str) -> str:
    quadrant = PRINTABLE[kind]
    return "" if quadrant.symbol == "empty" else lettered(quadrant)


@lru_cache(maxsize=256)
def grid_of(ancestry: Ancestry) -> Grid:
    """A layer for each kind of quadrant that shows, and one for the cubes; its mark is the quadrant's key."""
    by_kind: dict[str, list[Cell]] = {}
    for cell, quadrant in ancestry.quadrants.items():
        by_kind.setdefault(str(quadrant), []).append(cell)
    layers = [
        Layer(quadrant_in_words(PRINTABLE[kind]), GRID.bits(cells), mark(kind)) for kind, cells in by_kind.items()
    ]
    if ancestry.covered:
        layers.append(Layer(say("A cube"), GRID.bits(ancestry.covered), "■"))
    grid: Grid = msgspec.structs.replace(GRID, layers=tuple(layers))
    return grid


# Development.


QUADRANTS = tuple(Option(kind, quadrant_in_words(quadrant)) for kind, quadrant in PRINTABLE.items())
TOP_LEFT = Pick("top_left", CORNER_NAMES["top_left"], QUADRANTS)


def next_corner(filled: Mapping[str, Any]) -> Pick | None:
    """Of a card that the box does not know, told quadrant by quadrant; no card shows nothing at all."""
    if filled.get("card", NEW) != NEW:
        return None
    told = [corner for corner in CORNER_NAMES if corner in filled]
    if len(told) == len(CORNER_NAMES):
        return None
    corner = [*CORNER_NAMES][len(told)]
    bare = len(told) == len(CORNER_NAMES) - 1 and all(filled[each] == "empty" for each in told)
    options = tuple(option for option in QUADRANTS if option.value != "empty") if bare else QUADRANTS
    return Pick(corner, CORNER_NAMES[corner], options)


class CardSteps(Steps, frozen=True):
    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        return next_corner(filled)


class LaySteps(Steps, frozen=True):
    """What the card shows, if the box does not know it; then where it lies."""

    grid: Grid
    legal: bytes

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if corner := next_corner(filled):
            return corner
        if "at" not in filled and any(self.legal):
            return Cells("at", say("Where does it lie? Tap the place of its top left quadrant."), self.grid, self.legal)
        return None


def which_card(cards: tuple[Card, ...], others: bool) -> Pick:
    """One of these, or what another one shows; where there are none, that at once."""
    if not cards:
        return TOP_LEFT
    known = tuple(Option(card.name, card_in_words(card)) for card in cards)
    another = (Option(NEW, say("Another card")),) if others else ()
    return Pick("card", say("Which card do you add?"), (*another, *known))


@lru_cache(maxsize=64)
def lay_form(ancestry: Ancestry, cards: tuple[Card, ...], others: bool) -> Form:
    """A card of these, or another one where the table deals its own; it lies nowhere if there is no room at all."""
    steps = LaySteps(grid_of(ancestry), room(ancestry))
    return Form("lay_card", say("Add it"), (which_card(cards, others),), steps)


def start_form() -> Form:
    return Form("tell_start", say("What your starting card shows"), (TOP_LEFT,), CardSteps())


# Supplies.


def pair_form(ancestry: Ancestry) -> Form:
    """Two wild symbols for a supply, anywhere."""
    legal = GRID.bits(cell for cell, quadrant in ancestry.open.items() if quadrant.symbol == "wild")
    cells = Cells("cells", say("Two wild symbols"), grid_of(ancestry), legal, PAIR, PAIR)
    return Form("cover_pair", say("Cover two wild symbols for a supply"), (cells,))


# Battle.


@lru_cache(maxsize=64)
def cover_forms(ancestry: Ancestry, second: bool) -> tuple[Form, ...]:
    """One for each action that there are symbols for; a second action in a turn is weak."""
    return tuple(form for action in ACTIONS if (form := cover_form(ancestry, action, second)))


def cover_form(ancestry: Ancestry, action: Action, second: bool) -> Form | None:
    able = acting(ancestry, action)
    if second:
        able = {cell: quadrant for cell, quadrant in able.items() if cell in weak(ancestry)}
    if not able:
        return None
    together = (
        None
        if second
        else Together(
            GRID.bits(cell for cell in ancestry.covered if not is_borrowed(cell)),
            GRID.bits(cell for cell in able if is_borrowed(cell)),
        )
    )
    most = 1 if second else len(able)
    cells = Cells("cells", COVER_TEXTS[action], grid_of(ancestry), GRID.bits(able), 1, most, together)
    return Form(f"cover_{action}", SYMBOL_NAMES[action], (cells,))


COVER_TEXTS: dict[Action, Text] = {
    "advance": say("Cover symbols to advance."),
    "reinforce": say("Cover symbols to reinforce."),
    "influence": say("Cover symbols to influence a champion."),
    "gnome": say("Cover symbols to turn the gnome wheel."),
}
