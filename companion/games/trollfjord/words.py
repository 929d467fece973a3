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

BELT = ("I", "II", "III", "+")
"""The spaces of the belt, left to right; a fortress bears one of the first three."""


def region_name(landscape: str, number: int, own: str) -> Text:
    """The owner's name for a region, or its landscape and a number."""
    if own:
        return say("{name}", name=own)
    return say("{landscape} {number}", landscape=LANDSCAPE_NAMES[landscape], number=number)
