"""What the pages of Trollfjord draw beyond what every game has; it decides nothing."""

from web.games.trollfjord.pages import TrollfjordPages as Pages

__all__ = ["Pages"]
