"""What the pages of the Fall draw beyond what every game has; it decides nothing."""

from web.games.fall.pages import FallPages as Pages

__all__ = ["Pages"]
