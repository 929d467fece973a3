"""Ancestry cards that stand in for those in the box, until the owner records them: the rulebook shows none of them.

Known is how many there are, which symbols they show and that some have a number.
"""

from companion.games.fall.cards import LETTERS, Card, Quadrant, told_card

SYMBOLS = {letter: symbol for symbol, letter in LETTERS.items()}

PATTERNS = (
    "aa b.",
    "a. ab",
    "ab .a",
    "a2 .b",
    "aN ab",
    "bN a2",
    "aS ba",
    "W. ab",
    "Wa b.",
    "ab ba",
    "a2 Nb",
    "aa Nb",
)
"""A small letter for an action, the second one for that which follows it; a digit for a number on the one before."""
PAIRS = ("AR", "RI", "IG", "GA", "AI", "RG")

STARTS = ("A. IG", "R. GA", "I. AR", "G. RI", "A. RG")


def drawn(number: int, pattern: str, pair: str, prefix: str) -> Card:
    """The pattern with its letters filled in, as one reads."""
    quadrants: list[Quadrant] = []
    for letter in pattern.replace(" ", ""):
        if letter.isdigit():
            quadrants[-1] = Quadrant(quadrants[-1].symbol, int(letter))
        else:
            known = pair["ab".index(letter)] if letter in "ab" else letter
            quadrants.append(Quadrant(SYMBOLS[known]))
    quadrants += [Quadrant("empty")] * (4 - len(quadrants))
    one, two, three, four = quadrants
    return told_card((one, two, three, four), f"{prefix} {number:02}")


ANCESTRY_CARDS = tuple(
    drawn(number, pattern, pair, "Example")
    for number, (pattern, pair) in enumerate([(pattern, pair) for pattern in PATTERNS for pair in PAIRS], 1)
)
STARTING_CARDS = tuple(drawn(number, pattern, "", "Start") for number, pattern in enumerate(STARTS, 1))
