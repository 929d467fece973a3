"""What the pages of the Hall draw beyond what every game has; it decides nothing."""

from web.games.hall.pages import HallPages as Pages

__all__ = ["Pages"]
