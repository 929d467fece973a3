"""The names of things on the board, for people; sentences stay with those who say them."""

from companion.rules import Text, say

LANDSCAPE_NAMES = {
    "forest": say("Forest"),
    "glacier": say("Glacier"),
    "mountain": say("Mountain"),
    "swamp": say("Swamp"),
    "tundra": say("Tundra"),
    "fjord": say("Fjord"),
}

REGION_SENTENCES = {
    "forest": "forest {number}",
    "glacier": "glacier {number}",
    "mountain": "mountain {number}",
    "swamp": "swamp {number}",
    "tundra": "tundra {number}",
    "fjord": "fjord {number}",
}

BELT = ("I", "II", "III", "+")
"""The spaces of the belt, left to right; a fortress bears one of the first three."""


def region_name(landscape: str, number: int, own: str) -> Text:
    """The owner's name for a region, or its landscape and a number."""
    return say("{name}", name=own) if own else say(REGION_SENTENCES[landscape], number=number)
