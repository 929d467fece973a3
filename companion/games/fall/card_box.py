"""The ancestry cards in the owner's box: one example of each kind shows how the owner's are written down."""

from companion.games.fall.cards import CORNER_NAMES, SYMBOL_NAMES, Card, card_faults
from companion.games.fall.example_cards import ANCESTRY_CARDS, STARTING_CARDS
from companion.games.fall.learning import told_cards, told_starters
from companion.rules import BoxKind, Shipped, Text, say

EXAMPLE = say("An example: look into your box, and record what is there.")
LABELS: dict[str, Text] = {
    **CORNER_NAMES,
    "symbol": say("Symbol"),
    "strength": say("Number beside it, 1 for none"),
    **{str(symbol): text for symbol, text in SYMBOL_NAMES.items()},
}

CARDS: BoxKind[Card] = BoxKind(
    name="ancestry-cards",
    title=say("Ancestry cards"),
    thing=Card,
    shipped=lambda: [Shipped(ANCESTRY_CARDS[0], EXAMPLE)],
    faults=card_faults,
    labels=LABELS,
    told=told_cards,
    most=100,
)
STARTERS: BoxKind[Card] = BoxKind(
    name="starting-cards",
    title=say("Starting ancestry cards"),
    thing=Card,
    shipped=lambda: [Shipped(STARTING_CARDS[0], EXAMPLE)],
    told=told_starters,
    faults=card_faults,
    labels=LABELS,
)
