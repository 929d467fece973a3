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
    quadrant_in_words,
)
from companion.rules import Cell, Cells, Field, Form, Grid, Layer, Option, Pick, Steps, Text, Together, say

NEW = "?"
"""A card that the box does not know."""
CORNER_FIELDS = ("top_left", "top_right", "bottom_left", "bottom_right")


@lru_cache(maxsize=256)
def grid_of(ancestry: Ancestry) -> Grid:
    """A layer for each kind of quadrant that shows, and one for the cubes; its mark is the quadrant's key."""
    by_kind: dict[str, list[Cell]] = {}
    for cell, quadrant in ancestry.quadrants.items():
        by_kind.setdefault(str(quadrant), []).append(cell)
    layers = [
        Layer(quadrant_in_words(PRINTABLE[kind]), GRID.bits(cells), letters(kind)) for kind, cells in by_kind.items()
    ]
    if ancestry.covered:
        layers.append(Layer(say("A cube"), GRID.bits(ancestry.covered), "■"))
    grid: Grid = msgspec.structs.replace(GRID, layers=tuple(layers))
    return grid


MARKS: dict[str, str] = {
    "advance": "A",
    "reinforce": "R",
    "influence": "I",
    "gnome": "G",
    "wild": "W",
    "supplies": "S",
    "ancients": "N",
    "empty": "",
}


def letters(kind: str) -> str:
    symbol, _, number = kind.partition(" ")
    return MARKS[symbol] + number


# Development.


class CardSteps(Steps, frozen=True):
    """A card that the box does not know is told quadrant by quadrant; then where it lies."""

    grid: Grid
    legal: bytes

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if filled["card"] == NEW:
            for name, text in zip(CORNER_FIELDS, CORNER_NAMES, strict=True):
                if name not in filled:
                    return Pick(name, text, QUADRANTS)
        if "at" not in filled and any(self.legal):
            return Cells("at", say("Where does it lie? Tap the place of its top left quadrant."), self.grid, self.legal)
        return None


QUADRANTS = tuple(Option(kind, quadrant_in_words(quadrant)) for kind, quadrant in PRINTABLE.items())


@lru_cache(maxsize=64)
def lay_form(ancestry: Ancestry, cards: tuple[Card, ...], others: bool) -> Form:
    """A card of these, or another one where the table deals its own; it lies nowhere if there is no room at all."""
    options = [Option(card.name, card_in_words(card)) for card in cards]
    if others:
        options.append(Option(NEW, say("Another card")))
    which = Pick("card", say("Which card do you add?"), tuple(options))
    return Form("lay_card", say("Add it"), (which,), CardSteps(grid_of(ancestry), room(ancestry)))


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
