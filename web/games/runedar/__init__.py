"""What the pages of Runedar draw beyond what every game has; it decides nothing."""

from web.games.runedar.pages import RunedarPages as Pages

__all__ = ["Pages"]
