"""For how many it is, and in which colours there are pieces."""

from companion.rules import PlayerColour, say

SEATS = range(2, 6)
COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("blue", say("blue"), rgb="#1f5fa8", ink="#ffffff", lamp="#1050ff"),
    PlayerColour("yellow", say("yellow"), rgb="#f0c030", ink="#231a02", lamp="#ffb400"),
    PlayerColour("rose", say("pink"), rgb="#c2417f", ink="#ffffff", lamp="#ff2080"),
    PlayerColour("moss", say("green"), rgb="#2f6b3a", ink="#ffffff", lamp="#20c040"),
    PlayerColour("orange", say("orange"), rgb="#d9722a", ink="#1c0d02", lamp="#ff5a00"),
)
"""The first four are in the rulebook's examples."""
