"""What people can do at the tower; hitting, stopping and keeping on are the same as in the whole game."""

from typing import Annotated

import msgspec

from companion.hammering.moves import KeepOn, Stop
from companion.rules import Hit, Move

FEWEST, MOST = 2, 10
"""Hammering takes trolls in two regions, and a player has ten."""

Trolls = Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST)]


class TakeHammer(Move, frozen=True, tag="hammer"):
    """This seat hammers next."""

    seat: int


class BringTrolls(Move, frozen=True, tag="trolls"):
    """So many trolls of the one just named stand at the fortress."""

    count: Trolls


class JoinAsComrade(Move, frozen=True, tag="comrade"):
    seat: int


class GoAlone(Move, frozen=True, tag="alone"):
    """Nobody joins the hammerer."""


class PutBack(Move, frozen=True, tag="put_back"):
    """The boulders are back in the tower; on to the next hammering."""


Moves = TakeHammer | BringTrolls | JoinAsComrade | GoAlone | Hit | Stop | KeepOn | PutBack
