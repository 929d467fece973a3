"""What a table tells before its first siege, where the box holds examples only: what is asked, and what comes of it.

Prices of the mercenaries, the ten tools that every dwarf begins with, and what the spaces of the upgrade board take.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.runedar.faces import FIRST_CARD, LONGEST_NAME, STARTING, Card, Prices, Row
from companion.games.runedar.goods import GOODS, Good, Goods
from companion.games.runedar.moves import MERCENARIES, Enough, TellPrices, TellSpaces, TellTool
from companion.games.runedar.other import SHOWN, next_strength
from companion.games.runedar.state import ORC, ORCS_IN_DECK, Deck, Due, State, Untold, changed
from companion.games.runedar.upgrades import as_named, with_face
from companion.games.runedar.words import HIRED
from companion.rules import Amount, Choice, Field, Form, Option, Prompt, Several, Steps, Text, Words, say, say_many

HIGHEST_PRICE = 9
MOST_ON_SPACE = 2
"""Of each resource."""

KEEP = Choice(Enough(), say("Keep the examples"))

NUMBERS = ("first", "second", "third", "fourth", "fifth")
SPACE_TEXTS: tuple[Text, ...] = tuple(say("Space {number}", number=number) for number in range(1, len(NUMBERS) + 1))
GOOD_TEXTS: dict[Good, Text] = {"wood": say("Wood"), "leather": say("Leather"), "metal": say("Metal")}


def question(state: State, untold: Untold) -> Prompt:
    everyone = tuple(range(len(state.seats)))
    match untold:
        case "prices":
            text = say("What do your mercenaries take?")
            return Prompt("prices", everyone, text, (KEEP,), (prices_form(),))
        case "tools":
            told = len(state.decks[0]) - ORCS_IN_DECK
            left = STARTING - told
            text = say_many(
                "Which tools does a dwarf begin with? {count} is left.",
                "Which tools does a dwarf begin with? {count} are left.",
                left,
            )
            return Prompt(f"tools {told}", everyone, text, () if told else (KEEP,), (tool_form(left),))
        case "spaces":
            text = say("What do the spaces of your upgrade board take?")
            return Prompt("spaces", everyone, text, (KEEP,), (spaces_form(),))


def prices_form() -> Form:
    amounts = tuple(Amount(who, HIRED[who], 1, HIGHEST_PRICE) for who in MERCENARIES)
    return Form("prices", say("Prices of the mercenaries"), amounts)


class ToolSteps(Steps, frozen=True):
    left: int

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if strength := next_strength(filled):
            return strength
        return None if "copies" in filled else Amount("copies", say("How many of it?"), 1, self.left)


def tool_form(left: int) -> Form:
    shows = tuple(Option(value, text) for value, text in SHOWN.items())
    fields = (
        Words("name", say("Name of the card"), LONGEST_NAME),
        Several("shows", say("What it shows"), shows, 0, len(shows)),
    )
    return Form("tool", say("A weapon or a tool"), fields, ToolSteps(left))


def spaces_form() -> Form:
    goods = tuple(Option(good, text) for good, text in GOOD_TEXTS.items() for _ in range(MOST_ON_SPACE))
    spaces = zip(NUMBERS, SPACE_TEXTS, strict=True)
    return Form(
        "spaces", say("Upgrade board"), tuple(Several(name, text, goods, 0, len(goods)) for name, text in spaces)
    )


def prices_told(state: State, told: TellPrices) -> State:
    enemies = msgspec.structs.replace(state.kit.enemies, prices=prices(told))
    return changed(state, kit=msgspec.structs.replace(state.kit, enemies=enemies))


def prices(told: TellPrices) -> Prices:
    return Prices(told.workshops, told.troll, told.goblin, told.catapult, told.siege)


def spaces_told(state: State, told: TellSpaces) -> State:
    return changed(state, kit=msgspec.structs.replace(state.kit, board=row(told)))


def row(told: TellSpaces) -> Row:
    first, second, third, fourth, fifth = (goods(getattr(told, name)) for name in NUMBERS)
    return first, second, third, fourth, fifth


def goods(listed: tuple[Good, ...]) -> Goods:
    return Goods(*(listed.count(good) for good in GOODS))


def tool_told(state: State, told: TellTool) -> State:
    """Every dwarf has it, as often as it was told."""
    state, number = with_face(state, as_named(state, tool(told)))
    deck = tuple(sorted((*state.decks[0], *(number,) * told.copies)))
    return with_decks(state, deck)


def tool(told: TellTool) -> Card:
    return Card(
        told.name,
        "start",
        makes=Goods(told.wood, told.leather, told.metal),
        makes_any=told.any,
        melee=told.melee,
        blows=told.blows,
        ranged=told.ranged,
        digs=told.digs,
        magic="magic" in told.shows,
    )


def with_decks(state: State, deck: Deck) -> State:
    return changed(state, decks=(deck,) * len(state.seats))


def listed_deck(cards: tuple[Card, ...]) -> Deck:
    """The twelve that a dwarf begins with, by their numbers."""
    numbered = enumerate(cards, FIRST_CARD)
    start = [number for number, card in numbered for _ in range(card.copies) if card.pile == "start"]
    return (*(ORC,) * ORCS_IN_DECK, *start)


def kept(state: State, untold: Due) -> State:
    """The example stands for it."""
    return with_decks(state, listed_deck(state.kit.cards)) if untold == "tools" else state


def all_told(state: State) -> bool:
    return len(state.decks[0]) == STARTING + ORCS_IN_DECK
