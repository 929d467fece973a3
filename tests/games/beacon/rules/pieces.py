"""What is in Beacon's box: wood, storm dice, and a colour for each of five keepers."""

from companion.rules import Option, PlayerColour, Text, say

COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("amber", say("amber"), rgb="#e8a33d", ink="#1c1204"),
    PlayerColour("sea", say("sea blue"), rgb="#2f6f8f", ink="#ffffff"),
    PlayerColour("moss", say("moss green"), rgb="#5b7a3a", ink="#ffffff"),
    PlayerColour("foam", say("foam white"), rgb="#e9eef0", ink="#16242b", lamp="#ffffff"),
    PlayerColour("dusk", say("dusk violet"), rgb="#5a4378", ink="#ffffff"),
)

WOOD: dict[int, Text] = {0: say("Wet wood"), 1: say("Twigs"), 2: say("A log"), 3: say("A trunk")}
"""How high each makes the fire, and what it is called."""

CARDS = (0,) * 8 + (1,) * 12 + (2,) * 12 + (3,) * 8
HAND = 3

CALM, BREEZE, GUST = "calm", "breeze", "gust"
WIND = {CALM: 0, BREEZE: 1, GUST: 2}
"""By how much each face of a storm die lowers the fire; a die has two of each."""

FACES = (Option(CALM, say("calm")), Option(BREEZE, say("breeze")), Option(GUST, say("gust")))

HOURS = 5
FIRST_FIRE = 4
OIL = 3


def storm_dice(players: int) -> int:
    return players + 1


def highest_fire(players: int) -> int:
    """Above this the tower itself catches fire."""
    return 8 + 2 * players
