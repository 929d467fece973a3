"""A player's colour: a value of the game whose pieces have it, with all that shows it anywhere; it draws nothing."""

import msgspec

from companion.common.text import Text


class Shades(msgspec.Struct, frozen=True):
    """The same thing on a dark page and on a light one."""

    dark: str
    light: str


class PlayerColour(msgspec.Struct, frozen=True):
    """Every shade is written `#rrggbb`. What is left out follows from the piece and from the look of the pages."""

    name: str
    """What a seat, and so the journal, says."""
    text: Text
    rgb: str
    """The piece."""
    ink: str
    """A letter on the piece."""
    ring: Shades | None = None
    """What parts the piece from the page."""
    lamp: str | None = None
    """The lamps, which shine neither dark nor pale."""
