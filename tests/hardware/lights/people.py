"""The players of the golden pictures, as the lamps show them: those of the games with the Rock Tower."""

from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import Seat, light_of

PLAYERS = {colour.name: light_of(Seat("", colour.name), PLAYER_COLOURS) for colour in PLAYER_COLOURS}
WHITE, ORANGE, BROWN, BLACK = PLAYERS.values()
