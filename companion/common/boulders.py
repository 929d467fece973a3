"""The boulders of the Rock Tower: their colours, how many there are and what they are called; it counts none.

What else there is for each colour, a test holds against this: the look, the icons and the scripts of the pages.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from companion.common.text import Text, listed, say

Colour = Literal["red", "blue", "yellow", "white"]
COLOURS: tuple[str, ...] = get_args(Colour)
RED, BLUE, YELLOW, WHITE = COLOURS

ANGERING = (RED, BLUE, YELLOW)
"""White is no colour to the mountain spirit."""

EACH = 11
"""Boulders of each colour in the box."""

COLOUR_NAMES = {RED: say("red"), BLUE: say("blue"), YELLOW: say("yellow"), WHITE: say("white")}


def numbers(boulders: Mapping[str, int]) -> Text:
    """How many of each colour: "2 red, 1 white"."""
    return listed(
        [say("{count} {colour}", count=count, colour=COLOUR_NAMES[colour]) for colour, count in boulders.items()]
    )
