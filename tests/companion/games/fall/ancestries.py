"""Ancestries for tests, drawn as text: one letter a quadrant, a number after it its strength."""

import random
from collections.abc import Iterable
from itertools import combinations

from companion.games.fall.ancestry import GRID as ANCESTRY_GRID
from companion.games.fall.ancestry import START, Ancestry, LaidCard, cover, in_order, lay, printed, room, started
from companion.games.fall.ancestry_forms import cover_forms
from companion.games.fall.cards import LETTERS, PRINTABLE, Action, Card, Quadrant, told_card
from companion.rules import Cell

SYMBOLS = {letter: symbol for symbol, letter in LETTERS.items()}


def card_of(drawn: str) -> Card:
    """`A2 . / R W`, as one reads it."""
    one, two, three, four = (quadrant_of(each) for each in drawn.replace("/", " ").split())
    return told_card((one, two, three, four))


def quadrant_of(drawn: str) -> Quadrant:
    return Quadrant(SYMBOLS[drawn[0]], int(drawn[1:] or 1))


def ancestry_of(*rows: str) -> Ancestry:
    """Cards side by side, the first where the starting card lies; rows and columns in pairs."""
    drawn = [[quadrant_of(each) for each in row.split()] for row in rows]
    laid = [
        LaidCard(
            told_card((drawn[row][column], drawn[row][column + 1], drawn[row + 1][column], drawn[row + 1][column + 1])),
            at(column, row),
        )
        for row in range(0, len(drawn), 2)
        for column in range(0, len(drawn[0]), 2)
    ]
    return Ancestry(tuple(laid))


def at(column: int, row: int) -> Cell:
    """Counted from the starting card."""
    return Cell(START.column + column, START.row + row)


def cells_at(*places: tuple[int, int]) -> tuple[Cell, ...]:
    return in_order(at(column, row) for column, row in places)


def groups(mine: Ancestry, cells: Iterable[Cell]) -> tuple[str, ...]:
    """The actions for which a phone may cover just these symbols in the first action of a turn."""
    value = in_order(cells)
    return tuple(form.do.removeprefix("cover_") for form in cover_forms(mine, False) if form.fields[0].takes(value))


def strongest(mine: Ancestry, action: Action) -> tuple[Cell, ...]:
    """Of all groups that may be covered for an action, tried one by one."""
    able = [cell for cell, quadrant in mine.open.items() if quadrant.acts_as(action)]
    every = [part for size in range(1, len(able) + 1) for part in combinations(able, size)]
    found = [part for part in every if action in groups(mine, part)]
    return max(map(in_order, found), key=lambda part: printed(mine, part))


def random_ancestry(chance: random.Random, cards: int) -> Ancestry:
    """Grown card by card, with cubes on some symbols and now and then a champion's symbol."""
    grown = started(random_card(chance))
    for _ in range(cards):
        places = list(ANCESTRY_GRID.cells(room(grown)))
        if places:
            grown = lay(grown, random_card(chance), chance.choice(places))
    borrowed = tuple(chance.choice((Quadrant("advance"), Quadrant("wild"))) for _ in range(chance.choice((0, 0, 1))))
    grown = Ancestry(grown.laid, (), borrowed)
    return cover(grown, [cell for cell in grown.open if chance.random() < 0.4])


def random_card(chance: random.Random) -> Card:
    kinds = [quadrant for quadrant in PRINTABLE.values() if quadrant.strength <= 2]
    one, two, three, four = (chance.choice(kinds) for _ in range(4))
    return told_card((one, two, three, four))
