"""The ancestry cards in the owner's box: examples stand in for each, until the owner writes down theirs."""

from companion.games.fall.cards import SYMBOL_NAMES, Card, card_faults
from companion.games.fall.example_cards import ANCESTRY_CARDS, STARTING_CARDS
from companion.rules import BoxKind, Shipped, Text, say

EXAMPLE = say("An example: look into your box, and record what is there.")
LABELS: dict[str, Text] = {
    "top_left": say("Top left"),
    "top_right": say("Top right"),
    "bottom_left": say("Bottom left"),
    "bottom_right": say("Bottom right"),
    "symbol": say("Symbol"),
    "strength": say("Number beside it, 1 for none"),
    **{str(symbol): text for symbol, text in SYMBOL_NAMES.items()},
}

CARDS: BoxKind[Card] = BoxKind(
    name="ancestry-cards",
    title=say("Ancestry cards"),
    thing=Card,
    shipped=lambda: [Shipped(card, EXAMPLE) for card in ANCESTRY_CARDS],
    faults=card_faults,
    labels=LABELS,
    most=100,
)
STARTERS: BoxKind[Card] = BoxKind(
    name="starting-cards",
    title=say("Starting ancestry cards"),
    thing=Card,
    shipped=lambda: [Shipped(card, EXAMPLE) for card in STARTING_CARDS],
    faults=card_faults,
    labels=LABELS,
)
