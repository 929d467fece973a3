"""Ancestry cards: four quadrants with a symbol each, as printed. A card here is nobody's, and lies nowhere."""

from typing import Annotated, Literal

import msgspec

from companion.rules import Cell, Text, fault_at, listed, say

Action = Literal["advance", "reinforce", "influence", "gnome"]
ACTIONS: tuple[Action, ...] = ("advance", "reinforce", "influence", "gnome")

Symbol = Literal["advance", "reinforce", "influence", "gnome", "wild", "supplies", "ancients", "empty"]
SYMBOLS: tuple[Symbol, ...] = (*ACTIONS, "wild", "supplies", "ancients", "empty")

SYMBOL_NAMES: dict[Symbol, Text] = {
    "advance": say("Advance"),
    "reinforce": say("Reinforcements"),
    "influence": say("Influence"),
    "gnome": say("Gnome"),
    "wild": say("Wild"),
    "supplies": say("Supplies"),
    "ancients": say("Ancients"),
    "empty": say("Nothing"),
}

LETTERS: dict[Symbol, str] = {
    "advance": "A",
    "reinforce": "R",
    "influence": "I",
    "gnome": "G",
    "wild": "W",
    "supplies": "S",
    "ancients": "N",
    "empty": ".",
}
"""Where there is no room for a picture."""

WEAK = 1
"""The strength of a symbol without a number."""
STRONGEST = 4

Strength = Annotated[int, msgspec.Meta(ge=WEAK, le=STRONGEST)]

CORNERS = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))
"""The four quadrants of a card, in the order in which one reads."""


class Quadrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbol: Symbol
    strength: Strength = WEAK
    """The number beside the symbol; 1 stands for none."""

    @property
    def is_strong(self) -> bool:
        return self.strength > WEAK

    def acts_as(self, action: Action) -> bool:
        return self.symbol in (action, "wild")

    def __str__(self) -> str:
        """Short, for keys and fields: `advance`, `advance 2`."""
        return f"{self.symbol} {self.strength}" if self.is_strong else self.symbol


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As one reads it. Its name is the owner's."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    top_left: Quadrant
    top_right: Quadrant
    bottom_left: Quadrant
    bottom_right: Quadrant

    @property
    def quadrants(self) -> tuple[Quadrant, Quadrant, Quadrant, Quadrant]:
        return self.top_left, self.top_right, self.bottom_left, self.bottom_right


def told_card(quadrants: tuple[Quadrant, Quadrant, Quadrant, Quadrant], name: str = "") -> Card:
    """A card as somebody tells it; without a name it is called by what it shows: `A2 . | R W`."""
    one, two, three, four = map(lettered, quadrants)
    return Card(name or f"{one} {two} | {three} {four}", *quadrants)


def lettered(quadrant: Quadrant) -> str:
    return LETTERS[quadrant.symbol] + (str(quadrant.strength) if quadrant.is_strong else "")


PRINTABLE: dict[str, Quadrant] = {
    str(quadrant): quadrant
    for symbol in SYMBOLS
    for quadrant in (
        (Quadrant(symbol), *(Quadrant(symbol, number) for number in range(WEAK + 1, STRONGEST + 1)))
        if symbol in ACTIONS
        else (Quadrant(symbol),)
    )
}
"""All that a quadrant can show, by its key; numbers are on the four actions only."""


def quadrant_in_words(quadrant: Quadrant) -> Text:
    name = SYMBOL_NAMES[quadrant.symbol]
    return say("{symbol} {strength}", symbol=name, strength=quadrant.strength) if quadrant.is_strong else name


def card_in_words(card: Card) -> Text:
    """What it shows, in the order in which one reads."""
    return listed([quadrant_in_words(quadrant) for quadrant in card.quadrants])


CORNER_NAMES: dict[str, Text] = {
    "top_left": say("Top left"),
    "top_right": say("Top right"),
    "bottom_left": say("Bottom left"),
    "bottom_right": say("Bottom right"),
}
"""By the fields of a card."""

BLANK = told_card((Quadrant("empty"),) * 4)
"""Lies where nobody has told yet what lies there."""


def card_faults(card: Card) -> list[Text]:
    """What no card can show, in words."""
    faults = []
    for corner, quadrant in zip(CORNER_NAMES, card.quadrants, strict=True):
        if quadrant.is_strong and quadrant.symbol not in ACTIONS:
            name = SYMBOL_NAMES[quadrant.symbol]
            faults.append(fault_at(corner, say("There is no number beside {symbol}.", symbol=name)))
    if all(quadrant.symbol == "empty" for quadrant in card.quadrants):
        faults.append(say("A card shows at least one symbol."))
    return faults
