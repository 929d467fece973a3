"""The boulders of the Rock Tower: their colours, how many there are and what they are called; it counts none.

What else there is for each colour, a test holds against this: the look, the icons and the scripts of the pages.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from companion.common.text import Text, listed, say

Colour = Literal["red", "blue", "yellow", "white"]
COLOURS: tuple[str, ...] = get_args(Colour)
RED, BLUE, YELLOW, WHITE = COLOURS

ANGERING = (RED, BLUE, YELLOW)
"""White is no colour to the mountain spirit."""

EACH = 11
"""Boulders of each colour in the box."""

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Labelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A boulder in a picture as a person sees it: where its top is, as shares of the picture, and its colour."""

    x: Share
    y: Share
    colour: Colour


COLOUR_NAMES = {RED: say("red"), BLUE: say("blue"), YELLOW: say("yellow"), WHITE: say("white")}


def numbers(boulders: Mapping[str, int]) -> Text:
    """How many of each colour: "2 red, 1 white"."""
    return listed(
        [say("{count} {colour}", count=count, colour=COLOUR_NAMES[colour]) for colour, count in boulders.items()]
    )
