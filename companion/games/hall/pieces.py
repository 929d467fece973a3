"""Who can play in the Hall, and in which colours."""

from companion.rules import PlayerColour, say

SEATS = range(2, 6)
COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("magenta", say("magenta"), rgb="#a3216f", ink="#ffffff", lamp="#ff1e8c"),
    PlayerColour("blue", say("blue"), rgb="#1f4f9c", ink="#ffffff", lamp="#1e5aff"),
    PlayerColour("moss", say("green"), rgb="#2f6b3a", ink="#ffffff", lamp="#1eb43c"),
    PlayerColour("yellow", say("yellow"), rgb="#f2c230", ink="#241a00", lamp="#ffb400"),
    PlayerColour("white", say("white"), rgb="#f4f1ea", ink="#20201c", lamp="#ffffff"),
)
"""Magenta is in the rulebook; the others are examples."""
